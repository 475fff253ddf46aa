import type { Span } from '../core/units';

/** The occurrence of a text that begins nearest to an offset, the earlier of two; null where it stands nowhere. */
export function nearestOccurrence(text: string, wanted: string, at: number): Span | null {
  if (wanted === '') return null;
  const before = text.lastIndexOf(wanted, at);
  const after = text.indexOf(wanted, at);
  if (before < 0 && after < 0) return null;
  const start = after < 0 || (before >= 0 && at - before <= after - at) ? before : after;
  return { start, end: start + wanted.length };
}
