import { openDB, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import { clearRemoval, finishRemoval, removeForGood } from './removal';

/** A corpus that the reader chose to keep, as the input of its hash: what is read back can be checked again. */
export interface KeptCorpus {
  hashInput: string;
  bytes: number;
}

export interface CorpusStorage {
  /** null when none is kept, or when the browser refuses storage. */
  get(hash: string): Promise<KeptCorpus | null>;
  /** Rejects with an error in words when the browser does not keep it. */
  keep(hash: string, corpus: KeptCorpus): Promise<void>;
  remove(hash: string): Promise<void>;
}

const kept = z.object({ hashInput: z.string(), bytes: z.number() });
const store = 'corpora';

/** Corpora kept in IndexedDB, by their hash. Nothing is opened before the first question. */
export function createCorpusStorage(name = 'chunkscope-texts'): CorpusStorage {
  let opening: Promise<IDBPDatabase> | undefined;
  const database = () =>
    (opening ??= openDB(name, 1, {
      upgrade: (created) => void created.createObjectStore(store),
      terminated: () => (opening = undefined),
    }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  const removalName = (hash: string): string => `${name} ${hash}`;
  const remove = async (hash: string): Promise<void> => (await database()).delete(store, hash);
  return {
    async get(hash) {
      try {
        if (await finishRemoval(removalName(hash), () => remove(hash))) return null;
        const found = kept.safeParse(await (await database()).get(store, hash));
        return found.success ? found.data : null;
      } catch {
        // Storage refused: the same as nothing kept.
        return null;
      }
    },
    async keep(hash, corpus) {
      clearRemoval(removalName(hash));
      try {
        await (await database()).put(store, corpus, hash);
      } catch (error) {
        const full = error instanceof Error && error.name === 'QuotaExceededError';
        throw new Error(
          full
            ? 'The storage that this browser grants is full, so the text is not kept.'
            : 'This browser does not let the page keep the text (a private window, or a setting). It stays until the page is closed.',
          { cause: error },
        );
      }
    },
    remove: (hash) => removeForGood(removalName(hash), () => remove(hash)),
  };
}
