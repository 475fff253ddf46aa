import type { BlendCondition, BlendWeights } from '../../../../experiments/blend/measure/methods';
import { rankBlendQuery, relevantRecords } from '../../../../experiments/blend/measure/ranking';
import { rankGroups } from '../../../../core/metrics/ties';
import type { SimilarityBlock } from '../../../../experiments/blend/formats';

export interface RankedRecord {
  record: number;
  id: string;
  family: string;
  score: number;
  /** Ranks that its tie group may take. */
  firstRank: number;
  lastRank: number;
  /** Answers the query. */
  relevant: boolean;
  sameFamily: boolean;
}

/** Every record of the block for one query, best first, tied ones sharing their ranks. */
export function rankedRecords(
  block: SimilarityBlock,
  weights: BlendWeights,
  condition: BlendCondition,
  queryIndex: number,
): RankedRecord[] {
  const { order, scores } = rankBlendQuery(block, weights, condition, queryIndex);
  const relevant = relevantRecords(block, queryIndex);
  const family = block.queries[queryIndex]!.family;
  const groups = rankGroups(
    scores,
    order.map((record) => relevant.has(record)),
  );
  return groups.flatMap(({ above, tied, members }) =>
    members.map((position): RankedRecord => {
      const record = order[position]!;
      const { id, family: own } = block.records[record]!;
      return {
        record,
        id,
        family: own,
        score: scores[position]!,
        firstRank: above + 1,
        lastRank: above + tied,
        relevant: relevant.has(record),
        sameFamily: own === family,
      };
    }),
  );
}

/** A ranking cut down to its top and what surrounds the records of interest; numbers count what is left out between. */
export function excerpt(
  ranking: readonly RankedRecord[],
  keep: ReadonlySet<number>,
  top = 8,
): (RankedRecord | number)[] {
  const shown: (RankedRecord | number)[] = [];
  let skipped = 0;
  ranking.forEach((entry, index) => {
    const near = [ranking[index - 1], entry, ranking[index + 1]].some(
      (neighbour) => neighbour && keep.has(neighbour.record),
    );
    if (index >= top && !near) {
      skipped += 1;
      return;
    }
    if (skipped > 0) shown.push(skipped);
    skipped = 0;
    shown.push(entry);
  });
  if (skipped > 0) shown.push(skipped);
  return shown;
}
