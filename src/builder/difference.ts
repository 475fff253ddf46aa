import { formatPath } from '../artifact/jsonText';
import type { Check } from './experiment';

/**
 * The first place where two values differ, as a path with both sides; null when none
 * does. Numbers within `tolerance` of each other are equal.
 */
export function firstDifference(committed: unknown, rebuilt: unknown, tolerance = 0): string | null {
  return compare(committed, rebuilt, [], tolerance);
}

/** Where two texts of a file differ; null when they are equal byte for byte. */
export function textDifference(committed: string | undefined, rebuilt: string): string | null {
  if (committed === rebuilt) return null;
  if (committed === undefined) return 'is not committed';
  return firstDifference(JSON.parse(committed), JSON.parse(rebuilt)) ?? 'spaces or line breaks differ';
}

/** A line of `verify`: what holds, or where it does not. */
export const checkOf = (name: string, what: string, difference: string | null): Check => ({
  name,
  ok: difference === null,
  detail: difference ?? what,
});

function compare(a: unknown, b: unknown, path: PropertyKey[], tolerance: number): string | null {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= tolerance ? null : report(a, b, path);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? null : report(a, b, path);
  if (Array.isArray(a) !== Array.isArray(b)) return report(a, b, path);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return `${formatPath(path)}: ${a.length} items committed, ${b.length} rebuilt`;
    for (let index = 0; index < a.length; index += 1) {
      const found = compare(a[index], b[index], [...path, index], tolerance);
      if (found) return found;
    }
    return null;
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = compare(left[key], right[key], [...path, key], tolerance);
    if (found) return found;
  }
  return null;
}

function report(a: unknown, b: unknown, path: PropertyKey[]): string {
  return `${formatPath(path)}: ${short(a)} committed, ${short(b)} rebuilt`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
