import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import { metrics } from '../../../core/metrics/registry';
import { count } from '../../../core/stats/format';
import type { ChunkingSummary } from '../formats';
import type { Expansion, NeighborRow } from './formats';
import { mergedRowId } from './stored';
import { widthLabel } from './widths';
import { cutoffNotes } from '../scorecard';
import { estimateFigure, plainFigure, type Figure } from '../../../analysis/scorecard/figure';
import type { FigureAddress, ScoreColumn, ScoreRow } from '../../../analysis/scorecard/scoreTypes';

interface Plan {
  id: string;
  group: string;
  label: string;
  fullLabel?: string;
  about: string;
  better: 'higher' | 'lower' | null;
  overQuestions: boolean;
  figure: (row: NeighborRow) => Figure;
  /** Cutoff and rule of the questions behind it. */
  behind: Record<string, string>;
}

const groups = {
  hit: 'Hits alone',
  expanded: 'With their neighbors',
  cost: 'Tokens returned',
  budget: 'Within the same tokens',
  evidence: 'Evidence rule',
};

const per = (make: (k: (typeof CUTOFFS)[number]) => Plan): Plan[] => CUTOFFS.map(make);
const expandedHit =
  'Share of questions whose answer lies whole within one run of adjacent chunks, merged, of the expansion of the first k hits.';
const expandedMrr = 'Mean of 1 / k, k the fewest hits whose expansion holds the answer whole; 0 past ten.';
const evidence = 'By the evidence rule: the gold span itself must be covered.';

const plans: readonly Plan[] = [
  ...per((k) => ({
    id: `hitAt.${k}`,
    group: groups.hit,
    label: `R@${k}`,
    fullLabel: `R@${k}, hits alone`,
    about: `${metrics.hitAt.explanation} Expansion changes nothing here: only hits count.`,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.hitAt[k], 'share'),
    behind: { k: String(k), show: 'all' },
  })),
  {
    id: 'mrrAt10',
    group: groups.hit,
    label: 'MRR@10',
    fullLabel: 'MRR@10, hits alone',
    about: metrics.mrrAt10.explanation,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.mrrAt10, 'score'),
    behind: { k: '10', show: 'all' },
  },
  ...per((k) => ({
    id: `expandedHitAt.${k}`,
    group: groups.expanded,
    label: `R@${k}`,
    fullLabel: `R@${k}, expanded`,
    about: expandedHit,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.expandedHitAt[k], 'share'),
    behind: { k: String(k), show: 'missed' },
  })),
  {
    id: 'expandedMrrAt10',
    group: groups.expanded,
    label: 'MRR@10',
    fullLabel: 'MRR@10, expanded',
    about: expandedMrr,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.expandedMrrAt10, 'score'),
    behind: { k: '10', show: 'all' },
  },
  ...per((k) => ({
    id: `rescuedAt.${k}`,
    group: groups.expanded,
    label: `rescued@${k}`,
    about: `Questions that no hit among the first ${k} answers by itself, and the expansion does.`,
    better: 'higher',
    overQuestions: false,
    figure: ({ rescuedAt }) => plainFigure(rescuedAt[k], 'count'),
    behind: { k: String(k), show: 'rescued' },
  })),
  ...per((k) => ({
    id: `extraTokensAt.${k}`,
    group: groups.cost,
    label: `extra@${k}`,
    fullLabel: `extra tokens@${k}`,
    about: `Mean tokens that neighbors add to the first ${k} hits; a chunk counts once in the flat list, however many hits bring it.`,
    better: 'lower',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.extraTokensAt[k], 'tokens'),
    behind: { k: String(k), show: 'all' },
  })),
  ...per((k) => ({
    id: `expandedTokensAt.${k}`,
    group: groups.cost,
    label: `tokens@${k}`,
    about: `Mean tokens of the flat list of the first ${k} hits with their neighbors.`,
    better: 'lower',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.expandedTokensAt[k], 'tokens'),
    behind: { k: String(k), show: 'all' },
  })),
  {
    id: 'expandedTokensAt90',
    group: groups.cost,
    label: 'tokens to >90 %',
    about:
      'Mean tokens of the flat list at the first cutoff of 1, 3, 5, 10 with more than 90 % expanded hits.',
    better: 'lower',
    overQuestions: true,
    figure: ({ expandedTokensAt90: found, n }) =>
      found
        ? {
            value: found.tokens,
            unit: 'tokens',
            n,
            bootstrap: found.interval,
            t: null,
            exact: null,
            ...cutoffNotes(found),
          }
        : { ...plainFigure(null, 'tokens', 'never above 90 %'), n },
    behind: { show: 'missed' },
  },
  ...[512, 1024, 2048, 4096].map((budget): Plan => ({
    id: `budget.${budget}`,
    group: groups.budget,
    label: `≤ ${count(budget)}`,
    fullLabel: `found within ${count(budget)} tokens`,
    about: `Share of questions whose answer is found with as many hits as fit, neighbors and all, into ${count(budget)} tokens. The fair comparison: without neighbors, more hits fit.`,
    better: 'higher',
    overQuestions: true,
    figure: ({ budgetCurve }) => {
      const point = budgetCurve.find(({ tokens }) => tokens === budget);
      return point ? estimateFigure(point.hitRate, 'share') : plainFigure(null, 'share');
    },
    behind: { show: 'all' },
  })),
  ...per((k) => ({
    id: `evidenceHitAt.${k}`,
    group: groups.evidence,
    label: `R@${k}, hits`,
    fullLabel: `R@${k}, hits alone, evidence rule`,
    about: evidence,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.evidenceHitAt[k], 'share'),
    behind: { k: String(k), rule: 'evidence', show: 'all' },
  })),
  ...per((k) => ({
    id: `expandedEvidenceHitAt.${k}`,
    group: groups.evidence,
    label: `R@${k}, expanded`,
    fullLabel: `R@${k}, expanded, evidence rule`,
    about: `${expandedHit} ${evidence}`,
    better: 'higher',
    overQuestions: true,
    figure: ({ metrics }) => estimateFigure(metrics.expandedEvidenceHitAt[k], 'share'),
    behind: { k: String(k), rule: 'evidence', show: 'missed' },
  })),
];

