import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase, isStorageFull } from './browserDatabase';
import { createMemoryCache, type CachedVector, type VectorCache } from '../providers/shared/vectorCache';

interface VectorStore extends DBSchema {
  vectors: { key: string; value: CachedVector };
  /** One record, `size`: kept beside the vectors because counting bytes would read them all. */
  totals: { key: string; value: { entries: number; bytes: number } };
}

export interface BrowserVectorCache extends VectorCache {
  /** Why nothing is kept between visits; `null` while storage works. */
  readonly refused: () => string | null;
}

const databaseName = 'chunkscope-vectors';
/** Beside its numbers an entry holds a key of 64 characters and a few small fields. */
const entryOverheadBytes = 200;

/**
 * Vectors kept in IndexedDB, under keys that do not reveal the texts.
 *
 * Where the browser refuses storage (private window, full disk) it answers as an
 * empty cache and says so in `refused`: a run must not fail for it.
 */
export function createBrowserVectorCache(name = databaseName): BrowserVectorCache {
  let refused: string | null = null;
  let full = false;
  const database = browserDatabase<VectorStore>(name, ['vectors', 'totals']);
  /** The outcome of `work`, or `otherwise` once storage has been refused. */
  const attempt = async <T>(
    work: (opened: IDBPDatabase<VectorStore>) => Promise<T>,
    otherwise: T,
  ): Promise<T> => {
    if (refused !== null && !full) return otherwise;
    try {
      return await work(await database());
    } catch (error) {
      full = isStorageFull(error);
      refused = full
        ? 'The storage that this browser grants is full, so new vectors are not kept.'
        : 'This browser does not let the page keep vectors, so they are embedded again on the next visit.';
      return otherwise;
    }
  };
  const nothing = { entries: 0, bytes: 0 };

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
        const size = (await totals.get('size')) ?? { ...nothing };
        for (const [key, value] of entries) {
          if ((await vectors.getKey(key)) !== undefined) continue;
          await vectors.put(value, key);
          size.entries += 1;
          size.bytes += value.vector.byteLength + entryOverheadBytes;
        }
        await totals.put(size, 'size');
        await transaction.done;
      }, undefined);
    },
    size: () => attempt(async (opened) => (await opened.get('totals', 'size')) ?? nothing, nothing),
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
