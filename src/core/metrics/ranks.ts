import { checkCutoff } from './ties';

/**
 * Binary relevance by rank: `relevances[0]` is rank 1. Anything but 0 and `false` is
 * relevant. Ranks past its end hold nothing.
 */
export type Relevances = ArrayLike<boolean | number>;

/** Rank of the first relevant context; `null` when none was returned. */
export function firstRelevantRank(relevances: Relevances): number | null {
  for (let i = 0; i < relevances.length; i++) if (relevances[i]) return i + 1;
  return null;
}

/** 1 when a relevant context stands at rank k or better, else 0. Its mean is what the article calls Recall@k. */
export function hitAt(k: number, relevances: Relevances): 0 | 1 {
  checkCutoff(k);
  const rank = firstRelevantRank(relevances);
  return rank !== null && rank <= k ? 1 : 0;
}

/** Share of all `totalRelevant` contexts at rank k or better; 0 when there are none. */
export function recallAt(k: number, relevances: Relevances, totalRelevant: number): number {
  checkCutoff(k);
  checkTotal(relevances, totalRelevant);
  let found = 0;
  for (let i = 0; i < Math.min(k, relevances.length); i++) if (relevances[i]) found++;
  return totalRelevant === 0 ? 0 : found / totalRelevant;
}

/** 1 / rank of the first relevant context when that is k or better, else 0; MRR@k is its mean over all questions. */
export function mrrAt(k: number, relevances: Relevances): number {
  checkCutoff(k);
  const rank = firstRelevantRank(relevances);
  return rank !== null && rank <= k ? 1 / rank : 0;
}

/** A ranking cannot hold more relevant contexts than there are. */
export function checkTotal(relevances: Relevances, totalRelevant: number): void {
  let found = 0;
  for (let i = 0; i < relevances.length; i++) if (relevances[i]) found++;
  if (!Number.isInteger(totalRelevant) || totalRelevant < found)
    throw new RangeError(
      `totalRelevant is ${totalRelevant}, expected a whole number of at least ${found}, the relevant contexts in the ranking`,
    );
}
