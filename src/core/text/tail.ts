import type { Utf16Offset, Utf8Bytes } from '../units';
import { graphemeAtOrAfter, graphemeAtOrBefore } from './graphemes';
import { checkSize, utf8Length } from './sizes';

/** The error for a cluster that no budget-keeping cut can hold: it names the cluster, its place and its size. */
export function graphemeOverBudget(
  text: string,
  start: Utf16Offset,
  end: Utf16Offset,
  size: number,
  budget: number,
  unit: 'bytes' | 'characters' = 'bytes',
): RangeError {
  const points = Array.from(text.slice(start, Math.min(end, start + 32)));
  const codes = points
    .slice(0, 8)
    .map((point) => `U+${point.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
  const shown = codes.join(' ') + (points.length > codes.length ? ' …' : '');
  return new RangeError(
    `the grapheme ${JSON.stringify(points.slice(0, 8).join(''))} (${shown}) at ${start} takes ${size} ${unit}, over the budget of ${budget}`,
  );
}

/**
 * The longest end of a text within a number of UTF-8 bytes, starting on a grapheme
 * edge; the whole text when it fits. An empty text gives an empty one. A last
 * grapheme over the budget is an error that names it.
 */
export function tailWithinBytes(text: string, maxBytes: Utf8Bytes): string {
  checkSize('maxBytes', maxBytes);
  let start = text.length;
  // Half a pair is counted as 3 bytes on the way, so no count is ever too small.
  for (let bytes = 0; start > 0; start -= 1) {
    const unit = text.charCodeAt(start - 1);
    const low = unit >= 0xdc00 && unit <= 0xdfff && start > 1;
    const high = low ? text.charCodeAt(start - 2) : 0;
    const pair = high >= 0xd800 && high <= 0xdbff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (bytes > maxBytes) break;
    if (pair) start -= 1;
  }
  if (start === 0) return text;
  const edge = graphemeAtOrAfter(text, start);
  if (edge === text.length) {
    const last = graphemeAtOrBefore(text, text.length - 1);
    throw graphemeOverBudget(text, last, text.length, utf8Length(text, last), maxBytes);
  }
  return text.slice(edge);
}

/** Bytes of a message that its context keeps. */
export const queryContextBytes: Utf8Bytes = 8000;

/**
 * The context of a query: the whole message, of which a long one keeps the end,
 * where people put what they want. Embedded in one request with the parts.
 */
export function queryContext(text: string): string {
  return tailWithinBytes(text, queryContextBytes);
}
