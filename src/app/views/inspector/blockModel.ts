import type { Span, Utf16Offset } from '../../../core/units';
import { firstAtOrAfter, type Cuts, type Lane } from './inspectorModel';
import { overlapping, spansWithin } from './spansModel';

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
  /** Number of the span within its document. */
  index: number;
  track: number;
  y: number;
  height: number;
  /** Whether the span begins in this block. */
  begins: boolean;
}

/** Vertical extent of a span within a block, by the geometry's own offsets. */
export function extentOf(
  { start, end }: Span,
  block: Span,
  { offsets, y, height }: BlockGeometry,
): { y: number; height: number } {
  const at = (offset: number) => y[firstAtOrAfter(offsets, offset)] ?? height;
  const top = start <= block.start ? 0 : at(start);
  const bottom = end >= block.end ? height : at(end);
  return { y: top, height: Math.max(0, bottom - top) };
}

/** The bars of a lane in a block. */
export function barsOf({ drawn, tracks }: Lane, block: Span, geometry: BlockGeometry): Bar[] {
  return overlapping(drawn, block.start, block.end).map((index): Bar => {
    const span = { start: drawn.edges[2 * index]!, end: drawn.edges[2 * index + 1]! };
    return {
      index,
      track: tracks.of[index]!,
      begins: span.start >= block.start,
      ...extentOf(span, block, geometry),
    };
  });
}

/** A rectangle as a piece of an SVG path. */
export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** How a lane's spans, overlaps and gaps look in a block: a few paths, however many there are. */
export interface LanePaths {
  /** Every second span, so that neighbours are told apart. */
  even: string;
  odd: string;
  overlaps: string;
  gaps: string;
}

/** Space between two bars. */
const joint = 0.75;

/** Where a bar is drawn within its lane. */
export function barBox(
  { tracks }: Lane,
  { track, y, height, begins }: Bar,
  x: number,
  width: number,
): { x: number; y: number; width: number; height: number } {
  const part = width / tracks.count;
  return {
    x: x + track * part,
    y: begins ? y + joint : y,
    width: part - (tracks.count > 1 ? joint : 0),
    height: Math.max(0.5, begins ? height - joint : height),
  };
}

/** The paths of one lane, which stands at `x` with a given width. */
export function lanePaths(
  lane: Lane,
  bars: readonly Bar[],
  block: Span,
  geometry: BlockGeometry,
  x: number,
  width: number,
): LanePaths {
  const path = (parity: number) =>
    bars
      .filter(({ index }) => index % 2 === parity)
      .map((bar) => {
        const box = barBox(lane, bar, x, width);
        return rectangle(box.x, box.y, box.width, box.height);
      })
      .join('');
  const bands = (spans: readonly Span[]) =>
    spansWithin(spans, block.start, block.end)
      .map((span) => {
        const { y, height } = extentOf(span, block, geometry);
        return rectangle(x, y, width, height);
      })
      .join('');
  return { even: path(0), odd: path(1), overlaps: bands(lane.overlaps), gaps: bands(lane.gaps) };
}

/** The bar under a point of a lane; the narrowest where several lie over each other. */
export function barUnder(
  lane: Lane,
  bars: readonly Bar[],
  x: number,
  width: number,
  point: { x: number; y: number },
): Bar | null {
  const under = bars.filter((bar) => {
    const box = barBox(lane, bar, x, width);
    return (
      point.x >= box.x && point.x <= box.x + box.width && point.y >= bar.y && point.y <= bar.y + bar.height
    );
  });
  return under.sort((a, b) => a.height - b.height)[0] ?? null;
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

/** A path of carets, and per lane one of the slots that say which lanes cut: a lane's slot is always at the same height. */
export function cutPaths(
  marks: readonly CutMark[],
  lanes: number,
  left: number,
): { carets: string; slots: string[] } {
  return {
    carets: marks
      .map(({ x, top, height }) => `M${round(left + x)} ${round(top - 2)}v${round(height + 4)}`)
      .join(''),
    slots: Array.from({ length: lanes }, (_, lane) =>
      marks
        .filter((mark) => (mark.lanes >>> lane) & 1)
        .map(({ x, top, height }) =>
          rectangle(
            left + x - 1.75,
            top + (lane * height) / lanes + 0.5,
            3.5,
            Math.max(1, height / lanes - 1),
          ),
        )
        .join(''),
    ),
  };
}
