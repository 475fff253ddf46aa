import { utf8Length } from '../../core/text/sizes';
import type { EmbeddingProvider } from '../provider';
import { throwIfAborted } from '../shared/abort';
import { askCache, distinctTexts, embedTexts, type EmbedDistinct } from '../shared/embedTexts';
import { localModelDescription } from './description';
import { embedWithModel, measureTexts } from './embedWithModel';
import type { LocalModel } from './localModel';

/**
 * The local model as a provider, wherever it runs: `run` and `measure` reach it,
 * directly or through a worker.
 */
export function localProvider(
  run: EmbedDistinct,
  measure: (texts: string[], signal?: AbortSignal) => Promise<{ inputs: number; tokens: number }>,
): EmbeddingProvider {
  const { dimensions } = localModelDescription;
  return {
    model: localModelDescription,
    embed: (texts, options = {}) => embedTexts(localModelDescription, dimensions, texts, options, run),
    plan: async (texts, { cache, signal } = {}) => {
      throwIfAborted(signal);
      const { distinct } = distinctTexts(texts);
      const { known } = await askCache(localModelDescription, dimensions, distinct, { cache });
      const missing = distinct.filter((_, at) => !known[at]);
      const measured = await measure(missing, signal);
      return {
        texts: distinct.length,
        cached: distinct.length - missing.length,
        requests: 0,
        bytes: missing.reduce((sum, text) => sum + utf8Length(text), 0),
        ...measured,
      };
    },
  };
}

/** The provider that runs the model in this very process; the page talks to it through its worker. */
export function createLocalProvider(model: LocalModel): EmbeddingProvider {
  return localProvider(embedWithModel(model), async (texts) => measureTexts(model, texts));
}
