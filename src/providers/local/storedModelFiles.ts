import { joinBytes, readParts } from '../../core/bytes';
import { ProviderError } from '../shared/providerError';
import { localModelDescription } from './description';
import type { ModelFiles } from './localModel';

const storePrefix = 'chunkscope-model ';
const { revision, rules } = localModelDescription;
/** Other weights or another runtime get a store of their own; older ones are dropped. */
const storeName = `${storePrefix}${revision} ${rules.files} ${rules.runtime}`;

export interface StoredModelFiles extends ModelFiles {
  /** Whether anything that was read came from the browser's storage. */
  fromStorage(): boolean;
  /**
   * Keeps what was fetched for the next visit; false when the browser refuses.
   *
   * Called once the model runs, so that a host's "page not found" page is never kept.
   */
  keep(): Promise<boolean>;
  /** Drops what is kept, so that everything is fetched again. */
  forget(): Promise<void>;
}

/** The model's files beside the site, kept in Cache Storage after the first visit. `modelUrl` ends in a slash. */
export async function createStoredModelFiles(modelUrl: string): Promise<StoredModelFiles> {
  const store = await openStore();
  const fetched = new Map<string, Uint8Array<ArrayBuffer>>();
  let usedStorage = false;
  const address = (name: string) => new URL(name, modelUrl).href;
  return {
    read: async (name, { signal, onBytes }) => {
      const known = await store?.match(address(name));
      if (known) {
        usedStorage = true;
        return new Uint8Array(await known.arrayBuffer());
      }
      const bytes = await fetchBytes(name, address(name), signal, onBytes);
      fetched.set(name, bytes);
      return bytes;
    },
    fromStorage: () => usedStorage,
    keep: async () => {
      if (!store) return false;
      try {
        for (const [name, bytes] of fetched) await store.put(address(name), new Response(bytes));
        fetched.clear();
        return true;
      } catch {
        // Full or refused; what was put so far is whole and harmless.
        return false;
      }
    },
    forget: async () => {
      usedStorage = false;
      for (const request of (await store?.keys()) ?? []) await store?.delete(request);
    },
  };
}

/** Bytes that the model takes in this browser's storage; 0 when nothing is kept or storage is refused. */
export async function storedModelBytes(): Promise<number> {
  try {
    let bytes = 0;
    if (await caches.has(storeName)) {
      const store = await caches.open(storeName);
      for (const response of await store.matchAll()) bytes += (await response.blob()).size;
    }
    return bytes;
  } catch {
    return 0;
  }
}

/** Drops the kept model files of every version. */
export async function clearStoredModel(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(storePrefix)) await caches.delete(name);
}

async function openStore(): Promise<Cache | undefined> {
  try {
    for (const name of await caches.keys())
      if (name.startsWith(storePrefix) && name !== storeName) await caches.delete(name);
    return await caches.open(storeName);
  } catch {
    // No Cache Storage: a page over plain http, or a reader who refuses storage.
    return undefined;
  }
}

async function fetchBytes(
  name: string,
  url: string,
  signal: AbortSignal | undefined,
  onBytes: ((loaded: number) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response;
  let parts: Uint8Array[] = [];
  try {
    response = await fetch(url, { signal });
    if (response.ok) parts = await readParts(response.body?.getReader(), (loaded) => onBytes?.(loaded));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProviderError(
      'model-files',
      `${name} of the built-in model could not be fetched: the network is away or the download was cut short. Try again; what is done so far is kept.`,
      { subject: name },
    );
  }
  if (!response.ok) {
    throw new ProviderError(
      'model-files',
      `${name} of the built-in model is not beside the site (the server answered ${response.status}). The folder "model" must be copied with it.`,
      { subject: name, status: response.status },
    );
  }
  return joinBytes(parts);
}
