import {
  importedCutoff,
  importedRun,
  isRelevantGrade,
  storedGrade,
} from '../../../../experiments/items/compare';
import { formatRunId } from '../../../../analysis/compare/runId';
import {
  importedJudgmentsFormat,
  importedQuestionsFormat,
  importedRankingsFormat,
  importedSummaryFormat,
  type ImportedRowFigures,
  type ImportedSummary,
} from '../../../../experiments/items/formats';
import { importedJudgmentsFile, importedRankingsFile } from '../../../../experiments/items/files';
import { loadExperimentFile } from '../../../data/artifacts';
import { formatLocation } from '../../../state/urlState';
import type { OpenExperiment } from '../../openExperiment';
import { shownRanks, wordsOf, type LoadedRun, type RunAdapter, type RunEntry } from './adapter';

async function summaryOf({ source, entry }: OpenExperiment): Promise<ImportedSummary> {
  return (await loadExperimentFile(source, entry, 'summary.json', importedSummaryFormat)).value;
}

function entryOf({ entry }: OpenExperiment, summary: ImportedSummary, row: ImportedRowFigures): RunEntry {
  const name = { experiment: entry.id, row: row.row };
  return {
    id: formatRunId(name),
    name,
    label: row.row,
    setup: `imported · tag ${row.tag}`,
    corpus: summary.corpus,
    strategy: null,
    model: null,
    expansion: null,
    n: row.n,
    hit: { cutoff: 5, estimate: row.metrics.hitAt['5'] },
    reciprocalRank: row.metrics.mrrAt10,
    cell: { line: row.row, column: 'imported' },
    words: wordsOf(
      row.row,
      row.tag,
      row.run.file,
      'imported trec',
      entry.title,
      entry.id,
      summary.corpus.name,
    ),
  };
}

async function filesOf(open: OpenExperiment, name: string) {
  const summary = await summaryOf(open);
  const place = summary.rows.findIndex(({ row }) => row === name);
  const row = summary.rows[place];
  if (!row) throw new RangeError(`no row “${name}” in ${summary.id}`);
  const [{ value: questions }, { value: rankings }, { value: judgments }] = await Promise.all([
    loadExperimentFile(open.source, open.entry, 'questions.json', importedQuestionsFormat),
    loadExperimentFile(open.source, open.entry, importedRankingsFile(place), importedRankingsFormat),
    loadExperimentFile(
      open.source,
      open.entry,
      importedJudgmentsFile(row.judgments),
      importedJudgmentsFormat,
    ),
  ]);
  return { row, files: { summary, questions, rankings, judgments } };
}

const numbers = new Map<string, number>();

/** A number for each document id, the same in every run: contexts are matched by it, since no spans are known. */
function numberOf(id: string): number {
  const number = numbers.get(id) ?? numbers.size;
  numbers.set(id, number);
  return number;
}

const wholly = (id: string) => ({ document: numberOf(id), start: 0, end: 1 });

/** Rows of an imported artifact. */
export const importedAdapter: RunAdapter = {
  async list(open) {
    const summary = await summaryOf(open);
    return summary.rows.map((row) => entryOf(open, summary, row));
  },

  async pairs(open) {
    const [first, second, ...more] = (await summaryOf(open)).rows;
    if (!first || !second || more.length > 0) return [];
    const idOf = (row: string) => formatRunId({ experiment: open.entry.id, row });
    return [
      {
        runs: [idOf(first.row), idOf(second.row)],
        label: `${first.row} against ${second.row}`,
        about: 'its two runs',
        declared: false,
      },
    ];
  },

  async load(open, entry, { k }): Promise<LoadedRun> {
    const { row, files } = await filesOf(open, entry.name.row);
    return { ...importedRun(open.entry, files, row, k), entry, open };
  },

  async detail({ open, name }, id, { k }) {
    const { files } = await filesOf(open, name.row);
    const { questions, rankings, judgments } = files;
    const place = questions.questions.findIndex((question) => question.id === id);
    return {
      text: null,
      gold: (judgments.relevant[place] ?? []).map(wholly),
      ranking: (rankings.ids[place] ?? []).slice(0, shownRanks).map((document, rank) => ({
        ...wholly(document),
        score: rankings.scores[place]![rank]!,
        relevant: isRelevantGrade(storedGrade(judgments, place, document)),
        place: document,
      })),
      lane: null,
      links: [
        {
          label: 'In its list of questions',
          href: formatLocation(
            { page: 'experiment', experiment: open.entry.id, view: 'failures' },
            { row: name.row, question: id, show: 'all', k: String(importedCutoff(k)) },
          ),
        },
      ],
    };
  },
};
