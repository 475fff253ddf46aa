import type { StageLosses } from '../../../../experiments/chunking/measure/setups';
import { lossStages, type LossStage } from '../../../../experiments/chunking/formats';
import type { AskedException } from '../../../../experiments/chunking/exceptions';
import {
  outcomesOf,
  type ChunkingMisses as RankedMisses,
  type QuestionOutcome,
} from '../../../../experiments/chunking/hitRule';
import { type Rule } from '../../../../analysis/compare/hitRule';
import type { SortKey } from '../../../state/params';
import { failureMatrix, type FailureMatrixModel } from '../failureMatrixModel';
import { sortedBy } from '../sortedBy';

export {
  needsRelevant,
  outcomeOf,
  outcomesOf,
  type QuestionOutcome,
} from '../../../../experiments/chunking/hitRule';
export { rules, type Rule } from '../../../../analysis/compare/hitRule';

/** Exceptions that questions ask about, and whose rule a row returned without them. */
export interface ExceptionMisses {
  of: (question: number) => readonly AskedException[];
  /** Whether a chunk with the rule is among the first `k`, and none with the exception. */
  cameAlone: (row: string, question: number, k: number) => boolean;
}

export interface ChunkingMisses extends RankedMisses {
  /** null, or left out, where there is no text to read them from. */
  exceptions?: ExceptionMisses | null;
}

export const showChoices = ['misses', 'elsewhere', 'all'] as const;
export const listColumns = ['question', 'family', 'stage', 'rank', 'margin', 'tokens', 'rescuers'] as const;

export interface ChunkingFilters {
  row: string;
  k: number;
  rule: Rule;
  /** Tokens within which a question has to be found; null where the rank decides. */
  budget: number | null;
  grouping: string;
  family: string | null;
  stage: LossStage | null;
  rescuedBy: string | null;
  /** Only questions for which a chunk with a rule came without the exception asked about. */
  alone: boolean;
  show: (typeof showChoices)[number];
}

export interface HidingFilter {
  filter: keyof ChunkingFilters;
  cleared: Partial<ChunkingFilters>;
}

/** A hit by the answer's words alone, at a place that nobody asked about. */
export const hitElsewhere = ({ stage, elsewhere }: QuestionOutcome): boolean => stage === null && elsewhere;

/** Why a question is not listed; empty when it is. */
export function hidingFilters(
  data: ChunkingMisses,
  filters: ChunkingFilters,
  outcome: QuestionOutcome,
): HidingFilter[] {
  const hiding: HidingFilter[] = [];
  if (filters.family !== null && familyOf(data, filters.grouping, outcome.question) !== filters.family)
    hiding.push({ filter: 'family', cleared: { family: null } });
  const shown = { misses: outcome.stage !== null, elsewhere: hitElsewhere(outcome), all: true };
  if (!shown[filters.show]) hiding.push({ filter: 'show', cleared: { show: 'all' } });
  if (filters.stage !== null && outcome.stage !== filters.stage)
    hiding.push({ filter: 'stage', cleared: { stage: null } });
  if (
    filters.rescuedBy !== null &&
    outcomesOf(data, filters.rescuedBy, filters)[outcome.question]!.stage !== null
  )
    hiding.push({ filter: 'rescuedBy', cleared: { rescuedBy: null } });
  if (filters.alone && !data.exceptions?.cameAlone(filters.row, outcome.question, filters.k))
    hiding.push({ filter: 'alone', cleared: { alone: false } });
  return hiding;
}

/** Families are named by the artifact: `__proto__` is one like any other. */
export function familyOf({ questions }: ChunkingMisses, grouping: string, question: number): string | null {
  const { families } = questions[question]!;
  return Object.hasOwn(families, grouping) ? families[grouping]! : null;
}

export interface QuestionLine {
  outcome: QuestionOutcome;
  /** Other rows in view that hit it. */
  rescuers: readonly string[];
}

/** The questions that pass all filters, sorted; equal ones in stored order. */
export function questionLines(
  data: ChunkingMisses,
  filters: ChunkingFilters,
  sort: readonly SortKey[],
): QuestionLine[] {
  const lines = outcomesOf(data, filters.row, filters)
    .filter((outcome) => hidingFilters(data, filters, outcome).length === 0)
    .map((outcome): QuestionLine => ({ outcome, rescuers: rescuersOf(data, filters, outcome.question) }));
  const [key] = sort;
  if (!key) return lines;
  const value = ({ outcome, rescuers }: QuestionLine): number | string | null => {
    switch (key.column as (typeof listColumns)[number]) {
      case 'question':
        return outcome.question;
      case 'family':
        return familyOf(data, filters.grouping, outcome.question);
      case 'stage':
        return outcome.stage === null ? lossStages.length : lossStages.indexOf(outcome.stage);
      case 'rank':
        return outcome.rank || null;
      case 'margin':
        return outcome.margin;
      case 'tokens':
        return tokensToHit(data, filters.row, outcome.question);
      case 'rescuers':
        return rescuers.length;
    }
  };
  return sortedBy(lines, value, key.descending);
}

