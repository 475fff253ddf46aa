import { BUDGETS } from '../../../core/metrics/budget';
import { meanRandomBaseline } from '../../../core/metrics/baseline';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { columnMean, type ClusterColumn } from '../../../core/stats/aggregate';
import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { costOf, costsAt90, type CostEstimate, type CutoffColumns } from '../../../core/stats/costAtShare';
import { estimateCells } from '../../../core/stats/intervals';
import { rounded, storedEstimate, type Bounds } from '../../../core/stats/stored';
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
  type TokenMetric,
} from './metricKeys';
import { stagesOf, type Setup, type StageLosses } from './setups';

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
  /** Every draw looks for its own cutoff; the high end is null where draws without any reach it. */
  interval: [low: number, high: number | null] | null;
  /** Share of the draws in which no cutoff passes. */
  noneShare: number;
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
  losses: StageLosses;
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

/** The column behind a metric key of a row. */
export const columnOf = (row: BenchmarkRow, key: string, clusters: Clusters): ClusterColumn =>
  clustered(row.columns.get(key)!, clusters);

export const isCostKey = (key: string): key is (typeof costKeys)[number] =>
  costKeys.some((name) => name === key);

/** What a row hits and costs at every cutoff: its tokens to more than 90 % rest on both. */
export function costColumns(
  { columns }: Pick<BenchmarkRow, 'columns'>,
  key: (typeof costKeys)[number],
  clusters: Clusters,
): CutoffColumns {
  const sums = (metric: CutoffMetric | TokenMetric) =>
    CUTOFFS.map((cutoff) => clustered(columns.get(keyAt(metric, cutoff))!, clusters).sums);
  return {
    hits: sums('hitAt'),
    costs: sums(tokenMetrics[costKeys.indexOf(key)]!),
    counts: clustered(columns.get(keyAt('hitAt', 1))!, clusters).counts,
  };
}

/** A cost as it is stored; null for a row that never passes 90 %. */
export function tokensAt90({ cutoff, cost, interval, noneShare }: CostEstimate): TokensAt90 | null {
  return cutoff === null
    ? null
    : {
        tokens: rounded(cost!),
        cutoff: CUTOFFS[cutoff]!,
        interval: interval && [rounded(interval[0]), interval[1] === Infinity ? null : rounded(interval[1])],
        noneShare: rounded(noneShare),
      };
}

/** The figures of every row, in their order. All cells share the bootstrap's draws. */
export function rowFigures(
  { rows, clusters, strategies, corpus }: BenchmarkRun,
  options: BootstrapOptions = {},
): RowFigures[] {
  const shares = estimateCells(
    rows.flatMap((row) => shareKeys.map((key) => columnOf(row, key, clusters))),
    { ...options, share: true },
  );
  const costs = costsAt90(
    rows.flatMap((row) => costKeys.map((key) => costColumns(row, key, clusters))),
    options,
  );
  const n = corpus.questions.length;
  return rows.map((row, place) => {
    const figureOf = (key: string): Figure =>
      storedEstimate(shares[place * shareKeys.length + shareKeys.indexOf(key)]!);
    const costOf = (cost: number) => tokensAt90(costs[place * costKeys.length + cost]!);
    const { index, relevant } = strategies.find((run) => run.index.strategy.id === row.strategy)!;
    const contexts = index.contexts.length;
    const baseline = meanRandomBaseline(
      relevant.answer.map(({ length }) => ({ contexts, relevant: length })),
    );
    const losses = Object.fromEntries(
      stagesOf(row.retriever).map((stage) => [
        stage,
        row.outcomes.filter(({ loss }) => loss === stage).length,
      ]),
    ) as StageLosses;
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

/** Mean of a row's column, or its cost; null where it has none. */
export function rowMean(row: BenchmarkRow, key: string, clusters: Clusters): number | null {
  if (!isCostKey(key)) return columnMean(columnOf(row, key, clusters));
  const cost = costOf(costColumns(row, key, clusters));
  return cost === Infinity || Number.isNaN(cost) ? null : cost;
}
