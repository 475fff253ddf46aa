import { CUTOFFS, type Cutoff } from './contextTokens';
import { discountsUpTo } from './ndcg';
import { expectedHitAt, expectedRecallAt, expectedReciprocalRank } from './ties';

/** What a ranking drawn at random would score on average. */
export interface RandomBaseline {
  hitAt: Record<Cutoff, number>;
  recallAt: Record<Cutoff, number>;
  mrrAt10: number;
  ndcgAt10: number;
}

/**
 * What a blind ranking of all `contexts` would score for a question with `relevant` of
 * them: the floor that a figure has to be read against. Small and large contexts have
 * unlike floors, because large ones are fewer and more of them are relevant.
 *
 * Exact, since a random ranking is one tie group. 0 where nothing is relevant.
 */
export function randomBaseline(contexts: number, relevant: number): RandomBaseline {
  if (!Number.isInteger(contexts) || !Number.isInteger(relevant) || relevant < 0 || relevant > contexts) {
    throw new RangeError(`${relevant} of ${contexts} contexts relevant, expected whole numbers, at most all`);
  }
  const ties = {
    above: 0,
    relevantAbove: 0,
    tied: contexts,
    relevantTied: relevant,
    totalRelevant: relevant,
  };
  const each = (metric: (k: number) => number): Record<Cutoff, number> =>
    Object.fromEntries(CUTOFFS.map((k) => [k, metric(k)])) as Record<Cutoff, number>;
  return {
    hitAt: each((k) => expectedHitAt(k, ties)),
    recallAt: each((k) => expectedRecallAt(k, ties)),
    mrrAt10: expectedReciprocalRank(10, ties),
    ndcgAt10:
      relevant === 0
        ? 0
        : ((relevant / contexts) * discountsUpTo(Math.min(10, contexts))) /
          discountsUpTo(Math.min(10, relevant)),
  };
}

/** The baseline of a whole question set: the mean over its questions, all counted; `null` without any. */
export function meanRandomBaseline(
  questions: readonly { contexts: number; relevant: number }[],
): RandomBaseline | null {
  if (questions.length === 0) return null;
  const all = questions.map(({ contexts, relevant }) => randomBaseline(contexts, relevant));
  const mean = (pick: (baseline: RandomBaseline) => number): number =>
    all.reduce((sum, baseline) => sum + pick(baseline), 0) / all.length;
  const each = (name: 'hitAt' | 'recallAt'): Record<Cutoff, number> =>
    Object.fromEntries(CUTOFFS.map((k) => [k, mean((baseline) => baseline[name][k])])) as Record<
      Cutoff,
      number
    >;
  return {
    hitAt: each('hitAt'),
    recallAt: each('recallAt'),
    mrrAt10: mean(({ mrrAt10 }) => mrrAt10),
    ndcgAt10: mean(({ ndcgAt10 }) => ndcgAt10),
  };
}
