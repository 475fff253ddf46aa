import { escapedJson } from './html';

/** What the inspector lists: things asked, and for every row what came of each. */
export interface Inspected {
  things: string;
  family: string;
  items: readonly { id: string; family: string }[];
  rows: readonly InspectedRow[];
  /** Where the rows' chunks, rankings, terms or trees come from; nothing where an experiment has none. */
  parts?: readonly DetailPart[];
}

export interface InspectedRow {
  label: string;
  outcome: readonly string[];
  missed: readonly boolean[];
  /** Its part, and its place there; absent where it has no details. */
  at?: readonly [part: number, row: number];
}

/** Details of one experiment's rows, question by question. */
export interface DetailPart {
  kind: 'chunking' | 'neighbor' | 'blend';
  /** What all questions share: titles, boundaries, labels. */
  base: Readonly<Record<string, unknown>>;
  /** One thing asked, by its id; null when it was not asked here. */
  of: (id: string) => Readonly<Record<string, unknown>> | null;
  /** Documents whose text helps to read a question, by their place, and that text; null where no text may stand. */
  textOf: ((document: number) => string | undefined) | null;
  /** The part that holds the texts of this one too, by its place; absent where it holds its own. */
  textsIn?: number;
}

/** The inspector's data as it stands in the file, and how many things asked have details in it. */
export interface PackedInspector {
  json: string;
  detailed: number;
}

/**
 * The inspector's data within so many bytes: the list of everything asked always, details
 * of as many as fit, the most missed first. The text of a document comes along once, with
 * the first question that is asked of it, where there is room.
 */
export function packInspector(
  { things, family, items, rows, parts = [] }: Inspected,
  maxBytes: number,
): PackedInspector {
  const words = new Map<string, number>();
  const wordOf = (text: string): number => {
    const place = words.get(text) ?? words.size;
    words.set(text, place);
    return place;
  };
  const list = {
    things,
    family,
    items: items.map(({ id, family }) => [id, wordOf(family)]),
    rows: rows.map(({ label, outcome, missed, at }) => ({
      label,
      outcome: outcome.map(wordOf),
      missed: missed.map(Number).join(''),
      at: at ?? null,
    })),
  };
  const packed = parts.map(({ kind, base, textsIn }) => ({
    kind,
    ...base,
    ...(textsIn !== undefined && { textsIn }),
    texts: [] as [number, string][],
    of: items.map((): unknown => null),
  }));
  const empty = { ...list, words: [...words.keys()], parts: packed };
  let left = maxBytes - bytesOf(empty);
  let detailed = 0;
  for (const item of left > 0 ? byMisses(items.length, rows) : []) {
    const own = parts.map((part) => part.of(items[item]!.id));
    const size = own.reduce((total, detail) => total + bytesOf(detail), 0);
    if (size > left) continue;
    left -= size;
    detailed += 1;
    own.forEach((detail, part) => {
      packed[part]!.of[item] = detail;
      const document = detail?.['d'];
      if (typeof document !== 'number' || packed[part]!.texts.some(([known]) => known === document)) return;
      const text = parts[part]!.textOf?.(document);
      const more = text === undefined ? Infinity : bytesOf([document, text]) + 1;
      if (more > left) return;
      left -= more;
      packed[part]!.texts.push([document, text!]);
    });
  }
  return { json: escapedJson(detailed === 0 ? { ...empty, parts: [] } : empty), detailed };
}

/** Places of the items, those that most rows missed first; equal ones keep their order. */
function byMisses(count: number, rows: readonly InspectedRow[]): number[] {
  const misses = Array.from({ length: count }, (_, item) => rows.filter(({ missed }) => missed[item]).length);
  return misses.map((_, item) => item).sort((a, b) => misses[b]! - misses[a]! || a - b);
}

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(escapedJson(value)).byteLength;

/** Spans in document order as distances: from the end of the one before to the start, then the length. Shorter than offsets. */
export function packSpans(flat: readonly number[]): number[] {
  const packed: number[] = [];
  let end = 0;
  for (let i = 0; i + 1 < flat.length; i += 2) {
    packed.push(flat[i]! - end, flat[i + 1]! - flat[i]!);
    end = flat[i + 1]!;
  }
  return packed;
}

/** A figure as it prints: a number where that prints the same, which is shorter. */
export function packFigure(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text;
}
