import { drawnClusters, type BootstrapOptions } from './bootstrap';
import { holm, verdict, type CompareOptions, type Comparison } from './compare';
import { quantiles } from './quantile';
import { signPatterns } from './signFlip';

/**
 * What a row hits and costs at each of several cutoffs, added up per cluster. What it costs to
 * hit a wanted share is the cost at the first cutoff that does, so the cutoff is part of the figure.
 */
export interface CutoffColumns {
  /** By cutoff, from the smallest on: hits of each cluster, whole numbers. */
  hits: readonly Float64Array[];
  costs: readonly Float64Array[];
  /** Questions of each cluster. */
  counts: Float64Array;
}

/** A cost with what uncertainty about its cutoff leaves of it. */
export interface CostEstimate {
  /** Place of the first cutoff that passes; null when none does, and then there is no cost. */
  cutoff: number | null;
  cost: number | null;
  /** 95 % percentile interval; null without at least two clusters, or where no draw passes. `high` is Infinity where the draws reach it. */
  interval: [low: number, high: number] | null;
  /** Share of the draws in which no cutoff passes. */
  noneShare: number;
}

/** Whether so many hits of n questions are more than 90 %, in whole numbers: 720 of 800 are not. */
const passes = (hits: number, n: number): boolean => 10 * hits > 9 * n;

/**
 * The cost of passing 90 % of each row. Every draw of clusters looks for its own cutoff: held
 * fixed, an interval would say how sure the cost *at that cutoff* is, and leave out that
 * another sample would have needed another one. A draw in which no cutoff passes costs more
 * than any other.
 */
export function costsAt90(rows: readonly CutoffColumns[], options: BootstrapOptions = {}): CostEstimate[] {
  const drawn = rows[0] && drawnClusters(rows[0].counts.length, options);
  return rows.map((row) => {
    const n = total(row.counts);
    const cutoff = row.hits.findIndex((hits) => passes(total(hits), n));
    const found = {
      cutoff: cutoff < 0 ? null : cutoff,
      cost: cutoff < 0 ? null : total(row.costs[cutoff]!) / n,
    };
    if (row.counts.filter((count) => count > 0).length < 2) return { ...found, interval: null, noneShare: 0 };
    const costs = drawnCosts(row, drawn!);
    const [low, high] = finiteQuantiles(costs);
    return {
      ...found,
      interval: low === Infinity ? null : [low, high],
      noneShare: costs.filter((cost) => cost === Infinity).length / costs.length,
    };
  });
}

/**
 * Which of two rows passes 90 % more cheaply, for each pair: the paired difference with a cutoff
 * found anew in every draw, and a permutation test that swaps the two rows' outcomes cluster by
 * cluster and looks for both cutoffs again. With a cutoff that never changes this is the
 * sign-flip test of the mean. Two rows that both never pass differ by nothing.
 *
 * The pairs of one call are the family of Holm's correction. Ends of an interval may be infinite.
 */
export function compareCostsAt90(
  rows: ReadonlyMap<string, CutoffColumns>,
  pairs: readonly (readonly [string, string])[],
  options: CompareOptions = {},
): Comparison[] {
  const rowOf = (id: string): CutoffColumns => {
    const row = rows.get(id);
    if (!row) throw new RangeError(`no row "${id}" among ${[...rows.keys()].join(', ')}`);
    return row;
  };
  const clusters = rows.values().next().value?.counts.length ?? 0;
  const drawn = drawnClusters(clusters, options);
  const costs = new Map<string, Float64Array>();
  const costsOf = (id: string): Float64Array => {
    const known = costs.get(id) ?? drawnCosts(rowOf(id), drawn);
    costs.set(id, known);
    return known;
  };
  const found = pairs.map(([a, b]) => {
    const [first, second] = [costsOf(a), costsOf(b)];
    const differences = first.map((cost, draw) => difference(cost, second[draw]!));
    const [low, high] =
      rowOf(a).counts.filter((count) => count > 0).length < 2 ? [null, null] : finiteQuantiles(differences);
    const mean = difference(costOf(rowOf(a)), costOf(rowOf(b)));
    return { a, b, difference: { mean, low, high }, ...swapTest(rowOf(a), rowOf(b), mean, options) };
  });
  const adjusted = holm(found.map(({ p }) => p));
  return found.map((pair, i) => {
    const own = { ...pair, adjustedP: adjusted[i]! };
    return { ...own, verdict: verdict(own.a, own.b, own, options.direction) };
  });
}

