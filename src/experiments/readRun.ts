import type {
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingSummary,
} from './chunking/formats';
import { blendConditions, type BlendSimilarities, type BlendSummary } from './blend/formats';
import type { ImportedQuestions, ImportedRankings, ImportedSummary } from './items/formats';
import { importedRankingsFile } from './items/files';
import type { ExperimentEntry } from '../artifact/indexFile';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRun,
  NeighborSummary,
} from './chunking/neighbors/formats';
import { neighborRunFile } from './chunking/neighbors/files';
import { blendRun } from './blend/compare';
import { needsRelevant, type HitRule } from './chunking/hitRule';
import { chunkingRun } from './chunking/compare';
import { importedRun } from './items/compare';
import type { MeasuredRun } from '../analysis/compare/measuredRun';
import { neighborRun } from './chunking/neighbors/compare';
import type { RunName } from '../analysis/compare/runId';

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
