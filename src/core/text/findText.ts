import type { Span } from '../units';
import { isWhitespace } from './whitespace';

/** A text in the form in which answers are compared: lower case, white space collapsed and trimmed. */
export function comparableText(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** A comparable text that knows where it came from. */
export interface MappedText {
  /** Equals `comparableText` of the source. */
  text: string;
  /** Per UTF-16 unit of `text`, where its source begins and ends. A collapsed space stands for its whole run. */
  starts: Int32Array;
  ends: Int32Array;
}

/**
 * The comparable form of a text with the way back to the text's own offsets,
 * which lower-casing moves: `İ` becomes two units.
 */
export function mapComparable(source: string): MappedText {
  const lower = source.toLowerCase();
  const starts = new Int32Array(lower.length);
  const ends = new Int32Array(lower.length);
  let unit = 0;
  if (lower.length === source.length) {
    for (; unit < lower.length; unit += 1) {
      starts[unit] = unit;
      ends[unit] = unit + 1;
    }
  } else {
    let at = 0;
    for (const character of source) {
      for (let last = unit + character.toLowerCase().length; unit < last; unit += 1) {
        starts[unit] = at;
        ends[unit] = at + character.length;
      }
      at += character.length;
    }
  }
  let count = 0;
  for (let i = 0; i < lower.length; i += 1) {
    if (isWhitespace(lower.charCodeAt(i))) {
      const first = i;
      while (i + 1 < lower.length && isWhitespace(lower.charCodeAt(i + 1))) i += 1;
      if (first === 0 || i + 1 === lower.length) continue;
      starts[count] = starts[first]!;
    } else starts[count] = starts[i]!;
    ends[count] = ends[i]!;
    count += 1;
  }
  return { text: comparableText(source), starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

/**
 * Where `wanted` stands in a source, ignoring case and the kind and amount of
 * white space: spans of the source in order, not overlapping. A blank `wanted`
 * stands nowhere. Searching one source often, map it once with `mapComparable`.
 */
export function findText(source: string | MappedText, wanted: string): Span[] {
  const needle = comparableText(wanted);
  if (needle === '') return [];
  const { text, starts, ends } = typeof source === 'string' ? mapComparable(source) : source;
  const spans: Span[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    spans.push({ start: starts[at]!, end: ends[at + needle.length - 1]! });
  }
  return spans;
}