export function tokensToHit({ rankings }: ChunkingMisses, row: string, question: number): number | null {
  return rankings.get(row)?.tokensToHit[question] ?? null;
}

export function rescuersOf(
  data: ChunkingMisses,
  filters: Pick<ChunkingFilters, 'row' | 'k' | 'rule' | 'budget'>,
  question: number,
): string[] {
  return [...data.rankings.keys()].filter(
    (row) => row !== filters.row && outcomesOf(data, row, filters)[question]!.stage === null,
  );
}

/** Misses to which the rule came without its exception, over the family and stage chosen; null without text. */
export function aloneCount(data: ChunkingMisses, filters: ChunkingFilters): number | null {
  const { exceptions } = data;
  if (!exceptions) return null;
  const scope: ChunkingFilters = { ...filters, show: 'misses', rescuedBy: null, alone: true };
  return outcomesOf(data, filters.row, filters).filter(
    (outcome) => hidingFilters(data, scope, outcome).length === 0,
  ).length;
}

/** For every other row, how many of the misses of this one it hits; within the family and stage chosen. */
export function rescueCounts(
  data: ChunkingMisses,
  filters: ChunkingFilters,
): { row: string; rescued: number; of: number }[] {
  const scope: ChunkingFilters = { ...filters, show: 'misses', rescuedBy: null };
  const misses = outcomesOf(data, filters.row, filters).filter(
    (outcome) => hidingFilters(data, scope, outcome).length === 0,
  );
  return [...data.rankings.keys()]
    .filter((row) => row !== filters.row)
    .map((row) => ({
      row,
      rescued: misses.filter(({ question }) => outcomesOf(data, row, filters)[question]!.stage === null)
        .length,
      of: misses.length,
    }));
}

/** Misses by the stage that lost them, over the family chosen. */
export function stageCounts(
  data: ChunkingMisses,
  filters: ChunkingFilters,
  row = filters.row,
): { stages: StageLosses; lost: number; elsewhere: number; n: number } {
  const stages: StageLosses = { source: 0, boundary: 0, evidence: 0, budget: 0, ranking: 0 };
  let lost = 0;
  let elsewhere = 0;
  let n = 0;
  for (const outcome of outcomesOf(data, row, filters)) {
    if (filters.family !== null && familyOf(data, filters.grouping, outcome.question) !== filters.family)
      continue;
    n += 1;
    if (hitElsewhere(outcome)) elsewhere += 1;
    if (outcome.stage === null) continue;
    stages[outcome.stage] = (stages[outcome.stage] ?? 0) + 1;
    lost += 1;
  }
  return { stages, lost, elsewhere, n };
}

export const matrixOrders = ['stored', 'missed'] as const;

/** Families by rows; with a stage chosen, misses of that stage alone. */
export function missMatrix(
  data: ChunkingMisses,
  filters: ChunkingFilters,
  retrieverLabel: string,
  order: (typeof matrixOrders)[number],
): FailureMatrixModel {
  const { summary, rankings } = data;
  const columns = summary.rows
    .filter(({ row }) => rankings.has(row))
    .map(({ row, strategy, label }) => ({
      id: row,
      label: summary.strategies.find(({ id }) => id === strategy)?.label ?? label,
      fullLabel: label,
      group: retrieverLabel,
    }));
  const counts = new Map<string, { lost: number; n: number }>();
  const keyOf = (family: string, column: string) => JSON.stringify([family, column]);
  for (const { id } of columns) {
    for (const { question, stage } of outcomesOf(data, id, filters)) {
      const family = familyOf(data, filters.grouping, question);
      if (family === null) continue;
      const key = keyOf(family, id);
      const count = counts.get(key) ?? { lost: 0, n: 0 };
      counts.set(key, count);
      count.n += 1;
      if (stage !== null && (filters.stage === null || stage === filters.stage)) count.lost += 1;
    }
  }
  const grouping = summary.groupings.find(({ id }) => id === filters.grouping);
  const titles = new Map(summary.corpus.documents.map(({ id, title }) => [id, title]));
  const families = (grouping?.families ?? []).map((id) => ({ id, label: titles.get(id) ?? id }));
  const model = failureMatrix(
    columns,
    [{ id: filters.grouping, label: grouping?.label ?? filters.grouping, families }],
    (family, column) => counts.get(keyOf(family, column)) ?? { lost: 0, n: 0 },
  );
  if (order === 'missed')
    for (const group of model.groups)
      group.rows = sortedBy(group.rows, ({ total }) => (total.n === 0 ? null : total.lost / total.n), true);
  return model;
}