/** The cost of a row on all its questions; Infinity where no cutoff passes. */
export function costOf({ hits, costs, counts }: CutoffColumns): number {
  const n = total(counts);
  const cutoff = hits.findIndex((found) => passes(total(found), n));
  return cutoff < 0 ? Infinity : total(costs[cutoff]!) / n;
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** a − b, where two that never pass differ by nothing. */
const difference = (a: number, b: number): number => (a === b ? 0 : a - b);

function drawnCosts({ hits, costs, counts }: CutoffColumns, drawn: Int32Array): Float64Array {
  const clusters = counts.length;
  const found = new Float64Array(drawn.length / clusters);
  for (let draw = 0, start = 0; draw < found.length; draw++, start += clusters) {
    const end = start + clusters;
    const sum = (values: Float64Array): number => {
      let all = 0;
      for (let at = start; at < end; at++) all += values[drawn[at]!]!;
      return all;
    };
    const n = sum(counts);
    const cutoff = hits.findIndex((own) => passes(sum(own), n));
    found[draw] = cutoff < 0 ? Infinity : sum(costs[cutoff]!) / n;
  }
  return found;
}

/** Quantiles of type 7 at 2.5 and 97.5 % of values that may be infinite: an end between a finite and an infinite value is infinite. */
function finiteQuantiles(values: Float64Array): [low: number, high: number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === values.length) {
    const [low, high] = quantiles(values, [0.025, 0.975]);
    return [low!, high!];
  }
  const sorted = values.slice().sort();
  const at = (p: number): number => {
    const position = (sorted.length - 1) * p;
    const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
    const part = position - Math.floor(position);
    if (below === above || part === 0) return below;
    return Number.isFinite(below) && Number.isFinite(above)
      ? below + (above - below) * part
      : p < 0.5
        ? below
        : above;
  };
  return [at(0.025), at(0.975)];
}

/** How often the difference is at least as large when chance decides, cluster by cluster, which row is which. */
function swapTest(
  a: CutoffColumns,
  b: CutoffColumns,
  observed: number,
  options: CompareOptions,
): { p: number | null; exact: boolean } {
  const clusters = a.counts.length;
  if (clusters === 0) return { p: null, exact: true };
  const { signs, exact } = signPatterns(clusters, options);
  const patterns = signs.length / clusters;
  const n = total(a.counts);
  const cutoffs = a.hits.length;
  /** Per cluster: half of a − b in hits at each cutoff, then in costs. */
  const halves = new Float64Array(clusters * 2 * cutoffs);
  const middle = new Float64Array(2 * cutoffs);
  for (let c = 0; c < 2 * cutoffs; c++) {
    const [own, other] =
      c < cutoffs ? [a.hits[c]!, b.hits[c]!] : [a.costs[c - cutoffs]!, b.costs[c - cutoffs]!];
    for (let g = 0; g < clusters; g++) {
      halves[g * 2 * cutoffs + c] = (own[g]! - other[g]!) / 2;
      middle[c]! += (own[g]! + other[g]!) / 2;
    }
  }
  const apart = new Float64Array(2 * cutoffs);
  const size = Math.abs(observed);
  const threshold = Number.isFinite(size) ? size - 1e-9 * Math.max(1, size) : size;
  let asFar = 0;
  for (let pattern = 0, s = 0; pattern < patterns; pattern++) {
    apart.fill(0);
    for (let at = 0; at < halves.length;) {
      const sign = signs[s++]!;
      for (let c = 0; c < apart.length; c++) apart[c]! += sign * halves[at++]!;
    }
    const side = (direction: 1 | -1): number => {
      for (let c = 0; c < cutoffs; c++)
        if (passes(middle[c]! + direction * apart[c]!, n))
          return (middle[cutoffs + c]! + direction * apart[cutoffs + c]!) / n;
      return Infinity;
    };
    if (Math.abs(difference(side(1), side(-1))) >= threshold) asFar++;
  }
  return { p: exact ? asFar / patterns : (asFar + 1) / (patterns + 1), exact };
}
