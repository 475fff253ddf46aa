import { graphemeSegments } from 'unicode-segmenter/grapheme';
import type { Utf16Offset } from '../units';

/**
 * Where a text may be cut: the edges of extended grapheme clusters, by one
 * pinned package, so that every engine agrees (`Intl.Segmenter` follows the
 * engine's ICU version). The edges of most text follow from two neighbouring
 * code units; the package decides the rest.
 */

/** Code units that no rule joins to what stands before them, except after `joinsForward`. */
function standsAlone(unit: number): boolean {
  if (unit < 0x300) return unit !== 0xa9 && unit !== 0xae;
  if (unit >= 0x30a0 && unit <= 0xd7a3)
    return unit >= 0xac00 || (unit <= 0xa66e && unit !== 0x3297 && unit !== 0x3299);
  if (unit < 0x590) return unit >= 0x370 && (unit <= 0x482 || unit >= 0x48a);
  if (unit < 0x700) return (unit >= 0x5d0 && unit <= 0x5f4) || (unit >= 0x61d && unit <= 0x64a);
  if (unit < 0xf00)
    return (
      (unit >= 0xe01 && unit <= 0xe30) || (unit >= 0xe3f && unit <= 0xe46) || (unit >= 0xe81 && unit <= 0xeb0)
    );
  if (unit < 0x2040) return (unit >= 0x1e00 && unit <= 0x200b) || (unit >= 0x2010 && unit <= 0x203b);
  return (
    (unit >= 0x3000 && unit <= 0x3029) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0xff01 && unit <= 0xff9d) ||
    unit === 0xfeff
  );
}

/** Prepended marks and leading Hangul jamo (and, coarsely, the astral rows that hold prepended marks). */
function joinsForward(text: string, offset: Utf16Offset): boolean {
  const unit = text.charCodeAt(offset);
  if (unit < 0x600) return false;
  if (unit < 0x1160) {
    return (
      unit <= 0x605 ||
      unit === 0x6dd ||
      unit === 0x70f ||
      unit === 0x890 ||
      unit === 0x891 ||
      unit === 0x8e2 ||
      unit === 0xd4e ||
      unit >= 0x1100
    );
  }
  if (unit >= 0xdc00 && unit <= 0xdfff) {
    const high = text.charCodeAt(offset - 1);
    return high >= 0xd804 && high <= 0xd807;
  }
  return unit >= 0xa960 && unit <= 0xa97c;
}

/** Whether an edge between two clusters lies here, told from the neighbours alone; false means "not known". */
function isCertain(text: string, offset: Utf16Offset): boolean {
  const after = text.charCodeAt(offset);
  if (!standsAlone(after)) return false;
  if (after === 0x0a) return text.charCodeAt(offset - 1) !== 0x0d;
  return !joinsForward(text, offset - 1);
}

/**
 * Every offset between `start` and `end`, both included, at which the text may be cut.
 * Both ends are taken as edges. An empty stretch has one. Linear in the stretch.
 */
export function graphemeBoundaries(
  text: string,
  start: Utf16Offset = 0,
  end: Utf16Offset = text.length,
): Int32Array {
  const edges = new Int32Array(end - start + 1);
  let count = 0;
  edges[count++] = start;
  for (let from = start; from < end;) {
    let to = from + 1;
    while (to < end && !isCertain(text, to)) to += 1;
    if (to > from + 1) {
      for (const { index } of graphemeSegments(text.slice(from, to)))
        if (index > 0) edges[count++] = from + index;
    }
    edges[count++] = to;
    from = to;
  }
  return count === edges.length ? edges : edges.slice(0, count);
}

/** The end of the cluster that begins at `boundary`; the text's length at its end. */
export function nextGraphemeBoundary(text: string, boundary: Utf16Offset): Utf16Offset {
  if (boundary + 1 >= text.length) return text.length;
  if (isCertain(text, boundary + 1)) return boundary + 1;
  for (let size = 32; ; size *= 4) {
    const end = Math.min(text.length, boundary + size);
    const first = graphemeSegments(text.slice(boundary, end)).next();
    const length = first.done ? end - boundary : first.value.segment.length;
    // The last unit of the window may be half a pair, so a cluster that reaches it is not settled.
    if (end === text.length || length < end - boundary - 1) return boundary + length;
  }
}

/**
 * The last edge at or before `offset`. `from` is an edge known to lie at or before
 * it; passing the latest one keeps a walk along a text linear, whatever the text.
 */
export function graphemeAtOrBefore(text: string, offset: Utf16Offset, from: Utf16Offset = 0): Utf16Offset {
  if (offset >= text.length) return text.length;
  let edge = Math.max(offset, from);
  while (edge > from && !isCertain(text, edge)) edge -= 1;
  for (;;) {
    const next = nextGraphemeBoundary(text, edge);
    if (next > offset) return edge;
    edge = next;
  }
}

/** The first edge at or after `offset`; `from` as in `graphemeAtOrBefore`. */
export function graphemeAtOrAfter(text: string, offset: Utf16Offset, from: Utf16Offset = 0): Utf16Offset {
  const before = graphemeAtOrBefore(text, offset, from);
  return before >= offset ? before : nextGraphemeBoundary(text, before);
}

/** Whether a cut at `offset` leaves every cluster, and so every surrogate pair, whole. */
export function isGraphemeBoundary(text: string, offset: Utf16Offset): boolean {
  return graphemeAtOrBefore(text, offset) === offset;
}
