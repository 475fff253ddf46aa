import { checkSize } from '../text/sizes';
import type { Cosine } from '../units';
import type { VectorRows } from '../vectors/matrix';
import { searchRows } from '../vectors/search';
import type { Hit } from './topK';

export interface GroupOptions {
  /** Places in the group of each part. */
  limit?: number;
  /** Least raw cosine of a place. */
  threshold?: Cosine;
}

/** Five places from a cosine of 0.35. */
export const groupDefaults = { limit: 5, threshold: 0.35 } as const satisfies Required<GroupOptions>;

function checkOptions({
  limit = groupDefaults.limit,
  threshold = groupDefaults.threshold,
}: GroupOptions): Required<GroupOptions> {
  checkSize('limit', limit);
  if (!Number.isFinite(threshold)) throw new RangeError(`threshold must be a cosine, found ${threshold}`);
  return { limit, threshold };
}

/**
 * What each part of a message finds, in a group of its own: the best `limit` stored
 * vectors with a cosine of at least `threshold`, best first, ties by stored order.
 *
 * A group is not filled up with worse results, the same vector may stand in several
 * groups, and no part competes with another. A part that finds nothing has an empty group.
 */
export function searchGroups(
  parts: readonly ArrayLike<number>[],
  stored: VectorRows,
  options: GroupOptions = {},
): Hit[][] {
  const { limit, threshold } = checkOptions(options);
  return searchRows(parts, stored, limit, threshold);
}

/** A result of all parts in one list. */
export interface GlobalHit extends Hit {
  part: number;
}

/**
 * The wrong way, to compare with: all parts in one list cut at parts × `limit`,
 * so that a part with many good results takes the places of the others. Ties by
 * stored order, then by part.
 */
export function searchGlobal(
  parts: readonly ArrayLike<number>[],
  stored: VectorRows,
  options: GroupOptions = {},
): GlobalHit[] {
  const { limit, threshold } = checkOptions(options);
  const places = parts.length * limit;
  return mergeParts(searchRows(parts, stored, places, threshold), places);
}

/** The results of all parts in one list of so many places; ties by stored order, then by part. */
export function mergeParts(found: readonly (readonly Hit[])[], places: number): GlobalHit[] {
  return found
    .flatMap((hits, part) => hits.map((hit) => ({ ...hit, part })))
    .sort((a, b) => b.score - a.score || a.index - b.index || a.part - b.part)
    .slice(0, places);
}

/**
 * The other wrong way: one vector for the whole message, with as many places as
 * its parts would have had together.
 */
export function searchWhole(
  message: ArrayLike<number>,
  stored: VectorRows,
  { parts, ...options }: GroupOptions & { parts: number },
): Hit[] {
  checkSize('parts', parts);
  const { limit, threshold } = checkOptions(options);
  return searchRows([message], stored, parts * limit, threshold)[0]!;
}

/** Parts that have a group of their own but no place in the global list, ascending. */
export function starvedParts(groups: readonly (readonly Hit[])[], global: readonly GlobalHit[]): number[] {
  const placed = new Set(global.map(({ part }) => part));
  return [...groups.keys()].filter((part) => groups[part]!.length > 0 && !placed.has(part));
}

/** Parts that have a group of which the whole message found nothing, ascending. */
export function unreachedParts(groups: readonly (readonly Hit[])[], whole: readonly Hit[]): number[] {
  const found = new Set(whole.map(({ index }) => index));
  return [...groups.keys()].filter(
    (part) => groups[part]!.length > 0 && !groups[part]!.some(({ index }) => found.has(index)),
  );
}
