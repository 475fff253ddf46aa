import { namesOf, type ExperimentKind } from '../../analysis/kind';
import { chunkingRun } from './compare';
import { chunkingChecks } from './doctor/checks';
import {
  chunkingChunksFormat,
  chunkingQuestionsFormat,
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  chunkingSummaryFormat,
  chunkingSwitchesFormat,
  chunkingTextsFormat,
  type ChunkingQuestions,
  type ChunkingRankings,
  type ChunkingRelevant,
  type ChunkingSummary,
} from './formats';
import { needsRelevant } from './hitRule';
import { chunkingContents } from './report';
import { chunkingDetails } from './reportDetails';
import { questionsWithoutText, summaryWithoutText } from './withoutText';

const folders: Readonly<Record<string, readonly [folder: string, key: string]>> = {
  'chunking-chunks': ['chunks', 'document'],
  'chunking-rankings': ['rankings', 'row'],
  'chunking-relevant': ['relevant', 'strategy'],
};

/** A corpus cut by chunking strategies, searched and judged. */
export const chunkingKind: ExperimentKind = {
  id: 'chunking',
  files: {
    'summary.json': { format: chunkingSummaryFormat, withoutText: summaryWithoutText },
    'questions.json': { format: chunkingQuestionsFormat, withoutText: questionsWithoutText },
    'switches.json': { format: chunkingSwitchesFormat, withoutText: 'has none' },
    'texts.json': { format: chunkingTextsFormat, withoutText: 'left out' },
    'chunks/': { format: chunkingChunksFormat, withoutText: 'has none' },
    'rankings/': { format: chunkingRankingsFormat, withoutText: 'has none' },
    'relevant/': { format: chunkingRelevantFormat, withoutText: 'has none' },
  },
  fileName: namesOf(folders, {
    'chunking-questions': 'questions.json',
    'chunking-texts': 'texts.json',
    'chunking-switches': 'switches.json',
  }),
  checks: chunkingChecks,
  report: {
    reads: (name) => name !== 'switches.json',
    contents: (entry, files) => chunkingContents(entry, files.get('summary.json') as ChunkingSummary, files),
  },
  compare: {
    reads: (name, { row }) =>
      name !== 'switches.json' && (!name.startsWith('rankings/') || name === `rankings/${row}.json`),
    run(entry, files, name, rule) {
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
    },
    details(files, { name }, { rule }) {
      const summary = files.get('summary.json') as ChunkingSummary | undefined;
      const row = summary?.rows.find(({ row }) => row === name.row);
      return row ? chunkingDetails(files, [row], rule) : null;
    },
  },
};
