import type { Span, Utf16Offset } from '../../../core/units';
import { firstAtOrAfter, type Cuts, type Lane } from './inspectorModel';
import { overlapping, runsWithin } from './spansModel';

/** Where the places of a block lie in it once it is laid out, in pixels from its top left corner. */
export interface BlockGeometry {
  height: number;
  /** Offsets of the block's edges and of every mark within it, ascending. */
  offsets: readonly Utf16Offset[];
  /** How far down each offset lies: the top of its line, and in proportion within it. */
  y: readonly number[];
  /** Where a caret would stand before each offset. */
  carets: readonly { x: number; top: number; height: number }[];
}

/** A stretch of a lane in a block. */
export interface Bar {
  lane: number;
  /** Number of the span within its document. */
  index: number;
  track: number;
  y: number;
  height: number;
  /** Whether the span begins in this block. */
  begins: boolean;
}

/** Vertical extent of a span within a block, by the geometry's own offsets. */
export function extentOf({ start, end }: Span, block: Span, { offsets, y, height }: BlockGeometry): { y: number; height: number } {
  const at = (offset: number) => y[firstAtOrAfter(offsets, offset)] ?? height;
  const top = start <= block.start ? 0 : at(start);
  const bottom = end >= block.end ? height : at(end);
  return { y: top, height: Math.max(0, bottom - top) };
}

/** Every bar of every lane in a block. */
export function barsOf(lanes: readonly Lane[], block: Span, geometry: BlockGeometry): Bar[] {
  return lanes.flatMap(({ drawn, tracks }, lane) =>
    overlapping(drawn, block.start, block.end).map((index): Bar => {
      const span = { start: drawn.edges[2 * index]!, end: drawn.edges[2 * index + 1]! };
      return { lane, index, track: tracks.of[index]!, begins: span.start >= block.start, ...extentOf(span, block, geometry) };
    }),
  );
}

export interface DepthBand {
  lane: number;
  kind: 'overlap' | 'gap';
  y: number;
  height: number;
}

/** Overlap bands and gaps of every lane in a block. */
export function bandsOf(lanes: readonly Lane[], block: Span, geometry: BlockGeometry): DepthBand[] {
  return lanes.flatMap(({ runs }, lane) =>
    runsWithin(runs, block.start, block.end)
      .filter(({ depth }) => depth !== 1)
      .map((run): DepthBand => ({ lane, kind: run.depth === 0 ? 'gap' : 'overlap', ...extentOf(run, block, geometry) })),
  );
}

export interface CutMark {
  offset: Utf16Offset;
  /** Bit `i` is set where lane `i` cuts. */
  lanes: number;
  x: number;
  top: number;
  height: number;
}

/** Where in the text the lanes cut. The end of a block is left to the next one. */
export function cutMarks({ offsets, lanes }: Cuts, block: Span, geometry: BlockGeometry): CutMark[] {
  const marks: CutMark[] = [];
  for (let i = firstAtOrAfter(offsets, block.start); i < offsets.length && offsets[i]! < block.end; i++) {
    const caret = geometry.carets[firstAtOrAfter(geometry.offsets, offsets[i]!)];
    if (caret) marks.push({ offset: offsets[i]!, lanes: lanes[i]!, ...caret });
  }
  return marks;
}

/** Offsets of `cuts` within a block. */
export function cutsWithin({ offsets }: Cuts, { start, end }: Span): Utf16Offset[] {
  return [...offsets.subarray(firstAtOrAfter(offsets, start), firstAtOrAfter(offsets, end + 1))];
}

/** Geometry by proportion alone, for what is not laid out as text. */
export function proportionalGeometry(block: Span, offsets: readonly Utf16Offset[], height: number): BlockGeometry {
  const y = offsets.map((offset) => ((offset - block.start) / Math.max(1, block.end - block.start)) * height);
  return { height, offsets, y, carets: [] };
}
