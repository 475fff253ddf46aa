import type { Span } from '../../../../core/units';
import { isWhitespace } from '../../../../core/text/whitespace';
import { graphemeAtOrAfter, graphemeAtOrBefore } from '../../../../core/text/graphemes';
import type { MarkedSpan } from '../../../../datasets/own/asked';

/** Code units on one page: enough to read, few enough to draw at once. */
const pageUnits = 8_000;

/** Where the pages of a text begin; each ends at a line end where one is near, never inside a character. */
export function pageStarts(text: string, units = pageUnits): number[] {
  const starts = [0];
  for (let at = nextPageEnd(text, 0, units); at < text.length; at = nextPageEnd(text, at, units))
    starts.push(at);
  return starts;
}

/** The page that holds an offset. */
export function pageOf(starts: readonly number[], offset: number): number {
  let page = 0;
  while (page + 1 < starts.length && starts[page + 1]! <= offset) page += 1;
  return page;
}

export interface PageSegment {
  /** Offset in the document. */
  start: number;
  text: string;
  /** Questions whose gold covers it; empty for text that none does. */
  questions: readonly string[];
  /** Whether it lies in the stretch that is shown. */
  isShown?: boolean;
}

/** A page cut where gold, and a stretch that is shown, begin and end; together the segments are the page. */
export function pageSegments(
  text: string,
  start: number,
  end: number,
  gold: readonly (Pick<MarkedSpan, 'start' | 'end'> & { question: string })[],
  shown?: Span,
): PageSegment[] {
  const inside = gold.filter((span) => span.start < end && span.end > start);
  const cuts = [
    ...new Set([
      start,
      end,
      ...[...inside, ...(shown ? [shown] : [])]
        .flatMap((span) => [Math.max(start, span.start), Math.min(end, span.end)])
        .filter((cut) => cut >= start && cut <= end),
    ]),
  ].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, place) => ({
    start: from,
    text: text.slice(from, cuts[place + 1]),
    questions: [
      ...new Set(
        inside.filter((span) => span.start <= from && span.end > from).map(({ question }) => question),
      ),
    ],
    ...(shown && { isShown: shown.start <= from && shown.end > from }),
  }));
}

/** The next place of a text from an offset on, in its own letters or in others; from the beginning when none follows. */
export function findNext(text: string, wanted: string, from: number): { start: number; end: number } | null {
  if (wanted === '') return null;
  for (const [haystack, needle] of [
    [text, wanted],
    [text.toLowerCase(), wanted.toLowerCase()],
  ] as const) {
    // Lower-casing that changes lengths would give offsets of another text.
    if (haystack.length !== text.length) continue;
    const after = haystack.indexOf(needle, from);
    const start = after >= 0 ? after : haystack.indexOf(needle);
    if (start >= 0) return { start, end: start + needle.length };
  }
  return null;
}

/** The end of a page that begins at `start`: behind the last line end of its second half, else at the edge of a character. */
function nextPageEnd(text: string, start: number, units: number): number {
  const limit = start + units;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit - 1);
  if (line >= start + units / 2) return line + 1;
  return Math.max(graphemeAtOrBefore(text, limit, start), graphemeAtOrAfter(text, start + 1, start));
}

/** A selection without the white space around it, and with whole characters only; null when nothing is left. */
export function snapSelection(
  text: string,
  start: number,
  end: number,
): { start: number; end: number } | null {
  while (start < end && isWhitespace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end -= 1;
  if (start >= end) return null;
  return { start: graphemeAtOrBefore(text, start), end: graphemeAtOrAfter(text, end) };
}
