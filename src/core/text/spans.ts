import type { Span, Utf16Offset } from '../units';
import { graphemeAtOrAfter, graphemeAtOrBefore } from './graphemes';
import { isWhitespace } from './whitespace';

export { isBlank } from './whitespace';

/**
 * UTF-16 code units shared by two spans of the same text.
 *
 * Spans that merely touch share nothing: a chunk boundary on the edge of an
 * answer must not count as having found it.
 */
export function overlapLength(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

/** Whether two spans of the same text share a code unit; touching is not overlapping. */
export function spansOverlap(a: Span, b: Span): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end);
}

/**
 * The span without white space at its ends; `start === end` when it holds nothing else.
 *
 * White space that carries a combining mark stays: the mark would otherwise be
 * torn from its base.
 */
export function trimSpan(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && isWhitespace(text.charCodeAt(start))) start += 1;
  if (start === end) return { start, end };
  if (start > span.start) start = graphemeAtOrBefore(text, start, span.start);
  while (isWhitespace(text.charCodeAt(end - 1))) end -= 1;
  if (end < span.end) end = Math.min(span.end, graphemeAtOrAfter(text, end, start));
  return { start, end };
}

/**
 * The union of spans: sorted, disjoint, none empty, the input untouched.
 * Spans that touch become one, because together they are one run of text.
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start >= end) continue;
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Code units covered by at least one of the spans. */
export function coveredLength(spans: readonly Span[]): Utf16Offset {
  return mergeSpans(spans).reduce((sum, { start, end }) => sum + end - start, 0);
}
