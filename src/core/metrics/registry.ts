import type { Direction } from '../stats/compare';
import type { Unit } from '../stats/format';
import { CUTOFFS } from './contextTokens';

/** A metric as every table, chart and text names it. */
export interface Metric {
  /** Column header; `@k` stands for the cutoff of a metric that has several. */
  label: string;
  /** What the number means, for a reader who has not seen it before. */
  explanation: string;
  /** Which end is good; `null` where neither is. */
  direction: Direction | null;
  unit: Unit;
  /** Cutoffs of a metric that is an object per k. */
  cutoffs?: readonly number[];
}

/** All metrics, by the names that artifacts and the command line use. */
export const metrics = {
  hitAt: {
    label: 'R@k',
    explanation:
      'Share of questions with at least one relevant context among the first k. Often called Recall@k; strictly it is a hit rate, and the recall over all relevant contexts is a column of its own.',
    direction: 'higher',
    unit: 'share',
    cutoffs: CUTOFFS,
  },
  recallAt: {
    label: 'recall@k',
    explanation:
      'Share of all relevant contexts that are among the first k, averaged over questions. A question without any relevant context counts 0.',
    direction: 'higher',
    unit: 'share',
    cutoffs: CUTOFFS,
  },
  mrrAt10: {
    label: 'MRR@10',
    explanation: 'Mean of 1 / rank of the first relevant context; 0 when it is not among the first ten.',
    direction: 'higher',
    unit: 'score',
  },
  ndcgAt10: {
    label: 'nDCG@10',
    explanation:
      'How close the first ten come to having every relevant context on top. Binary gain, discount log2(rank + 1); the ideal counts all relevant contexts, returned or not.',
    direction: 'higher',
    unit: 'score',
  },
  contextTokensAt90: {
    label: 'context tokens to >90 %',
    explanation:
      'Tokens of all contexts at ranks 1 to k, averaged over questions, k the first of 1, 3, 5, 10 at which more than 90 % of the questions have a relevant context. Text returned twice counts twice. n/a when no cutoff gets there.',
    direction: 'lower',
    unit: 'tokens',
  },
  uniqueContextTokensAt90: {
    label: 'unique tokens to >90 %',
    explanation: 'Context tokens to >90 %, with text that several contexts share counted once.',
    direction: 'lower',
    unit: 'tokens',
  },
  spanRecall: {
    label: 'span recall',
    explanation: 'Share of the gold text that was returned, in UTF-16 code units.',
    direction: 'higher',
    unit: 'share',
  },
  spanPrecision: {
    label: 'span precision',
    explanation: 'Share of the returned text that is gold, in UTF-16 code units.',
    direction: 'higher',
    unit: 'share',
  },
  spanIoU: {
    label: 'span IoU',
    explanation: 'Text that is both gold and returned, over text that is either, in UTF-16 code units.',
    direction: 'higher',
    unit: 'share',
  },
  precisionOmega: {
    label: 'precision Ω',
    explanation:
      'Span precision if exactly the contexts that overlap the gold were returned: what the cuts allow, whatever the search does.',
    direction: 'higher',
    unit: 'share',
  },
  evidenceCoverage: {
    label: 'evidence coverage',
    explanation:
      'Share of questions whose required spans all lie in the returned contexts. Questions that require none are left out and counted.',
    direction: 'higher',
    unit: 'share',
  },
  top1: {
    label: 'top 1',
    explanation:
      'Share of queries whose target ranks first; a target tied with others counts 1 / number of tied records.',
    direction: 'higher',
    unit: 'share',
  },
  familyFirst: {
    label: 'family first',
    explanation:
      'Share of queries whose first place goes to any of the four records of their family, which repeat the same sentence; ties share. Times “within family”, query by query, it is top 1.',
    direction: 'higher',
    unit: 'share',
  },
  withinFamily: {
    label: 'within family',
    explanation:
      'Share of queries whose target ranks first among the four records of its family alone; ties share. By chance 25 %.',
    direction: 'higher',
    unit: 'share',
  },
  reciprocalRank: {
    label: 'reciprocal rank',
    explanation: 'Mean of 1 / rank of the target, averaged over all orders of tied records.',
    direction: 'higher',
    unit: 'score',
  },
  coverageAt4: {
    label: 'coverage@4',
    explanation:
      "Share of a family's four contexts among the first four records for its generic query, averaged over all orders of tied records.",
    direction: 'higher',
    unit: 'share',
  },
  falsePositiveRate: {
    label: 'false positives',
    explanation:
      'Share of the questions that the documents do not answer for which something scores at or above the floor.',
    direction: 'lower',
    unit: 'share',
  },
  auroc: {
    label: 'AUROC',
    explanation:
      'Chance that the top score of an answerable question is above that of an unanswerable one; 0.5 is a coin toss.',
    direction: 'higher',
    unit: 'score',
  },
  contexts: {
    label: 'contexts',
    explanation: 'Distinct contexts that the strategy can return over the whole corpus.',
    direction: null,
    unit: 'count',
  },
  meanTokens: {
    label: 'mean tokens',
    explanation: 'Tokens of a context, averaged over the contexts of the corpus.',
    direction: null,
    unit: 'tokens',
  },
  buildMs: {
    label: 'build time',
    explanation: 'Time to cut the corpus and build its index, on the machine that the provenance names.',
    direction: 'lower',
    unit: 'milliseconds',
  },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof metrics;

/** Header of a metric, with its cutoff filled in: `R@5`. */
export function metricLabel(id: MetricId, cutoff?: number): string {
  const { label }: Metric = metrics[id];
  return cutoff === undefined ? label : label.replace('@k', `@${cutoff}`);
}
