import type { Span, Utf16Offset } from '../../../core/units';

/**
 * Spans of one document as the files hold them, start, end, start, end …, by ascending start.
 * A hundred thousand of them are searched without an object each.
 */
export interface PackedSpans {
  readonly edges: readonly Utf16Offset[];
  readonly count: number;
  /** The furthest end of the spans up to each: nothing before it reaches further. */
  readonly reach: Int32Array;
}

export function packSpans(edges: readonly Utf16Offset[]): PackedSpans {
  const count = edges.length >> 1;
  const reach = new Int32Array(count);
  let furthest = 0;
  for (let i = 0; i < count; i++) reach[i] = furthest = Math.max(furthest, edges[2 * i + 1]!);
  return { edges, count, reach };
}

export function spanAt({ edges }: PackedSpans, index: number): Span {
  return { start: edges[2 * index]!, end: edges[2 * index + 1]! };
}

/** Index of the first span that starts after an offset; the number of spans when none does. */
export function firstStartingAfter({ edges, count }: PackedSpans, offset: Utf16Offset): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[2 * middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indexes of the spans that share at least one code unit with `[start, end)`, ascending. */
export function overlapping(spans: PackedSpans, start: Utf16Offset, end: Utf16Offset): number[] {
  const found: number[] = [];
  if (end <= start) return found;
  for (let i = firstReachingPast(spans, start), last = firstStartingAfter(spans, end - 1); i < last; i++) {
    if (spans.edges[2 * i + 1]! > start) found.push(i);
  }
  return found;
}

/** Index of the first span from which on something may end after an offset. */
function firstReachingPast({ reach, count }: PackedSpans, offset: Utf16Offset): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A stretch of a document that lies in the same number of spans. */
export interface DepthRun extends Span {
  /** 0 is a gap, from 2 on an overlap. */
  depth: number;
}

/** The whole document as runs of equal depth, in order, without holes. An empty document has none. */
export function depthRuns({ edges, count }: PackedSpans, length: Utf16Offset): DepthRun[] {
  const starts = Array.from({ length: count }, (_, i) => edges[2 * i]!);
  const ends = Array.from({ length: count }, (_, i) => edges[2 * i + 1]!).sort((a, b) => a - b);
  const runs: DepthRun[] = [];
  let [s, e, depth, at] = [0, 0, 0, 0];
  while (at < length) {
    while (s < count && starts[s]! <= at) [s, depth] = [s + 1, depth + 1];
    while (e < count && ends[e]! <= at) [e, depth] = [e + 1, depth - 1];
    const next = Math.min(length, s < count ? starts[s]! : length, e < count ? ends[e]! : length);
    const last = runs.at(-1);
    if (last?.depth === depth) last.end = next;
    else runs.push({ start: at, end: next, depth });
    at = next;
  }
  return runs;
}

/** Of spans that neither overlap nor leave their order, those that share something with `[start, end)`, cut to it. */
export function spansWithin(spans: readonly Span[], start: Utf16Offset, end: Utf16Offset): Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  const found: Span[] = [];
  for (let i = low; i < spans.length && spans[i]!.start < end; i++)
    found.push({ start: Math.max(start, spans[i]!.start), end: Math.min(end, spans[i]!.end) });
  return found;
}

/** Most tracks that a lane draws side by side; deeper overlaps share the last one. */
export const maxTracks = 6;

export interface Tracks {
  /** Track of each span. */
  of: Uint8Array;
  /** Tracks in use; 1 where nothing overlaps. */
  count: number;
}

/** Places spans side by side, each on the first free track: two that overlap share none, as far as there are tracks. */
export function tracksOf({ edges, count }: PackedSpans): Tracks {
  const of = new Uint8Array(count);
  const ends: number[] = [];
  for (let i = 0; i < count; i++) {
    let track = 0;
    while (track < maxTracks - 1 && (ends[track] ?? 0) > edges[2 * i]!) track++;
    ends[track] = Math.max(ends[track] ?? 0, edges[2 * i + 1]!);
    of[i] = track;
  }
  return { of, count: Math.max(1, ends.length) };
}
