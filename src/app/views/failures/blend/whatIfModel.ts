import type { BlendCondition } from '../../../../experiments/blend/measure/methods';
import { rankBlendQuery, relevantRecords } from '../../../../experiments/blend/measure/ranking';
import { rankingOutcome } from '../../../../experiments/blend/measure/outcomes';
import { rankGroups } from '../../../../core/metrics/ties';
import type { SimilarityBlock } from '../../../../experiments/blend/formats';

/** Where the target of a query stands at one focus weight on both sides. */
export interface WeightPoint {
  weight: number;
  /** Ranks of its tie group. */
  firstRank: number;
  lastRank: number;
  /** Expected top 1, or coverage at 4. */
  expected: number;
}

/** The target at one weight; of a generic query its lowest target. */
export function pointAt(
  block: SimilarityBlock,
  condition: BlendCondition,
  queryIndex: number,
  weight: number,
): WeightPoint {
  const relevant = relevantRecords(block, queryIndex);
  const ranking = rankBlendQuery(block, { queryWeight: weight, storedWeight: weight }, condition, queryIndex);
  const flags = ranking.order.map((record) => relevant.has(record));
  const last = flags.lastIndexOf(true);
  const group = rankGroups(ranking.scores, flags).find(({ above, tied }) => last < above + tied)!;
  const { top1, coverageAt4 } = rankingOutcome(block.queries[queryIndex]!.kind, ranking, relevant);
  return {
    weight,
    firstRank: group.above + 1,
    lastRank: group.above + group.tied,
    expected: (top1 ?? coverageAt4)!,
  };
}

/** The same at every weight of a grid from 0 to 1. */
export function rankByWeight(
  block: SimilarityBlock,
  condition: BlendCondition,
  queryIndex: number,
  steps = 100,
): WeightPoint[] {
  return Array.from({ length: steps + 1 }, (_, step) => pointAt(block, condition, queryIndex, step / steps));
}

export interface WeightSpan {
  low: number;
  high: number;
}

/** Neighbouring grid weights at which the query is a sure hit. */
export function hitSpans(points: readonly WeightPoint[]): WeightSpan[] {
  const spans: WeightSpan[] = [];
  points.forEach(({ weight, expected }, index) => {
    if (expected !== 1) return;
    const last = spans.at(-1);
    if (last && points[index - 1]?.expected === 1) last.high = weight;
    else spans.push({ low: weight, high: weight });
  });
  return spans;
}

/** The grid weight nearest to `from` at which the query is a sure hit; null where none is. */
export function nearestHit(points: readonly WeightPoint[], from: number): number | null {
  let best: number | null = null;
  for (const { weight, expected } of points) {
    if (expected === 1 && (best === null || Math.abs(weight - from) < Math.abs(best - from))) best = weight;
  }
  return best;
}

/** An SVG path through the middles of the target's ranks. */
export function rankPath(
  points: readonly WeightPoint[],
  x: (weight: number) => number,
  y: (rank: number) => number,
): string {
  return points
    .map(
      ({ weight, firstRank, lastRank }, index) =>
        `${index === 0 ? 'M' : 'L'}${x(weight).toFixed(1)},${y((firstRank + lastRank) / 2).toFixed(1)}`,
    )
    .join('');
}
