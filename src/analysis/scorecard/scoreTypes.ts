import type { Figure } from './figure';

/** A column of a scorecard. */
export interface ScoreColumn {
  id: string;
  group: string;
  label: string;
  fullLabel: string;
  /** What the figure means, for a reader who has not seen it before. */
  about: string;
  better: 'higher' | 'lower' | null;
  /** Questions that the experiment has for this column; null for a figure that rests on none. */
  total: number | null;
  /** Rows that the data cannot order, best group first; null where that is not known. */
  groups: readonly (readonly string[])[] | null;
  /** Clusters that intervals and groups rest on. */
  clusters: number;
}

export interface ScoreBadge {
  label: string;
  title: string;
}

/** Makes the address of what is behind a figure: a view of the experiment, and the view’s parameters. */
export type FigureAddress = (
  view: 'failures' | 'inspector',
  params: Readonly<Record<string, string>>,
) => string;

export interface ScoreRow {
  id: string;
  label: string;
  badges: readonly ScoreBadge[];
  /** A line under the label, such as parameters. */
  note?: string;
  /** What the filter of roles goes by. */
  role: string;
  figures: ReadonlyMap<string, Figure>;
  /** Address of the questions behind a figure; null where there are none. */
  link: (column: string) => string | null;
}

/** The row to highlight, why, and which rows it cannot be told apart from. */
export interface BestRow {
  row: string;
  /** What it is best at, where a table has several orders: `nDCG@10`. */
  at?: string;
  rule: string;
  notSeparatedFrom: readonly string[];
}

export function valueOf(row: ScoreRow, column: string): number | null {
  return row.figures.get(column)?.value ?? null;
}

/** The leader of the column sorted by, with the rows that share its place; null where the data give no groups. */
export function leaderOf(column: ScoreColumn | undefined): BestRow | null {
  const [first] = column?.groups ?? [];
  if (!column || !first?.[0]) return null;
  return { row: first[0], rule: `highest in ${column.fullLabel}`, notSeparatedFrom: first.slice(1) };
}
