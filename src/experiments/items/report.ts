import { CUTOFFS } from '../../core/metrics/contextTokens';
import { count, score, signedScore } from '../../core/stats/format';
import type { ImportedQuestions, ImportedRankings, ImportedSummary } from './formats';
import { importedIntervals, importedRankingsFile } from './files';
import { importedBest, importedColumns, importedRows } from './scorecard';
import type { ReportContents, ReportFiles } from '../../analysis/report/contents';
import { importedLimits } from './limits';

/** What a report says of an imported run. */
export function importedContents(summary: ImportedSummary, files: ReportFiles): ReportContents {
  const { rows, judgments, comparisons, bootstrap } = summary;
  const questions = files.get('questions.json') as ImportedQuestions | undefined;
  const established = comparisons.filter(({ verdict }) => verdict !== 'not established').length;
  return {
    what: [
      summary.question,
      `${count(rows.length)} ${rows.length === 1 ? 'run' : 'runs'} of another program, read from TREC files, on ${count(summary.questions)} judged questions.`,
    ],
    soWhat: [summary.headline],
    howSure: [
      `${importedIntervals(summary)}. Seed ${bootstrap.random.seed} of ${bootstrap.random.generator}.`,
      comparisons.length === 0
        ? 'No rows are compared.'
        : `Of ${count(comparisons.length)} comparisons of the highest row with another, ${count(established)} ${established === 1 ? 'is' : 'are'} established (paired sign flips, Holm); the others are not, which is no proof of equality.`,
    ],
    cost: ['Not known: the files hold no text, so there is nothing to count tokens of.'],
    limits: importedLimits(summary),
    setup: [
      ...judgments.map(({ file, questions: own, relevant, lines }): [string, string] => [
        'Judgments',
        `${file}: ${count(lines)} lines, ${count(own)} questions, ${count(relevant)} relevant`,
      ]),
      ...rows.map(({ row, tag, run, n, unanswered, unjudged }): [string, string] => [
        `Run ${row}`,
        `${run.file}, tag ${tag}: ${count(run.lines)} results; n = ${count(n)}, ${count(unanswered)} of them with nothing returned; ${count(unjudged)} questions of the run not judged and left out`,
      ]),
      ['Ties', 'equal scores share a place: figures are means over their orders'],
      ...summary.notices.map((notice): [string, string] => ['Notice', notice]),
    ],
    tables: [
      {
        id: 'runs',
        title: 'Imported runs',
        rowName: 'Run',
        columns: importedColumns(summary),
        rows: importedRows(summary, () => ''),
        best: importedBest(summary)?.row ?? null,
      },
    ],
    comparisons:
      comparisons.length === 0
        ? []
        : [
            {
              title: 'The highest row against every other, on nDCG@10',
              comparisons,
              label: (row) => row,
              measure: () => 'nDCG@10',
              format: signedScore,
            },
          ],
    curves: [
      {
        title: 'Found by cutoff',
        xLabel: 'k',
        yLabel: 'share of questions',
        xFormat: count,
        logarithmic: false,
        series: rows.map((row) => ({
          id: row.row,
          label: row.row,
          points: CUTOFFS.map((k) => ({ x: k, y: row.metrics.hitAt[k].value })),
        })),
      },
    ],
    trees: [],
    inspected: questions
      ? {
          things: 'questions',
          family: summary.families ? 'Family' : 'Question',
          items: questions.questions.map(({ id, family }) => ({ id, family: family ?? '' })),
          rows: rows.flatMap(({ row }, place) => {
            const own = files.get(importedRankingsFile(place)) as ImportedRankings | undefined;
            return own
              ? [
                  {
                    label: row,
                    outcome: own.firstRelevantRank.map((rank) => rankWords(rank)),
                    missed: own.firstRelevantRank.map((rank) => rank !== null && (rank === 0 || rank > 5)),
                  },
                ]
              : [];
          }),
        }
      : null,
  };
}

/** Reciprocal rank beside the rank, since equal scores may have split it. */
const rankWords = (rank: number | null): string =>
  rank === null
    ? 'not judged'
    : rank === 0
      ? 'nothing relevant returned'
      : `rank ${count(rank)} (1 / rank ${score(1 / rank)})`;
