import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import type { ClusterColumn } from '../../../core/stats/aggregate';
import { BOOTSTRAP_DRAWS } from '../../../core/stats/bootstrap';
import { comparePairs, type CompareOptions } from '../../../core/stats/compare';
import { estimateCells } from '../../../core/stats/intervals';
import { DRAWN_PATTERNS } from '../../../core/stats/signFlip';
import { storedComparison, storedEstimate, type PairedComparison } from '../../../core/stats/stored';
import { bestRow, tieGroups } from '../../../core/stats/tieGroups';
import type { Clusters } from '../../../datasets/corpus';
import { clustered, perCutoff, type Figure, type PerCutoff } from '../../chunking/measure/figures';
import type { ImportedOutcome } from './outcomes';

/** A row with what it made of each question; null for a question that its judgments do not hold. */
export interface ImportedRow {
  row: string;
  outcomes: readonly (ImportedOutcome | null)[];
  /** Whether some grade is above 1, so that graded figures say more than binary ones. */
  graded: boolean;
}

export interface ImportedMetrics {
  hitAt: PerCutoff<Figure>;
  recallAt: PerCutoff<Figure>;
  mrrAt10: Figure;
  ndcgAt10: Figure;
  /** null where no grade is above 1. */
  gradedNdcgAt10: Figure | null;
}

type Values = (outcome: ImportedOutcome) => number;

/** Every figure of a row by its key, in one order. */
const columns: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(CUTOFFS.map((k) => [`hitAt.${k}`, (outcome: ImportedOutcome) => outcome.hitAt[k]])),
  ...Object.fromEntries(
    CUTOFFS.map((k) => [`recallAt.${k}`, (outcome: ImportedOutcome) => outcome.recallAt[k]]),
  ),
  mrrAt10: (outcome) => outcome.mrrAt10,
  ndcgAt10: (outcome) => outcome.ndcgAt10,
  gradedNdcgAt10: (outcome) => outcome.gradedNdcgAt10,
};
const keys = Object.keys(columns);

/** Drawn numbers, clusters times draws, that take about a tenth of a second. */
const affordable = 2e7;

/**
 * Random draws for so many clusters: the usual ten thousand resamples and hundred thousand
 * sign patterns up to some hundreds, fewer where single questions are the clusters and a
 * table of them would take minutes. 2,000 patterns still tell p below 0.05 among fifty rows.
 */
export function importedDraws(clusters: number): { draws: number; patterns: number } {
  const fitting = (most: number): number =>
    [most, most / 2, most / 5, most / 10, most / 20].find((draws) => draws * clusters <= affordable) ??
    most / 50;
  return { draws: Math.max(500, fitting(BOOTSTRAP_DRAWS)), patterns: fitting(DRAWN_PATTERNS) };
}

const columnFor = ({ outcomes }: ImportedRow, key: string, clusters: Clusters): ClusterColumn =>
  clustered(
    outcomes.map((outcome) => (outcome ? columns[key]!(outcome) : NaN)),
    clusters,
  );

/** Figures of every row, in their order; the intervals of all cells share the bootstrap's draws. */
export function importedFigures(
  rows: readonly ImportedRow[],
  clusters: Clusters,
  options: CompareOptions = {},
): { row: string; n: number; metrics: ImportedMetrics }[] {
  const cells = estimateCells(
    rows.flatMap((row) => keys.map((key) => columnFor(row, key, clusters))),
    { ...options, share: true },
  );
  return rows.map(({ row, outcomes, graded }, place) => {
    const figure = (key: string): Figure => storedEstimate(cells[place * keys.length + keys.indexOf(key)]!);
    const at = (metric: string) => perCutoff((cutoff: Cutoff) => figure(`${metric}.${cutoff}`));
    return {
      row,
      n: outcomes.filter((outcome) => outcome !== null).length,
      metrics: {
        hitAt: at('hitAt'),
        recallAt: at('recallAt'),
        mrrAt10: figure('mrrAt10'),
        ndcgAt10: figure('ndcgAt10'),
        gradedNdcgAt10: graded ? figure('gradedNdcgAt10') : null,
      },
    };
  });
}

/** The metric that rows are compared by. */
export const importedComparedMetric = 'ndcgAt10';

export interface ImportedVerdicts {
  best: { row: string; notSeparatedFrom: string[] } | null;
  comparisons: PairedComparison[];
  tieGroups: { metric: string; groups: string[][] }[];
}

/** Whether every row was judged on the same questions: only then can the data order them. */
export function shareQuestions(rows: readonly ImportedRow[]): boolean {
  return rows.every(({ outcomes }) =>
    outcomes.every((outcome, question) => (outcome === null) === (rows[0]!.outcomes[question] === null)),
  );
}

/**
 * What the data say about the order of the rows: the row with the highest nDCG@10 (to three
 * decimals) against every other, and the groups of each column that cannot be ordered.
 * Nothing where rows were judged on different questions.
 */
export async function importedVerdicts(
  rows: readonly ImportedRow[],
  clusters: Clusters,
  options: CompareOptions = {},
  step?: (done: number, total: number) => void | Promise<void>,
): Promise<ImportedVerdicts> {
  if (rows.length === 0 || !shareQuestions(rows)) return { best: null, comparisons: [], tieGroups: [] };
  const figures = importedFigures(rows, clusters, { ...options, draws: 1 });
  const best =
    bestRow(
      figures.map(({ row, metrics }) => ({ row, ndcgAt10: metrics.ndcgAt10.value, contextTokensAt90: null })),
    )?.row ?? null;
  const own = new Map(
    rows.map((row) => [row.row, columnFor(row, importedComparedMetric, clusters)] as const),
  );
  const pairs =
    best === null ? [] : rows.filter(({ row }) => row !== best).map(({ row }) => [best, row] as const);
  const comparisons = comparePairs(own, pairs, options).map((found) =>
    storedComparison(found, importedComparedMetric, clusters.names.length),
  );
  const grouped: ImportedVerdicts['tieGroups'] = [];
  const metrics = keys.filter((key) => key !== 'gradedNdcgAt10' || rows.every(({ graded }) => graded));
  for (const [done, metric] of metrics.entries()) {
    await step?.(done, metrics.length);
    const groups: string[][] = [];
    for (const { id, group } of tieGroups(
      rows.map((row) => ({ id: row.row, column: columnFor(row, metric, clusters) })),
      options,
    ))
      if (group !== null) (groups[group - 1] ??= []).push(id);
    grouped.push({ metric, groups });
  }
  await step?.(metrics.length, metrics.length);
  return {
    best:
      best === null
        ? null
        : {
            row: best,
            notSeparatedFrom: comparisons
              .filter(({ verdict }) => verdict === 'not established')
              .map(({ b }) => b),
          },
    comparisons,
    tieGroups: grouped,
  };
}
