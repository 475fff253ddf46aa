import { nextGraphemeBoundary } from '../text/graphemes';
import { isWhitespace } from '../text/whitespace';

/** Length of the line end at an offset, 0 where there is none. `\r\n` is one. */
export function lineEndLength(text: string, at: number): 0 | 1 | 2 {
  const unit = text.charCodeAt(at);
  if (unit === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
  return unit === 0x0a || unit === 0x2028 || unit === 0x2029 ? 1 : 0;
}

/**
 * Where a text may be cut before it comes to single characters, in order, the text's end last.
 *
 * `levels` says by which separator, 0 the strongest. `measures` is the length of
 * the text up to each cut in the unit that chunks are limited in, so that the
 * length of any piece is one subtraction.
 */
export interface Cuts {
  count: number;
  offsets: Int32Array;
  measures: Int32Array;
  levels: Uint8Array;
}

function createCuts(): Cuts & { add(offset: number, measure: number, level: number): void } {
  return {
    count: 0,
    offsets: new Int32Array(1024),
    measures: new Int32Array(1024),
    levels: new Uint8Array(1024),
    add(offset, measure, level) {
      if (this.count === this.offsets.length) {
        const larger = <T extends Int32Array | Uint8Array>(grown: T, old: T): T => (grown.set(old), grown);
        this.offsets = larger(new Int32Array(this.count * 2), this.offsets);
        this.measures = larger(new Int32Array(this.count * 2), this.measures);
        this.levels = larger(new Uint8Array(this.count * 2), this.levels);
      }
      this.offsets[this.count] = offset;
      this.measures[this.count] = measure;
      this.levels[this.count++] = level;
    },
  };
}

const blankLine = 0;
const line = 1;
const stop = 2;
const space = 3;

/**
 * Cuts behind blank lines (0), lines (1), `. ` (2) and white space (3), measured in code points.
 *
 * A run of blank lines is one separator. White space that carries a combining
 * mark is none: the cut would tear the mark from it.
 */
export function cutsBehindSeparators(text: string): Cuts {
  const cuts = createCuts();
  let pairs = 0;
  let lineIsBlank = false;
  let latestBlankLine = -1;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 && unit < 0xa0) {
      lineIsBlank = false;
      at += 1;
    } else if (!isWhitespace(unit)) {
      if (unit >= 0xdc00 && unit <= 0xdfff && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs += 1;
      lineIsBlank = false;
      at += 1;
    } else {
      const lineEnd = lineEndLength(text, at);
      if (lineEnd > 0) {
        at += lineEnd;
        if (lineIsBlank) {
          if (latestBlankLine >= 0) cuts.levels[latestBlankLine] = line;
          latestBlankLine = cuts.count;
        } else latestBlankLine = -1;
        cuts.add(at, at - pairs, lineIsBlank ? blankLine : line);
        lineIsBlank = true;
      } else {
        at += 1;
        const next = text.charCodeAt(at);
        if (!(next >= 0x300) || nextGraphemeBoundary(text, at - 1) === at) cuts.add(at, at - pairs, unit === 0x20 && text.charCodeAt(at - 2) === 0x2e ? stop : space);
      }
    }
  }
  if (cuts.offsets[cuts.count - 1] !== text.length || cuts.count === 0) cuts.add(text.length, text.length - pairs, blankLine);
  return cuts;
}

/** Cuts before `\n\n` (0), `\n` (1) and a space (2), measured in UTF-16 code units: LangChain's default separators. */
export function cutsBeforeSeparators(text: string): Cuts {
  const cuts = createCuts();
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x20) cuts.add(at, at, 2);
    else if (unit === 0x0a) cuts.add(at, at, text.charCodeAt(at + 1) === 0x0a ? 0 : 1);
  }
  cuts.add(text.length, text.length, 0);
  return cuts;
}

export interface PieceTaker {
  fits(measure: number): boolean;
  /** A piece that fits; pieces come in order without gaps until `flush`. */
  add(start: number, end: number, startMeasure: number, endMeasure: number): void;
  /** Ends the current merge. */
  flush(): void;
  /** A stretch over the limit that holds no separator. */
  takeApart(start: number, end: number, startMeasure: number): void;
}

/**
 * Hands out the pieces of a text by the first separator that helps, from the
 * strongest down: a piece that does not fit is cut by the next separator that
 * lies within it, and its sub-pieces merge among themselves only.
 *
 * Every cut is looked at once a level, whatever the text: linear.
 */
export function descend(cuts: Cuts, taker: PieceTaker): void {
  const { offsets, measures, levels } = cuts;

  function visit(first: number, last: number, start: number, startMeasure: number): void {
    let level = Infinity;
    for (let c = first; c < last; c++) if (levels[c]! < level) level = levels[c]!;
    if (level === Infinity) taker.takeApart(start, offsets[last]!, startMeasure);
    let pieceFirst = first;
    let pieceStart = start;
    let pieceMeasure = startMeasure;
    if (level !== Infinity) {
      for (let c = first; c <= last; c++) {
        if (c < last && levels[c]! > level) continue;
        if (taker.fits(measures[c]! - pieceMeasure)) taker.add(pieceStart, offsets[c]!, pieceMeasure, measures[c]!);
        else {
          taker.flush();
          visit(pieceFirst, c, pieceStart, pieceMeasure);
        }
        pieceFirst = c + 1;
        pieceStart = offsets[c]!;
        pieceMeasure = measures[c]!;
      }
    }
    taker.flush();
  }

  visit(0, cuts.count - 1, 0, 0);
}
