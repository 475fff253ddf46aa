import { columnMean } from '../../core/stats/aggregate';
import {
  columnAt,
  largestBudget,
  storedClusters,
  type BudgetMeasure,
  type BudgetRow,
} from '../../experiments/chunking/budgets';
import type { ChunkingFile } from '../../experiments/chunking/files';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { UsageError } from '../commandLine';

const comparisons = {
  '>=': (a: number, b: number) => a >= b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
} as const;
type Comparison = keyof typeof comparisons;

/** What a row must hold, such as `recursive:hitWithin@512>=0.85`. */
export interface Gate {
  /** As it was written. */
  text: string;
  /** null: every row. */
  row: string | null;
  field: string;
  /** Of a field that has one figure per cutoff or budget. */
  at: string | null;
  comparison: Comparison;
  wanted: number;
}

const gateForm = '[ROW:]FIELD[@K]>=NUMBER, such as hitWithin@512>=0.85 or recursive:ndcgAt10>0.6';

/** A condition as it is written in a call; a `UsageError` for one that says nothing. */
export function parseGate(text: string): Gate {
  const parts =
    /^\s*(?:([^\s:@<>=]+)\s*:)?\s*([A-Za-z]\w*)(?:@(\w+))?\s*(>=|<=|>|<)\s*(-?\d*\.?\d+)\s*$/.exec(text);
  if (!parts) throw new UsageError(`--fail-under is "${text}", expected ${gateForm}`);
  const [, row = null, field, at = null, comparison, wanted] = parts;
  return { text, row, field: field!, at, comparison: comparison as Comparison, wanted: Number(wanted) };
}

export interface GateOutcome {
  gate: string;
  row: string;
  /** null: the row has no such figure. */
  value: number | null;
  wanted: string;
  ok: boolean;
}

const list = (names: readonly string[]): string => names.join(', ');
const isFigure = (value: unknown): value is number | null => value === null || typeof value === 'number';

/** The fields of a row that a gate may name: numbers, and numbers by cutoff or budget. */
function fieldsOf(row: Readonly<Record<string, unknown>>): Map<string, readonly string[] | null> {
  return new Map(
    Object.entries(row).flatMap(([name, value]): [string, readonly string[] | null][] => {
      if (name.endsWith('Interval')) return [];
      if (isFigure(value)) return [[name, null]];
      if (typeof value !== 'object' || Array.isArray(value)) return [];
      const own = Object.entries(value as object);
      return own.every(([, figure]) => isFigure(figure)) ? [[name, own.map(([key]) => key)]] : [];
    }),
  );
}

/** Figures that are exact at every budget, from the steps that each question's contexts make. */
const withinMeasures: Readonly<Record<string, BudgetMeasure>> = {
  hitWithin: 'answer',
  spanRecallWithin: 'spanRecall',
  evidenceCoverageWithin: 'coverage',
};

/** What a row holds within so many tokens; null where no question counts, undefined for a row without steps. */
export type HeldWithin = (row: string, measure: BudgetMeasure, budget: number) => number | null | undefined;

/** The same of a finished run, from its files. */
export function heldWithinOf(files: readonly ChunkingFile[], summary: ChunkingSummary): HeldWithin {
  const rows = new Map<string, BudgetRow>();
  let questions: Parameters<typeof columnAt>[2] = [];
  for (const file of files) {
    if (file.name === 'questions.json') questions = file.value.questions;
    else if (file.name.startsWith('budgets/'))
      for (const row of (file.value as { rows: BudgetRow[] }).rows) rows.set(row.row, row);
  }
  const clusters = storedClusters(summary, questions);
  return (row, measure, budget) => {
    const steps = rows.get(row);
    return steps && columnMean(columnAt(steps, measure, questions, clusters, budget));
  };
}

const budgetOf = (at: string | null): number | null =>
  at !== null && /^[1-9]\d*$/.test(at) && Number(at) <= largestBudget ? Number(at) : null;

/**
 * What each row holds against what it must, in the order of the gates; a gate that names no row is for
 * every strategy with every search, so that none passes for another. A row or a field that is not there
 * is a `UsageError` that lists what is. A missing figure never holds.
 */
export function checkGates(
  gates: readonly Gate[],
  rows: readonly Readonly<Record<string, unknown>>[],
  heldWithin: HeldWithin,
): GateOutcome[] {
  const measured = rows.filter(({ table }) => table !== 'neighbors');
  return gates.flatMap(({ text, row: name, field, at, comparison, wanted }) => {
    const own = name === null ? measured : rows.filter(({ row }) => row === name);
    if (own.length === 0)
      throw new UsageError(
        `--fail-under "${text}": there is no row "${name}"; the rows are ${list(rows.map(({ row }) => String(row)))}`,
      );
    return own.map((row): GateOutcome => {
      const fields = fieldsOf(row);
      const keys = fields.get(field);
      if (keys === undefined)
        throw new UsageError(
          `--fail-under "${text}": a row has no figure "${field}"; it has ${list([...fields].map(([known, own]) => (own ? `${known}@…` : known)))}`,
        );
      const measure = row['table'] === 'neighbors' ? undefined : withinMeasures[field];
      const budget = measure === undefined ? null : budgetOf(at);
      if (keys === null ? at !== null : at === null || (budget === null && !keys.includes(at)))
        throw new UsageError(
          `--fail-under "${text}": ${field} ${
            keys === null
              ? 'is one figure and takes no @'
              : measure === undefined
                ? `is there @ ${list(keys)}`
                : `is there @ every whole number of tokens from 1 to ${largestBudget}`
          }`,
        );
      const found =
        keys === null
          ? row[field]
          : keys.includes(at!)
            ? (row[field] as Record<string, unknown>)[at!]
            : heldWithin(String(row['row']), measure!, budget!);
      const value = typeof found === 'number' ? found : null;
      return {
        gate: text,
        row: String(row['row']),
        value,
        wanted: `${comparison} ${wanted}`,
        ok: value !== null && comparisons[comparison](value, wanted),
      };
    });
  });
}
