import { columnMean, type ClusterColumn } from './aggregate';
import { comparePairs, type CompareOptions, type Comparison } from './compare';
import { compareMissingLast } from './order';

/** A row in the order of a column, with the group that it cannot be told apart from. */
export interface GroupedRow {
  id: string;
  /** The column's value; `null` for a row without one. */
  value: number | null;
  /** 1-based; rows of one group share it. `null` for a row without a value. */
  group: number | null;
  /** First row of the group: the one that all others were compared with. */
  leader: string | null;
  /** Leader against this row; `null` for the leader itself and for rows without a value. */
  againstLeader: Comparison | null;
}

/**
 * Rows from best to worst, in groups whose order the data cannot establish.
 *
 * The best row leads the first group. Going down, a row stays in the group until the
 * leader beats one (`verdict`); that row leads the next group. Every row is compared
 * with its leader alone, so a chain of small gaps cannot tie the first with the last,
 * and groups never overlap. Each leader's comparisons with all rows below it are one
 * family for Holm's correction.
 *
 * Give all rows of the table over one question set: what is filtered from view stays in
 * here, so that nobody moves. A row without values (`null`, or no questions) comes last,
 * in no group. Equal values keep the order given.
 */
export function tieGroups(
  rows: readonly { id: string; column: ClusterColumn | null }[],
  options: CompareOptions = {},
): GroupedRow[] {
  const columns = new Map(rows.flatMap(({ id, column }) => (column ? [[id, column] as const] : [])));
  return tieGroupsBy(
    rows.map(({ id, column }) => ({ id, value: column && columnMean(column) })),
    (pairs) => comparePairs(columns, pairs, options),
    options.direction,
  );
}

/** The same for figures that are no means of a column: whoever has them says how pairs compare. */
export function tieGroupsBy(
  rows: readonly { id: string; value: number | null }[],
  comparePairs: (pairs: readonly (readonly [string, string])[]) => Comparison[],
  direction: CompareOptions['direction'] = 'higher',
): GroupedRow[] {
  const compare = compareMissingLast(direction === 'lower' ? 'ascending' : 'descending');
  const sorted = [...rows].sort((x, y) => compare(x.value, y.value));
  const ids = sorted.filter(({ value }) => value !== null).map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw new RangeError(`row ids repeat: ${rows.map(({ id }) => id).join(', ')}`);

  const grouped = new Map<string, Omit<GroupedRow, 'id' | 'value'>>();
  let group = 0;
  for (let first = 0; first < ids.length;) {
    const leader = ids[first]!;
    group++;
    grouped.set(leader, { group, leader, againstLeader: null });
    const below = ids.slice(first + 1);
    const found = comparePairs(below.map((id) => [leader, id] as const));
    const beaten = found.findIndex((comparison) => comparison.verdict.kind === 'beats');
    const members = beaten < 0 ? found : found.slice(0, beaten);
    for (const comparison of members) grouped.set(comparison.b, { group, leader, againstLeader: comparison });
    first += 1 + members.length;
  }
  return sorted.map(({ id, value }) => ({
    id,
    value,
    ...(grouped.get(id) ?? { group: null, leader: null, againstLeader: null }),
  }));
}

/**
 * The rows that a row cannot be separated from, in the order given: what stands in the
 * label of a highlighted row. Rows without values are not among them.
 */
export function inseparableFrom(
  id: string,
  rows: readonly { id: string; column: ClusterColumn | null }[],
  options: CompareOptions = {},
): string[] {
  const columns = new Map(
    rows.flatMap((row) =>
      row.column && columnMean(row.column) !== null ? [[row.id, row.column] as const] : [],
    ),
  );
  if (!columns.has(id)) return [];
  const others = [...columns.keys()].filter((other) => other !== id);
  return comparePairs(
    columns,
    others.map((other) => [id, other] as const),
    options,
  )
    .filter((comparison) => comparison.verdict.kind === 'notEstablished')
    .map((comparison) => comparison.b);
}

/**
 * The row to highlight: highest nDCG@10 to three decimals, then fewer context tokens (a
 * row that has none, because it never passes 90 %, comes after those that do), then the
 * order given. `null` when no row has an nDCG@10.
 */
export function bestRow<T extends { ndcgAt10: number | null; contextTokensAt90: number | null }>(
  rows: readonly T[],
): T | null {
  const rounded = (row: T): number => Math.round(row.ndcgAt10! * 1_000);
  const fewer = compareMissingLast('ascending');
  const candidates = rows.filter((row) => row.ndcgAt10 !== null);
  return (
    candidates.sort(
      (x, y) => rounded(y) - rounded(x) || fewer(x.contextTokensAt90, y.contextTokensAt90),
    )[0] ?? null
  );
}
