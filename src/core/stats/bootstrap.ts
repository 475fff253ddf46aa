import {
  clusterColumn,
  columnCount,
  columnMean,
  differenceOf,
  filledClusters,
  type ClusterColumn,
} from './aggregate';
import { quantiles } from './quantile';
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
export function bootstrapMean(
  clusters: readonly ArrayLike<number>[],
  options: BootstrapOptions = {},
): Interval {
  return bootstrapCells([clusterColumn(clusters)], options)[0]!;
}

/**
 * The interval of the paired difference a − b. Both hold the same questions in the same
 * clusters and order; a row against itself gives exactly 0, 0, 0.
 */
export function bootstrapDifference(
  a: readonly ArrayLike<number>[],
  b: readonly ArrayLike<number>[],
  options: BootstrapOptions = {},
): Interval {
  return bootstrapMean(pairedDifferences(a, b), options);
}

/** a − b per question, cluster by cluster; unlike shapes are a RangeError. */
export function pairedDifferences(
  a: readonly ArrayLike<number>[],
  b: readonly ArrayLike<number>[],
): number[][] {
  if (a.length !== b.length)
    throw new RangeError(`paired rows have ${a.length} and ${b.length} clusters, expected the same`);
  return a.map((values, g) => {
    const other = b[g]!;
    if (values.length !== other.length)
      throw new RangeError(
        `cluster ${g} has ${values.length} and ${other.length} values, expected the same questions in paired rows`,
      );
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
  if (!Number.isInteger(draws) || draws < 1)
    throw new RangeError(`draws is ${draws}, expected a whole number of at least 1`);
  const clusters = cells[0]?.sums.length ?? 0;
  for (const { sums, counts } of cells) {
    if (sums.length !== clusters || counts.length !== clusters)
      throw new RangeError(
        `a cell has ${sums.length} sums and ${counts.length} counts, expected ${clusters} as in the first cell`,
      );
  }
  const drawn = drawClusters(draws, clusters, seed);
  const totals = new Map<string, Float64Array>();
  const sums = Array.from({ length: LANES }, () => new Float64Array(draws));
  const found: Interval[] = [];
  for (let first = 0; first < cells.length; first += LANES) {
    const block = cells.slice(first, first + LANES);
    addDrawn(
      block.map((cell) => cell.sums),
      drawn,
      sums,
    );
    block.forEach((cell, lane) => {
      const mean = columnMean(cell);
      const reason = undefinedReason(cell.counts);
      if (reason) {
        found.push({ mean, low: null, high: null, reason });
        return;
      }
      const key = cell.counts.join();
      let total = totals.get(key);
      if (!total) {
        total = new Float64Array(draws);
        addDrawn([cell.counts], drawn, [total]);
        totals.set(key, total);
      }
      const [low, high] = quantiles(ratios(sums[lane]!, total), [0.025, 0.975]);
      found.push({ mean, low: low!, high: high! });
    });
  }
  return found;
}

/** Why a column has no interval, or `undefined` when it has one. */
export function undefinedReason(counts: Float64Array): string | undefined {
  const n = columnCount(counts);
  if (n < 2) return `interval not defined with n = ${n}`;
  return filledClusters(counts) < 2 ? `interval not defined with 1 cluster (n = ${n})` : undefined;
}

/** Which clusters each draw takes: row numbers of a table, one draw after the other. */
interface Drawn {
  clusters: number;
  rows: Int32Array;
  /** The same two by two, as rows of a table of pair sums; `null` where that table would be large. */
  pairs: Int32Array | null;
}

/** Which clusters every draw takes, draw after draw: the same ones for all figures over the same clusters. */
export function drawnClusters(
  clusters: number,
  { draws = BOOTSTRAP_DRAWS, seed = STATISTICS_SEED }: BootstrapOptions = {},
): Int32Array {
  const random = randomSource(seed);
  const rows = new Int32Array(draws * clusters);
  for (let i = 0; i < rows.length; i++) rows[i] = (random() * clusters) | 0;
  return rows;
}

function drawClusters(draws: number, clusters: number, seed: number): Drawn {
  const rows = drawnClusters(clusters, { draws, seed });
  if (clusters > 24) return { clusters, rows, pairs: null };
  const pairs = new Int32Array(draws * Math.ceil(clusters / 2));
  for (let start = 0, p = 0; start < rows.length; start += clusters) {
    for (let g = 0; g < clusters; g += 2)
      pairs[p++] = rows[start + g]! * (clusters + 1) + (g + 1 < clusters ? rows[start + g + 1]! : clusters);
  }
  return { clusters, rows, pairs };
}

/** Divides in place, leaving out draws without any question. */
function ratios(sums: Float64Array, totals: Float64Array): Float64Array {
  let defined = 0;
  for (let d = 0; d < sums.length; d++) if (totals[d]! > 0) sums[defined++] = sums[d]! / totals[d]!;
  return sums.subarray(0, defined);
}

const LANES = 8;

/**
 * Adds up to eight columns over each draw into `out`.
 *
 * Whole numbers (hits, counts) add up to the same in any order, so pairs of clusters are
 * added beforehand and looked up: half the work. All others keep the order of the draw.
 */
function addDrawn(
  columns: readonly Float64Array[],
  { clusters, rows, pairs }: Drawn,
  out: readonly Float64Array[],
): void {
  const whole = columns.every((column) =>
    column.every((value) => Number.isInteger(value) && Math.abs(value) * clusters <= Number.MAX_SAFE_INTEGER),
  );
  if (!pairs || !whole) {
    const table = new Float64Array(LANES * clusters);
    columns.forEach((column, lane) => column.forEach((value, g) => (table[g * LANES + lane] = value)));
    addRows(table, rows, out);
    return;
  }
  const width = clusters + 1; // one more for the odd cluster out, which has no second
  const table = new Float64Array(LANES * clusters * width);
  columns.forEach((column, lane) => {
    for (let a = 0; a < clusters; a++)
      for (let b = 0; b < width; b++) table[(a * width + b) * LANES + lane] = column[a]! + (column[b] ?? 0);
  });
  addRows(table, pairs, out);
}

/** Sums of table rows, as many for each draw, eight lanes side by side: a sum has to wait for its last addition, eight do not. */
function addRows(table: Float64Array, rows: Int32Array, out: readonly Float64Array[]): void {
  const out0 = out[0]!;
  const [, out1 = out0, out2 = out0, out3 = out0, out4 = out0, out5 = out0, out6 = out0, out7 = out0] = out;
  const perDraw = rows.length / out0.length;
  for (let draw = 0, p = 0; draw < out0.length; draw++) {
    let s0 = 0,
      s1 = 0,
      s2 = 0,
      s3 = 0,
      s4 = 0,
      s5 = 0,
      s6 = 0,
      s7 = 0;
    for (const end = p + perDraw; p < end; p++) {
      const at = rows[p]! * LANES;
      s0 += table[at]!;
      s1 += table[at + 1]!;
      s2 += table[at + 2]!;
      s3 += table[at + 3]!;
      s4 += table[at + 4]!;
      s5 += table[at + 5]!;
      s6 += table[at + 6]!;
      s7 += table[at + 7]!;
    }
    // Lanes without a place of their own point at the first, which is written last.
    out7[draw] = s7;
    out6[draw] = s6;
    out5[draw] = s5;
    out4[draw] = s4;
    out3[draw] = s3;
    out2[draw] = s2;
    out1[draw] = s1;
    out0[draw] = s0;
  }
}
