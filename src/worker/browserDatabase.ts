import { openDB, type DBSchema, type IDBPDatabase, type StoreNames } from 'idb';

/**
 * An IndexedDB database with these stores, opened at the first use, and anew after it was lost or refused.
 *
 * A version of its own is not needed: a store that is added later gets a database of its own.
 */
export function browserDatabase<T extends DBSchema>(
  name: string,
  stores: readonly StoreNames<T>[],
): () => Promise<IDBPDatabase<T>> {
  let opening: Promise<IDBPDatabase<T>> | undefined;
  return () => {
    opening ??= openDB<T>(name, 1, {
      upgrade: (created) => {
        for (const store of stores) created.createObjectStore(store);
      },
      terminated: () => (opening = undefined),
    });
    opening.catch(() => (opening = undefined));
    return opening;
  };
}

/** Why this browser keeps nothing more, as the error of a write says it. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';
