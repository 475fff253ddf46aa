import type { EmbeddingProvider } from '../../providers/provider';
import { createRemoteProvider } from '../../providers/openai';
import { loadCl100k } from '../../providers/tokenizer';
import type { VectorCache } from '../../providers/shared/vectorCache';
import { UsageError } from '../commandLine';
import { createNodeProvider } from '../embeddings/nodeProvider';

/** Names the variable of a key for an endpoint that is not OpenAI's: OpenAI's own key never goes elsewhere. */
export const endpointKey = 'CHUNKSCOPE_API_KEY';

/** What the rows of a model are called after, as on the page: `paragraph-local`. */
export const embedderName = (embedder: string): string =>
  embedder === 'local' || embedder === 'openai' ? embedder : 'endpoint';

/** The model that `--embedder` names: `local`, `openai`, or the base URL of a compatible endpoint. */
export async function openEmbedder(
  embedder: string,
  { model, dimensions }: { model: string | undefined; dimensions: number | undefined },
  cache: VectorCache | null,
): Promise<EmbeddingProvider> {
  if (embedder === 'local') {
    if (model !== undefined || dimensions !== undefined)
      throw new UsageError('the local model has one size: --model and --dimensions go with openai or an URL');
    return createNodeProvider('local', { cache });
  }
  if (embedder === 'openai') return createNodeProvider('openai', { cache, model, dimensions });
  if (!/^https?:\/\//.test(embedder))
    throw new UsageError(
      `--embedder is "${embedder}", expected local, openai or the base URL of an endpoint such as http://localhost:11434/v1`,
    );
  if (model === undefined)
    throw new UsageError('--embedder URL needs --model NAME, a model of that endpoint');
  const provider = createRemoteProvider({
    baseUrl: embedder,
    model,
    dimensions,
    apiKey: process.env[endpointKey],
    loadTokenizer: loadCl100k,
  });
  const usual = cache ?? undefined;
  return {
    model: provider.model,
    plan: (texts, own) => provider.plan(texts, { cache: usual, ...own }),
    embed: (texts, own) => provider.embed(texts, { cache: usual, ...own }),
  };
}
