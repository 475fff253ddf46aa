import type { Estimate } from '../../../artifact/common';
import type { ClusterColumn } from '../../../core/stats/aggregate';
import { estimateCells } from '../../../core/stats/intervals';
import { storedEstimate } from '../../../core/stats/stored';
import { tieGroups } from '../../../core/stats/tieGroups';

/** Rows at one token budget, each added up per cluster. */
export type BudgetColumns = readonly { id: string; column: ClusterColumn }[];

/** What rows hold within one token budget, and which of them the data cannot order there. */
export interface AtBudget {
  estimates: ReadonlyMap<string, Estimate>;
  /** Best group first. */
  groups: readonly (readonly string[])[];
}

export function atBudget(rows: BudgetColumns): AtBudget {
  const cells = estimateCells(
    rows.map(({ column }) => column),
    { share: true },
  );
  const groups: string[][] = [];
  for (const { id, group } of tieGroups(rows)) if (group !== null) (groups[group - 1] ??= []).push(id);
  return {
    estimates: new Map(rows.map(({ id }, i) => [id, storedEstimate(cells[i]!)])),
    groups,
  };
}
