import type { FinishedText } from './embedTexts';
import { weightedMean } from './weightedMean';

/** One window of one text: `text` and `window` count from 0, `size` is its weight in the mean. */
export interface WindowPlace {
  text: number;
  window: number;
  size: number;
}

/**
 * Collects the vectors of windows, in any order, into finished texts.
 *
 * `sizes[t]` are the sizes of text t's windows; `countsTokens` says whether they
 * are token counts, which are then reported.
 */
export function createWindowAssembly(sizes: readonly (readonly number[])[], countsTokens: boolean) {
  const collected: Float32Array[][] = sizes.map(() => []);
  const open = sizes.map((windows) => windows.length);
  return {
    places: sizes.flatMap((windows, text) =>
      windows.map((size, window): WindowPlace => ({ text, window, size })),
    ),
    /** The texts that these vectors complete, numbered from `offset`. */
    add(places: readonly WindowPlace[], vectors: readonly Float32Array[], offset = 0): FinishedText[] {
      const finished: FinishedText[] = [];
      places.forEach(({ text, window }, row) => {
        collected[text]![window] = vectors[row]!;
        open[text]! -= 1;
        if (open[text] !== 0) return;
        const windows = sizes[text]!;
        finished.push({
          index: offset + text,
          vector: weightedMean(collected[text]!, windows),
          tokens: countsTokens ? windows.reduce((sum, size) => sum + size, 0) : null,
          windows: windows.length,
        });
        collected[text] = [];
      });
      return finished;
    },
  };
}