export const neighborColumnIds = plans.map(({ id }) => id);
export const firstColumns = [
  `hitAt.${MISS_CUTOFF}`,
  'mrrAt10',
  'expandedHitAt.1',
  `expandedHitAt.${MISS_CUTOFF}`,
  'expandedMrrAt10',
  `rescuedAt.${MISS_CUTOFF}`,
  `extraTokensAt.${MISS_CUTOFF}`,
  'budget.1024',
  'budget.2048',
  'budget.4096',
];
export const neighborPresets = [
  { label: 'Overview', columns: firstColumns },
  {
    label: 'Hits and expanded',
    columns: [
      ...CUTOFFS.map((k) => `hitAt.${k}`),
      ...CUTOFFS.map((k) => `expandedHitAt.${k}`),
      'mrrAt10',
      'expandedMrrAt10',
    ],
  },
  {
    label: 'Cost',
    columns: [
      ...CUTOFFS.flatMap((k) => [`extraTokensAt.${k}`, `expandedTokensAt.${k}`]),
      'expandedTokensAt90',
    ],
  },
  { label: 'All', columns: neighborColumnIds },
];

export function neighborColumns(summary: ChunkingSummary): ScoreColumn[] {
  return plans.map(({ id, group, label, fullLabel, about, better, overQuestions }) => ({
    id,
    group,
    label,
    fullLabel: fullLabel ?? label,
    about,
    better,
    total: overQuestions ? summary.corpus.questions : null,
    groups: null,
    clusters: summary.bootstrap.clusters,
  }));
}

const beside = (chunks: number): string => (chunks === 0 ? 'none' : String(chunks));

export function neighborRows(expansion: Expansion, address: FigureAddress): ScoreRow[] {
  return expansion.rows.map((row) => ({
    id: mergedRowId(expansion, row),
    label: widthLabel(row),
    badges: [],
    note:
      row.neighborPrev + row.neighborNext === 0
        ? 'hits alone'
        : `${beside(row.neighborPrev)} before, ${beside(row.neighborNext)} after`,
    role: 'bm25',
    figures: new Map(plans.map(({ id, figure }) => [id, figure(row)])),
    link: (column) => {
      const plan = plans.find(({ id }) => id === column);
      return plan ? address('failures', { width: mergedRowId(expansion, row), ...plan.behind }) : null;
    },
  }));
}

/** What the metric of a comparison is called. */
export const comparedLabel = (metric: string): string =>
  metric.startsWith('hitRate.')
    ? `found within ${count(Number(metric.slice('hitRate.'.length)))} tokens`
    : (plans.find(({ id }) => id === metric)?.fullLabel ?? metric);
