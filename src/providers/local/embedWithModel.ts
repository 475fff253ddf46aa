import { sentenceSpans } from '../../core/text/sentences';
import { throwIfAborted } from '../shared/abort';
import type { EmbedDistinct } from '../shared/embedTexts';
import { nextTask } from '../shared/nextTask';
import { createWindowAssembly } from '../shared/windowAssembly';
import { localModelDescription } from './description';
import type { LocalModel } from './localModel';
import { tokenWindows } from './tokenWindows';

const batchSize = 16;
/** Texts are sorted by length within blocks of this many, so that an interrupted run loses at most one block. */
const blockTexts = 256;

/** The whole text as one window where it fits, else windows cut at sentence ends where possible. At least one. */
function windowsOf(model: LocalModel, text: string): number[][] {
  const whole = model.tokenizer.encode(text);
  if (whole.length <= localModelDescription.maxTokens) return [whole];
  const sentences = sentenceSpans(text).map(({ start, end }) =>
    model.tokenizer.encode(text.slice(start, end)),
  );
  return tokenWindows(sentences, localModelDescription.maxTokens, model.tokenizer.startsWord);
}

/**
 * Embeds distinct texts in batches of 16 windows of like length.
 *
 * Sorting by length saves padding (a batch is as slow as its longest text); the
 * vectors do not depend on it beyond about 1e-8. Cancelling takes effect between
 * two batches, where other work of the thread gets its turn too: a worker hears of
 * the cancel only then.
 */
export function embedWithModel(model: LocalModel): EmbedDistinct {
  return async (texts, hooks) => {
    for (let from = 0; from < texts.length; from += blockTexts) {
      const windows = texts.slice(from, from + blockTexts).map((text) => windowsOf(model, text));
      const assembly = createWindowAssembly(
        windows.map((ids) => ids.map(({ length }) => length)),
        true,
      );
      const queue = assembly.places.sort((a, b) => a.size - b.size);
      for (let start = 0; start < queue.length; start += batchSize) {
        await nextTask();
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

/** Inputs and tokens of texts after windowing. */
export function measureTexts(
  model: LocalModel,
  texts: readonly string[],
): { inputs: number; tokens: number } {
  const windows = texts.flatMap((text) => windowsOf(model, text));
  return { inputs: windows.length, tokens: windows.reduce((sum, ids) => sum + ids.length, 0) };
}
