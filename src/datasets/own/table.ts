import { ArtifactError } from '../../artifact/errors';

/** Signs between cells, the likelier first where a text does not tell. */
const signs = [',', ';', '|'] as const;
/** Lines by which the sign between cells is judged. */
const judgedLines = 50;

/** The rows of a pasted table or a CSV or TSV file, cells as they stand there. */
export interface Table {
  rows: string[][];
  delimiter: string;
}

/**
 * Reads a table. A first line `sep=;` names the sign between cells; else tabs are it wherever
 * there is one, for they stand in no sentence; else what cuts the lines into equally many cells.
 *
 * In CSV a cell may be quoted (RFC 4180). In a table with tabs a quote is a letter, unless a
 * pair of them encloses the cell, as spreadsheets write a cell with a line break.
 */
export function readTableText(file: string, source: string, expected: string): Table {
  const text = source.replace(/^\uFEFF/, '').replace(/^(?:[ ]*\r?\n)+/, '');
  const named = /^"?sep=(.)"?[ ]*(?:\r\n|[\r\n]|$)/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const delimiter = named?.[1] ?? delimiterOf(file, body);
  return { delimiter, rows: rowsOf(file, body, delimiter, expected) };
}

function delimiterOf(file: string, text: string): string {
  const lines = text
    .slice(0, 1_000_000)
    .split(/\r\n|[\r\n]/, judgedLines)
    .filter((line) => line.trim() !== '');
  if (
    /\.tsv$/i.test(file) ||
    lines[0]?.includes('\t') ||
    lines.filter((line) => line.includes('\t')).length * 2 > lines.length
  )
    return '\t';
  const head = (lines[0] ?? '').toLowerCase();
  const inHead = signs.filter(
    (sign) => head.split(sign).some((cell) => /^\W*(question|query)s?\W*$/.test(cell)) && head.includes(sign),
  );
  if (inHead.length > 0) return inHead.sort((a, b) => head.split(b).length - head.split(a).length)[0]!;
  let [best, most]: [string, number] = [',', 0];
  for (const sign of signs) {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(sign).length);
    const usual = counts.filter((count) => count > 1 && count === counts[0]).length;
    if (usual > most) [best, most] = [sign, usual];
  }
  return best;
}

/** The end of a cell in quotes that begins at `start`; −1 when it is never closed, −2 when they do not enclose it. */
function quotedEnd(text: string, start: number, delimiter: string): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (text[end] === ' ' && delimiter !== ' ') end += 1;
    const next = text[end];
    return next === undefined || next === delimiter || next === '\n' || next === '\r' ? at : -2;
  }
  return -1;
}

function rowsOf(file: string, text: string, delimiter: string, expected: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let neverClosed = false;
  let at = 0;
  while (at < text.length) {
    let from = at;
    while (text[from] === ' ') from += 1;
    let cell: string | null = null;
    if (text[from] === '"' && !neverClosed) {
      const end = quotedEnd(text, from, delimiter);
      if (end >= 0) {
        cell = text.slice(from + 1, end).replaceAll('""', '"');
        at = end + 1;
        while (text[at] === ' ') at += 1;
      } else if (end === -1) {
        if (delimiter !== '\t')
          throw new ArtifactError({
            kind: 'truncated',
            file,
            path: `line ${text.slice(0, from).split('\n').length}`,
            found: 'a quote (") that is never closed',
            expected: `${expected}; a quote inside a quoted cell is written twice`,
          });
        neverClosed = true;
      }
    }
    if (cell === null) {
      let end = at;
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
        end += 1;
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at] === delimiter) {
      at += 1;
      // A sign at the very end leaves one more cell, an empty one.
      if (at === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
