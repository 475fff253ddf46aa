/** Misses and the questions that they are counted over. */
export interface MissCount {
  lost: number;
  n: number;
}

export interface MatrixColumn {
  id: string;
  label: string;
  /** The label where there is room for it. */
  fullLabel: string;
  /** Heading above neighbouring columns of the same kind. */
  group: string;
}

export interface MatrixRow {
  id: string;
  label: string;
  /** In the order of the columns. */
  cells: MissCount[];
  /** Over all columns. */
  total: MissCount;
}

export interface MatrixGroup {
  id: string;
  label: string;
  rows: MatrixRow[];
  /** Per column, over the rows of the group. */
  totals: MissCount[];
}

export interface FailureMatrixModel {
  columns: readonly MatrixColumn[];
  groups: MatrixGroup[];
  /** Per column, over all rows. */
  totals: MissCount[];
}

/** A sum of shares without the last digits that floating point adds: 48, not 47.99999999999999. */
export function sumLost(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) * 1e9) / 1e9;
}

export function addCounts(counts: readonly MissCount[]): MissCount {
  return { lost: sumLost(counts.map(({ lost }) => lost)), n: counts.reduce((sum, { n }) => sum + n, 0) };
}

/** Families by columns, with totals of both. Families without questions keep their row, with n = 0. */
export function failureMatrix(
  columns: readonly MatrixColumn[],
  groups: readonly { id: string; label: string; families: readonly { id: string; label: string }[] }[],
  countOf: (family: string, column: string) => MissCount,
): FailureMatrixModel {
  const totalsOf = (rows: readonly MatrixRow[]) =>
    columns.map((_, index) => addCounts(rows.map(({ cells }) => cells[index]!)));
  const made = groups.map(({ id, label, families }): MatrixGroup => {
    const rows = families.map((family): MatrixRow => {
      const cells = columns.map((column) => countOf(family.id, column.id));
      return { ...family, cells, total: addCounts(cells) };
    });
    return { id, label, rows, totals: totalsOf(rows) };
  });
  return { columns, groups: made, totals: totalsOf(made.flatMap(({ rows }) => rows)) };
}

/** Share of questions missed; null without questions. */
export function missRate({ lost, n }: MissCount): number | null {
  return n === 0 ? null : lost / n;
}

/** Neighbouring columns under one heading. */
export function columnRuns(columns: readonly MatrixColumn[]): { group: string; span: number }[] {
  const runs: { group: string; span: number }[] = [];
  for (const { group } of columns) {
    const last = runs.at(-1);
    if (last?.group === group) last.span += 1;
    else runs.push({ group, span: 1 });
  }
  return runs;
}
