import { metricLabel, metrics, type MetricId } from '../../../core/metrics/registry';
import { decimal, type Unit } from '../../../core/stats/format';
import {
  cutoffs,
  type ChunkingMetrics,
  type ChunkingQuestions,
  type ChunkingRow,
  type ChunkingSummary,
  type Retriever,
} from '../../../experiments/chunking/formats';
import type { Estimate } from '../../../artifact/common';
import type { Tokens } from '../../../core/units';
import {
  largestBudget,
  onStairs,
  stairsOf,
  type BudgetMeasure as StepMeasure,
  type BudgetRow,
} from '../../../experiments/chunking/budgets';
import { strategyStyle } from '../../charts/colors';
import type { ScatterItem } from '../../charts/scatterModel';
import type { ChartReference, ChartSeries } from '../../charts/series';
import { budgetsFrom } from '../budget/positions';
import { estimatePoint } from './figures';

/** Rows of the chosen strategies and retrievers, in the order of the tables. */
export function chosenRows(
  { rows }: ChunkingSummary,
  strategies: readonly string[],
  retrievers: readonly Retriever[],
): ChunkingRow[] {
  return rows.filter((row) => strategies.includes(row.strategy) && retrievers.includes(row.retriever));
}

export const retrieverLabels: Record<Retriever, string> = {
  bm25: 'BM25',
  embedding: 'embedding',
  'embedding-blend': 'embedding, blended',
  hybrid: 'hybrid',
  'hybrid-blend': 'hybrid, blended',
  'word-overlap': 'shared words',
  index: 'its index',
};

/** A measure that has a figure per cutoff; the last two are computed in the page from the stored rankings. */
export const cutoffMeasures = {
  hitAt: {
    metric: 'hitAt',
    title: 'R@k',
    words: 'share of questions with a relevant context by rank k',
    unit: 'share',
  },
  recallAt: {
    metric: 'recallAt',
    title: 'recall@k',
    words: 'share of all relevant contexts by rank k',
    unit: 'share',
  },
  ndcgAt: {
    metric: null,
    title: 'nDCG@k',
    words: 'how close the first k come to having every relevant context on top',
    unit: 'score',
  },
  mrrAt: {
    metric: null,
    title: 'MRR@k',
    words: 'mean of 1 / rank of the first relevant context, 0 past k',
    unit: 'score',
  },
  evidenceHitAt: {
    metric: 'evidenceHitAt',
    title: 'R@k, evidence rule',
    words: 'share of questions with a context by rank k that covers the gold span',
    unit: 'share',
  },
  evidenceCoverageAt: {
    metric: 'evidenceCoverageAt',
    title: 'evidence coverage@k',
    words: 'share of questions whose required spans all lie in the first k contexts',
    unit: 'share',
  },
  spanRecallAt: {
    metric: 'spanRecallAt',
    title: 'span recall@k',
    words: 'share of the gold text in the first k contexts',
    unit: 'share',
  },
  spanPrecisionAt: {
    metric: 'spanPrecisionAt',
    title: 'span precision@k',
    words: 'share of the text of the first k contexts that is gold',
    unit: 'share',
  },
  spanIoUAt: {
    metric: 'spanIoUAt',
    title: 'span IoU@k',
    words: 'gold text returned over text that is either',
    unit: 'share',
  },
} as const satisfies Record<
  string,
  { metric: keyof ChunkingMetrics | null; title: string; words: string; unit: Unit }
>;

export type CutoffMeasure = keyof typeof cutoffMeasures;
export type StoredMeasure = Exclude<CutoffMeasure, 'ndcgAt' | 'mrrAt'>;
export const cutoffMeasureIds = Object.keys(cutoffMeasures) as CutoffMeasure[];

export function isStored(measure: CutoffMeasure): measure is StoredMeasure {
  return cutoffMeasures[measure].metric !== null;
}

function seriesOf(row: ChunkingRow, points: ChartSeries['points']): ChartSeries {
  return { id: row.row, label: row.label, style: strategyStyle(row.strategy, row.retriever), points };
}

