import { formatPath } from '../artifact/jsonText';

/**
 * The first place where two values differ, as a path with both sides; null when none
 * does. Numbers within `tolerance` of each other are equal.
 */
export function firstDifference(committed: unknown, rebuilt: unknown, tolerance = 0): string | null {
  return compare(committed, rebuilt, [], tolerance);
}

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
