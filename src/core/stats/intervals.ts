import { columnCount, columnMean, filledClusters, type ClusterColumn } from './aggregate';
import { bootstrapCells, undefinedReason, type BootstrapOptions, type Interval } from './bootstrap';
import { studentQuantile } from './studentT';

/**
 * A figure as a table shows it: mean, the interval to draw, how that was made, a second
 * interval for few clusters, and what it rests on.
 */
export interface Estimate extends Interval {
  /** `bootstrap`: percentile interval; `binomial`: exact bound of a share at 0 or 1; `null`: no interval. */
  method: 'bootstrap' | 'binomial' | null;
  /** t interval with G − 1 degrees of freedom; `null` where no interval is defined, and beside an exact bound. */
  t: { low: number; high: number } | null;
  /** Questions. */
  n: number;
  /** Clusters with at least one question. */
  clusters: number;
}

export interface EstimateOptions extends BootstrapOptions {
  /** Values lie in 0–1 (rates, nDCG): extremes get the exact bound, and t intervals are cut to 0–1. */
  share?: boolean;
}

/**
 * Every cell of a table with its interval; all cells share their clusters and the draws.
 *
 * A share of exactly 0 or 1 has a bootstrap interval of no width, which would claim
 * certainty; it gets the exact binomial bound over clusters instead.
 */
export function estimateCells(
  cells: readonly ClusterColumn[],
  { share = false, ...options }: EstimateOptions = {},
): Estimate[] {
  return bootstrapCells(cells, options).map((interval, i) => {
    const column = cells[i]!;
    const n = columnCount(column.counts);
    const clusters = filledClusters(column.counts);
    if (interval.reason) return { ...interval, method: null, t: null, n, clusters };
    if (share && (interval.mean === 0 || interval.mean === 1)) {
      return {
        mean: interval.mean,
        ...extremeBound(interval.mean, clusters),
        method: 'binomial',
        t: null,
        n,
        clusters,
      };
    }
    return {
      ...interval,
      method: 'bootstrap',
      t: tInterval(column, share ? [0, 1] : undefined),
      n,
      clusters,
    };
  });
}

/**
 * 95 % t interval of the mean over questions, with G − 1 degrees of freedom for G
 * clusters that hold questions: honest where G is too small for the bootstrap.
 *
 * The centre is the same ratio (sum over count) as everywhere else. Its standard error
 * is that of a ratio under cluster sampling (Cochran 1977, 6.4): with
 * e_g = sum_g − mean · count_g, se² = G/(G−1) · Σ e_g² / (Σ count_g)². With equal counts
 * this is the ordinary t interval of the G cluster means; a plain mean of cluster means
 * would have another centre when counts differ. `null` where no interval is defined.
 */
export function tInterval(
  column: ClusterColumn,
  within: readonly [number, number] = [-Infinity, Infinity],
): { low: number; high: number } | null {
  const mean = columnMean(column);
  if (mean === null || undefinedReason(column.counts)) return null;
  const clusters = filledClusters(column.counts);
  let squares = 0;
  for (let g = 0; g < column.sums.length; g++) squares += (column.sums[g]! - mean * column.counts[g]!) ** 2;
  const error = Math.sqrt((clusters / (clusters - 1)) * squares) / columnCount(column.counts);
  const reach = studentQuantile(0.975, clusters - 1) * error;
  return { low: Math.max(within[0], mean - reach), high: Math.min(within[1], mean + reach) };
}

/**
 * What a share of exactly 0 or 1 in all of G clusters still allows: the two-sided 95 %
 * Clopper–Pearson interval with the clusters, not the questions, as trials. None of 16
 * gives 0 to 0.206; all of 16 gives 0.794 to 1. No cluster gives 0 to 1.
 */
export function extremeBound(share: 0 | 1, clusters: number): { low: number; high: number } {
  if (!Number.isInteger(clusters) || clusters < 0)
    throw new RangeError(`clusters is ${clusters}, expected a whole number of at least 0`);
  const root = clusters === 0 ? 0 : 0.025 ** (1 / clusters);
  return share === 0 ? { low: 0, high: 1 - root } : { low: root, high: 1 };
}
