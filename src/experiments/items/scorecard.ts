import { CUTOFFS } from '../../core/metrics/contextTokens';
import { metricLabel, metrics, type Metric, type MetricId } from '../../core/metrics/registry';
import { count } from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';
import type { ImportedRowFigures, ImportedSummary } from './formats';
import { estimateFigure, plainFigure, type Figure } from '../../analysis/scorecard/figure';
import type { BestRow, FigureAddress, ScoreColumn, ScoreRow } from '../../analysis/scorecard/scoreTypes';

interface Plan {
  id: string;
  group: string;
  label: string;
  about: string;
  better: 'higher' | 'lower' | null;
  figure: (row: ImportedRowFigures) => Figure;
  /** Cutoff and outcome of the questions behind it; null where it counts questions that have no page. */
  behind: Record<string, string> | null;
  overQuestions: boolean;
}

const groups = { hit: 'Found', recall: 'Recall over all relevant documents', coverage: 'Questions' };
/** Sentences of the registry speak of contexts; a run of somebody else returns documents. */
const aboutOf = (metric: MetricId): string =>
  (metrics[metric] as Metric).explanation
    .replaceAll('contexts', 'documents')
    .replaceAll('context', 'document');
const ties = 'Where scores are equal it is the mean over their orders.';

const shareAt = (metric: 'hitAt' | 'recallAt', group: string): Plan[] =>
  CUTOFFS.map((k) => ({
    id: `${metric}.${k}`,
    group,
    label: metricLabel(metric, k),
    about: `${aboutOf(metric)} ${ties}`,
    better: 'higher',
    overQuestions: true,
    figure: (row) => estimateFigure(row.metrics[metric][k], 'share'),
    behind: { k: String(k), show: metric === 'hitAt' ? 'missed' : 'all' },
  }));

const scored = (id: 'mrrAt10' | 'ndcgAt10'): Plan => ({
  id,
  group: groups.hit,
  label: metrics[id].label,
  about: `${aboutOf(id)} ${ties}`,
  better: 'higher',
  overQuestions: true,
  figure: (row) => estimateFigure(row.metrics[id], 'score'),
  behind: { k: '10', show: 'all' },
});
const orMissing = (found: Estimate | null, n: number): Figure =>
  found ? estimateFigure(found, 'score') : { ...plainFigure(null, 'score', 'no grade above 1'), n };
const counted = (
  id: 'unanswered' | 'unjudged' | 'tied',
  label: string,
  about: string,
  behind: Plan['behind'],
): Plan => ({
  id,
  group: groups.coverage,
  label,
  about,
  better: null,
  overQuestions: false,
  figure: (row) => plainFigure(row[id], 'count'),
  behind,
});

const plans: readonly Plan[] = [
  ...shareAt('hitAt', groups.hit),
  scored('mrrAt10'),
  scored('ndcgAt10'),
  {
    id: 'gradedNdcgAt10',
    group: groups.hit,
    label: 'graded nDCG@10',
    about: `nDCG@10 with the grades themselves as gains, as trec_eval has it; the column before it counts everything relevant as 1. n/a where no grade is above 1. ${ties}`,
    better: 'higher',
    overQuestions: true,
    figure: (row) => orMissing(row.metrics.gradedNdcgAt10, row.n),
    behind: { k: '10', show: 'all' },
  },
  ...shareAt('recallAt', groups.recall),
  counted(
    'unanswered',
    'nothing returned',
    'Judged questions that the run does not hold. They count as misses and stay in every mean.',
    { k: '10', show: 'empty' },
  ),
  counted(
    'unjudged',
    'not judged',
    'Questions of the run that the judgments do not hold. They are in no figure; the data page lists them.',
    null,
  ),
  counted(
    'tied',
    'tied',
    'Questions in which documents of unlike relevance have the same score within the first ten, so that another tool’s rule for ties may give another figure.',
    { k: '10', show: 'tied' },
  ),
];

export const importedColumnIds: readonly string[] = plans.map(({ id }) => id);
const graded = 'gradedNdcgAt10';
/** What is shown at first; the graded column only where it says something. */
export const importedFirstColumns: readonly string[] = [
  ...CUTOFFS.map((k) => `hitAt.${k}`),
  'mrrAt10',
  'ndcgAt10',
  graded,
  'recallAt.10',
  'unanswered',
  'unjudged',
  'tied',
];
export const importedPresets = [
  { label: 'Overview', columns: importedFirstColumns },
  { label: 'Recall', columns: CUTOFFS.map((k) => `recallAt.${k}`) },
  { label: 'Questions', columns: ['ndcgAt10', 'unanswered', 'unjudged', 'tied'] },
  { label: 'All', columns: importedColumnIds },
];

export function importedColumns(summary: ImportedSummary): ScoreColumn[] {
  const hasGrades = summary.rows.some(({ metrics }) => metrics.gradedNdcgAt10 !== null);
  return plans
    .filter(({ id }) => id !== graded || hasGrades)
    .map(({ id, group, label, about, better, overQuestions }) => ({
      id,
      group,
      label,
      fullLabel: label,
      about,
      better,
      total: overQuestions ? summary.questions : null,
      groups: summary.tieGroups.find(({ metric }) => metric === id)?.groups ?? null,
      clusters: summary.bootstrap.clusters,
    }));
}

export function importedRows(summary: ImportedSummary, address: FigureAddress): ScoreRow[] {
  return summary.rows.map((row) => {
    const judgments = summary.judgments[row.judgments];
    return {
      id: row.row,
      label: row.row,
      badges: [],
      note: [
        `tag ${row.tag}`,
        `${count(row.run.lines)} results`,
        ...(summary.judgments.length > 1 && judgments ? [judgments.file] : []),
      ].join(', '),
      role: 'imported',
      figures: new Map(plans.map(({ id, figure }) => [id, figure(row)])),
      link: (column) => {
        const behind = plans.find(({ id }) => id === column)?.behind;
        return behind ? address('failures', { row: row.row, ...behind }) : null;
      },
    };
  });
}

/** The highlighted row and the reason for it. */
export function importedBest(summary: ImportedSummary): BestRow | null {
  return summary.best && summary.rows.length > 1
    ? {
        ...summary.best,
        rule: 'highest nDCG@10 to three decimals, the first of the files where that is equal',
      }
    : null;
}
