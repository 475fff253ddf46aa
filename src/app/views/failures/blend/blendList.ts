import { blendMethods, type BlendCondition } from '../../../../experiments/blend/measure/methods';
import { blendBlocks, blendConditions } from '../../../../experiments/blend/formats';
import type { SortKey } from '../../../state/params';
import { sumLost } from '../failureMatrixModel';
import { sortedBy } from '../sortedBy';
import type { BlendItem, BlendTable, ItemOutcome } from './blendTable';

export const blockChoices = ['both', ...blendBlocks] as const;
export const splitChoices = ['evaluation', 'development', 'all'] as const;
export const showChoices = ['misses', 'missed', 'tied', 'all'] as const;
export const listColumns = ['query', 'family', 'outcome', 'rank', 'margin', 'winner', 'rescuers'] as const;

/** Which queries are listed, and of which setup. */
export interface BlendFilters {
  method: string;
  condition: BlendCondition;
  block: (typeof blockChoices)[number];
  kind: 'specific' | 'generic';
  split: (typeof splitChoices)[number];
  family: string | null;
  show: (typeof showChoices)[number];
  /** A row, or `row@condition`: only queries that this other setup hits. */
  rescuedBy: string | null;
}

/** Everything that a link may name as a rescuer: a row under the same condition, or under a named one. */
export const rescuerIds: readonly string[] = blendMethods.flatMap(({ row }) => [
  row,
  ...blendConditions.map((condition) => `${row}@${condition}`),
]);

export function rescuerOf(id: string, condition: BlendCondition): { row: string; condition: BlendCondition } {
  const [row = '', named] = id.split('@');
  return { row, condition: blendConditions.find((candidate) => candidate === named) ?? condition };
}

/** A filter that keeps a query out of the list, and the change that would let it in. */
export interface HidingFilter {
  filter: keyof BlendFilters;
  cleared: Partial<BlendFilters>;
}

/** Why a query is not listed; empty when it is. */
export function hidingFilters(
  table: BlendTable,
  filters: BlendFilters,
  outcome: ItemOutcome,
): HidingFilter[] {
  const { item, kind } = outcome;
  const hiding: HidingFilter[] = [];
  if (item.kind !== filters.kind) hiding.push({ filter: 'kind', cleared: { kind: item.kind } });
  if (filters.block !== 'both' && item.block !== filters.block)
    hiding.push({ filter: 'block', cleared: { block: 'both' } });
  if (filters.split !== 'all' && item.split !== filters.split)
    hiding.push({ filter: 'split', cleared: { split: 'all' } });
  if (filters.family !== null && item.family !== filters.family)
    hiding.push({ filter: 'family', cleared: { family: null } });
  if (!shows(filters.show, kind)) hiding.push({ filter: 'show', cleared: { show: 'all' } });
  if (filters.rescuedBy !== null) {
    const rescuer = rescuerOf(filters.rescuedBy, filters.condition);
    if (table.outcome(rescuer.row, rescuer.condition, item).kind !== 'hit')
      hiding.push({ filter: 'rescuedBy', cleared: { rescuedBy: null } });
  }
  return hiding;
}

function shows(show: BlendFilters['show'], kind: ItemOutcome['kind']): boolean {
  return show === 'all' || (show === 'misses' ? kind !== 'hit' : kind === show);
}

/** A line of the list. */
export interface ListLine {
  outcome: ItemOutcome;
  /** Other rows that hit it under the same condition. */
  rescuers: readonly string[];
}

/** The queries that pass all filters, sorted; equal ones stay in stored order. */
export function listLines(
  table: BlendTable,
  filters: BlendFilters,
  sort: readonly SortKey[],
  recordName: (item: BlendItem, record: number) => string,
): ListLine[] {
  const lines = table
    .outcomes(filters.method, filters.condition)
    .filter((outcome) => hidingFilters(table, filters, outcome).length === 0)
    .map((outcome): ListLine => ({ outcome, rescuers: rescuersOf(table, filters, outcome.item) }));
  const [key] = sort;
  if (!key) return lines;
  const value = ({ outcome, rescuers }: ListLine): number | string => {
    switch (key.column as (typeof listColumns)[number]) {
      case 'query':
        return outcome.item.id;
      case 'family':
        return outcome.item.family;
      case 'outcome':
        return outcome.expected;
      case 'rank':
        return outcome.firstRank + outcome.lastRank / 1000;
      case 'margin':
        return outcome.margin;
      case 'winner':
        return recordName(outcome.item, outcome.winner);
      case 'rescuers':
        return rescuers.length;
    }
  };
  return sortedBy(lines, value, key.descending);
}

function rescuersOf(table: BlendTable, { method, condition }: BlendFilters, item: BlendItem): string[] {
  return blendMethods.flatMap(({ row }) =>
    row !== method && table.outcome(row, condition, item).kind === 'hit' ? [row] : [],
  );
}

/** Outcomes that the figure in the scorecard rests on: all filters but those of the list itself. */
export function scopeOutcomes(table: BlendTable, filters: BlendFilters): ItemOutcome[] {
  const scope: BlendFilters = { ...filters, show: 'all', rescuedBy: null };
  return table
    .outcomes(filters.method, filters.condition)
    .filter((outcome) => hidingFilters(table, scope, outcome).length === 0);
}

/** For every other row, how many of the misses it hits under the same condition. */
export function rescueCounts(
  table: BlendTable,
  filters: BlendFilters,
): { row: string; rescued: number; of: number }[] {
  const misses = scopeOutcomes(table, filters).filter(({ kind }) => kind !== 'hit');
  return blendMethods
    .filter(({ row }) => row !== filters.method)
    .map(({ row }) => ({
      row,
      rescued: misses.filter(({ item }) => table.outcome(row, filters.condition, item).kind === 'hit').length,
      of: misses.length,
    }));
}

/** Targets lost and targets in all. */
export function lostOf(outcomes: readonly ItemOutcome[]): { lost: number; n: number } {
  return {
    lost: sumLost(outcomes.map(({ lost }) => lost)),
    n: outcomes.reduce((sum, { item }) => sum + item.targets, 0),
  };
}
