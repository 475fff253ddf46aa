import { sentenceSpans } from '../../core/text/sentences';
import type { BlendModel } from '../../experiments/blend/measure/files';
import { localModelDescription } from '../../providers/local/description';
import { createDiskCache } from '../embeddings/diskCache';
import { createNodeProvider, loadNodeModel } from '../embeddings/nodeProvider';
import type { EmbedOptions } from '../../providers/provider';
import type { Progress } from '../progress';
import type { TokenLimit } from './authored';

export type Embedder = 'local' | 'openai';

/**
 * The limit that every text keeps: that of the local model, whichever model embeds, so
 * that all runs see the same texts. Counted as the model does, sentence by sentence.
 */
export async function localTokenLimit(): Promise<TokenLimit> {
  const { tokenizer } = await loadNodeModel();
  return {
    maxTokens: localModelDescription.maxTokens,
    tokenizer: localModelDescription.name,
    countTokens: (text) =>
      sentenceSpans(text).reduce(
        (sum, { start, end }) => sum + tokenizer.encode(text.slice(start, end)).length,
        0,
      ),
  };
}

/** One vector per distinct text, and the model that made them. A text that the model would not read whole is an error. */
export async function embedTexts(
  texts: readonly string[],
  options: { embedder: Embedder; baseUrl?: string; fresh: boolean; progress: Progress; signal: AbortSignal },
): Promise<{ vectors: Map<string, Float32Array>; model: BlendModel }> {
  const { embedder, baseUrl, fresh, progress, signal } = options;
  const cache = fresh ? null : createDiskCache();
  const provider = await createNodeProvider(embedder, { cache, baseUrl });
  const onProgress: EmbedOptions['onProgress'] = ({ done, total, message }) =>
    message ? progress.note(message) : progress.step('Embedding texts', done, total);
  const { vectors, windows } = await provider.embed(texts, { signal, onProgress }).finally(() => {
    progress.end();
    return cache?.close();
  });
  const found = new Map<string, Float32Array>();
  texts.forEach((text, index) => {
    const vector = vectors[index];
    if (!vector) throw new Error(`${provider.model.name} gave no vector for the text "${text}"`);
    if (windows[index] !== 1)
      throw new Error(
        `${provider.model.name} read a text in ${windows[index]} windows, expected 1: "${text}"`,
      );
    found.set(text, vector);
  });
  const { provider: kind, name, revision, dimensions, windowing } = provider.model;
  return {
    vectors: found,
    model: {
      provider: kind,
      name,
      revision,
      dimensions: dimensions ?? found.values().next().value!.length,
      windowing,
    },
  };
}
