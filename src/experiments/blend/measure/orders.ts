import type { ClusterColumn } from '../../../core/stats/aggregate';
import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { tieGroups } from '../../../core/stats/tieGroups';
import { blendConditions, type BlendCondition } from './methods';

/** Which queries an order rests on: of one block, or of both. */
export type BlendScope = 'both' | 'context' | 'intent';

/** Rows in groups that the data cannot order on one metric, best group first. */
export interface BlendOrderGroups<Metric extends string> {
  block: BlendScope;
  metric: Metric;
  condition: BlendCondition;
  /** Families that the comparisons rest on. */
  clusters: number;
  groups: string[][];
}

/** Tie groups of every column of the scorecard; rows without a value stand in no group. */
export function blendOrderGroups<Metric extends string>(
  rows: readonly string[],
  metrics: readonly Metric[],
  columnOf: (row: string, condition: BlendCondition, metric: Metric, block: BlendScope) => ClusterColumn,
  options: BootstrapOptions = {},
): BlendOrderGroups<Metric>[] {
  const scopes: readonly BlendScope[] = ['both', 'context', 'intent'];
  return scopes.flatMap((block) =>
    metrics.flatMap((metric) =>
      blendConditions.map((condition) => {
        const columns = rows.map((id) => ({ id, column: columnOf(id, condition, metric, block) }));
        const groups: string[][] = [];
        for (const { id, group } of tieGroups(columns, options))
          if (group !== null) (groups[group - 1] ??= []).push(id);
        return { block, metric, condition, clusters: columns[0]?.column.counts.length ?? 0, groups };
      }),
    ),
  );
}
