import type { ChunkingQuestions, ChunkingRankings, ChunkingRelevant, ChunkingSummary } from '../chunking';
import { blendConditions, type BlendSimilarities, type BlendSummary } from '../contextualBlend';
import type { ImportedQuestions, ImportedRankings, ImportedSummary } from '../imported';
import { importedRankingsFile } from '../importedFiles';
import type { ExperimentEntry } from '../indexFile';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRun,
  NeighborSummary,
} from '../neighborExpansion';
import { neighborRunFile } from '../neighborExpansionFiles';
import { blendRun } from './blendRun';
import { needsRelevant, type HitRule } from './chunkingOutcomes';
import { chunkingRun } from './chunkingRun';
import { importedRun } from './importedRun';
import type { MeasuredRun } from './measuredRun';
import { neighborRun } from './neighborRun';
import type { RunName } from './runId';

/** Files of an experiment that a comparison of one of its rows reads, drawings and trees included. */
export function runFileNames({ kind, files }: ExperimentEntry, { row }: RunName): string[] {
  const names = files.map(({ name }) => name);
  if (kind === 'chunking')
    return names.filter(
      (name) =>
        name !== 'switches.json' && (!name.startsWith('rankings/') || name === `rankings/${row}.json`),
    );
  return names.filter((name) => !name.endsWith('-results.json') && !name.startsWith('judgments/'));
}

/** A row of an experiment as a run to compare, from its decoded files; null when it has no such row. */
export function readRun(
  entry: ExperimentEntry,
  files: ReadonlyMap<string, unknown>,
  name: RunName,
  rule: HitRule,
): MeasuredRun | null {
  switch (entry.kind) {
    case 'chunking': {
      const summary = files.get('summary.json') as ChunkingSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row || name.condition !== undefined) return null;
      const relevant = needsRelevant(rule)
        ? (files.get(`relevant/${row.strategy}.json`) as ChunkingRelevant)
        : null;
      return chunkingRun(
        entry,
        {
          summary,
          questions: (files.get('questions.json') as ChunkingQuestions).questions,
          ranking: files.get(`rankings/${row.row}.json`) as ChunkingRankings,
          relevant,
        },
        row,
        rule,
      );
    }
    case 'neighbor-expansion': {
      const summary = files.get('summary.json') as NeighborSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row || name.condition !== undefined) return null;
      return neighborRun(
        entry,
        {
          summary,
          questions: files.get('questions.json') as NeighborQuestions,
          run: files.get(neighborRunFile(row)) as NeighborRun,
          hits: files.get('hits.json') as NeighborHits,
          chunks: files.get('chunks.json') as NeighborChunks,
        },
        row,
        rule,
      );
    }
    case 'contextual-blend': {
      const summary = files.get('summary.json') as BlendSummary;
      const row = summary.rows.find(({ row }) => row === name.row);
      const condition = blendConditions.find((known) => known === name.condition);
      if (!row || !condition) return null;
      return blendRun(
        entry,
        { summary, similarities: files.get('similarities.json') as BlendSimilarities },
        row,
        condition,
      );
    }
    case 'imported': {
      const summary = files.get('summary.json') as ImportedSummary;
      const place = summary.rows.findIndex(({ row }) => row === name.row);
      const row = summary.rows[place];
      if (!row || name.condition !== undefined) return null;
      return importedRun(
        entry,
        {
          summary,
          questions: files.get('questions.json') as ImportedQuestions,
          rankings: files.get(importedRankingsFile(place)) as ImportedRankings,
        },
        row,
        rule.k,
      );
    }
  }
}
