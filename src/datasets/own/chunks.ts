import { bisectLeft } from 'd3-array';
import { dsvFormat } from 'd3-dsv';
import { ArtifactError } from '../../artifact/errors';
import { describe } from '../../artifact/decode';
import { parseJsonText } from '../../artifact/jsonText';
import { comparableText, mapComparable, type MappedText } from '../../core/text/findText';
import { utf8Length } from '../../core/text/sizes';
import { isBlank } from '../../core/text/whitespace';
import type { HeldDocument } from './asked';

/** What offsets of a file count: JavaScript's units, Python's, or those of UTF-8. */
export const offsetUnits = ['utf16', 'codePoints', 'bytes'] as const;
export type OffsetUnit = (typeof offsetUnits)[number];

export const unitNames: Readonly<Record<OffsetUnit, string>> = {
  utf16: 'UTF-16 code units',
  codePoints: 'code points',
  bytes: 'UTF-8 bytes',
};

/** Chunks of one document, in UTF-16 code units: start and end of each, in document order. */
export interface DocumentChunks {
  document: string;
  spans: number[];
}

/** Chunks that another program made of the same documents: a row of the benchmark beside its own strategies. */
export interface ChunkSet {
  /** Of its row. */
  id: string;
  label: string;
  /** Name of the file that it was read from. */
  file: string;
  documents: readonly DocumentChunks[];
}

export interface ReadChunks {
  documents: DocumentChunks[];
  chunks: number;
  /** null: no line has offsets; all were found by their text. */
  unit: OffsetUnit | null;
  /** Overlaps, gaps and what else is no fault and good to know, in words. */
  notices: string[];
}

const expectedFile =
  'JSONL or CSV, a chunk on each line: document, start and end, or text; or all of them, which are then checked';

/** Names under which splitters and their users keep the same thing. */
const names = {
  document: ['document', 'documentid', 'doc', 'docid', 'source', 'file', 'filename', 'path'],
  start: ['start', 'startindex', 'startcharidx', 'startchar', 'startoffset'],
  end: ['end', 'endindex', 'endcharidx', 'endchar', 'endoffset'],
  text: ['text', 'content', 'pagecontent', 'chunk'],
  unit: ['unit', 'offsetunit'],
} as const;
type Field = keyof typeof names;

/** A line as it stands in the file. */
interface Line {
  /** `line 4`, or `$[3]` of a JSON list. */
  at: string;
  values: Partial<Record<Field, unknown>>;
}

interface Row {
  at: string;
  document: HeldDocument;
  start: number | null;
  end: number | null;
  text: string | null;
}

/** The sign between cells: the one that the header has most of. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.trimStart())![0];
  const count = (sign: string) => line.split(sign).length - 1;
  return ['\t', ',', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The fields of a line; those of `metadata` count where the line itself has none. */
