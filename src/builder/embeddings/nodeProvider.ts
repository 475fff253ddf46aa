import { loadLocalModel, type LoadProgress, type LocalModel } from '../../providers/local/localModel';
import { createLocalProvider } from '../../providers/local/localProvider';
import { createRemoteProvider } from '../../providers/openai';
import type { EmbeddingProvider } from '../../providers/provider';
import { ProviderError } from '../../providers/shared/providerError';
import type { VectorCache } from '../../providers/shared/vectorCache';
import { loadCl100k } from '../../providers/tokenizer';
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
  /** `OPENAI_API_KEY` unless told. */
  apiKey?: string;
  /** Another OpenAI-compatible endpoint. */
  baseUrl?: string;
  /** text-embedding-3-small unless told. */
  model?: string;
  /** 1,024 unless told. */
  dimensions?: number;
  onLoad?: (progress: LoadProgress) => void;
}

/**
 * The provider of a builder run, with the on-disk cache behind it.
 *
 * `openai` needs a key, in the options or in `OPENAI_API_KEY`; without one it
 * fails here, before a long run has begun.
 */
export async function createNodeProvider(
  kind: 'local' | 'openai',
  options: NodeProviderOptions = {},
): Promise<EmbeddingProvider> {
  const { cache = createDiskCache() } = options;
  const provider =
    kind === 'local' ? createLocalProvider(await loadNodeModel(options.onLoad)) : createOpenAi(options);
  const usual = cache ?? undefined;
  return {
    model: provider.model,
    plan: (texts, own) => provider.plan(texts, { cache: usual, ...own }),
    embed: (texts, own) => provider.embed(texts, { cache: usual, ...own }),
  };
}

function createOpenAi({
  apiKey = process.env.OPENAI_API_KEY,
  baseUrl,
  model = 'text-embedding-3-small',
  dimensions = 1024,
}: NodeProviderOptions): EmbeddingProvider {
  if (!apiKey?.trim() && !baseUrl)
    throw new ProviderError(
      'unauthorized',
      'OpenAI wants a key: set the environment variable OPENAI_API_KEY.',
    );
  return createRemoteProvider({ apiKey, baseUrl, model, dimensions, loadTokenizer: loadCl100k });
}
