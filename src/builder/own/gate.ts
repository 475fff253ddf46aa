import { UsageError } from '../commandLine';

const comparisons = {
  '>=': (a: number, b: number) => a >= b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '<': (a: number, b: number) => a < b,
} as const;
type Comparison = keyof typeof comparisons;

/** What a row must hold, such as `recursive:hitWithin@512>=0.85`. */
export interface Gate {
  /** As it was written. */
  text: string;
  /** null: every row. */
  row: string | null;
  field: string;
  /** Of a field that has one figure per cutoff or budget. */
  at: string | null;
  comparison: Comparison;
  wanted: number;
}

const gateForm = '[ROW:]FIELD[@K]>=NUMBER, such as hitWithin@512>=0.85 or recursive:ndcgAt10>0.6';

/** A condition as it is written in a call; a `UsageError` for one that says nothing. */
export function parseGate(text: string): Gate {
  const parts =
    /^\s*(?:([^\s:@<>=]+)\s*:)?\s*([A-Za-z]\w*)(?:@(\w+))?\s*(>=|<=|>|<)\s*(-?\d*\.?\d+)\s*$/.exec(text);
  if (!parts) throw new UsageError(`--fail-under is "${text}", expected ${gateForm}`);
  const [, row = null, field, at = null, comparison, wanted] = parts;
  return { text, row, field: field!, at, comparison: comparison as Comparison, wanted: Number(wanted) };
}

export interface GateOutcome {
  gate: string;
  row: string;
  /** null: the row has no such figure. */
  value: number | null;
  wanted: string;
  ok: boolean;
}

const list = (names: readonly string[]): string => names.join(', ');
const isFigure = (value: unknown): value is number | null => value === null || typeof value === 'number';

/** The fields of a row that a gate may name: numbers, and numbers by cutoff or budget. */
function fieldsOf(row: Readonly<Record<string, unknown>>): Map<string, readonly string[] | null> {
  return new Map(
    Object.entries(row).flatMap(([name, value]): [string, readonly string[] | null][] => {
      if (name.endsWith('Interval')) return [];
      if (isFigure(value)) return [[name, null]];
      if (typeof value !== 'object' || Array.isArray(value)) return [];
      const own = Object.entries(value as object);
      return own.every(([, figure]) => isFigure(figure)) ? [[name, own.map(([key]) => key)]] : [];
    }),
  );
}

/**
 * What each row holds against what it must, in the order of the gates; a gate that names no row is for
 * every strategy with every search, so that none passes for another. A row or a field that is not there
 * is a `UsageError` that lists what is. A missing figure never holds.
 */
export function checkGates(
  gates: readonly Gate[],
  rows: readonly Readonly<Record<string, unknown>>[],
): GateOutcome[] {
  const measured = rows.filter(({ table }) => table !== 'neighbors');
  return gates.flatMap(({ text, row: name, field, at, comparison, wanted }) => {
    const own = name === null ? measured : rows.filter(({ row }) => row === name);
    if (own.length === 0)
      throw new UsageError(
        `--fail-under "${text}": there is no row "${name}"; the rows are ${list(rows.map(({ row }) => String(row)))}`,
      );
    return own.map((row): GateOutcome => {
      const fields = fieldsOf(row);
      const keys = fields.get(field);
      if (keys === undefined)
        throw new UsageError(
          `--fail-under "${text}": a row has no figure "${field}"; it has ${list([...fields].map(([known, own]) => (own ? `${known}@…` : known)))}`,
        );
      if (keys === null ? at !== null : at === null || !keys.includes(at))
        throw new UsageError(
          keys === null
            ? `--fail-under "${text}": ${field} is one figure and takes no @`
            : `--fail-under "${text}": ${field} is there @ ${list(keys)}`,
        );
      const found = keys === null ? row[field] : (row[field] as Record<string, unknown>)[at!];
      const value = typeof found === 'number' ? found : null;
      return {
        gate: text,
        row: String(row['row']),
        value,
        wanted: `${comparison} ${wanted}`,
        ok: value !== null && comparisons[comparison](value, wanted),
      };
    });
  });
}
