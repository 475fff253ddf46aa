import type { Estimate } from '../../../artifact/common';
import type { ClusterColumn } from '../../../core/stats/aggregate';
import { estimateCells } from '../../../core/stats/intervals';
import { comparePairs } from '../../../core/stats/compare';
import { storedEstimate, storedFindings, type PairedComparison } from '../../../core/stats/stored';
import { tieGroups } from '../../../core/stats/tieGroups';

/** Rows at one token budget, each added up per cluster. */
export type BudgetColumns = readonly { id: string; column: ClusterColumn }[];

/** What rows hold within one token budget, and which of them the data cannot order there. */
export interface AtBudget {
  estimates: ReadonlyMap<string, Estimate>;
  /** Best group first. */
  groups: readonly (readonly string[])[];
  /** Every pair of rows; all of them are one family of Holm's correction. */
  pairs: readonly PairAtBudget[];
}

export interface PairAtBudget extends Pick<
  PairedComparison,
  'a' | 'b' | 'difference' | 'interval' | 'verdict'
> {
  /** After Holm's correction; null without clusters. */
  p: number | null;
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
    pairs: pairsOf(rows),
  };
}

function pairsOf(rows: BudgetColumns): PairAtBudget[] {
  const pairs = rows.flatMap(({ id }, i) => rows.slice(i + 1).map((other) => [id, other.id] as const));
  return comparePairs(new Map(rows.map(({ id, column }) => [id, column])), pairs).map((found) => {
    const { difference, interval, adjustedP, verdict } = storedFindings(found, 0);
    return { a: found.a, b: found.b, difference, interval, p: adjustedP, verdict };
  });
}
