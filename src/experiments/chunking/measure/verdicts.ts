import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { comparePairs } from '../../../core/stats/compare';
import { compareCostsAt90 } from '../../../core/stats/costAtShare';
import { storedComparison, type PairedComparison } from '../../../core/stats/stored';
import { bestRow, tieGroups, tieGroupsBy } from '../../../core/stats/tieGroups';
import type { BenchmarkRow, BenchmarkRun } from './benchmark';
import type { BenchmarkStep } from '../../../datasets/corpus';
import { columnOf, costColumns, isCostKey, rowMean } from './figures';
import { costKeys, sortableKeys } from './metricKeys';

interface TieGroups {
  table: 'main' | 'second';
  metric: string;
  groups: string[][];
}

export interface Verdicts {
  best: { row: string; notSeparatedFrom: string[] } | null;
  comparisons: (PairedComparison & { chosen: 'declared' | 'after looking' })[];
  tieGroups: TieGroups[];
}

export interface VerdictOptions extends BootstrapOptions {
  /** Which tie groups to make, since they take most of the time; all unless told. */
  groups?: (group: Pick<TieGroups, 'table' | 'metric'>) => boolean;
  /** Context tokens to >90 % of each row, for a run that has no text to count them in; they break ties for the best row. */
  costs?: ReadonlyMap<string, number | null>;
}

/** The metric that rows are compared by. */
export const comparedMetric = 'ndcgAt10';

const tables = ['main', 'second'] as const;

/**
 * The pairs that are compared, fixed before anything is measured except which row is best:
 * every row of the first table with its best row; in the second each blend with its plain
 * twin, and each hybrid with BM25 on the same strategy.
 */
function declaredPairs(
  rows: readonly BenchmarkRow[],
  best: string | null,
  table: 'main' | 'second',
): [string, string][] {
  if (table === 'main')
    return best === null
      ? []
      : rows.filter((row) => row.table === 'main' && row.row !== best).map(({ row }) => [best, row]);
  /** A twin that was not asked for has no pair. */
  const pairWith = (
    row: string,
    strategy: string,
    retriever: BenchmarkRow['retriever'],
  ): [string, string][] =>
    rows
      .filter((other) => other.strategy === strategy && other.retriever === retriever)
      .map((other) => [row, other.row]);
  return rows.flatMap(({ row, strategy, retriever }): [string, string][] => {
    switch (retriever) {
      case 'bm25':
      case 'word-overlap':
      case 'embedding':
        return [];
      case 'index':
        return pairWith(row, strategy, 'embedding');
      case 'embedding-blend':
        return pairWith(row, strategy, 'embedding');
      case 'hybrid':
        return pairWith(row, strategy, 'bm25');
      case 'hybrid-blend':
        return [...pairWith(row, strategy, 'hybrid'), ...pairWith(row, strategy, 'bm25')];
    }
  });
}

/** Rows from cheap to dear; the cutoff of each is found anew in every draw and every swap. */
function costGroups(
  rows: readonly BenchmarkRow[],
  key: (typeof costKeys)[number],
  clusters: BenchmarkRun['clusters'],
  options: BootstrapOptions,
) {
  const columns = new Map(rows.map((row) => [row.row, costColumns(row, key, clusters)] as const));
  return tieGroupsBy(
    rows.map((row) => ({ id: row.row, value: rowMean(row, key, clusters) })),
    (pairs) => compareCostsAt90(columns, pairs, { ...options, direction: 'lower' }),
    'lower',
  );
}

/** The row to highlight; null where no row found anything, for then none is better than another. */
function bestOf(
  { rows, clusters }: Pick<BenchmarkRun, 'rows' | 'clusters'>,
  costs: VerdictOptions['costs'],
): string | null {
  const costOf = (row: BenchmarkRow): number | null =>
    costs ? (costs.get(row.row) ?? null) : rowMean(row, 'contextTokensAt90', clusters);
  return (
    bestRow(
      rows
        .filter(({ table }) => table === 'main')
        .map((row) => ({
          row: row.row,
          ndcgAt10: rowMean(row, 'ndcgAt10', clusters),
          contextTokensAt90: costOf(row),
        }))
        .filter(({ ndcgAt10 }) => ndcgAt10 !== 0),
    )?.row ?? null
  );
}

/**
 * What the data say about the order of the rows. The declared pairs of one table are one
 * family for Holm's correction; tie groups correct within each leader's comparisons.
 */
export async function verdicts(
  run: Pick<BenchmarkRun, 'rows' | 'clusters'>,
  options: VerdictOptions = {},
  step?: BenchmarkStep,
): Promise<Verdicts> {
  const { rows, clusters } = run;
  const best = bestOf(run, options.costs);
  const columns = new Map(rows.map((row) => [row.row, columnOf(row, comparedMetric, clusters)] as const));
  const comparisons = tables.flatMap((table) => {
    const pairs = declaredPairs(rows, best, table);
    // Which row is best is seen in the figures; the pairs of the second table were written down before.
    const chosen = table === 'main' ? ('after looking' as const) : ('declared' as const);
    return comparePairs(columns, pairs, options).map((found) => ({
      ...storedComparison(found, comparedMetric, clusters.names.length),
      chosen,
    }));
  });
  const groups: TieGroups[] = [];
  const wanted = tables
    .flatMap((table) =>
      rows.some((row) => row.table === table)
        ? [...sortableKeys, ...costKeys].map((metric) => ({ table, metric }))
        : [],
    )
    .filter((group) => options.groups?.(group) ?? true);
  for (const [done, { table, metric }] of wanted.entries()) {
    await step?.({ kind: 'grouping ties' }, done, wanted.length);
    const own = rows.filter((row) => row.table === table);
    const grouped = isCostKey(metric)
      ? costGroups(own, metric, clusters, options)
      : tieGroups(
          own.map((row) => ({ id: row.row, column: columnOf(row, metric, clusters) })),
          options,
        );
    const members: string[][] = [];
    for (const { id, group } of grouped) if (group !== null) (members[group - 1] ??= []).push(id);
    groups.push({ table, metric, groups: members });
  }
  await step?.({ kind: 'grouping ties' }, wanted.length, wanted.length);
  const notSeparatedFrom = comparisons
    .filter(({ a, verdict }) => a === best && verdict === 'not established')
    .map(({ b }) => b);
  return { best: best === null ? null : { row: best, notSeparatedFrom }, comparisons, tieGroups: groups };
}
