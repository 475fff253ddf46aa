import { BUDGETS } from '../../../core/metrics/budget';
import { meanRandomBaseline } from '../../../core/metrics/baseline';
import { cutoffAbove90, type Cutoff } from '../../../core/metrics/contextTokens';
import { LOSSES, type Loss } from '../../../core/metrics/loss';
import { columnMean, type ClusterColumn } from '../../../core/stats/aggregate';
import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { estimateCells } from '../../../core/stats/intervals';
import { bounds, rounded, type Bounds } from '../../../core/stats/stored';
import type { Tokens } from '../../../core/units';
import type { BenchmarkRow, BenchmarkRun } from './benchmark';
import type { Clusters } from '../../../datasets/corpus';
import {
  costKeys,
  cutoffMetrics,
  keyAt,
  plainMetrics,
  shareKeys,
  tokenMetrics,
  type CutoffMetric,
  type PlainMetric,
} from './metricKeys';
import type { Setup } from './setups';

/** A mean with its uncertainty, as it stands in the files. */
export interface Figure {
  value: number | null;
  n: number;
  interval: Bounds | null;
  tInterval: Bounds | null;
  exactBound: Bounds | null;
}

export interface TokensAt90 {
  tokens: Tokens;
  cutoff: Cutoff;
  interval: Bounds | null;
}

export type PerCutoff<T> = Record<'1' | '3' | '5' | '10', T>;

type RowMetrics = Record<CutoffMetric, PerCutoff<Figure>> &
  Record<PlainMetric, Figure> &
  Record<(typeof costKeys)[number], TokensAt90 | null>;

/** One line of the scorecard with everything that tables and curves show of it. */
export interface RowFigures extends Setup {
  n: number;
  contexts: number;
  meanTokens: number | null;
  metrics: RowMetrics;
  budgetCurve: { tokens: Tokens; hitRate: Figure; spanRecall: Figure; evidenceCoverage: Figure }[];
  /** null without questions. */
  baseline: {
    hitAt: PerCutoff<number | null>;
    recallAt: PerCutoff<number | null>;
    mrrAt10: number | null;
    ndcgAt10: number | null;
  };
  losses: Record<Loss, number>;
  rulesDiffer: number;
}

export function perCutoff<T>(make: (cutoff: Cutoff) => T): PerCutoff<T> {
  return { '1': make(1), '3': make(3), '5': make(5), '10': make(10) };
}

/** A row's metric, cluster by cluster; questions that are left out (NaN) count in none. */
export function clustered(values: ArrayLike<number>, { names, of }: Clusters): ClusterColumn {
  const sums = new Float64Array(names.length);
  const counts = new Float64Array(names.length);
  for (let question = 0; question < values.length; question++) {
    const value = values[question]!;
    if (Number.isNaN(value)) continue;
    sums[of[question]!]! += value;
    counts[of[question]!]!++;
  }
  return { sums, counts };
}

/** The first cutoff at which more than 90 % of a row's questions hit; null when none is. */
function rowCutoff({ columns, outcomes }: BenchmarkRow): Cutoff | null {
  const hits = (cutoff: Cutoff): number =>
    columns.get(keyAt('hitAt', cutoff))!.reduce((sum, value) => sum + value, 0);
  return outcomes.length === 0 ? null : cutoffAbove90(hits, outcomes.length);
}

/** The column behind a metric key of a row, costs at the row's own cutoff included; null where the row has no such figure. */
export function columnOf(row: BenchmarkRow, key: string, clusters: Clusters): ClusterColumn | null {
  const cost = costKeys.findIndex((name) => name === key);
  if (cost < 0) return clustered(row.columns.get(key)!, clusters);
  const cutoff = rowCutoff(row);
  return cutoff === null ? null : clustered(row.columns.get(keyAt(tokenMetrics[cost]!, cutoff))!, clusters);
}

/** The figures of every row, in their order. All cells share the bootstrap's draws. */
export function rowFigures(
  { rows, clusters, strategies, corpus }: BenchmarkRun,
  options: BootstrapOptions = {},
): RowFigures[] {
  const shares = estimateCells(
    rows.flatMap((row) => shareKeys.map((key) => columnOf(row, key, clusters)!)),
    { ...options, share: true },
  );
  const costs = rows.flatMap((row) => costKeys.map((key) => columnOf(row, key, clusters)));
  const costEstimates = estimateCells(
    costs.filter((column) => column !== null),
    options,
  );
  const n = corpus.questions.length;
  return rows.map((row, place) => {
    const figureOf = (key: string): Figure => {
      const { mean, n, low, high, t, method } = shares[place * shareKeys.length + shareKeys.indexOf(key)]!;
      return {
        value: rounded(mean),
        n,
        interval: method === 'bootstrap' ? bounds(low, high) : null,
        tInterval: t && bounds(t.low, t.high),
        exactBound: method === 'binomial' ? bounds(low, high) : null,
      };
    };
    const costOf = (cost: number): TokensAt90 | null => {
      const column = costs[place * costKeys.length + cost];
      if (!column) return null;
      const { mean, low, high } =
        costEstimates[
          costs.slice(0, place * costKeys.length + cost).filter((other) => other !== null).length
        ]!;
      return { tokens: rounded(mean!), cutoff: rowCutoff(row)!, interval: bounds(low, high) };
    };
    const { index, relevant } = strategies.find((run) => run.index.strategy.id === row.strategy)!;
    const contexts = index.contexts.length;
    const baseline = meanRandomBaseline(
      relevant.answer.map(({ length }) => ({ contexts, relevant: length })),
    );
    const losses = Object.fromEntries(
      LOSSES.map((stage) => [stage, row.outcomes.filter(({ loss }) => loss === stage).length]),
    ) as Record<Loss, number>;
    return {
      row: row.row,
      label: row.label,
      strategy: row.strategy,
      retriever: row.retriever,
      table: row.table,
      n,
      contexts,
      meanTokens:
        contexts === 0
          ? null
          : rounded(index.contextTokens.reduce((sum, tokens) => sum + tokens, 0) / contexts),
      metrics: {
        ...(Object.fromEntries(
          cutoffMetrics.map((metric) => [metric, perCutoff((cutoff) => figureOf(keyAt(metric, cutoff)))]),
        ) as Record<CutoffMetric, PerCutoff<Figure>>),
        ...(Object.fromEntries(plainMetrics.map((metric) => [metric, figureOf(metric)])) as Record<
          PlainMetric,
          Figure
        >),
        contextTokensAt90: costOf(0),
        uniqueContextTokensAt90: costOf(1),
      },
      budgetCurve: BUDGETS.map((tokens) => ({
        tokens,
        hitRate: figureOf(keyAt('hitRate', tokens)),
        spanRecall: figureOf(keyAt('spanRecall', tokens)),
        evidenceCoverage: figureOf(keyAt('evidenceCoverage', tokens)),
      })),
      baseline: {
        hitAt: perCutoff((cutoff) => rounded(baseline?.hitAt[cutoff] ?? null)),
        recallAt: perCutoff((cutoff) => rounded(baseline?.recallAt[cutoff] ?? null)),
        mrrAt10: rounded(baseline?.mrrAt10 ?? null),
        ndcgAt10: rounded(baseline?.ndcgAt10 ?? null),
      },
      losses,
      rulesDiffer: row.rulesDiffer,
    };
  });
}

/** Mean of a row's column; null where it has none. */
export function rowMean(row: BenchmarkRow, key: string, clusters: Clusters): number | null {
  const column = columnOf(row, key, clusters);
  return column && columnMean(column);
}
