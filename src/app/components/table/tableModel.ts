import type { ReactNode } from 'react';

/** One key of a sort; the first key decides, later ones break its ties. */
export interface SortKey {
  column: string;
  descending: boolean;
}

/** What a cell sorts by, as data give it. */
export type SortValue = number | string | null | undefined;

export interface TableColumn<Row> {
  id: string;
  /** Columns that stand side by side with the same group share a header above theirs. */
  group?: string | undefined;
  label: string;
  /** The column named on its own, without its group's header above it. */
  fullLabel: string;
  /** What the figure means. */
  about?: ReactNode;
  /** A line under the label, such as what the figures rest on. */
  note?: ReactNode;
  value: (row: Row) => SortValue;
  /** The column sorts by text; in every other one only finite numbers count, and all else is missing. */
  text?: boolean;
  cell: (row: Row) => ReactNode;
  /** Which end is good; null where neither is. Text sorts upwards first. */
  better: 'higher' | 'lower' | null;
  /** Shade of a cell, 0 (worst) to 1 (best); null leaves it plain. */
  shade?: ((row: Row) => number | null) | undefined;
}

/** A row's place among rows that the data can or cannot order. */
export interface RankMark {
  /** `1`, or `1–3` for three rows that share the first places. */
  text: string;
  /** In words, for readers of screens and for the tooltip. */
  title: string;
  size: number;
}

/** What the table's sort sees: it puts `undefined` last in both directions, and only that. */
export function sortable(value: SortValue, text = false): number | string | undefined {
  if (text) return typeof value === 'string' ? value : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const names = new Intl.Collator('en', { numeric: true });

/** Order of two present values of one column, upwards; numbers inside names count as numbers. */
export function compareSortable(a: unknown, b: unknown): number {
  return typeof a === 'string' && typeof b === 'string' ? names.compare(a, b) : Number(a) - Number(b);
}

/** Where a first click on a column's header sorts to: the good end first, text from A. */
export function descendingFirst({
  better,
  text = false,
}: Pick<TableColumn<never>, 'better' | 'text'>): boolean {
  return !text && better !== 'lower';
}

/** Columns side by side under one header; a run without a group is its columns alone. */
export function headerRuns<C extends { id: string; group?: string | undefined }>(
  columns: readonly C[],
): { group: string | null; columns: C[] }[] {
  const runs: { group: string | null; columns: C[] }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last && column.group !== undefined && last.group === column.group) last.columns.push(column);
    else runs.push({ group: column.group ?? null, columns: [column] });
  }
  return runs;
}

/** The same sort with one column's direction turned; the column is added in front when it is not in it. */
export function sortedBy(column: string, descending: boolean, keys: readonly SortKey[]): SortKey[] {
  const known = keys.some((key) => key.column === column);
  return known
    ? keys.map((key) => (key.column === column ? { column, descending } : key))
    : [{ column, descending }];
}
