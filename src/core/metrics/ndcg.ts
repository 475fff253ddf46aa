import { checkTotal, type Relevances } from './ranks';
import { checkCutoff, rankGroups, TIE_TOLERANCE } from './ties';

/**
 * How close the first k ranks come to having every relevant context on top (nDCG@k,
 * binary gain, discount log2(rank + 1)); 1 is ideal.
 *
 * The ideal counts *all* relevant contexts, returned or not, up to k: leaving one out
 * costs as much as ranking it too low. 0 when there are none.
 */
export function ndcgAt(k: number, relevances: Relevances, totalRelevant: number): number {
  checkCutoff(k);
  checkTotal(relevances, totalRelevant);
  if (totalRelevant === 0) return 0;
  let gain = 0;
  for (let i = 0; i < Math.min(k, relevances.length); i++) if (relevances[i]) gain += discount(i + 1);
  return gain / discountsUpTo(Math.min(k, totalRelevant));
}

/**
 * nDCG@k with linear gains, as its mean over all orders of tied scores.
 *
 * `gains[i]` and `scores[i]` belong to candidate i. The ideal is `allGains` sorted: the
 * gains of every candidate, unless the ranking left some out. Ties as in `tieGroup`. 0
 * when no gain is above 0.
 */
export function expectedNdcgAt(
  k: number,
  gains: ArrayLike<number>,
  scores: ArrayLike<number>,
  tolerance = TIE_TOLERANCE,
  allGains = gains,
): number {
  checkCutoff(k);
  for (const list of new Set([gains, allGains])) checkGains(list);
  let gain = 0;
  for (const { above, tied, members } of rankGroups(scores, gains, tolerance)) {
    if (above >= k) break;
    const mean = members.reduce((sum, index) => sum + gains[index]!, 0) / tied;
    for (let rank = above + 1; rank <= Math.min(k, above + tied); rank++) gain += mean * discount(rank);
  }
  const sorted = Array.from(allGains).sort((a, b) => b - a);
  const ideal = sorted.slice(0, k).reduce((sum, best, i) => sum + best * discount(i + 1), 0);
  return ideal === 0 ? 0 : gain / ideal;
}

function checkGains(gains: ArrayLike<number>): void {
  for (let i = 0; i < gains.length; i++) {
    if (!(gains[i]! >= 0 && gains[i]! < Infinity))
      throw new RangeError(`gain ${i} is ${gains[i]}, expected a finite number of at least 0`);
  }
}

/** What a relevant context at a rank is worth. */
export function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

/** Worth of the first `ranks` ranks together: the ideal with that many relevant contexts. */
export function discountsUpTo(ranks: number): number {
  let sum = 0;
  for (let rank = 1; rank <= ranks; rank++) sum += discount(rank);
  return sum;
}
