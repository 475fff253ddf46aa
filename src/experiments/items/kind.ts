import { namesOf, type ExperimentKind } from '../../analysis/kind';
import { importedRun } from './compare';
import { importedChecks } from './doctor';
import { itemsFinding } from './finding';
import { importedRankingsFile } from './files';
import {
  importedJudgmentsFormat,
  importedQuestionsFormat,
  importedRankingsFormat,
  importedSummaryFormat,
  type ImportedQuestions,
  type ImportedRankings,
  type ImportedSummary,
} from './formats';
import { importedContents } from './report';

/** Rankings of things with ids, and judgments of them, by another program. */
export const itemsKind: ExperimentKind = {
  id: 'imported',
  files: {
    'summary.json': { format: importedSummaryFormat, withoutText: 'has none' },
    'questions.json': { format: importedQuestionsFormat, withoutText: 'has none' },
    'judgments/': { format: importedJudgmentsFormat, withoutText: 'has none' },
    'rankings/': { format: importedRankingsFormat, withoutText: 'has none' },
  },
  fileName: namesOf(
    { 'imported-judgments': ['judgments', 'place'], 'imported-rankings': ['rankings', 'place'] },
    { 'imported-questions': 'questions.json' },
  ),
  checks: importedChecks,
  across: null,
  finding: {
    reads: (name) => name === 'summary.json',
    of: (files) => itemsFinding(files.get('summary.json') as ImportedSummary),
  },
  report: {
    reads: (name) => !name.startsWith('judgments/'),
    contents: (_, files) => importedContents(files.get('summary.json') as ImportedSummary, files),
  },
  compare: {
    reads: (name) => !name.startsWith('judgments/'),
    run(entry, files, name, { k }) {
      const summary = files.get('summary.json') as ImportedSummary;
      const position = summary.rows.findIndex(({ row }) => row === name.row);
      const row = summary.rows[position];
      if (!row || name.condition !== undefined) return null;
      const questions = files.get('questions.json') as ImportedQuestions;
      const rankings = files.get(importedRankingsFile(position)) as ImportedRankings;
      return importedRun(entry, { summary, questions, rankings }, row, k);
    },
    details: () => null,
  },
};
