import type { Span, Utf16Offset } from '../../../core/units';
import { rectangle } from './blockModel';
import type { PackedSpans } from './spansModel';

/** The whole document on a line of so many pixels. */
export interface OverviewScale {
  length: Utf16Offset;
  width: number;
}

export function toX({ length, width }: OverviewScale, offset: Utf16Offset): number {
  return length === 0 ? 0 : (offset / length) * width;
}

/** The offset under a pixel, within the document. */
export function toOffset({ length, width }: OverviewScale, x: number): Utf16Offset {
  return Math.round(Math.min(1, Math.max(0, x / Math.max(1, width))) * length);
}

/** Parts of a pixel that a path tells apart; finer ones are drawn over each other. */
const grain = 4;

/**
 * Every second span as one path of rectangles, `parity` telling which. Spans that would
 * fall on the same quarter of a pixel are drawn once, so that a long document costs no
 * more than its width.
 */
export function spansPath(
  { edges, count }: PackedSpans,
  scale: OverviewScale,
  parity: 0 | 1,
  y: number,
  height: number,
): string {
  const parts: string[] = [];
  let last = -1;
  for (let i = parity; i < count; i += 2) {
    const left = Math.round(toX(scale, edges[2 * i]!) * grain);
    const right = Math.max(left + 1, Math.round(toX(scale, edges[2 * i + 1]!) * grain));
    if (right <= last) continue;
    last = right;
    parts.push(rectangle(left / grain, y, (right - left) / grain, height));
  }
  return parts.join('');
}

/** Spans as one path, each at least `least` pixels wide. */
export function spansOf(
  spans: readonly Span[],
  scale: OverviewScale,
  least: number,
  y: number,
  height: number,
): string {
  return spans
    .map(({ start, end }) =>
      rectangle(toX(scale, start), y, Math.max(least, toX(scale, end) - toX(scale, start)), height),
    )
    .join('');
}
