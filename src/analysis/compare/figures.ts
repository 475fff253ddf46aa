import { bootstrapCells, type BootstrapOptions, type Interval } from '../../core/stats/bootstrap';
import { comparePairs, type Comparison } from '../../core/stats/compare';
import { columnDifference, type ClusterColumn } from '../../core/stats/aggregate';
import { estimateCells, type Estimate } from '../../core/stats/intervals';
import type { CompareQuestion, SharedQuestion } from './compare';

/** What differences are taken of. */
export const compareMetrics = ['hit', 'reciprocalRank'] as const;
export type CompareMetric = (typeof compareMetrics)[number];

/** Values of the shared questions in columns: cheap to hand to a worker. */
export interface CompareColumns {
  /** Cluster of each question, as its number. */
  clusterOf: Int32Array;
  clusters: number;
  /** Families of the chosen grouping, in the order in which they appear; null where a question has none. */
  families: (string | null)[];
  /** Family of each question, as its number. */
  familyOf: Int32Array;
  /** One per run. */
  values: Float64Array[];
}

export interface FamilyDifference {
  family: string | null;
  n: number;
  a: number;
  b: number;
  /** a − b, paired, over the clusters that the family touches. */
  difference: Interval;
}

export interface CompareFigures {
  /** Mean of each run over the shared questions. */
  means: Estimate[];
  /** Every pair of runs, named by their places; Holm's correction covers them all. */
  pairs: Comparison[];
  /** Of the chosen pair. */
  families: FamilyDifference[];
}

/** The value that a metric takes from one outcome. */
export function metricValue(metric: CompareMetric, { outcome, reciprocalRank }: CompareQuestion): number {
  return metric === 'hit' ? outcome : reciprocalRank;
}

/** Clusters and families are those that the first run names. */
export function compareColumns(
  shared: readonly SharedQuestion[],
  metric: CompareMetric,
  grouping: string,
): CompareColumns {
  const clusterOf = numbered(shared.map(({ sides }) => sides[0]!.cluster));
  const familyOf = numbered(
    shared.map(({ sides }) =>
      Object.hasOwn(sides[0]!.families, grouping) ? sides[0]!.families[grouping]! : null,
    ),
  );
  const runs = shared[0]?.sides.length ?? 0;
  return {
    clusterOf: clusterOf.places,
    clusters: clusterOf.names.length,
    families: familyOf.names,
    familyOf: familyOf.places,
    values: Array.from({ length: runs }, (_, run) =>
      Float64Array.from(shared, ({ sides }) => metricValue(metric, sides[run]!)),
    ),
  };
}

/** Names by number in the order of first appearance. A Map: names come from data. */
function numbered<T>(names: readonly T[]): { names: T[]; places: Int32Array } {
  const known = new Map<T, number>();
  const places = Int32Array.from(names, (name) => {
    const place = known.get(name) ?? known.size;
    known.set(name, place);
    return place;
  });
  return { names: [...known.keys()], places };
}

/**
 * Means, paired differences with interval and verdict, and the chosen pair's differences
 * by family, all on the same questions and by draws over clusters.
 *
 * Without questions there is nothing: no means, no pairs, no families. Takes some 100 ms:
 * a worker's task.
 */
export function compareFigures(
  { clusterOf, clusters, families, familyOf, values }: CompareColumns,
  [a, b]: readonly [number, number],
  options: BootstrapOptions = {},
): CompareFigures {
  if (clusterOf.length === 0) return { means: [], pairs: [], families: [] };
  const column = (run: number, family: number | null): ClusterColumn => {
    const sums = new Float64Array(clusters);
    const counts = new Float64Array(clusters);
    clusterOf.forEach((cluster, question) => {
      if (family !== null && familyOf[question] !== family) return;
      sums[cluster]! += values[run]![question]!;
      counts[cluster]! += 1;
    });
    return { sums, counts };
  };
  const columns = values.map((_, run) => column(run, null));
  const pairs = values.flatMap((_, first) =>
    values.slice(first + 1).map((_, step): [string, string] => [String(first), String(first + 1 + step)]),
  );
  const byFamily = families.map((_, family) => [column(a, family), column(b, family)] as const);
  const differences = byFamily.map(([first, second]) => columnDifference(first, second));
  const intervals = bootstrapCells(differences, options);
  const total = (numbers: Float64Array) => numbers.reduce((sum, value) => sum + value, 0);
  return {
    means: estimateCells(columns, { share: true, ...options }),
    pairs: comparePairs(new Map(columns.map((own, run) => [String(run), own])), pairs, options),
    families: families.map((family, place) => {
      const [first, second] = byFamily[place]!;
      const n = total(first.counts);
      return {
        family,
        n,
        a: total(first.sums) / n,
        b: total(second.sums) / n,
        difference: intervals[place]!,
      };
    }),
  };
}
