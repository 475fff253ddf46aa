import { nextGraphemeBoundary } from '../text/graphemes';
import { isWhitespace } from '../text/whitespace';
import type { Utf16Offset } from '../units';

/** Length of the line end at an offset, 0 where there is none. `\r\n` is one. */
export function lineEndLength(text: string, at: Utf16Offset): 0 | 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
  return unit === 0x0a || unit === 0x2028 || unit === 0x2029 ? 1 : 0;
}

/**
 * Finds where a stretch of text may next be cut by one kind of separator: an
 * offset above `from`, or `end` where the stretch holds no further cut.
 *
 * It is asked from left to right only, so it may remember what it found ahead.
 */
export type CutFinder = (from: Utf16Offset, end: Utf16Offset) => Utf16Offset;

/**
 * Where a string next occurs at or after an offset that never falls; Infinity when nowhere.
 *
 * A place found ahead is kept until it is passed. Searching within a piece would
 * otherwise look through the rest of the text for every piece, which is quadratic.
 */
function occurrences(text: string, wanted: string): (from: Utf16Offset) => Utf16Offset {
  let found = -1;
  return (from) => {
    if (found < from) {
      found = text.indexOf(wanted, from);
      if (found < 0) found = Infinity;
    }
    return found;
  };
}

/** Behind the next line end. */
function lineEnds(text: string): (from: Utf16Offset) => Utf16Offset {
  const feed = occurrences(text, '\n');
  const carriage = occurrences(text, '\r');
  const line = occurrences(text, '\u2028');
  const paragraph = occurrences(text, '\u2029');
  return (from) => {
    const at = Math.min(feed(from), carriage(from), line(from), paragraph(from));
    return at === Infinity ? at : at + lineEndLength(text, at);
  };
}

/** Whether a cut behind the white space before an offset leaves `\r\n` and a space that carries a mark whole. */
function endsCluster(text: string, at: Utf16Offset): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0x300 || unit === 0x0a ? nextGraphemeBoundary(text, at - 1) === at : true;
}

/**
 * Behind blank lines, behind lines, behind `. `, behind white space. A run of
 * blank lines, with what white space stands on them, is one separator.
 */
export function separatorsBehind(text: string): CutFinder[] {
  const lineEndForBlank = lineEnds(text);
  const lineEnd = lineEnds(text);
  const stop = occurrences(text, '. ');
  return [
    (from, end) => {
      for (let at = lineEndForBlank(from); at < end; at = lineEndForBlank(at)) {
        let behind = at;
        for (let next = at; next < end;) {
          const length = lineEndLength(text, next);
          if (length > 0) {
            next += length;
            behind = next;
          } else if (isWhitespace(text.charCodeAt(next))) next += 1;
          else break;
        }
        if (behind > at) return Math.min(behind, end);
      }
      return end;
    },
    (from, end) => Math.min(lineEnd(from), end),
    (from, end) => {
      let at = stop(from) + 2;
      while (at < end && !endsCluster(text, at)) at = stop(at) + 2;
      return Math.min(at, end);
    },
    (from, end) => {
      for (let at = from + 1; at < end; at++) {
        const unit = text.charCodeAt(at - 1);
        if ((unit === 0x20 || isWhitespace(unit)) && endsCluster(text, at)) return at;
      }
      return end;
    },
  ];
}

/** Behind each occurrence of the given strings, one kind of separator after another. */
export function stringsBehind(text: string, separators: readonly string[]): CutFinder[] {
  return separators.map((separator) => {
    const next = occurrences(text, separator);
    return (from, end) => {
      let at = next(from) + separator.length;
      while (at < end && !endsCluster(text, at)) at = next(at) + separator.length;
      return Math.min(at, end);
    };
  });
}

/** Before each occurrence of the given strings: `\n\n`, `\n` and a space are LangChain's default separators. */
export function stringsBefore(
  text: string,
  separators: readonly string[] = ['\n\n', '\n', ' '],
): CutFinder[] {
  return separators.map((separator) => {
    const next = occurrences(text, separator);
    return (from, end) => Math.min(next(from + 1), end);
  });
}

export interface PieceTaker {
  /** Takes a piece if it fits. Pieces come in order, and without gaps until `flush`. */
  take(start: Utf16Offset, end: Utf16Offset): boolean;
  /** Ends the current merge. */
  flush(): void;
  /** A stretch over the limit that no separator helps with. */
  takeApart(start: Utf16Offset, end: Utf16Offset): void;
}

/**
 * Hands out the pieces of a text by the first separator that helps, from the
 * strongest down: a piece that is not taken is cut by the next separator that
 * lies within it, and its sub-pieces merge among themselves only.
 *
 * Only oversized pieces are looked into, each once a level: linear, whatever the text.
 */
export function descend(text: string, separators: readonly CutFinder[], taker: PieceTaker): void {
  function visit(start: Utf16Offset, end: Utf16Offset, level: number): void {
    const nextCut = separators[level];
    if (nextCut === undefined) {
      taker.takeApart(start, end);
      taker.flush();
      return;
    }
    let cut = nextCut(start, end);
    if (cut === end) return visit(start, end, level + 1);
    for (let from = start; from < end; cut = nextCut(from, end)) {
      if (!taker.take(from, cut)) {
        taker.flush();
        visit(from, cut, level + 1);
      }
      from = cut;
    }
    taker.flush();
  }
  visit(0, text.length, 0);
}
