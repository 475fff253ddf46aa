/** What a cell may hold; `null` is an empty cell. */
export type CsvValue = string | number | boolean | null | undefined;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/**
 * A table as CSV (RFC 4180): a header line, CRLF after every line, fields quoted where
 * they hold a quote, comma or line break.
 *
 * Text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a line
 * break, or their full-width forms) gets an apostrophe in front, headers included; so does
 * what begins with an apostrophe and goes on so, and `withoutGuard` gives all of it back. Numbers
 * are written as numbers, so −0.05 stays −0.05; numbers that are not finite, `null` and
 * `undefined` leave the cell empty.
 */
export function toCsv<Row>(rows: Iterable<Row>, columns: readonly CsvColumn<Row>[]): string {
  const lines = [columns.map(({ header }) => field(header))];
  for (const row of rows) lines.push(columns.map(({ value }) => field(value(row))));
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** What a spreadsheet would run; behind apostrophes too, so that one in front can be told from the guard. */
const guarded = /^'*[=+\-@\t\r\n＝＋－＠]/u;

/** The text of a cell as it was before `toCsv` put an apostrophe in front of it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && guarded.test(cell) ? cell.slice(1) : cell;
}

/**
 * A table for the clipboard of a spreadsheet: a tab between cells, one line each, with the guard of
 * `toCsv`; tabs and line breaks inside a cell become spaces.
 */
export function toTsv<Row>(rows: Iterable<Row>, columns: readonly CsvColumn<Row>[]): string {
  const cell = (value: CsvValue): string => plain(value).replace(/[\t\r\n]+/gu, ' ');
  const lines = [columns.map(({ header }) => cell(header))];
  for (const row of rows) lines.push(columns.map(({ value }) => cell(value(row))));
  return lines.map((cells) => `${cells.join('\t')}\n`).join('');
}

/** What stands in a cell, with the guard against formulas. */
function plain(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  return guarded.test(value) ? `'${value}` : value;
}

function field(value: CsvValue): string {
  const text = plain(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
