import {
  expectedHitAt,
  expectedRecallAt,
  expectedReciprocalRank,
  tieGroup,
  tieGroupAt,
} from '../../../core/metrics/ties';
import type { Fraction } from '../../../core/units';
import { familyRecords, rankBlendQuery, relevantRecords, type BlendOrder } from './ranking';
import type { BlendCondition, BlendWeights } from './methods';
import type { SimilarityBlock } from './similarity';

/** What one query found. A specific query has all but the last figure, a generic one the last; the others are null. */
export interface BlendOutcome extends RankingOutcome, FamilySplit {}

/** What a ranking found of the records that answer its query. */
export interface RankingOutcome {
  /** Expected success at rank 1 when tied candidates share it. */
  top1: Fraction | null;
  /** Expected reciprocal rank of the target. */
  reciprocalRank: Fraction | null;
  /** Expected share of the family's records among the first four. */
  coverageAt4: Fraction | null;
}

/** Top 1 of a specific query in two factors: their product is its top 1. */
export interface FamilySplit {
  /** Expected share of the first place that records of the target's family hold. */
  familyFirst: Fraction | null;
  /** Expected success at rank 1 of a ranking of the target's family alone. */
  withinFamily: Fraction | null;
}

/** The outcome of one ranking; `relevant` holds the indexes of the records that answer the query. */
export function rankingOutcome(
  kind: 'specific' | 'generic',
  { order, scores }: BlendOrder,
  relevant: ReadonlySet<number>,
): RankingOutcome {
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

/** Whether a ranking finds the family, and whether it tells the target from its siblings; `family` holds the indexes of the family's records, the target's among them. */
export function familySplit(
  { order, scores }: BlendOrder,
  target: ReadonlySet<number>,
  family: ReadonlySet<number>,
): FamilySplit {
  const own = order.flatMap((record, rank) => (family.has(record) ? [{ record, score: scores[rank]! }] : []));
  const inFamily = order.map((record) => family.has(record));
  return {
    familyFirst: expectedHitAt(1, tieGroup(scores, inFamily)),
    withinFamily: expectedHitAt(
      1,
      tieGroup(
        own.map(({ score }) => score),
        own.map(({ record }) => target.has(record)),
      ),
    ),
  };
}

/** All that one ranking found. */
export function blendOutcome(
  kind: 'specific' | 'generic',
  ranking: BlendOrder,
  relevant: ReadonlySet<number>,
  family: ReadonlySet<number>,
): BlendOutcome {
  return {
    ...rankingOutcome(kind, ranking, relevant),
    ...(kind === 'generic'
      ? { familyFirst: null, withinFamily: null }
      : familySplit(ranking, relevant, family)),
  };
}

/** Outcomes of every query of a block, in its order. */
export function blockOutcomes(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
): BlendOutcome[] {
  return block.queries.map(({ kind }, query) =>
    blendOutcome(
      kind,
      rankBlendQuery(block, weights, condition, query),
      relevantRecords(block, query),
      familyRecords(block, query),
    ),
  );
}
