import {
  expectedHitAt,
  expectedRecallAt,
  expectedReciprocalRank,
  tieGroup,
  tieGroupAt,
} from '../../../core/metrics/ties';
import type { Fraction } from '../../../core/units';
import { rankBlendQuery, relevantRecords, type BlendOrder } from './ranking';
import type { BlendCondition, BlendWeights } from './methods';
import type { SimilarityBlock } from './similarity';

/** What one query found. A specific query has the first two figures, a generic one the third; the others are null. */
export interface BlendOutcome {
  /** Expected success at rank 1 when tied candidates share it. */
  top1: Fraction | null;
  /** Expected reciprocal rank of the target. */
  reciprocalRank: Fraction | null;
  /** Expected share of the family's records among the first four. */
  coverageAt4: Fraction | null;
}

/** The outcome of one ranking; `relevant` holds the indexes of the records that answer the query. */
export function rankingOutcome(
  kind: 'specific' | 'generic',
  { order, scores }: BlendOrder,
  relevant: ReadonlySet<number>,
): BlendOutcome {
  const flags = order.map((record) => relevant.has(record));
  if (kind === 'generic') {
    return {
      top1: null,
      reciprocalRank: null,
      coverageAt4: expectedRecallAt(4, tieGroupAt(4, scores, flags)),
    };
  }
  const ties = tieGroup(scores, flags);
  return {
    top1: expectedHitAt(1, ties),
    reciprocalRank: expectedReciprocalRank(order.length, ties),
    coverageAt4: null,
  };
}

/** Outcomes of every query of a block, in its order. */
export function blockOutcomes(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
): BlendOutcome[] {
  return block.queries.map(({ kind }, query) =>
    rankingOutcome(kind, rankBlendQuery(block, weights, condition, query), relevantRecords(block, query)),
  );
}
