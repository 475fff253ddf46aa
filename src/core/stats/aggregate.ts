/**
 * Items by key, keys in the order in which they first appear.
 *
 * A Map, because keys come from data: on a plain object `__proto__` is lost,
 * `constructor` is already there, and `10`, `9` change places.
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Number of items by key, keys in the order in which they first appear. */
export function countBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * One figure of one row, added up per cluster: all that intervals and tests need.
 *
 * `sums[g]` is the sum of the values of cluster g, `counts[g]` their number. A cluster
 * without questions has 0 and 0, and keeps its place so that rows stay comparable.
 */
export interface ClusterColumn {
  sums: Float64Array;
  counts: Float64Array;
}

/** Adds up the values of each cluster, in their order. A value that is not finite is a RangeError. */
export function clusterColumn(clusters: readonly ArrayLike<number>[]): ClusterColumn {
  const sums = new Float64Array(clusters.length);
  const counts = new Float64Array(clusters.length);
  clusters.forEach((values, g) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (!Number.isFinite(value))
        throw new RangeError(`value ${i} of cluster ${g} is ${value}, expected a finite number`);
      sum += value;
    }
    sums[g] = sum;
    counts[g] = values.length;
  });
  return { sums, counts };
}

/**
 * a − b per cluster, for two rows measured on the same questions.
 *
 * The counts must be equal cluster by cluster: a difference of means over unlike
 * questions is not a paired one.
 */
export function columnDifference(a: ClusterColumn, b: ClusterColumn): ClusterColumn {
  if (a.sums.length !== b.sums.length)
    throw new RangeError(
      `paired rows have ${a.sums.length} and ${b.sums.length} clusters, expected the same`,
    );
  const sums = new Float64Array(a.sums.length);
  for (let g = 0; g < sums.length; g++) {
    if (a.counts[g] !== b.counts[g])
      throw new RangeError(
        `cluster ${g} has ${a.counts[g]} and ${b.counts[g]} values, expected the same questions in paired rows`,
      );
    sums[g] = differenceOf(a.sums[g]!, b.sums[g]!);
  }
  return { sums, counts: a.counts };
}

/**
 * a − b, and exactly 0 where they differ by no more than rounding (1e-12 of the larger):
 * equal outcomes added up in another order must not pass for a small, steady gain.
 */
export function differenceOf(a: number, b: number): number {
  const difference = a - b;
  return Math.abs(difference) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}

/** Sum over count of all clusters: the mean over questions. `null` without any. */
export function columnMean({ sums, counts }: ClusterColumn): number | null {
  const n = columnCount(counts);
  let sum = 0;
  for (const value of sums) sum += value;
  return n === 0 ? null : sum / n;
}

/** Number of questions in all clusters. */
export function columnCount(counts: Float64Array): number {
  let n = 0;
  for (const count of counts) n += count;
  return n;
}

/** Clusters that hold at least one question. */
export function filledClusters(counts: Float64Array): number {
  let filled = 0;
  for (const count of counts) if (count > 0) filled++;
  return filled;
}
