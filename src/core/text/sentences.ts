import type { Span, Utf16Offset } from '../units';
import { nextGraphemeBoundary } from './graphemes';
import { trimSpan } from './spans';
import { isWhitespace } from './whitespace';

const lineEnds = '\r\n\u2028\u2029';
/** Latin stops, then those of Hindi (two), Arabic, Urdu and Ethiopic. */
const stops = '.!?…\u0964\u0965\u061f\u06d4\u1362';
/** Wide stops, then those of Khmer and Burmese. */
const wideStops = '。！？｡\u17d4\u104b';
const closers = '"\'”’»›)]}）］｝｠」』】〉》〕〗〙〛｣＂＇';
/** Closing quotes in some languages and opening ones in others: closing only where white space follows. */
const eitherQuotes = '“‘«‹';

function unitSet(characters: string): Set<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

const isLineEnd = unitSet(lineEnds);
const isStop = unitSet(stops);
const isWideStop = unitSet(wideStops);
const isCloser = unitSet(closers);
const isLooseCloser = unitSet(closers + eitherQuotes);

/** The end of a run of clusters whose first unit is in the set. */
function runEnd(text: string, from: Utf16Offset, set: Set<number>): Utf16Offset {
  let at = from;
  // By cluster: a stop may carry a variation selector, which must stay with it.
  while (at < text.length && set.has(text.charCodeAt(at))) at = nextGraphemeBoundary(text, at);
  return at;
}

/**
 * The sentences of a text as trimmed spans in order; none for blank text.
 *
 * A line end always ends a sentence. Within a line `.` `!` `?` `…` end one only
 * before white space or the line's end, so `3.50` and `example.com/a?b=1` hold
 * together, and so do the stops of Hindi, Arabic, Urdu and Ethiopic scripts; `。`
 * `！` `？` `｡` and the stops of Khmer and Burmese end one before anything, because
 * no space follows them in the languages that use them. Closing quotes and brackets stay with
 * their stop. The rule knows no abbreviations: `Dr. Lee` is two.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const close = (end: Utf16Offset): void => {
    const span = trimSpan(text, { start, end });
    if (span.start < span.end) spans.push(span);
    start = end;
  };
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (isLineEnd.has(unit)) {
      close(at);
      at += 1;
    } else if (isWideStop.has(unit)) {
      at = runEnd(text, runEnd(text, at, isWideStop), isCloser);
      close(at);
    } else if (isStop.has(unit)) {
      const stop = runEnd(text, at, isStop);
      const end = runEnd(text, stop, isLooseCloser);
      if (end === text.length || isWhitespace(text.charCodeAt(end))) {
        close(end);
        at = end;
      } else at = stop;
    } else at += 1;
  }
  close(text.length);
  return spans;
}
