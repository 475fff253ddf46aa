import type { DBSchema } from 'idb';
import { browserDatabase, isStorageFull } from '../../worker/browserDatabase';
import { clearRemoval, finishRemoval, removeForGood } from './removal';

/** What the reader chose to keep on this device, by key. */
export interface DeviceStore<T> {
  /** null when nothing is kept, when it cannot be read, or when the browser refuses storage. */
  get(key: string): Promise<T | null>;
  all(): Promise<T[]>;
  /** Rejects with an error in words when the browser does not keep it: the reader asked for it and must hear so. */
  keep(key: string, value: T): Promise<void>;
  /** Rejects in words when the browser does not delete it. It is not read again all the same. */
  remove(key: string): Promise<void>;
}

type Kept = { key: string; value: unknown };
interface KeptStores extends DBSchema {
  corpora: Kept;
  texts: Kept;
  runs: Kept;
  inputs: Kept;
  reviews: Kept;
}
type StoreName = 'corpora' | 'texts' | 'runs' | 'inputs' | 'reviews';
const first = browserDatabase<KeptStores>('chunkscope-kept', ['corpora', 'texts', 'runs', 'inputs']);
const reviews = browserDatabase<KeptStores>('chunkscope-reviews', ['reviews']);

/**
 * One of the stores of this device.
 *
 * @param what what is kept, as in “this browser does not keep …”.
 * @param read what a kept value says; null when it is damaged.
 */
export function deviceStore<T>(
  store: StoreName,
  what: string,
  read: (value: unknown) => T | null,
): DeviceStore<T> {
  const database = store === 'reviews' ? reviews : first;
  const removalName = (key: string): string => `${store} ${key}`;
  const remove = async (key: string): Promise<void> => (await database()).delete(store, key);
  const get = async (key: string): Promise<T | null> => {
    try {
      if (await finishRemoval(removalName(key), () => remove(key))) return null;
      const found: unknown = await (await database()).get(store, key);
      return found === undefined ? null : read(found);
    } catch {
      // Storage refused: the same as nothing kept.
      return null;
    }
  };
  return {
    get,
    async all() {
      const keys = await database()
        .then((opened) => opened.getAllKeys(store))
        .catch(() => []);
      const values = await Promise.all(keys.map((key) => get(String(key))));
      return values.filter((value) => value !== null);
    },
    async keep(key, value) {
      clearRemoval(removalName(key));
      try {
        await (await database()).put(store, value, key);
      } catch (error) {
        throw new Error(
          isStorageFull(error)
            ? `The storage that this browser grants is full, so ${what} is not kept.`
            : `This browser does not let the page keep ${what} (a private window, or a setting). It stays until the page is closed.`,
          { cause: error },
        );
      }
    },
    async remove(key) {
      try {
        await removeForGood(removalName(key), () => remove(key));
      } catch (error) {
        throw new Error(
          'The browser did not let the page delete what was kept. Clear the data of this site in the browser’s settings.',
          { cause: error },
        );
      }
    },
  };
}
