const together = new Map<string, Promise<unknown>>();

/**
 * One promise for several files, the same for the same key: `use()` then gives the same
 * value on every render, so that what is computed from it can be remembered. A failure
 * stays until `forgetTogether`, or a render after it would read again without end.
 */
export function loadTogether<T>(key: string, load: () => Promise<T>): Promise<T> {
  let pending = together.get(key);
  if (!pending) {
    pending = load();
    pending.catch(() => undefined);
    together.set(key, pending);
  }
  return pending as Promise<T>;
}

/** Lets the next render read again: what “Try again” does. */
export function forgetTogether(): void {
  together.clear();
}
