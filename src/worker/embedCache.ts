import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase, isStorageFull } from './browserDatabase';
import {
  createMemoryCache,
  rulesStamp,
  stampDigits,
  type CachedVector,
  type VectorCache,
} from '../providers/shared/vectorCache';
import { currentVectorRules, type VectorRules } from '../providers/shared/vectorRules';

interface VectorStore extends DBSchema {
  vectors: { key: string; value: CachedVector };
  /** One record per stamp of rules: kept beside the vectors because counting bytes would read them all. */
  totals: { key: string; value: { entries: number; bytes: number } };
}

export interface BrowserVectorCache extends VectorCache {
  /** Why nothing is kept between visits; `null` while storage works. */
  readonly refused: () => string | null;
}

const nothing = { entries: 0, bytes: 0 };
const sum = (a: typeof nothing, b: typeof nothing): typeof nothing => ({
  entries: a.entries + b.entries,
  bytes: a.bytes + b.bytes,
});

const databaseName = 'chunkscope-vectors';
/** Beside its numbers an entry holds its key and a few small fields. */
const entryOverheadBytes = 200;

/**
 * Vectors kept in IndexedDB, under keys that do not reveal the texts. What was kept under
 * other rules than `current` is dropped when the database is first opened: no key leads to it.
 *
 * Where the browser refuses storage (private window, full disk) it answers as an
 * empty cache and says so in `refused`: a run must not fail for it.
 */
export function createBrowserVectorCache(
  name = databaseName,
  current = currentVectorRules,
): BrowserVectorCache {
  let refused: string | null = null;
  let full = false;
  const database = browserDatabase<VectorStore>(name, ['vectors', 'totals']);
  let dropping: Promise<void> | undefined;
  /** The outcome of `work`, or `otherwise` once storage has been refused. */
  const attempt = async <T>(
    work: (opened: IDBPDatabase<VectorStore>) => Promise<T>,
    otherwise: T,
  ): Promise<T> => {
    if (refused !== null && !full) return otherwise;
    try {
      const opened = await database();
      await (dropping ??= dropOtherRules(opened, current));
      return await work(opened);
    } catch (error) {
      dropping = undefined;
      full = isStorageFull(error);
      refused = full
        ? 'The storage that this browser grants is full, so new vectors are not kept.'
        : 'This browser does not let the page keep vectors, so they are embedded again on the next visit.';
      return otherwise;
    }
  };

  return {
    refused: () => refused,
    get: (keys) =>
      attempt<(CachedVector | undefined)[]>(
        async (opened) => {
          const { store } = opened.transaction('vectors');
          return Promise.all(keys.map((key) => store.get(key)));
        },
        keys.map(() => undefined),
      ),
    set: async (entries) => {
      if (full) return;
      await attempt(async (opened) => {
        const transaction = opened.transaction(['vectors', 'totals'], 'readwrite');
        const [vectors, totals] = [transaction.objectStore('vectors'), transaction.objectStore('totals')];
        const sizes = new Map<string, typeof nothing>();
        for (const [key, value] of entries) {
          if ((await vectors.getKey(key)) !== undefined) continue;
          await vectors.put(value, key);
          const stamp = key.slice(0, stampDigits);
          const size = sizes.get(stamp) ?? (await totals.get(stamp)) ?? nothing;
          sizes.set(stamp, sum(size, { entries: 1, bytes: value.vector.byteLength + entryOverheadBytes }));
        }
        for (const [stamp, size] of sizes) await totals.put(size, stamp);
        await transaction.done;
      }, undefined);
    },
    size: () => attempt(async (opened) => (await opened.getAll('totals')).reduce(sum, nothing), nothing),
    clear: () =>
      attempt(async (opened) => {
        const transaction = opened.transaction(['vectors', 'totals'], 'readwrite');
        await Promise.all([
          transaction.objectStore('vectors').clear(),
          transaction.objectStore('totals').clear(),
          transaction.done,
        ]);
        full = false;
        refused = null;
      }, undefined),
  };
}

/**
 * Deletes every entry whose key begins with no stamp of `current`, once a total tells that
 * there are any: in ranges, because looking at keys one by one would take seconds.
 */
async function dropOtherRules(
  opened: IDBPDatabase<VectorStore>,
  current: readonly VectorRules[],
): Promise<void> {
  const stamps = (await Promise.all(current.map(rulesStamp))).filter((stamp) => stamp !== null).sort();
  const transaction = opened.transaction(['vectors', 'totals'], 'readwrite');
  const [vectors, totals] = [transaction.objectStore('vectors'), transaction.objectStore('totals')];
  const others = (await totals.getAllKeys()).filter((stamp) => !stamps.includes(stamp));
  if (others.length > 0) {
    let from = '';
    for (const stamp of stamps) {
      await vectors.delete(IDBKeyRange.bound(from, stamp, false, true));
      // After every key of this stamp: a hex digit follows it there, and none is above f.
      from = `${stamp}g`;
    }
    await vectors.delete(IDBKeyRange.lowerBound(from));
    for (const stamp of others) await totals.delete(stamp);
  }
  await transaction.done;
}

/** The kept vectors; where the browser keeps none, those of this visit, so that a run resumes without embedding twice. */
export function createPageVectorCache(kept = createBrowserVectorCache()): BrowserVectorCache {
  const session = createMemoryCache();
  return {
    refused: kept.refused,
    get: async (keys) => {
      const [found, own] = await Promise.all([kept.get(keys), session.get(keys)]);
      return keys.map((_, index) => found[index] ?? own[index]);
    },
    set: async (entries) => {
      await kept.set(entries);
      if (kept.refused() !== null) await session.set(entries);
    },
    size: () => kept.size(),
    clear: async () => {
      await Promise.all([kept.clear(), session.clear()]);
    },
  };
}
