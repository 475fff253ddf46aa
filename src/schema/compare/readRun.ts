import type { ChunkingQuestions, ChunkingRankings, ChunkingRelevant, ChunkingSummary } from '../chunking';
import type { BlendSimilarities, BlendSummary } from '../contextualBlend';
import type { ExperimentEntry } from '../indexFile';
import type { NeighborQuestions, NeighborRun, NeighborSummary } from '../neighborExpansion';
import { neighborRunFile } from '../neighborExpansionFiles';
import { blendRun } from './blendRun';
import { blendConditions } from '../contextualBlend';
import { needsRelevant, type HitRule } from './chunkingOutcomes';
import { chunkingRun } from './chunkingRun';
import type { MeasuredRun } from './measuredRun';
import { neighborRun } from './neighborRun';
import type { RunName } from './runId';

/** Files of an experiment that a comparison of one of its rows reads, drawings and trees included. */
export function runFileNames({ kind, files }: ExperimentEntry, { row }: RunName): string[] {
  const names = files.map(({ name }) => name);
  if (kind === 'chunking') return names.filter((name) => name !== 'switches.json' && (!name.startsWith('rankings/') || name === `rankings/${row}.json`));
  return names.filter((name) => !name.endsWith('-results.json'));
}

/** A row of an experiment as a run to compare, from its decoded files; null when it has no such row. */
export function readRun(entry: ExperimentEntry, files: ReadonlyMap<string, unknown>, name: RunName, rule: HitRule): MeasuredRun | null {
  switch (entry.kind) {
    case 'chunking': {
      const summary = files.get('summary.json') as ChunkingSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row || name.condition !== undefined) return null;
      const relevant = needsRelevant(rule) ? (files.get(`relevant/${row.strategy}.json`) as ChunkingRelevant) : null;
      return chunkingRun(entry, { summary, questions: (files.get('questions.json') as ChunkingQuestions).questions, ranking: files.get(`rankings/${row.row}.json`) as ChunkingRankings, relevant }, row, rule);
    }
    case 'neighbor-expansion': {
      const summary = files.get('summary.json') as NeighborSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row || name.condition !== undefined) return null;
      return neighborRun(entry, { summary, questions: files.get('questions.json') as NeighborQuestions, run: files.get(neighborRunFile(row)) as NeighborRun }, row, rule);
    }
    case 'contextual-blend': {
      const summary = files.get('summary.json') as BlendSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      const condition = blendConditions.find((known) => known === name.condition);
      if (!row || !condition) return null;
      return blendRun(entry, { summary, similarities: files.get('similarities.json') as BlendSimilarities }, row, condition);
    }
    default:
      return null;
  }
}
