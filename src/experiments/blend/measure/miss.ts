import { blendedScore, type BlendDots, type ScoreTerms } from '../../../core/vectors/scoreTerms';
import { swapWeight, type SwapWeight } from '../../../core/vectors/swapWeight';
import { tieOutcome, type TieOutcome } from '../../../core/metrics/ties';
import type { Cosine, Rank } from '../../../core/units';
import { symmetricWeight, type BlendCondition, type BlendWeights } from './methods';
import { rankingOutcome, type RankingOutcome } from './outcomes';
import { blockDots, rankBlendQuery, relevantRecords } from './ranking';
import type { SimilarityBlock } from './similarity';

/** One of the two records of a miss: where it ranks and what its score is made of. */
export interface MissSide {
  /** Index into the block's records. */
  record: number;
  rank: Rank;
  /** As ranked, rounded to 10 decimals. */
  score: Cosine;
  /** The six dot products behind the score. */
  dots: BlendDots;
  /** Shares of the score; they add up to it. */
  terms: ScoreTerms;
  queryNorm: number;
  storedNorm: number;
}

/** Why one query found what it found. */
export interface BlendMiss extends TieOutcome {
  outcome: RankingOutcome;
  /** Specific query: the record asked for. Generic: the record of its family that ranks lowest. */
  target: MissSide;
  /** Specific query: the best other record. Generic: the best record of another family. */
  winner: MissSide;
  /** Score of the winner less that of the target: positive when the target lost. */
  margin: number;
  /** The nearest symmetric focus weight at which the two change places; null when none does, or when the two sides have unlike weights. */
  swap: SwapWeight | null;
}

/**
 * The two records that decide a query, side by side. Works for hits too, where the
 * winner is the runner-up and the margin negative. A generic query is a hit when all
 * records of its family are certain to be among the first four, `missed` when none can be.
 */
export function explainBlendMiss(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
  queryIndex: number,
): BlendMiss {
  const relevant = relevantRecords(block, queryIndex);
  const ranking = rankBlendQuery(block, weights, condition, queryIndex);
  const outcome = rankingOutcome(block.queries[queryIndex]!.kind, ranking, relevant);
  const target = ranking.order.findLastIndex((record) => relevant.has(record));
  const winner = ranking.order.findIndex((record) => !relevant.has(record));
  if (winner < 0)
    throw new RangeError(
      `query "${block.queries[queryIndex]!.id}" has no other record to lose against: all ${ranking.order.length} are relevant`,
    );
  const side = (position: number): MissSide => {
    const record = ranking.order[position]!;
    const dots = blockDots(block, condition, queryIndex, record);
    const { terms, queryNorm, storedNorm } = blendedScore(dots, weights.queryWeight, weights.storedWeight);
    return {
      record,
      rank: position + 1,
      score: ranking.scores[position]!,
      dots,
      terms,
      queryNorm,
      storedNorm,
    };
  };
  const [targetSide, winnerSide] = [side(target), side(winner)];
  const symmetric = symmetricWeight(weights);
  return {
    ...tieOutcome((outcome.top1 ?? outcome.coverageAt4)!),
    outcome,
    target: targetSide,
    winner: winnerSide,
    margin: winnerSide.score - targetSide.score,
    swap:
      symmetric === null ? null : swapWeight(targetSide.dots, winnerSide.dots, { focusWeight: symmetric }),
  };
}
