import type { ChunkingSummary } from '../../experiments/chunking/formats';
import type { Comparison } from '../../artifact/common';
import type { BlendSummary } from '../../experiments/blend/formats';
import type { ImportedSummary } from '../../experiments/items/formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { NeighborSummary } from '../../experiments/chunking/neighbors/formats';
import type { ScoreColumn, ScoreRow } from '../scorecard/scoreTypes';
import { blendContents } from '../../experiments/blend/report';
import { chunkingContents } from '../../experiments/chunking/report';
import { importedContents } from '../../experiments/items/report';
import type { Inspected } from './inspected';
import type { Limit } from './limits';
import { neighborContents } from '../../experiments/chunking/neighbors/report';
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
  /** How many of each family were missed. */
  families?: readonly PlainTable[];
  inspected: Inspected | null;
}

/** Decoded files by name; the summary must be there, what else there is makes the report richer. */
export type ReportFiles = ReadonlyMap<string, unknown>;

/** Files that a report reads: all but those that only views with switches need. */
export function reportFileNames({ kind, files }: ExperimentEntry): string[] {
  const wanted: Record<ExperimentEntry['kind'], (name: string) => boolean> = {
    chunking: (name) => name !== 'switches.json',
    'contextual-blend': (name) => !name.endsWith('-results.json'),
    'neighbor-expansion': () => true,
    imported: (name) => !name.startsWith('judgments/'),
  };
  return files.map(({ name }) => name).filter(wanted[kind]);
}

export function reportContents(entry: ExperimentEntry, files: ReportFiles): ReportContents {
  switch (entry.kind) {
    case 'chunking':
      return chunkingContents(entry, files.get('summary.json') as ChunkingSummary, files);
    case 'contextual-blend':
      return blendContents(files.get('summary.json') as BlendSummary, files);
    case 'neighbor-expansion':
      return neighborContents(files.get('summary.json') as NeighborSummary, files);
    case 'imported':
      return importedContents(files.get('summary.json') as ImportedSummary, files);
  }
}