/** Quality against the cutoff k, as stored. */
export function cutoffSeries(rows: readonly ChunkingRow[], measure: StoredMeasure): ChartSeries[] {
  return rows.map((row) =>
    seriesOf(
      row,
      cutoffs.map((cutoff) => estimatePoint(cutoff, row.metrics[measure][cutoff])),
    ),
  );
}

/** Quality against the cutoff k, from figures computed in the page: one estimate per k of each row; rows still missing are left out. */
export function computedSeries(
  rows: readonly ChunkingRow[],
  computed: ReadonlyMap<string, readonly Estimate[]>,
): ChartSeries[] {
  return rows.flatMap((row) => {
    const estimates = computed.get(row.row);
    return estimates
      ? [
          seriesOf(
            row,
            estimates.map((estimate, index) => estimatePoint(index + 1, estimate)),
          ),
        ]
      : [];
  });
}

/** What a random ranking of the same contexts gives, from the worst row's to the best's. */
export function cutoffReference(rows: readonly ChunkingRow[], measure: CutoffMeasure): ChartReference | null {
  if ((measure !== 'hitAt' && measure !== 'recallAt') || rows.length === 0) return null;
  return {
    label: 'random rankings',
    points: cutoffs.flatMap((cutoff) => {
      const values = rows.map(({ baseline }) => baseline[measure][cutoff]).filter((value) => value !== null);
      return values.length === 0 ? [] : [{ x: cutoff, low: Math.min(...values), high: Math.max(...values) }];
    }),
  };
}

export const budgetMeasures = {
  hitRate: { title: 'hit rate', words: 'share of questions with a relevant context', steps: 'answer' },
  spanRecall: { title: 'span recall', words: 'share of the gold text', steps: 'spanRecall' },
  evidenceCoverage: {
    title: 'evidence coverage',
    words: 'share of questions with every required span',
    steps: 'coverage',
  },
} as const satisfies Record<string, { title: string; words: string; steps: StepMeasure }>;
export type BudgetMeasure = keyof typeof budgetMeasures;
export const budgetMeasureIds = Object.keys(budgetMeasures) as BudgetMeasure[];

/** Where a zoomed chart begins: the first budget at which a row holds more than this. */
const zoomedFrom = 0.02;

/** What a run stores about budgets, and its rows at the one that is chosen. */
export interface StoredBudgets {
  rows: ReadonlyMap<string, BudgetRow>;
  questions: ChunkingQuestions['questions'];
  budget: Tokens;
  at: ReadonlyMap<string, Estimate>;
}

/**
 * Quality within a budget of tokens: a staircase that is exact at every budget, with points where a reader can stop, and
 * intervals at the published budgets and the chosen one. Of a run that stores no budgets, the published ones as points.
 */
export function budgetSeries(
  rows: readonly ChunkingRow[],
  measure: BudgetMeasure,
  stored: StoredBudgets | null,
  /** Whether budgets at which next to nothing is held are left out. */
  zoom = false,
): ChartSeries[] {
  const published = (row: ChunkingRow) =>
    row.budgetCurve.map((point) => estimatePoint(point.tokens, point[measure]));
  if (!stored) return rows.map((row) => ({ ...seriesOf(row, published(row)), line: 'none' }));
  const { steps } = budgetMeasures[measure];
  const stairs = rows.map((row) => {
    const own = stored.rows.get(row.row);
    return own ? stairsOf(own, steps, stored.questions) : [];
  });
  const least = zoom ? zoomedFrom : 0;
  const first = Math.min(
    ...stairs.flatMap((own) => own.find(({ value }) => value > least)?.tokens ?? []),
    largestBudget,
  );
  const low = 2 ** Math.floor(Math.log2(first));
  const stops = new Set([...budgetsFrom(low), stored.budget]);
  return rows.map((row, place) => {
    const own = stairs[place]!;
    const estimates = new Map(published(row).map((point) => [point.x, point]));
    estimates.set(stored.budget, estimatePoint(stored.budget, stored.at.get(row.row)));
    const n = stored.at.get(row.row)?.n ?? null;
    return {
      ...seriesOf(
        row,
        [...new Set([...stops, ...estimates.keys()])]
          .filter((x) => x >= low || x === stored.budget)
          .sort((a, b) => a - b)
          .map((x) => ({ low: null, high: null, n, ...estimates.get(x), x, y: onStairs(own, x) })),
      ),
      stairs:
        own.length === 0
          ? []
          : [
              { x: low, y: onStairs(own, low)! },
              ...own
                .filter(({ tokens }) => tokens > low)
                .map(({ tokens, value }) => ({ x: tokens, y: value })),
              { x: largestBudget, y: own.at(-1)!.value },
            ],
    };
  });
}

