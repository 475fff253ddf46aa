import { loadLocalModel, type LoadProgress, type LocalModel } from '../../providers/local/localModel';
import { createLocalProvider } from '../../providers/local/localProvider';
import type { EmbeddingProvider } from '../../providers/provider';
import type { VectorCache } from '../../providers/shared/vectorCache';
import { createDiskCache } from './diskCache';
import { createNodeModelFiles } from './modelFiles';

let sharedModel: Promise<LocalModel> | undefined;

/** The local model of this process, loaded once. */
export function loadNodeModel(onProgress?: (progress: LoadProgress) => void): Promise<LocalModel> {
  sharedModel ??= loadLocalModel(createNodeModelFiles(), { onProgress });
  sharedModel.catch(() => (sharedModel = undefined));
  return sharedModel;
}

export interface NodeProviderOptions {
  /** Used by every call that names no cache itself; the on-disk cache unless told, `null` for none. */
  cache?: VectorCache | null;
}

/** The provider of a builder run, with the on-disk cache behind it. */
export async function createNodeProvider(kind: 'local', { cache = createDiskCache() }: NodeProviderOptions = {}): Promise<EmbeddingProvider> {
  const provider = createLocalProvider(await loadNodeModel());
  const usual = cache ?? undefined;
  return {
    model: provider.model,
    plan: (texts, options) => provider.plan(texts, { cache: usual, ...options }),
    embed: (texts, options) => provider.embed(texts, { cache: usual, ...options }),
  };
}
