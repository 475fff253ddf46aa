import type { CodePoints, Span } from '../units';
import { graphemeAtOrAfter } from './graphemes';
import { sentenceSpans } from './sentences';
import { checkSize, codePointLength } from './sizes';
import { trimSpan } from './spans';
import { collapseWhitespace } from './whitespace';

/** A stretch of a source beside its text, in which white space is collapsed. */
export interface TextSpan extends Span {
  text: string;
}

export interface PromptChunkOptions {
  /** A sentence of more words than this is cut into windows. */
  maxWords?: number;
  /** Words of one window; the last may be shorter. */
  windowWords?: number;
  /** A piece shorter than this joins the piece before it. */
  minCharacters?: CodePoints;
  /** More pieces than this are joined into this many runs. */
  maxParts?: number;
}

const dense = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]`;
/**
 * A word: one code point of a script written without spaces, with the marks and
 * the closing punctuation after it; or else everything up to white space or such
 * a code point.
 */
const word = new RegExp(
  String.raw`${dense}(?:(?!${dense}|[\p{Ps}\p{Pi}])[\p{M}\p{P}])*|(?:(?!${dense})\S)+`,
  'gu',
);

/** Consecutive windows of a stretch by word count; a window edge inside a grapheme moves forward out of it. */
function wordWindows(text: string, span: Span, maxWords: number, windowWords: number): Span[] {
  if (span.end - span.start <= maxWords) return [span];
  const starts = Array.from(
    text.slice(span.start, span.end).matchAll(word),
    ({ index }) => span.start + index,
  );
  if (starts.length <= maxWords) return [span];
  const windows: Span[] = [];
  let start = span.start;
  for (let at = windowWords; start < span.end; at += windowWords) {
    const end =
      at < starts.length ? Math.min(span.end, graphemeAtOrAfter(text, starts[at]!, start)) : span.end;
    const window = trimSpan(text, { start, end });
    if (window.start < window.end) windows.push(window);
    start = end;
  }
  return windows;
}

/**
 * The parts of a message that are searched separately: its sentences, long ones
 * cut into windows of words, short ones joined to what stands before them, and
 * never more than eight. The parts are in order and cover the whole message; a
 * blank message has none.
 *
 * A short first piece has nothing before it and stays alone. Over the limit the
 * neighbours are joined into runs whose sizes differ by one at most, larger runs first.
 */
export function splitPromptChunks(
  text: string,
  { maxWords = 60, windowWords = 40, minCharacters = 24, maxParts = 8 }: PromptChunkOptions = {},
): TextSpan[] {
  checkSize('maxWords', maxWords);
  checkSize('windowWords', windowWords);
  checkSize('minCharacters', minCharacters);
  checkSize('maxParts', maxParts);
  const pieces: Span[] = [];
  for (const sentence of sentenceSpans(text)) {
    for (const window of wordWindows(text, sentence, maxWords, windowWords)) {
      const last = pieces.at(-1);
      if (last && codePointLength(collapseWhitespace(text.slice(window.start, window.end))) < minCharacters)
        last.end = window.end;
      else pieces.push(window);
    }
  }
  return joinInto(pieces, maxParts).map(({ start, end }) => ({
    text: collapseWhitespace(text.slice(start, end)),
    start,
    end,
  }));
}

/** Neighbours joined into at most `count` runs, larger runs first. */
function joinInto(pieces: readonly Span[], count: number): readonly Span[] {
  if (pieces.length <= count) return pieces;
  const [size, larger] = [Math.floor(pieces.length / count), pieces.length % count];
  return Array.from({ length: count }, (_, run) => {
    const first = run * size + Math.min(run, larger);
    const last = first + size + (run < larger ? 1 : 0) - 1;
    return { start: pieces[first]!.start, end: pieces[last]!.end };
  });
}
