import type { EmbeddingProvider, RequestPlan } from '../provider';
import { throwIfAborted } from '../shared/abort';
import { askCache, distinctTexts, embedTexts, type EmbedDistinct, type FinishedText } from '../shared/embedTexts';
import { splitSentences } from '../shared/sentences';
import { weightedMean } from '../shared/weightedMean';
import { localModelDescription, type LocalModel } from './localModel';
import { tokenWindows } from './tokenWindows';

const batchSize = 16;
/** Texts are sorted by length within blocks of this many, so that an interrupted run loses at most one block. */
const blockTexts = 256;

interface Job {
  index: number;
  windows: number[][];
  vectors: Float32Array[];
  open: number;
}

/** Token windows of one text, cut at sentence ends where possible. */
function windowsOf(model: LocalModel, text: string): number[][] {
  const sentences = splitSentences(text).map(({ start, end }) => model.tokenizer.encode(text.slice(start, end)));
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
      const jobs: Job[] = [];
      for (let index = from; index < Math.min(from + blockTexts, texts.length); index++) {
        const windows = windowsOf(model, texts[index]!);
        jobs.push({ index, windows, vectors: [], open: windows.length });
      }
      const queue = jobs.flatMap((job) => job.windows.map((ids, at) => ({ job, at, ids })));
      queue.sort((a, b) => a.ids.length - b.ids.length || a.job.index - b.job.index || a.at - b.at);
      for (let start = 0; start < queue.length; start += batchSize) {
        throwIfAborted(hooks.signal);
        const batch = queue.slice(start, start + batchSize);
        const vectors = await model.run(batch.map(({ ids }) => ids));
        hooks.onInputs?.(batch.length);
        const finished: FinishedText[] = [];
        batch.forEach(({ job, at }, row) => {
          job.vectors[at] = vectors[row]!;
          job.open -= 1;
          if (job.open === 0) finished.push(finish(job));
        });
        if (finished.length > 0) await hooks.onBatch(finished);
      }
    }
  };
}

function finish({ index, windows, vectors }: Job): FinishedText {
  const lengths = windows.map((ids) => ids.length);
  return { index, vector: weightedMean(vectors, lengths), tokens: lengths.reduce((sum, length) => sum + length, 0), windows: windows.length };
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
      const encoder = new TextEncoder();
      distinct.forEach((text, at) => {
        if (known[at]) {
          plan.cached += 1;
          return;
        }
        const windows = windowsOf(model, text);
        plan.inputs += windows.length;
        plan.bytes += encoder.encode(text).length;
        plan.tokens! += windows.reduce((sum, ids) => sum + ids.length, 0);
      });
      return plan;
    },
  };
}
