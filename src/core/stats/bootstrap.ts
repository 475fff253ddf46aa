import { clusterColumn, columnCount, columnMean, differenceOf, filledClusters, type ClusterColumn } from './aggregate';
import { quantileInPlace } from './quantile';
import { randomSource, STATISTICS_SEED } from './rng';

export const BOOTSTRAP_DRAWS = 10_000;

export interface BootstrapOptions {
  /** Resamples; 10,000 unless told. */
  draws?: number;
  /** Seed of `d3.randomLcg`; 101009 unless told. */
  seed?: number;
}

/**
 * A mean over questions with its 95 % interval. `mean` is `null` without questions;
 * `low` and `high` are `null` where no interval is defined, and `reason` says why.
 */
export interface Interval {
  mean: number | null;
  low: number | null;
  high: number | null;
  reason?: string;
}

/**
 * How far the mean would move had other clusters (families, articles) been written:
 * 95 % percentile interval over resampled clusters, never over single questions, which
 * are not independent within one.
 *
 * `clusters` holds the values of each cluster's questions. A draw takes as many
 * clusters as there are, with replacement; its statistic is their sum over their count
 * of questions. Clusters without questions are drawn as well (all cells of a table share
 * the draws) and add nothing; a draw of only such clusters has no mean and is left out.
 * With one question, or questions in one cluster only, the interval is `null`.
 */
export function bootstrapMean(clusters: readonly ArrayLike<number>[], options: BootstrapOptions = {}): Interval {
  return bootstrapCells([clusterColumn(clusters)], options)[0]!;
}

/**
 * The interval of the paired difference a − b. Both hold the same questions in the same
 * clusters and order; a row against itself gives exactly 0, 0, 0.
 */
export function bootstrapDifference(a: readonly ArrayLike<number>[], b: readonly ArrayLike<number>[], options: BootstrapOptions = {}): Interval {
  return bootstrapMean(pairedDifferences(a, b), options);
}

/** a − b per question, cluster by cluster; unlike shapes are a RangeError. */
export function pairedDifferences(a: readonly ArrayLike<number>[], b: readonly ArrayLike<number>[]): number[][] {
  if (a.length !== b.length) throw new RangeError(`paired rows have ${a.length} and ${b.length} clusters, expected the same`);
  return a.map((values, g) => {
    const other = b[g]!;
    if (values.length !== other.length) throw new RangeError(`cluster ${g} has ${values.length} and ${other.length} values, expected the same questions in paired rows`);
    return Array.from(values, (value, i) => differenceOf(value, other[i]!));
  });
}

/**
 * `bootstrapMean` for many cells at once, bit for bit the same numbers.
 *
 * All cells have the same clusters in the same order and share the draws, so cells
 * differ by what they measured, not by luck. Fast because each cluster is one sum and
 * one count in a typed column, counts that several cells share are added up once, and
 * quantiles are selected instead of sorted.
 */
export function bootstrapCells(cells: readonly ClusterColumn[], options: BootstrapOptions = {}): Interval[] {
  const { draws = BOOTSTRAP_DRAWS, seed = STATISTICS_SEED } = options;
  if (!Number.isInteger(draws) || draws < 1) throw new RangeError(`draws is ${draws}, expected a whole number of at least 1`);
  const clusters = cells[0]?.sums.length ?? 0;
  for (const { sums, counts } of cells) {
    if (sums.length !== clusters || counts.length !== clusters) throw new RangeError(`a cell has ${sums.length} sums and ${counts.length} counts, expected ${clusters} as in the first cell`);
  }
  const random = randomSource(seed);
  const drawn = new Uint32Array(draws * clusters);
  for (let i = 0; i < drawn.length; i++) drawn[i] = random() * clusters;

  const totals = new Map<string, Float64Array>();
  const statistics = new Float64Array(draws);
  return cells.map((cell) => {
    const mean = columnMean(cell);
    const reason = undefinedReason(cell.counts);
    if (reason) return { mean, low: null, high: null, reason };
    const key = cell.counts.join();
    let total = totals.get(key);
    if (!total) totals.set(key, (total = addDrawn(cell.counts, drawn, new Float64Array(draws))));
    addDrawn(cell.sums, drawn, statistics);
    let defined = 0;
    for (let d = 0; d < draws; d++) {
      const n = total[d]!;
      if (n > 0) statistics[defined++] = statistics[d]! / n;
    }
    const values = statistics.subarray(0, defined);
    return { mean, low: quantileInPlace(values, 0.025), high: quantileInPlace(values, 0.975) };
  });
}

/** Why a column has no interval, or `undefined` when it has one. */
export function undefinedReason(counts: Float64Array): string | undefined {
  const n = columnCount(counts);
  if (n < 2) return `interval not defined with n = ${n}`;
  return filledClusters(counts) < 2 ? `interval not defined with 1 cluster (n = ${n})` : undefined;
}

/** Adds up a column over each draw, four draws side by side: a sum has to wait for its last addition, four do not. */
function addDrawn(column: Float64Array, drawn: Uint32Array, out: Float64Array): Float64Array {
  const width = column.length;
  let draw = 0;
  for (; draw + 4 <= out.length; draw += 4) {
    let p = draw * width;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (const end = p + width; p < end; p++) {
      a += column[drawn[p]!]!;
      b += column[drawn[p + width]!]!;
      c += column[drawn[p + 2 * width]!]!;
      d += column[drawn[p + 3 * width]!]!;
    }
    out[draw] = a;
    out[draw + 1] = b;
    out[draw + 2] = c;
    out[draw + 3] = d;
  }
  for (; draw < out.length; draw++) {
    let sum = 0;
    for (let p = draw * width, end = p + width; p < end; p++) sum += column[drawn[p]!]!;
    out[draw] = sum;
  }
  return out;
}
