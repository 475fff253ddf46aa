import { groupBy } from '../stats/aggregate';
import { coveredLength, mergeSpans, overlapLength, spansOverlap } from '../text/spans';
import type { Span } from '../units';

/** A span with the position of its document in the corpus; spans that leave it out lie in one same document. */
export interface DocumentSpan extends Span {
  document?: number;
}

/**
 * Share of the gold text that was returned, in UTF-16 code units.
 *
 * Both sides count each code unit once, however often it was returned. `null` without
 * gold, which has nothing to find; 0 when nothing was returned.
 */
export function spanRecall(returned: readonly DocumentSpan[], gold: readonly DocumentSpan[]): number | null {
  const { shared, inGold } = measure(returned, gold);
  return inGold === 0 ? null : shared / inGold;
}

/** Share of the returned text that is gold, in UTF-16 code units. `null` without gold; 0 when nothing was returned. */
export function spanPrecision(
  returned: readonly DocumentSpan[],
  gold: readonly DocumentSpan[],
): number | null {
  const { shared, inReturned, inGold } = measure(returned, gold);
  return inGold === 0 ? null : inReturned === 0 ? 0 : shared / inReturned;
}

/** Shared text over the text of both together, in UTF-16 code units. `null` without gold. */
export function spanIoU(returned: readonly DocumentSpan[], gold: readonly DocumentSpan[]): number | null {
  const { shared, inReturned, inGold } = measure(returned, gold);
  return inGold === 0 ? null : shared / (inReturned + inGold - shared);
}

/**
 * Precision Ω: the span precision of a retriever that returns every chunk that overlaps
 * the gold and nothing else. It judges the cuts alone.
 *
 * `chunks` are all contexts of the strategy. `null` without gold; 0 when no chunk
 * overlaps it.
 */
export function precisionOmega(
  chunks: readonly DocumentSpan[],
  gold: readonly DocumentSpan[],
): number | null {
  const wanted = byDocument(gold);
  const touched = chunks.filter((chunk) =>
    wanted.get(chunk.document)?.some((span) => spansOverlap(span, chunk)),
  );
  return spanPrecision(touched, gold);
}

/** Gold code units that were returned, each once. */
export const recalledLength = (returned: readonly DocumentSpan[], gold: readonly DocumentSpan[]): number =>
  measure(returned, gold).shared;

/** Code units of the gold, each once. */
export const goldLength = (gold: readonly DocumentSpan[]): number => measure([], gold).inGold;

/** Disjoint, sorted runs of each document. */
export function byDocument(spans: readonly DocumentSpan[]): Map<number | undefined, Span[]> {
  const merged = new Map<number | undefined, Span[]>();
  for (const [document, own] of groupBy(spans, (span) => span.document))
    merged.set(document, mergeSpans(own));
  return merged;
}

function measure(
  returned: readonly DocumentSpan[],
  gold: readonly DocumentSpan[],
): { shared: number; inReturned: number; inGold: number } {
  const found = byDocument(returned);
  let shared = 0;
  let inReturned = 0;
  let inGold = 0;
  for (const runs of found.values()) inReturned += coveredLength(runs);
  for (const [document, runs] of byDocument(gold)) {
    inGold += coveredLength(runs);
    for (const run of runs)
      for (const other of found.get(document) ?? []) shared += overlapLength(run, other);
  }
  return { shared, inReturned, inGold };
}
