import { blendWeight, type BenchmarkEmbedding } from '../../experiments/chunking/measure/setups';
import type { EmbeddingModel } from '../../artifact/common';
import { createDiskCache } from '../embeddings/diskCache';
import { createNodeProvider, loadNodeModel } from '../embeddings/nodeProvider';
import { localModelDescription } from '../../providers/local/description';
import type { Progress } from '../progress';
import type { TextReading } from './verifySubset';

/** The rows of the second table are called after it: `paragraph-local`. */
export const embeddingName = 'local';

/**
 * The local model behind the second table. Finished vectors are kept on disk, so an
 * interrupted run goes on where it stopped; `fresh` neither reads nor writes them.
 */
export async function localEmbedding({
  fresh,
  progress,
  signal,
}: {
  fresh: boolean;
  progress: Progress;
  signal: AbortSignal;
}): Promise<{ embedding: BenchmarkEmbedding; model: EmbeddingModel; reading: TextReading }> {
  const cache = fresh ? null : createDiskCache();
  const provider = await createNodeProvider('local', { cache });
  const { provider: kind, name, revision, dimensions, windowing } = provider.model;
  return {
    model: { provider: kind, name, revision, dimensions: dimensions!, windowing },
    reading: { limit: localModelDescription.maxTokens, encode: (await loadNodeModel()).tokenizer.encode },
    embedding: {
      name: embeddingName,
      focusWeight: blendWeight,
      embed: async (texts) => {
        const { vectors } = await provider
          .embed(texts, {
            signal,
            onProgress: ({ done, total }) => progress.step('Embedding texts', done, total),
          })
          .finally(() => {
            progress.end();
            return cache?.close();
          });
        return vectors;
      },
    },
  };
}
