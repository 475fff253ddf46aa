/** Lines up to this length hold a whole list or object. */
const lineLength = 140;

/**
 * JSON that reads and diffs well: what fits stands on one line, a list of plain values
 * always does, and each item of the lists named in `rowsOf` has one line of its own.
 * Ends with a line break. The same value gives the same text.
 */
export function formatJson(value: unknown, rowsOf: readonly string[] = []): string {
  return `${format(value, '', new Set(rowsOf))}\n`;
}

function format(value: unknown, indent: string, rowsOf: ReadonlySet<string>): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return JSON.stringify(value);
  if (indent !== '') {
    const short = JSON.stringify(value);
    if (short.length + indent.length <= lineLength) return short;
  }
  const deeper = `${indent}  `;
  if (Array.isArray(value))
    return bracket(
      '[]',
      value.map((item) => format(item, deeper, rowsOf)),
      indent,
    );
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return bracket(
    '{}',
    members.map(
      ([key, item]) =>
        `${JSON.stringify(key)}: ${rowsOf.has(key) && Array.isArray(item) ? rows(item, deeper) : format(item, deeper, rowsOf)}`,
    ),
    indent,
  );
}

const rows = (items: readonly unknown[], indent: string): string =>
  bracket(
    '[]',
    items.map((item) => JSON.stringify(item)),
    indent,
  );

function bracket(pair: '[]' | '{}', items: readonly string[], indent: string): string {
  if (items.length === 0) return pair;
  const lines = items.map((item) => `\n${indent}  ${item}`).join(',');
  return `${pair[0]}${lines}\n${indent}${pair[1]}`;
}
