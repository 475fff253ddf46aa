import { drawnClusters, type BootstrapOptions } from '../stats/bootstrap';
import { quantiles } from '../stats/quantile';

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

/**
 * The highest floor at which at least this share of the answerable questions is still
 * answered; `null` without any. A question for which nothing was found scores −∞.
 */
export function floorKeeping(answerable: ArrayLike<number>, share: number): number | null {
  const sorted = Float64Array.from(answerable).sort();
  return sorted.length === 0 ? null : sorted[sorted.length - Math.ceil(share * sorted.length)]!;
}

/**
 * The share of wrong answers when only the questions with the highest top scores are answered,
 * for every number of answered questions from 1 to all. Where a tie is cut, the mean over
 * its orders.
 */
export function riskByCoverage(scores: ArrayLike<number>, wrong: ArrayLike<boolean>): number[] {
  if (scores.length !== wrong.length)
    throw new RangeError(`${wrong.length} outcomes for ${scores.length} scores, expected one for each`);
  const order = Array.from(scores, (_, question) => question).sort((a, b) =>
    descending(scores[a]!, scores[b]!),
  );
  const risks: number[] = [];
  let before = 0;
  for (let first = 0; first < order.length;) {
    let end = first + 1;
    while (end < order.length && scores[order[end]!] === scores[order[first]!]) end++;
    const tied = order.slice(first, end).filter((question) => wrong[question]).length;
    for (let at = first; at < end; at++)
      risks.push((before + (tied * (at + 1 - first)) / (end - first)) / (at + 1));
    before += tied;
    first = end;
  }
  return risks;
}

const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

/** A top score with the cluster that its question is drawn with. */
export interface ClusteredScore {
  score: number;
  cluster: number;
}

/**
 * AUROC with its 95 % percentile interval over draws of clusters, answerable and unanswerable
 * questions of a cluster together. `null` bounds where fewer than two clusters hold both kinds.
 */
export function clusteredAuroc(
  answerable: readonly ClusteredScore[],
  unanswerable: readonly ClusteredScore[],
  clusters: number,
  options: BootstrapOptions = {},
): { value: number | null; low: number | null; high: number | null } {
  const byCluster = (scores: readonly ClusteredScore[]): number[][] => {
    const lists: number[][] = Array.from({ length: clusters }, () => []);
    for (const { score, cluster } of scores) lists[cluster]!.push(score);
    return lists;
  };
  const [above, below] = [byCluster(answerable), byCluster(unanswerable)];
  const value = auroc(above.flat(), below.flat());
  const both = above.filter((list, cluster) => list.length > 0 && below[cluster]!.length > 0);
  if (value === null || both.length < 2) return { value, low: null, high: null };
  // Wins of the answerable questions of one cluster over the unanswerable ones of another.
  const wins = new Float64Array(clusters * clusters);
  for (let a = 0; a < clusters; a++)
    for (let b = 0; b < clusters; b++) {
      const pairs = above[a]!.length * below[b]!.length;
      if (pairs > 0) wins[a * clusters + b] = auroc(above[a]!, below[b]!)! * pairs;
    }
  const drawn = drawnClusters(clusters, options);
  const values: number[] = [];
  const weights = new Float64Array(clusters);
  for (let start = 0; start < drawn.length; start += clusters) {
    weights.fill(0);
    for (let at = 0; at < clusters; at++) weights[drawn[start + at]!]!++;
    let [won, held, open] = [0, 0, 0];
    for (let a = 0; a < clusters; a++) {
      const weight = weights[a]!;
      if (weight === 0) continue;
      held += weight * above[a]!.length;
      open += weight * below[a]!.length;
      let row = 0;
      for (let b = 0; b < clusters; b++) row += weights[b]! * wins[a * clusters + b]!;
      won += weight * row;
    }
    if (held > 0 && open > 0) values.push(won / (held * open));
  }
  const [low, high] = quantiles(Float64Array.from(values), [0.025, 0.975]);
  return { value, low: low ?? null, high: high ?? null };
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
