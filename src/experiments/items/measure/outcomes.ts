import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { expectedNdcgAt } from '../../../core/metrics/ndcg';
import {
  expectedHitAt,
  expectedRecallAt,
  expectedReciprocalRank,
  rankGroups,
  tieGroup,
  tieGroupAt,
} from '../../../core/metrics/ties';
import type { Fraction, Rank } from '../../../core/units';

/** One line of somebody else's run: what was returned, and its score as written. */
export interface RankedResult {
  id: string;
  score: number;
}

/** What one row made of one question: the mean over all orders of results whose scores are equal. */
export interface ImportedOutcome {
  hitAt: Record<Cutoff, Fraction>;
  recallAt: Record<Cutoff, Fraction>;
  mrrAt10: Fraction;
  ndcgAt10: Fraction;
  /** With the grades themselves as gains. */
  gradedNdcgAt10: Fraction;
  /** Whether equal scores leave a figure open: some tie within the first ten mixes relevant results with others. */
  tied: boolean;
}

/** Ranks that the metrics look at. */
const deepest = 10;

/**
 * Scores are tied when they are equal as written. The tolerance of our own cosines has no
 * place here: nobody knows the scale of the scores of another program.
 */
const tolerance = 0;

/** Relevance as somebody judged it: above 0 is relevant. */
export const isRelevant = (grade: number | undefined): boolean => grade !== undefined && grade > 0;

/**
 * Results in the order of trec_eval: by score, the highest first, equal scores by id, the
 * last first. The rank column plays no part.
 */
export function orderResults(results: readonly RankedResult[]): RankedResult[] {
  return [...results].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0));
}

/** How many of the first results decide every figure: ten, and all that tie with the tenth. */
export function decidingLength(ordered: readonly RankedResult[], least = deepest): number {
  if (ordered.length <= least) return ordered.length;
  const { score } = ordered[least - 1]!;
  let length = least;
  while (length < ordered.length && ordered[length]!.score === score) length++;
  return length;
}

/** Rank of the first relevant result in the order given; 0 when there is none. */
export function firstRelevant(
  ordered: readonly RankedResult[],
  grades: ReadonlyMap<string, number>,
): Rank | 0 {
  return ordered.findIndex(({ id }) => isRelevant(grades.get(id))) + 1;
}

/**
 * The figures of one question. `ordered` holds at least the results that decide them;
 * `grades` every judgment. Without a relevant document every figure is 0.
 */
export function importedOutcome(
  ordered: readonly RankedResult[],
  grades: ReadonlyMap<string, number>,
): ImportedOutcome {
  const head = ordered.slice(0, decidingLength(ordered));
  const scores = head.map(({ score }) => score);
  const relevant = head.map(({ id }) => isRelevant(grades.get(id)));
  const gains = head.map(({ id }) => Math.max(0, grades.get(id) ?? 0));
  const allGains = [...grades.values()].filter(isRelevant);
  const total = allGains.length;
  const first = tieGroup(scores, relevant, tolerance, total);
  const at = (value: (cutoff: Cutoff) => Fraction) =>
    Object.fromEntries(CUTOFFS.map((cutoff) => [cutoff, value(cutoff)])) as Record<Cutoff, Fraction>;
  return {
    hitAt: at((k) => expectedHitAt(k, first)),
    recallAt: at((k) => expectedRecallAt(k, tieGroupAt(k, scores, relevant, tolerance, total))),
    mrrAt10: expectedReciprocalRank(deepest, first),
    ndcgAt10: expectedNdcgAt(
      deepest,
      relevant.map(Number),
      scores,
      tolerance,
      allGains.map(() => 1),
    ),
    gradedNdcgAt10: expectedNdcgAt(deepest, gains, scores, tolerance, allGains),
    tied: rankGroups(scores, relevant, tolerance).some(({ members }) =>
      members.some((index) => gains[index] !== gains[members[0]!]),
    ),
  };
}
