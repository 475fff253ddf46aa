import type { Span } from '../units';
import { checkTop, type Hit } from './topK';

/** What a reader is handed: a span of one document, whichever chunks led to it. */
export interface ReturnedContext extends Span {
  /** Position of the document in the corpus. */
  document: number;
}

export interface ContextNumbers {
  /** Distinct contexts in corpus order. */
  contexts: ReturnedContext[];
  /** The context of each chunk. */
  contextOf: Int32Array;
}

/** Numbers the distinct returned spans of a corpus's chunks: children of one parent share its number. */
export function numberContexts(chunks: readonly { document: number; returned: Span }[]): ContextNumbers {
  const contexts: ReturnedContext[] = [];
  const known = new Map<string, number>();
  const contextOf = Int32Array.from(chunks, ({ document, returned }) => {
    const key = `${document} ${returned.start} ${returned.end}`;
    let context = known.get(key);
    if (context === undefined) {
      context = contexts.length;
      contexts.push({ document, start: returned.start, end: returned.end });
      known.set(key, context);
    }
    return context;
  });
  return { contexts, contextOf };
}

export interface ContextHit extends Hit {
  /** The chunk that was found first, and gave the context its score. */
  chunk: number;
}

/**
 * The first `k` distinct contexts of a ranking of chunks, each at its best chunk's place.
 *
 * The ranking is followed as far down as that takes: four children of one parent
 * on top are one context, not four. Fewer when the ranking ends before.
 */
export function rankContexts(ranking: readonly Hit[], contextOf: ArrayLike<number>, k: number): ContextHit[] {
  checkTop(k);
  const seen = new Set<number>();
  const hits: ContextHit[] = [];
  for (const { index: chunk, score } of ranking) {
    if (hits.length >= k) break;
    const context = contextOf[chunk];
    if (context === undefined)
      throw new RangeError(`ranking: expected chunks from 0 to ${contextOf.length - 1}, found ${chunk}`);
    if (seen.has(context)) continue;
    seen.add(context);
    hits.push({ index: context, score, chunk });
  }
  return hits;
}
