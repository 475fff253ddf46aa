import type { NeighborCounts } from '../../../core/retrieval/neighbors';

/** The widths that are measured; the first, without neighbors, is what the others are compared with. */
export const neighborWidths: readonly NeighborCounts[] = [
  { neighborPrev: 0, neighborNext: 0 },
  { neighborPrev: 1, neighborNext: 0 },
  { neighborPrev: 0, neighborNext: 1 },
  { neighborPrev: 1, neighborNext: 1 },
  { neighborPrev: 2, neighborNext: 2 },
];

/** `±1/0` is one chunk before each hit and none after it. */
export const widthLabel = ({ neighborPrev, neighborNext }: NeighborCounts): string =>
  `±${neighborPrev}/${neighborNext}`;

/** `fixed_size-1-0`: a row of the benchmark with its hits widened; without neighbors it is that row itself. */
export const neighborRowId = (base: string, { neighborPrev, neighborNext }: NeighborCounts): string =>
  neighborPrev + neighborNext === 0 ? base : `${base}-${neighborPrev}-${neighborNext}`;

/** Only this strategy is expanded; the others ignore the counts. */
export const expandedStrategy = 'fixed_size';

/** Whether a strategy of a run is the one that is expanded: under its own id, or with a reader's sizes behind it (`fixed_size-128`). */
export const isExpandedStrategy = (id: string): boolean =>
  id === expandedStrategy || id.startsWith(`${expandedStrategy}-`);

/** Neighbors on one side at most, where a reader chooses: more than that is a longer chunk. */
export const maxNeighbors = 5;

export const isSameWidth = (a: NeighborCounts, b: NeighborCounts): boolean =>
  a.neighborPrev === b.neighborPrev && a.neighborNext === b.neighborNext;

/** The published widths, and the reader's own where it is another. */
export function runWidths(chosen: NeighborCounts): readonly NeighborCounts[] {
  checkWidth(chosen);
  return neighborWidths.some((known) => isSameWidth(known, chosen))
    ? neighborWidths
    : [...neighborWidths, chosen];
}

/** Refuses a width that no reader can choose. */
export function checkWidth(width: NeighborCounts): void {
  for (const [name, count] of Object.entries(width))
    if (!(Number.isInteger(count) && count >= 0 && count <= maxNeighbors))
      throw new RangeError(`${name} must be a whole number from 0 to ${maxNeighbors}, found ${count}`);
}
