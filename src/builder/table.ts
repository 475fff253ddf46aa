/** Rows of cells as lines with aligned columns; the first row is the header, the first column stands left, the others right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const width = (text: string) => [...text].length;
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, width(cell))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat(widths[column]! - width(cell));
        return column === 0 ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd();
  const [header, ...body] = rows;
  if (!header) return '';
  return [line(header), widths.map((size) => '-'.repeat(size)).join('  '), ...body.map(line)].join('\n');
}
