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
function windowsOf(model: Pick<LocalModel, 'tokenizer'>, text: string): number[][] {
  const whole = model.tokenizer.encode(text);
  if (whole.length <= localModelDescription.maxTokens) return [whole];
  const sentences = sentenceSpans(text).map(({ start, end }) =>
    model.tokenizer.encode(text.slice(start, end)),
  );
  return tokenWindows(sentences, localModelDescription.maxTokens, model.tokenizer.startsWord);
}

/** The built-in model, in this thread or in another. */
export interface ModelReader {
  /** Ids of the windows of each text. */
  windows(texts: readonly string[]): Promise<number[][][]>;
  /** A unit vector of each window. */
  run(windows: readonly (readonly number[])[]): Promise<Float32Array[]>;
}

/** The model in this very thread, whose other work gets its turn before every batch. */
export const readerOf = (model: Pick<LocalModel, 'tokenizer' | 'run'>): ModelReader => ({
  windows: async (texts) => texts.map((text) => windowsOf(model, text)),
  run: async (windows) => {
    await nextTask();
    return model.run(windows);
  },
});

export const embedWithModel = (model: Pick<LocalModel, 'tokenizer' | 'run'>): EmbedDistinct =>
  embedWithReaders(() => [readerOf(model)]);

/**
 * Embeds distinct texts in batches of 16 windows of like length; each batch goes to the
 * next reader that is free.
 *
 * Sorting by length saves padding (a batch is as slow as its longest text). What is in a
 * batch does not depend on how many readers there are, so neither do the vectors, to the
 * last bit. Cancelling takes effect between two batches; what was being read by then is
 * kept.
 */
export function embedWithReaders(readers: () => readonly ModelReader[]): EmbedDistinct {
  return async (texts, hooks) => {
    for (let from = 0; from < texts.length; from += blockTexts) {
      throwIfAborted(hooks.signal);
      const reading = readers();
      const windows = await reading[0]!.windows(texts.slice(from, from + blockTexts));
      const assembly = createWindowAssembly(
        windows.map((ids) => ids.map(({ length }) => length)),
        true,
      );
      const queue = assembly.places.sort((a, b) => a.size - b.size);
      let next = 0;
      const kept: Promise<void>[] = [];
      const readOn = async (reader: ModelReader) => {
        while (next < queue.length) {
          throwIfAborted(hooks.signal);
          const batch = queue.slice(next, (next += batchSize));
          const vectors = await reader.run(batch.map(({ text, window }) => windows[text]![window]!));
          hooks.onInputs?.(batch.length);
          const finished = assembly.add(batch, vectors, from);
          // Not waited for here: the reader goes on while what it made is kept.
          if (finished.length > 0) kept.push(Promise.resolve(hooks.onBatch(finished)));
        }
      };
      const ended = await Promise.allSettled(
        reading.map((reader) =>
          readOn(reader).catch((error: unknown) => {
            next = queue.length;
            throw error;
          }),
        ),
      );
      await Promise.all(kept);
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
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
