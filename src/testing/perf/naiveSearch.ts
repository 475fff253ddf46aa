import type { Hit } from '../../core/retrieval/topK';

/** As one would write it without a thought for speed. */
export function naiveSearch(
  query: readonly number[],
  rows: readonly (readonly number[])[],
  k: number,
): Hit[] {
  return rows
    .map((row, index) => {
      let [dot, a, b] = [0, 0, 0];
      for (let i = 0; i < row.length; i++) {
        dot += query[i]! * row[i]!;
        a += query[i]! * query[i]!;
        b += row[i]! * row[i]!;
      }
      return { index, score: dot / (Math.sqrt(a) * Math.sqrt(b)) };
    })
    .sort((x, y) => y.score - x.score)
    .slice(0, k);
}

/** The least of it: dot products of unit vectors, neither kept nor sorted. Gives their maximum. */
export function naiveDots(query: readonly number[], rows: readonly (readonly number[])[]): number {
  let best = -Infinity;
  for (const row of rows) {
    let score = 0;
    for (let i = 0; i < row.length; i++) score += query[i]! * row[i]!;
    best = Math.max(best, score);
  }
  return best;
}
