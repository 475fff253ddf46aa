import { namesOf, type ExperimentKind } from '../../analysis/kind';
import type { HitRule } from '../../analysis/compare/hitRule';
import type { MeasuredRun } from '../../analysis/compare/measuredRun';
import type { ReportFiles } from '../../analysis/report/contents';
import { chunkingAcross, readsAcross } from './across';
import { chunkingRun } from './compare';
import { chunkingAbstentionFormat } from './abstention/formats';
import { chunkingChecks } from './doctor/checks';
import {
  chunkingBudgetsFormat,
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
import { neighborRun } from './neighbors/compare';
import { expansionData, expansionTree } from './neighbors/expansionTrees';
import { chunkingNeighborsFormat } from './neighbors/formats';
import { neighborDetails } from './neighbors/reportDetails';
import { expansionIn, findWidth } from './neighbors/stored';
import { chunkingContents } from './report';
import { chunkingFinding, findingFiles } from './finding';
import { chunkingDetails } from './reportDetails';
import { questionsWithoutText, summaryWithoutText } from './withoutText';

const folders: Readonly<Record<string, readonly [folder: string, key: string]>> = {
  'chunking-chunks': ['chunks', 'document'],
  'chunking-rankings': ['rankings', 'row'],
  'chunking-budgets': ['budgets', 'retriever'],
  'chunking-relevant': ['relevant', 'strategy'],
  'chunking-neighbors': ['neighbors', 'strategy'],
};

/** Whether a ranking is the row's own, or that whose hits it widens: `fixed_size` for `fixed_size-1-1`. */
const isRankingOf = (name: string, row: string): boolean =>
  name === `rankings/${row}.json` || name === `rankings/${row.replace(/-\d+-\d+$/, '')}.json`;

/** A run whose hits are widened, with the width that it is; null for any other row, and where a file is missing. */
function widthData(files: ReportFiles, { name }: MeasuredRun, rule: HitRule) {
  const summary = files.get('summary.json') as ChunkingSummary | undefined;
  const width = summary && findWidth(summary, name.row);
  const data = width && expansionData(files, width.expansion, rule);
  return data ? { data, row: width.row } : null;
}

/** A corpus cut by chunking strategies, searched and judged. */
export const chunkingKind: ExperimentKind = {
  id: 'chunking',
  files: {
    'summary.json': { format: chunkingSummaryFormat, withoutText: summaryWithoutText },
    'questions.json': { format: chunkingQuestionsFormat, withoutText: questionsWithoutText },
    'switches.json': { format: chunkingSwitchesFormat, withoutText: 'has none' },
    'abstention.json': { format: chunkingAbstentionFormat, withoutText: questionsWithoutText },
    'texts.json': { format: chunkingTextsFormat, withoutText: 'left out' },
    'chunks/': { format: chunkingChunksFormat, withoutText: 'has none' },
    'rankings/': { format: chunkingRankingsFormat, withoutText: 'has none' },
    'budgets/': { format: chunkingBudgetsFormat, withoutText: 'has none' },
    'relevant/': { format: chunkingRelevantFormat, withoutText: 'has none' },
    'neighbors/': { format: chunkingNeighborsFormat, withoutText: 'has none' },
  },
  fileName: namesOf(folders, {
    'chunking-questions': 'questions.json',
    'chunking-texts': 'texts.json',
    'chunking-switches': 'switches.json',
    'chunking-abstention': 'abstention.json',
  }),
  checks: chunkingChecks,
  across: { reads: readsAcross, corpus: chunkingAcross },
  finding: {
    reads: (name) => findingFiles.includes(name),
    of: chunkingFinding,
  },
  report: {
    reads: (name) => name !== 'switches.json',
    contents: (entry, files) => chunkingContents(entry, files.get('summary.json') as ChunkingSummary, files),
  },
  compare: {
    reads: (name, { row }) =>
      name !== 'switches.json' && (!name.startsWith('rankings/') || isRankingOf(name, row)),
    run(entry, files, name, rule) {
      const summary = files.get('summary.json') as ChunkingSummary;
      if (name.condition !== undefined) return null;
      const width = findWidth(summary, name.row);
      const data = width && expansionIn(files, width.expansion);
      if (width) return data && neighborRun(entry, data, width.row, rule);
      const row = summary.rows.find(({ row }) => row === name.row);
      if (!row) return null;
      const relevant = needsRelevant(rule, summary.corpus.judgedBy)
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
    details(files, run, rule) {
      const width = widthData(files, run, rule);
      if (width) return neighborDetails(width.data, files, [width.row]);
      const summary = files.get('summary.json') as ChunkingSummary | undefined;
      const row = summary?.rows.find(({ row }) => row === run.name.row);
      return row ? chunkingDetails(files, [row], rule.rule) : null;
    },
    trees(files, run, rule) {
      const width = widthData(files, run, rule);
      if (!width) return null;
      const { data, row } = width;
      const positions = new Map(data.questions.map(({ id }, position) => [id, position]));
      return {
        widens: row.neighborPrev + row.neighborNext > 0,
        treeOf(question, depth, group) {
          const position = positions.get(question);
          return position === undefined ? null : expansionTree(data, position, row, depth, group);
        },
      };
    },
  },
};
