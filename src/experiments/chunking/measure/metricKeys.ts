import { BUDGETS } from '../../../core/metrics/budget';
import { CUTOFFS } from '../../../core/metrics/contextTokens';

/** Metrics that have one figure per cutoff; `hitAt` at 5 is the key `hitAt.5`. */
export const cutoffMetrics = [
  'hitAt',
  'recallAt',
  'evidenceHitAt',
  'spanRecallAt',
  'spanPrecisionAt',
  'spanIoUAt',
  'evidenceCoverageAt',
] as const;
export const plainMetrics = [
  'mrrAt10',
  'ndcgAt10',
  'evidenceMrrAt10',
  'evidenceNdcgAt10',
  'precisionOmega',
] as const;
export const budgetMetrics = ['hitRate', 'spanRecall', 'evidenceCoverage'] as const;
/** Costs per question at each cutoff: a row is judged by those at its own cutoff to >90 %. */
export const tokenMetrics = ['contextTokens', 'uniqueContextTokens'] as const;

export type CutoffMetric = (typeof cutoffMetrics)[number];
export type PlainMetric = (typeof plainMetrics)[number];
export type BudgetMetric = (typeof budgetMetrics)[number];
export type TokenMetric = (typeof tokenMetrics)[number];

/** Name of a metric at a cutoff or budget. */
export const keyAt = (metric: CutoffMetric | BudgetMetric | TokenMetric, at: number): string =>
  `${metric}.${at}`;

/** Every share per question: what has an interval in 0–1. */
export const shareKeys: readonly string[] = [
  ...cutoffMetrics.flatMap((metric) => CUTOFFS.map((cutoff) => keyAt(metric, cutoff))),
  ...plainMetrics,
  ...budgetMetrics.flatMap((metric) => BUDGETS.map((budget) => keyAt(metric, budget))),
];
export const tokenKeys: readonly string[] = tokenMetrics.flatMap((metric) =>
  CUTOFFS.map((cutoff) => keyAt(metric, cutoff)),
);

/** The columns that a scorecard can be sorted by, with tie groups for each. */
export const sortableKeys: readonly string[] = [
  ...cutoffMetrics.flatMap((metric) => CUTOFFS.map((cutoff) => keyAt(metric, cutoff))),
  ...plainMetrics,
];
/** Columns of a lower-is-better cost; a row that never passes 90 % has none. */
export const costKeys = ['contextTokensAt90', 'uniqueContextTokensAt90'] as const;
