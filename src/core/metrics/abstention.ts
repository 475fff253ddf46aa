/**
 * How well the top score tells questions that the documents answer from those they do
 * not: the chance that a random answerable question scores above a random unanswerable
 * one (AUROC), an equal score counting half. 0.5 is chance. `null` when either is empty.
 */
export function auroc(answerable: ArrayLike<number>, unanswerable: ArrayLike<number>): number | null {
  const above = Float64Array.from(answerable);
  const below = Float64Array.from(unanswerable).sort();
  if (above.some(Number.isNaN) || below.some(Number.isNaN))
    throw new RangeError('a top score is NaN, expected a number');
  const n = above.length * below.length;
  if (n === 0) return null;
  let wins = 0;
  for (const score of above) {
    wins += (countBelow(below, score, false) + countBelow(below, score, true)) / 2;
  }
  return wins / n;
}

/** Share of unanswerable questions whose top score reaches the floor, so that something is returned for nothing; `null` without any. */
export function falsePositiveRate(unanswerable: ArrayLike<number>, floor: number): number | null {
  const scores = Array.from(unanswerable);
  return scores.length === 0 ? null : scores.filter((score) => score >= floor).length / scores.length;
}

/** How many sorted values are below `limit` (or equal to it, when `inclusive`). */
function countBelow(sorted: Float64Array, limit: number, inclusive: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inclusive ? sorted[middle]! <= limit : sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
