import { sentenceSpans } from '../../core/text/sentences';
import { utf8Length } from '../../core/text/sizes';
import type { EmbeddingProvider, RequestPlan } from '../provider';
import { throwIfAborted } from '../shared/abort';
import { askCache, distinctTexts, embedTexts, type EmbedDistinct } from '../shared/embedTexts';
import { createWindowAssembly } from '../shared/windowAssembly';
import { localModelDescription, type LocalModel } from './localModel';
import { tokenWindows } from './tokenWindows';

const batchSize = 16;
/** Texts are sorted by length within blocks of this many, so that an interrupted run loses at most one block. */
const blockTexts = 256;

/** Token windows of one text, cut at sentence ends where possible. */
function windowsOf(model: LocalModel, text: string): number[][] {
  const sentences = sentenceSpans(text).map(({ start, end }) => model.tokenizer.encode(text.slice(start, end)));
  return tokenWindows(sentences, localModelDescription.maxTokens, model.tokenizer.startsWord);
}

/**
 * Embeds distinct texts in batches of 16 windows of like length.
 *
 * Sorting by length saves padding (a batch is as slow as its longest text); the
 * vectors do not depend on it beyond about 1e-8. Cancelling takes effect between
 * two batches.
 */
export function embedWithModel(model: LocalModel): EmbedDistinct {
  return async (texts, hooks) => {
    for (let from = 0; from < texts.length; from += blockTexts) {
      const windows = texts.slice(from, from + blockTexts).map((text) => windowsOf(model, text));
      const assembly = createWindowAssembly(windows.map((ids) => ids.map(({ length }) => length)), true);
      const queue = assembly.places.sort((a, b) => a.size - b.size);
      for (let start = 0; start < queue.length; start += batchSize) {
        throwIfAborted(hooks.signal);
        const batch = queue.slice(start, start + batchSize);
        const vectors = await model.run(batch.map(({ text, window }) => windows[text]![window]!));
        hooks.onInputs?.(batch.length);
        const finished = assembly.add(batch, vectors, from);
        if (finished.length > 0) await hooks.onBatch(finished);
      }
    }
  };
}

/** The provider that runs the model in this very process; the page talks to it through its worker. */
export function createLocalProvider(model: LocalModel): EmbeddingProvider {
  const embedDistinct = embedWithModel(model);
  return {
    model: localModelDescription,
    embed: (texts, options = {}) => embedTexts(localModelDescription, localModelDescription.dimensions, texts, options, embedDistinct),
    plan: async (texts, { cache, signal } = {}) => {
      throwIfAborted(signal);
      const { distinct } = distinctTexts(texts);
      const { known } = await askCache(localModelDescription, localModelDescription.dimensions, distinct, cache);
      const plan: RequestPlan = { texts: distinct.length, cached: 0, requests: 0, inputs: 0, bytes: 0, tokens: 0 };
      distinct.forEach((text, at) => {
        if (known[at]) {
          plan.cached += 1;
          return;
        }
        const windows = windowsOf(model, text);
        plan.inputs += windows.length;
        plan.bytes += utf8Length(text);
        plan.tokens! += windows.reduce((sum, ids) => sum + ids.length, 0);
      });
      return plan;
    },
  };
}
