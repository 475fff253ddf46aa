import { create } from 'zustand';
import { forgetProvider } from '../data/liveProviders';
import { endRunsWithKey } from '../data/liveTasks';

interface KeyState {
  /** By origin: a key belongs to the endpoint that it was typed for, and is sent nowhere else. */
  keys: Readonly<Record<string, string>>;
  /** Origins whose key the reader chose to keep for this tab. */
  keptForTab: readonly string[];
}

/** In sessionStorage: gone with the tab, never shared with another. Holds nothing until the reader chooses so. */
const storageName = 'chunkscope-keys';

/** Keys of embedding endpoints: in memory, gone on reload, unless kept for the tab by an explicit choice. */
export const useKeys = create<KeyState>()(() => {
  const kept = readKept();
  return { keys: kept, keptForTab: Object.keys(kept) };
});

export function keyFor(origin: string): string | null {
  const { keys } = useKeys.getState();
  return Object.hasOwn(keys, origin) && keys[origin]!.trim() !== '' ? keys[origin]! : null;
}

/** An empty key is a forgotten one, which ends the runs that use it. */
export function setKey(origin: string, key: string): void {
  forgetProvider();
  if (key === '') endRunsWithKey(origin);
  useKeys.setState(({ keys }) => ({ keys: key === '' ? without(keys, origin) : { ...keys, [origin]: key } }));
  writeKept();
}

/** Keeps the key of an endpoint until the tab is closed, or no longer. False when the browser refuses. */
export function keepKeyForTab(origin: string, keep: boolean): boolean {
  useKeys.setState(({ keptForTab }) => ({
    keptForTab: [...keptForTab.filter((other) => other !== origin), ...(keep ? [origin] : [])],
  }));
  return writeKept();
}

function writeKept(): boolean {
  const { keys, keptForTab } = useKeys.getState();
  const kept = Object.fromEntries(Object.entries(keys).filter(([origin]) => keptForTab.includes(origin)));
  try {
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(storageName);
    else sessionStorage.setItem(storageName, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this is the first page of a tab that another one opened: it begins with a copy of
 * that tab's storage, and the reader's choice was for that tab.
 */
function isOpenedTab(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const isFresh = (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
  return isFresh && history.length === 1;
}

function readKept(): Record<string, string> {
  try {
    if (isOpenedTab()) sessionStorage.removeItem(storageName);
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

function without(keys: Readonly<Record<string, string>>, origin: string): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).filter(([other]) => other !== origin));
}
