import { decodeList, encodeList, encodePart } from '../../artifact/addressParts';

/**
 * How one parameter of a view stands in the URL. `parse` answers undefined for a
 * value that it does not know; the caller then keeps the default and says so once.
 */
export interface ParamCodec<T> {
  initial: T;
  parse(raw: string): T | undefined;
  /** null leaves the parameter out of the URL. */
  format(value: T): string | null;
}

export type ParamValues<C> = { [K in keyof C]: C[K] extends ParamCodec<infer T> ? T : never };

/** One of a fixed list of values. */
export function choice<T extends string>(values: readonly T[], initial: NoInfer<T>): ParamCodec<T> {
  return {
    initial,
    parse: (raw) => values.find((value) => value === raw),
    format: (value) => (value === initial ? null : value),
  };
}

/** One of a list of values, or none. */
export function optionalChoice<T extends string>(values: readonly T[]): ParamCodec<T | null> {
  return { initial: null, parse: (raw) => values.find((value) => value === raw), format: (value) => value };
}

/** Any text, or none: ids are checked where the data is known. */
export function optionalText(): ParamCodec<string | null> {
  return { initial: null, parse: (raw) => raw, format: (value) => value };
}

export function text(initial = ''): ParamCodec<string> {
  return { initial, parse: (raw) => raw, format: (value) => (value === initial ? null : value) };
}

/** A number within bounds; out of bounds counts as unknown. */
export function numberIn(low: number, high: number, initial: number): ParamCodec<number> {
  return {
    initial,
    parse: (raw) => {
      const value = Number(raw);
      return raw.trim() !== '' && value >= low && value <= high ? value : undefined;
    },
    format: (value) => (value === initial ? null : String(value)),
  };
}

/** A whole number within bounds. */
export function wholeIn(low: number, high: number, initial: number): ParamCodec<number> {
  const { parse, ...number } = numberIn(low, high, initial);
  return {
    ...number,
    parse: (raw) => {
      const value = parse(raw);
      return Number.isInteger(value) ? value : undefined;
    },
  };
}

/** A number within bounds, or none. */
export function optionalNumber(low: number, high: number): ParamCodec<number | null> {
  return orNone(numberIn(low, high, low));
}

/** A whole number within bounds, or none. */
export function optionalWhole(low: number, high: number): ParamCodec<number | null> {
  return orNone(wholeIn(low, high, low));
}

const orNone = ({ parse }: ParamCodec<number>): ParamCodec<number | null> => ({
  initial: null,
  parse,
  format: (value) => (value === null ? null : String(value)),
});

export function flag(initial = false): ParamCodec<boolean> {
  return {
    initial,
    parse: (raw) => (raw === '1' ? true : raw === '0' ? false : undefined),
    format: (value) => (value === initial ? null : value ? '1' : '0'),
  };
}

/**
 * A list of known values in the reader's order. Unknown members are dropped, the
 * others kept; `droppedFrom` of `readParams` names them.
 */
export function choices<T extends string>(values: readonly T[], initial: readonly T[]): ListCodec<T> {
  return {
    initial,
    parse: (raw) => decodeList(raw).filter((part): part is T => values.includes(part as T)),
    format: (list) => (same(list, initial) ? null : encodeList(list)),
    unknown: (raw) => decodeList(raw).filter((part) => !values.includes(part as T)),
  };
}

/** A short list of names that only the data know; at most so many are kept. */
export function names(most: number): ListCodec<string> {
  return {
    initial: [],
    parse: (raw) =>
      decodeList(raw)
        .filter((part) => part !== '')
        .slice(0, most),
    format: (list) => (list.length === 0 ? null : encodeList(list)),
    unknown: () => [],
  };
}

export interface ListCodec<T> extends ParamCodec<readonly T[]> {
  unknown(raw: string): string[];
}

/** Multi-sort: `column` ascending, `-column` descending, first key first. */
export function sorting(columns: readonly string[], initial: readonly SortKey[]): ListOfSortKeys {
  const read = (raw: string) =>
    decodeList(raw).map((part) => ({ column: part.replace(/^-/, ''), descending: part.startsWith('-') }));
  const write = (keys: readonly SortKey[]) =>
    keys.map(({ column, descending }) => `${descending ? '-' : ''}${encodePart(column)}`).join(',');
  return {
    initial,
    parse: (raw) => read(raw).filter(({ column }) => columns.includes(column)),
    format: (keys) => (write(keys) === write(initial) ? null : write(keys)),
    unknown: (raw) =>
      read(raw)
        .filter(({ column }) => !columns.includes(column))
        .map(({ column }) => column),
  };
}

export interface SortKey {
  column: string;
  descending: boolean;
}
type ListOfSortKeys = ListCodec<SortKey>;

/** Values of a view's parameters, and what of the URL was not understood, in words. */
export function readParams<C extends object>(
  codecs: C,
  raw: Readonly<Record<string, string>>,
): { values: ParamValues<C>; dropped: string[] } {
  const dropped: string[] = [];
  const values: Record<string, unknown> = {};
  const table = codecs as Record<string, ParamCodec<unknown> & Partial<ListCodec<unknown>>>;
  for (const [name, codec] of Object.entries(table)) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    values[name] = codec.initial;
    if (given === undefined) continue;
    const parsed = codec.parse(given);
    if (parsed === undefined) dropped.push(`${name} “${given}”`);
    else values[name] = parsed;
    for (const part of codec.unknown?.(given) ?? []) dropped.push(`${name} “${part}”`);
  }
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(table, name)) dropped.push(`parameter “${name}”`);
  }
  return { values: values as ParamValues<C>, dropped };
}

/** The URL parameters after a change; parameters at their initial value are left out. */
export function writeParams<C extends object>(codecs: C, values: ParamValues<C>): Record<string, string> {
  const raw: Record<string, string> = {};
  const table = codecs as Record<string, ParamCodec<unknown>>;
  for (const [name, codec] of Object.entries(table)) {
    const formatted = codec.format((values as Record<string, unknown>)[name]);
    if (formatted !== null) raw[name] = formatted;
  }
  return raw;
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
