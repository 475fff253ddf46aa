import type { Span } from '../units';

/**
 * Windows over a text whose first one ends after `phase` characters, so that every cut moves
 * along with it; full windows follow, each beginning `overlap` before the end of the one before.
 *
 * A phase from 1 to `size − overlap` gives every grid of cuts once. Sizes are UTF-16 code units.
 */
export function phasedWindows(length: number, size: number, overlap: number, phase: number): Span[] {
  const step = size - overlap;
  if (!(Number.isInteger(size) && Number.isInteger(overlap) && overlap >= 0 && step > 0))
    throw new RangeError(
      `windows of ${size} with ${overlap} overlap: expected whole numbers, the overlap smaller`,
    );
  if (!(Number.isInteger(phase) && phase >= 1 && phase <= step))
    throw new RangeError(`phase: expected a whole number from 1 to ${step}, found ${phase}`);
  const windows: Span[] = [];
  for (let end = phase; ; end += step) {
    const start = Math.max(0, windows.length === 0 ? 0 : end - size);
    if (length > 0) windows.push({ start, end: Math.min(end, length) });
    if (end >= length) return windows;
  }
}

/**
 * The share of phases in which some window holds a target whole: `(n − L + 1) / (n − o)` for a
 * target of L characters, windows of n and an overlap of o, never outside 0–1. It holds for
 * targets that stand at least n from the start.
 */
export function reachability(targetLength: number, size: number, overlap: number): number {
  return Math.max(0, Math.min(1, (size - targetLength + 1) / (size - overlap)));
}