function fieldsOf(given: Readonly<Record<string, unknown>>): Partial<Record<Field, unknown>> {
  const { metadata } = given;
  const own = Object.entries(given);
  const known = new Map(
    [...(typeof metadata === 'object' && metadata !== null ? Object.entries(metadata) : []), ...own].map(
      ([name, value]) => [plainName(name), value],
    ),
  );
  return Object.fromEntries(
    (Object.keys(names) as Field[]).flatMap((field) => {
      const name = names[field].find((one) => {
        const value = known.get(one);
        return value !== undefined && value !== null && value !== '';
      });
      return name === undefined ? [] : [[field, known.get(name)]];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function linesOf(file: string, text: string): Line[] {
  const source = text.replace(/^\uFEFF/, '');
  const start = source.trimStart()[0];
  const isObject = (at: string, value: unknown): Line => {
    if (!isRecord(value))
      throw new ArtifactError({
        kind: 'invalid',
        file,
        path: at,
        found: describe(value),
        expected: expectedFile,
      });
    return { at, values: fieldsOf(value) };
  };
  if (start === '[') {
    const { value } = parseJsonText(file, source);
    return (value as unknown[]).map((item, place) => isObject(`$[${place}]`, item));
  }
  if (start === '{')
    return source.split(/\r?\n/).flatMap((line, place) => {
      if (isBlank(line)) return [];
      const at = `line ${place + 1}`;
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        throw new ArtifactError({
          kind: 'invalid',
          file,
          path: at,
          found: describe(line),
          expected: 'a whole JSON object on each line',
        });
      }
      return [isObject(at, value)];
    });
  return tableLines(file, source);
}

function tableLines(file: string, source: string): Line[] {
  const rows = dsvFormat(delimiterOf(source)).parseRows(source);
  const header = rows[0] ?? [];
  const columns = header.map(plainName);
  const has = (field: Field) => names[field].some((name) => columns.includes(name));
  if (!has('text') && !(has('start') && has('end')))
    throw new ArtifactError({
      kind: 'invalid',
      file,
      path: 'line 1',
      found: `the header ${JSON.stringify(header.join(',').slice(0, 80))}`,
      expected: 'columns document, start and end, or text',
    });
  let line = 2 + breaksIn(header);
  return rows.slice(1).flatMap((cells) => {
    const at = `line ${line}`;
    line += 1 + breaksIn(cells);
    if (cells.every((cell) => cell === '')) return [];
    return [{ at, values: fieldsOf(Object.fromEntries(header.map((name, place) => [name, cells[place]]))) }];
  });
}

/** Line breaks inside of cells: a row may take several lines. */
const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** Where an offset of a file stands in a text: −1 inside of a character, undefined outside. */
type Offsets = (offset: number) => number | undefined;

/** What offsets of one unit are in UTF-16 units of a text. */
function offsetsOf(text: string, unit: OffsetUnit): Offsets {
  const bytes = utf8Length(text);
  const isAscii = bytes === text.length;
  const inside = (offset: number): boolean => {
    const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
    return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  };
  if (isAscii || unit === 'utf16')
    return (offset) => (offset > text.length ? undefined : inside(offset) ? -1 : offset);
  const places = new Int32Array((unit === 'bytes' ? bytes : text.length) + 1).fill(-1);
  let count = 0;
  for (let at = 0; at < text.length;) {
    places[count] = at;
    const next = at + (inside(at + 1) ? 2 : 1);
    count += unit === 'bytes' ? utf8Length(text, at, next) : 1;
    at = next;
  }
  places[count] = text.length;
  return (offset) => (offset > count ? undefined : places[offset]);
}

const quoted = (text: string): string => JSON.stringify(text.length > 48 ? `${text.slice(0, 48)}…` : text);

/**
 * Chunks of a file, each checked against the documents, in UTF-16 code units. Lines have offsets, or text
 * that is then looked for in the order of the lines, or both: then the text must stand at the offsets.
 * `unit` is what the caller says that offsets count; a file may say it itself, and where every text fits
 * one unit only, that is it. A line that does not fit is an `ArtifactError` that names it.
 */
export function readChunks(
  file: string,
  text: string,
  documents: readonly HeldDocument[],
  unit: OffsetUnit | null = null,
): ReadChunks {
  const lines = linesOf(file, text);
  const fault = (path: string, found: string, expected: string): ArtifactError =>
    new ArtifactError({ kind: 'invalid', file, path, found, expected });
  const named = unitOf(lines, unit, fault);
  const called = documentsByName(documents);
  const rows = lines.flatMap((line) => rowOf(line, called, fault) ?? []);
  if (rows.length === 0)
    throw new ArtifactError({ kind: 'empty', file, found: 'no chunk', expected: expectedFile });
  const offsets = new Map<string, Offsets>();
  const spanOf = (row: Row, counted: OffsetUnit): Placed => {
    const key = `${counted} ${row.document.id}`;
    const known = offsets.get(key) ?? offsetsOf(row.document.text, counted);
    offsets.set(key, known);
    return placeOf(row, counted, known);
  };
  const measured = rows.filter(({ start }) => start !== null);
  const used = measured.length === 0 ? null : (named ?? fittingUnit(measured, spanOf, fault));
  const found: Found[] = [];
  const locate = createLocator();
  for (const row of rows) {
    const placed = row.start === null ? locate.find(row) : spanOf(row, used!);
    if ('problem' in placed) {
      const other = row.start === null ? undefined : otherUnit(row, used!, spanOf);
      throw fault(
        row.at,
        `${placed.problem}${other ? `; these offsets fit ${unitNames[other]}` : ''}`,
        placed.expected,
      );
    }
    locate.passed(row, placed);
    found.push({ ...placed, at: row.at, document: row.document });
  }
  const own = new Map(documents.map(({ id }) => [id, [] as Found[]]));
  for (const chunk of found) own.get(chunk.document.id)!.push(chunk);
  own.forEach((chunks) => chunks.sort((a, b) => a.start - b.start || a.end - b.end));
  return {
    documents: documents.flatMap(({ id }) => {
      const spans = own.get(id)!;
      return spans.length === 0
        ? []
        : [{ document: id, spans: spans.flatMap(({ start, end }) => [start, end]) }];
    }),
    chunks: found.length,
    unit: used,
    notices: noticesOn(file, own, documents, locate.evened()),
  };
}

type Fault = (path: string, found: string, expected: string) => ArtifactError;
type Placed = { start: number; end: number } | { problem: string; expected: string };
interface Found {
  start: number;
  end: number;
  at: string;
  document: HeldDocument;
}

/** The unit that the caller or the lines name; null where nobody does. Lines that name different ones are a fault. */
function unitOf(lines: readonly Line[], given: OffsetUnit | null, fault: Fault): OffsetUnit | null {
  let named: { unit: OffsetUnit; by: string } | null = given && { unit: given, by: 'the call' };
  for (const { at, values } of lines) {
    if (values.unit === undefined) continue;
    const unit = offsetUnits.find((known) => plainUnit(known) === plainUnit(String(values.unit)));
    if (!unit) throw fault(at, `the offset unit ${describe(values.unit)}`, offsetUnits.join(', '));
    if (named && named.unit !== unit)
      throw fault(
        at,
        `offsets in ${unitNames[unit]}`,
        `${unitNames[named.unit]}, as ${named.by} says: one unit in a file`,
      );
    named ??= { unit, by: at };
  }
  return named?.unit ?? null;
}

/** `code points`, `code_points` and `codePoints` are one name. */
const plainUnit = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^utf8(bytes)?$|^byte$/, 'bytes')
    .replace(/^(unicode|chars?|characters?)$/, 'codepoints');

/** A line as a chunk of a document that is here; null for a line that only names the unit. */
function rowOf({ at, values }: Line, documents: DocumentsByName, fault: Fault): Row | null {
  const { document, start, end, text } = values;
  if (start === undefined && end === undefined && text === undefined) {
    if (values.unit !== undefined && document === undefined) return null;
    throw fault(at, 'neither offsets nor text', expectedFile);
  }
  const offset = (name: string, value: unknown): number | null => {
    if (value === undefined) return null;
    const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0)
      throw fault(
        at,
        `${name} ${typeof value === 'string' ? quoted(value) : describe(value)}`,
        'a whole number from 0',
      );
    return number;
  };
  if (text !== undefined && typeof text !== 'string') throw fault(at, `text ${describe(text)}`, 'a string');
  const row = {
    at,
    document: documentOf(document, documents, at, fault),
    start: offset('start', start),
    end: offset('end', end),
    text: text ?? null,
  };
  if (row.start === null && row.end !== null) throw fault(at, 'an end without a start', 'both offsets');
  if (row.start !== null && row.end === null && row.text === null)
    throw fault(at, 'a start without an end', 'both offsets, or start and text');
  if (row.start !== null && row.end !== null && row.end <= row.start)
    throw fault(at, `the stretch ${row.start}–${row.end}, which holds nothing`, 'an end after the start');
  if (row.start === null && isBlank(row.text!))
    throw fault(at, 'a blank text', 'the text of a chunk, or offsets');
  return row;
}

type DocumentsByName = { documents: readonly HeldDocument[]; find(name: string): HeldDocument | undefined };

/** Documents by their id; else by the end of a path, where that is one document only. */
function documentsByName(documents: readonly HeldDocument[]): DocumentsByName {
  const known = new Map<string, HeldDocument | undefined>(
    documents.map((document) => [document.id, document]),
  );
  return {
    documents,
    find(name) {
      if (!known.has(name)) {
        const path = `/${name.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')}`;
        const alike = documents.filter(({ id }) => path.endsWith(`/${id}`) || `/${id}`.endsWith(path));
        known.set(name, alike.length === 1 ? alike[0] : undefined);
      }
      return known.get(name);
    },
  };
}

function documentOf(
  given: unknown,
  { documents, find }: DocumentsByName,
  at: string,
  fault: Fault,
): HeldDocument {
  if (given === undefined) {
    if (documents.length === 1) return documents[0]!;
    throw fault(at, 'no document', 'the id of its document');
  }
  const found = find(String(given));
  if (found) return found;
  const named = documents.slice(0, 5).map(({ id }) => id);
  throw fault(
    at,
    `the document ${quoted(String(given))}`,
    `${documents.length === 1 ? '' : 'one of '}${named.join(', ')}${documents.length > 5 ? ` and ${documents.length - 5} more` : ''}`,
  );
}

function placeOf({ document, start, end, text }: Row, unit: OffsetUnit, offsets: Offsets): Placed {
  const from = offsets(start!);
  // Of a start alone the text says how long the chunk is.
  const to = end === null ? (from === undefined ? undefined : from + text!.length) : offsets(end);
  const named = `${start}–${end ?? '?'} of ${document.id}`;
  if (from === undefined || to === undefined || to > document.text.length)
    return {
      problem: `${named}, which lies past its end`,
      expected: `offsets up to ${countIn(document.text, unit)}, its length in ${unitNames[unit]}`,
    };
  if (from < 0 || to < 0)
    return {
      problem: `${named}, which cuts a character in half`,
      expected: `offsets between characters, in ${unitNames[unit]}`,
    };
  const there = document.text.slice(from, to);
  if (text !== null && there !== text)
    return {
      problem: `at ${named} ${quoted(there)}`,
      expected: `${quoted(text)}, with offsets in ${unitNames[unit]}${document.text.includes('\r\n') && !text.includes('\r') ? ' (the document has line ends of two characters, \\r\\n, which Python reads as one unless it is told newline="")' : ''}`,
    };
  return { start: from, end: to };
}

const countIn = (text: string, unit: OffsetUnit): number =>
  unit === 'utf16' ? text.length : unit === 'bytes' ? utf8Length(text) : [...text].length;

const otherUnit = (
  row: Row,
  unit: OffsetUnit,
  spanOf: (row: Row, unit: OffsetUnit) => Placed,
): OffsetUnit | undefined =>
  row.text === null
    ? undefined
    : offsetUnits.find((other) => other !== unit && !('problem' in spanOf(row, other)));

/** The unit that all lines fit, where nobody names one: by their texts, or because the documents make no difference. */
function fittingUnit(
  rows: readonly Row[],
  spanOf: (row: Row, unit: OffsetUnit) => Placed,
  fault: Fault,
): OffsetUnit {
  const fits = (row: Row, unit: OffsetUnit): boolean => !('problem' in spanOf(row, unit));
  const untold = rows.find(
    ({ text, document }) => text === null && utf8Length(document.text) !== document.text.length,
  );
  const unit = offsetUnits.find((candidate) => rows.every((row) => fits(row, candidate)));
  const told = rows.some(({ text }) => text !== null);
  if (untold && !told)
    throw fault(
      untold.at,
      `offsets without a unit, in ${untold.document.id}, where units differ`,
      `the unit named: ${offsetUnits.join(', ')} (Python counts codePoints, JavaScript utf16)`,
    );
  if (unit !== undefined) return unit;
  // Where every line fits one, but not all the same, the units are mixed.
  const own = rows.map((row) => offsetUnits.filter((candidate) => fits(row, candidate)));
  const first = own.findIndex((units) => units.length > 0 && units.length < offsetUnits.length);
  const other = own.findIndex(
    (units) => units.length > 0 && first >= 0 && !units.some((unit) => own[first]!.includes(unit)),
  );
  if (own.every((units) => units.length > 0) && first >= 0 && other >= 0) {
    const [a, b] = first < other ? [first, other] : [other, first];
    throw fault(
      rows[b]!.at,
      `offsets that fit ${unitNames[own[b]![0]!]} only, while those of ${rows[a]!.at} fit ${unitNames[own[a]![0]!]} only`,
      'one unit in a file',
    );
  }
  return offsetUnits.find((candidate) => rows[0] && fits(rows[0], candidate)) ?? 'utf16';
}

/** Finds chunks by their text, each after the one before it in its document. */
function createLocator() {
  const before = new Map<string, { start: number; end: number; at: string }>();
  const mapped = new Map<string, MappedText>();
  let evened = 0;

  const findFrom = ({ document }: Row, text: string, from: number): { start: number; end: number } | null => {
    const start = document.text.indexOf(text, from);
    if (start >= 0) return { start, end: start + text.length };
    const map = mapped.get(document.id) ?? mapComparable(document.text);
    mapped.set(document.id, map);
    const wanted = comparableText(text);
    const at = map.text.indexOf(wanted, bisectLeft(map.starts, from, 0, map.text.length));
    return at < 0 ? null : { start: map.starts[at]!, end: map.ends[at + wanted.length - 1]! };
  };

  return {
    find(row: Row): Placed {
      const { document, text } = row;
      const last = before.get(document.id);
      if (last) {
        // What follows at once is meant, also where the same words stand within the chunk before.
        const gap = /^\s*/.exec(document.text.slice(last.end))![0].length;
        for (const start of [last.end, last.end + gap])
          if (document.text.startsWith(text!, start)) return { start, end: start + text!.length };
      }
      const found = findFrom(row, text!, last ? last.start + 1 : 0);
      if (found) {
        if (document.text.slice(found.start, found.end) !== text) evened += 1;
        return found;
      }
      const earlier = last && findFrom(row, text!, 0);
      return {
        problem: earlier
          ? `${quoted(text!)}, which stands in ${document.id} only at ${earlier.start}, not after the chunk of ${last.at}`
          : `${quoted(text!)}, which does not stand in ${document.id}`,
        expected: 'text of the document, chunk after chunk in its order, or offsets',
      };
    },
    passed({ document, at }: Row, span: { start: number; end: number }): void {
      before.set(document.id, { ...span, at });
    },
    /** Chunks that were found only once white space and case made no difference. */
    evened: () => evened,
  };
}

/** What a reader of the row's figures should know of the chunks. */
function noticesOn(
  file: string,
  chunksOf: ReadonlyMap<string, readonly Found[]>,
  documents: readonly HeldDocument[],
  evened: number,
): string[] {
  const overlaps: { at: string; length: number }[] = [];
  const repeated: string[] = [];
  const gaps: { document: string; at: number; length: number }[] = [];
  const without: string[] = [];
  for (const document of documents) {
    const own = chunksOf.get(document.id)!;
    if (own.length === 0) without.push(document.id);
    let end = 0;
    const gap = (to: number) => {
      const length = own.length === 0 ? 0 : document.text.slice(end, to).replace(/\s+/g, '').length;
      if (length > 0) gaps.push({ document: document.id, at: end, length });
    };
    own.forEach((chunk, place) => {
      const last = own[place - 1];
      if (last && last.start === chunk.start && last.end === chunk.end) repeated.push(chunk.at);
      else if (chunk.start < end)
        overlaps.push({ at: chunk.at, length: Math.min(end, chunk.end) - chunk.start });
      if (chunk.start > end) gap(chunk.start);
      end = Math.max(end, chunk.end);
    });
    gap(document.text.length);
  }
  const [overlap, gap] = [overlaps[0], gaps[0]];
  const chunks = (count: number): string => (count === 1 ? '1 chunk' : `${count} chunks`);
  return [
    ...(overlap
      ? [
          `${chunks(overlaps.length)} ${overlaps.length === 1 ? 'repeats' : 'repeat'} text of the one before, by ${Math.max(...overlaps.map(({ length }) => length))} characters at most; the first on ${overlap.at}.`,
        ]
      : []),
    ...(gap
      ? [
          `${gaps.reduce((sum, { length }) => sum + length, 0)} characters stand in no chunk, in ${gaps.length} ${gaps.length === 1 ? 'place' : 'places'}; the first in ${gap.document} at ${gap.at}.`,
        ]
      : []),
    ...(repeated.length > 0
      ? [
          `${chunks(repeated.length)} ${repeated.length === 1 ? 'is' : 'are'} there twice; the first on ${repeated[0]}.`,
        ]
      : []),
    ...(without.length > 0
      ? [
          `No chunk of ${without.slice(0, 5).join(', ')}${without.length > 5 ? ` and ${without.length - 5} more` : ''}: nothing in there can be found.`,
        ]
      : []),
    ...(evened > 0
      ? [
          `${chunks(evened)} found by ${evened === 1 ? 'its' : 'their'} words only: white space or case differ from the document’s.`,
        ]
      : []),
  ].map((notice) => `${file}: ${notice}`);
}

/** The id of a row for chunks of a file, apart from those that are taken. */
export function chunkRowId(file: string, taken: ReadonlySet<string>): string {
  const stem =
    file
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'chunks';
  for (let number = 1; ; number++) {
    const id = number === 1 ? stem : `${stem}_${number}`;
    if (!taken.has(id)) return id;
  }
}
