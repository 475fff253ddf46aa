import {
  symmetricWeight,
  type BlendCondition,
  type BlendWeights,
} from '../../../../experiments/blend/measure/methods';
import { explainBlendMiss, type MissSide } from '../../../../experiments/blend/measure/miss';
import { blendedScore, type ScoreTerms } from '../../../../core/vectors/scoreTerms';
import { swapWeight } from '../../../../core/vectors/swapWeight';
import { blockDots } from '../../../../experiments/blend/measure/ranking';
import type { SimilarityBlock } from '../../../../experiments/blend/formats';
import type { RankedRecord } from './rankingModel';

/** The two records that are set side by side. */
export interface RecordPair {
  target: MissSide;
  other: MissSide;
  /** Score of the other less that of the target. */
  margin: number;
  /** Null where no weight swaps them or the two sides have unlike weights. */
  swap: ReturnType<typeof swapWeight>;
}

/** The target beside the record that decides the query, or beside one that the reader chose. */
export function recordPair(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
  queryIndex: number,
  ranking: readonly RankedRecord[],
  against: string | null,
): RecordPair {
  const { target, winner, margin, swap } = explainBlendMiss(block, weights, condition, queryIndex);
  const position = against === null ? -1 : ranking.findIndex(({ id }) => id === against);
  const chosen = ranking[position];
  if (!chosen || chosen.record === winner.record || chosen.record === target.record)
    return { target, other: winner, margin, swap };
  const dots = blockDots(block, condition, queryIndex, chosen.record);
  const other: MissSide = {
    record: chosen.record,
    dots,
    ...blendedScore(dots, weights.queryWeight, weights.storedWeight),
    rank: position + 1,
    score: chosen.score,
  };
  const symmetric = symmetricWeight(weights);
  return {
    target,
    other,
    margin: other.score - target.score,
    swap: symmetric === null ? null : swapWeight(target.dots, dots, { focusWeight: symmetric }),
  };
}

export type TermId = keyof ScoreTerms;

export interface TermLine {
  id: TermId;
  label: string;
  /** Product of the two weights. */
  weight: number;
  dots: [target: number, other: number];
  shares: [target: number, other: number];
}

const termLabels: Record<TermId, string> = {
  pieceToPiece: 'query focus · stored focus',
  pieceToContext: 'query focus · stored text',
  contextToPiece: 'query text · stored focus',
  contextToContext: 'query text · stored text',
};

/** The four terms of both scores, largest disagreement last to be read: in their own order. */
export function termLines(
  { target, other }: RecordPair,
  { queryWeight: q, storedWeight: s }: BlendWeights,
): TermLine[] {
  const weights: Record<TermId, number> = {
    pieceToPiece: q * s,
    pieceToContext: q * (1 - s),
    contextToPiece: (1 - q) * s,
    contextToContext: (1 - q) * (1 - s),
  };
  return (Object.keys(termLabels) as TermId[]).map((id) => ({
    id,
    label: termLabels[id],
    weight: weights[id],
    dots: [target.dots[id], other.dots[id]],
    shares: [target.terms[id], other.terms[id]],
  }));
}

/** The term that favours the leader most; null where none does. */
export function decidingTerm(lines: readonly TermLine[], margin: number): TermLine | null {
  const sign = Math.sign(margin);
  let best: TermLine | null = null;
  for (const line of lines) {
    const speaks = (line.shares[1] - line.shares[0]) * sign;
    if (speaks > 1e-9 && (!best || speaks > (best.shares[1] - best.shares[0]) * sign)) best = line;
  }
  return best;
}