/** What a row costs; null where it has no such cost. */
export const costs = {
  contextTokensAt90: {
    title: metrics.contextTokensAt90.label,
    of: (row: ChunkingRow) => row.metrics.contextTokensAt90?.tokens ?? null,
    intervalOf: (row: ChunkingRow) => row.metrics.contextTokensAt90?.interval ?? null,
  },
  uniqueContextTokensAt90: {
    title: metrics.uniqueContextTokensAt90.label,
    of: (row: ChunkingRow) => row.metrics.uniqueContextTokensAt90?.tokens ?? null,
    intervalOf: (row: ChunkingRow) => row.metrics.uniqueContextTokensAt90?.interval ?? null,
  },
  meanTokens: {
    title: 'mean tokens of a context',
    of: (row: ChunkingRow) => row.meanTokens,
    intervalOf: () => null,
  },
  contexts: { title: 'number of contexts', of: (row: ChunkingRow) => row.contexts, intervalOf: () => null },
} as const satisfies Record<
  string,
  {
    title: string;
    of: (row: ChunkingRow) => number | null;
    intervalOf: (row: ChunkingRow) => readonly [number, number | null] | null;
  }
>;
export type Cost = keyof typeof costs;
export const costIds = Object.keys(costs) as Cost[];

const plain = (id: 'ndcgAt10' | 'mrrAt10' | 'precisionOmega') => ({
  title: metrics[id].label as string,
  unit: metrics[id].unit as Unit,
  of: ({ metrics: found }: ChunkingRow) => found[id],
});
const evidence = (id: 'evidenceNdcgAt10' | 'evidenceMrrAt10', of: MetricId) => ({
  title: `${metrics[of].label}, evidence rule`,
  unit: 'score' as Unit,
  of: ({ metrics: found }: ChunkingRow) => found[id],
});
const hit = (cutoff: 1 | 3 | 5 | 10) => ({
  title: metricLabel('hitAt', cutoff),
  unit: 'share' as Unit,
  of: ({ metrics: found }: ChunkingRow) => found.hitAt[cutoff],
});

/** What a row is worth. */
export const qualities = {
  ndcgAt10: plain('ndcgAt10'),
  mrrAt10: plain('mrrAt10'),
  hitAt1: hit(1),
  hitAt3: hit(3),
  hitAt5: hit(5),
  hitAt10: hit(10),
  evidenceNdcgAt10: evidence('evidenceNdcgAt10', 'ndcgAt10'),
  evidenceMrrAt10: evidence('evidenceMrrAt10', 'mrrAt10'),
  precisionOmega: plain('precisionOmega'),
} as const satisfies Record<string, { title: string; unit: Unit; of: (row: ChunkingRow) => Estimate }>;
export type Quality = keyof typeof qualities;
export const qualityIds = Object.keys(qualities) as Quality[];

/** Rows on the plane of cost and quality. */
export function planeItems(rows: readonly ChunkingRow[], cost: Cost, quality: Quality): ScatterItem[] {
  return rows.map((row) => {
    const { y, low, high, n } = estimatePoint(0, qualities[quality].of(row));
    return {
      id: row.row,
      label: row.label,
      style: strategyStyle(row.strategy, row.retriever),
      x: costs[cost].of(row),
      xInterval: costs[cost].intervalOf(row),
      y,
      low,
      high,
      n,
    };
  });
}

/** A cost as text. */
export function costText(value: number): string {
  return decimal(value);
}
