/** What of `window.history` is written. */
export type WritableHistory = Pick<History, 'pushState' | 'replaceState'>;

/**
 * Browsers ignore or refuse (an exception in Firefox and Safari) a page that writes its
 * address too often; 100 writes in 30 s is the strictest of their limits. So many are
 * written at once, and further ones wait for the pause.
 */
const windowMs = 30_000;
const atOnce = 40;
const pauseMs = 500;

export interface AddressWriter {
  write(fragment: string, how: 'push' | 'replace'): void;
  /** Writes what waits, before the page or the reader moves on. */
  flush(): void;
  /** Drops what waits: the browser itself has gone elsewhere. */
  forget(): void;
}

/**
 * Writes the address of the page no more often than browsers allow. What waits is
 * overtaken by what comes later, so the last address always arrives; a step of the
 * history that was asked for stays a step, and a storm of them becomes one.
 */
export function createAddressWriter(
  history: WritableHistory,
  state: unknown,
  now: () => number = () => performance.now(),
): AddressWriter {
  let written: number[] = [];
  let waiting: { fragment: string; how: 'push' | 'replace' } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    if (waiting === null) return;
    const { fragment, how } = waiting;
    try {
      if (how === 'push') history.pushState(state, '', fragment);
      else history.replaceState(state, '', fragment);
      waiting = null;
      written.push(now());
    } catch (error) {
      // Refused as one write too many: the same one is tried again.
      if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
      timer = setTimeout(flush, 2 * pauseMs);
    }
  };

  return {
    write(fragment, how) {
      const already = waiting;
      waiting = { fragment, how: already?.how === 'push' ? 'push' : how };
      const time = now();
      written = written.filter((at) => at > time - windowMs);
      if (written.length < atOnce) flush();
      else if (already === null) timer = setTimeout(flush, pauseMs);
    },
    flush,
    forget() {
      clearTimeout(timer);
      waiting = null;
    },
  };
}
