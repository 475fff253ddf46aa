/** A cell: what it says, what it sorts by (the text itself unless given), and a smaller line under it. */
export interface PlainCell {
  text: string;
  value?: number | null;
  note?: string;
}

/** A table that is no scorecard: it sorts and filters the same way. */
export interface PlainTable {
  id: string;
  title: string;
  /** What a row is, and then each column; figures stand to the right and sort by value. */
  columns: readonly { label: string; figures: boolean; about?: string }[];
  /** The first cell names the row. */
  rows: readonly (readonly PlainCell[])[];
}

/** Lines of a long list that are printed; the others are for the screen. */
export const linesOnPaper = 40;
