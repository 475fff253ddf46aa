const prefix = 'chunkscope-removed:';

/**
 * Removes what this device keeps, for good even when the page is closed before the browser has done it:
 * a database is written later, or never once the page is gone, but a mark in localStorage at once.
 * The mark holds the name alone. What is marked reads as not kept, and is removed at the next look.
 */
export async function removeForGood(name: string, remove: () => Promise<void>): Promise<void> {
  try {
    localStorage.setItem(prefix + name, '1');
  } catch {
    // No marks in this browser: the removal itself must do.
  }
  await remove();
  clearRemoval(name);
}

/** True when the reader removed this; what was left of it is removed now. */
export async function finishRemoval(name: string, remove: () => Promise<void>): Promise<boolean> {
  if (!wasRemoved(name)) return false;
  await removeForGood(name, remove).catch(() => undefined);
  return true;
}

/** To be called before something of that name is kept anew. */
export function clearRemoval(name: string): void {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // No mark can be there.
  }
}

function wasRemoved(name: string): boolean {
  try {
    return localStorage.getItem(prefix + name) !== null;
  } catch {
    return false;
  }
}
