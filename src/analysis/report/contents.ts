import type { Comparison } from '../../artifact/common';
import type { ScoreColumn, ScoreRow } from '../scorecard/scoreTypes';
import type { Inspected } from './inspected';
import type { Limit } from './limits';
import type { PlainTable } from './plainTable';

export interface ReportTable {
  id: string;
  title: string;
  /** What a row is. */
  rowName: string;
  columns: readonly ScoreColumn[];
  rows: readonly ScoreRow[];
  best: string | null;
}

export interface ReportComparisons {
  title: string;
  comparisons: readonly Comparison[];
  label: (row: string) => string;
  measure: (comparison: Comparison) => string;
  format: (value: number, comparison: Comparison) => string;
}

export interface ReportCurve {
  title: string;
  xLabel: string;
  yLabel: string;
  xFormat: (value: number) => string;
  logarithmic: boolean;
  series: readonly { id: string; label: string; points: readonly { x: number; y: number | null }[] }[];
}

/** The hits of one question with the chunks that they bring along. */
export interface ReportTree {
  /** Of the question. */
  id: string;
  title: string;
  /** What trees are filtered by. */
  group: string;
  /** Its story, where it is told. */
  words: readonly string[];
  branches: readonly (TreeLine & { leaves: readonly TreeLine[] })[];
}

interface TreeLine {
  label: string;
  /** What the chunk holds of the answer; empty when nothing. */
  mark: string;
}

/** Everything of a report but its form. */
export interface ReportContents {
  /** What was measured, in sentences. */
  what: readonly string[];
  /** The result in sentences. */
  soWhat: readonly string[];
  howSure: readonly string[];
  cost: readonly string[];
  limits: readonly Limit[];
  setup: readonly (readonly [name: string, value: string])[];
  tables: readonly ReportTable[];
  comparisons: readonly ReportComparisons[];
  curves: readonly ReportCurve[];
  trees: readonly ReportTree[];
  /** One tree with its story, for who decides; absent where no hit is widened. */
  telling?: ReportTree | null;
  /** Tables that stand apart from the scorecard, each with what it shows. */
  asides?: readonly { title: string; words: readonly string[]; table: PlainTable }[];
  /** How many of each family were missed. */
  families?: readonly PlainTable[];
  inspected: Inspected | null;
}

/** Decoded files by name; the summary must be there, what else there is makes the report richer. */
export type ReportFiles = ReadonlyMap<string, unknown>;
