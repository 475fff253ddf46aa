import { rankContexts, type ContextHit } from '../../../core/retrieval/contexts';
import type { Hit } from '../../../core/retrieval/topK';

/** The best `k` chunks for one question, best first; fewer when the ranking ends before. */
type ChunkSearch = (k: number) => readonly Hit[];

/** One question's ranking of distinct contexts, read as deep as somebody needs it. */
export interface RankingReader {
  /** The context at a 1-based rank; undefined past the ranking's end. */
  at(rank: number): ContextHit | undefined;
}

/**
 * Reads a ranking of chunks as contexts, each at its best chunk's place. Starts with the
 * best `first` chunks and searches again, eight times as deep, when they do not reach: most
 * questions need few, and a full ranking of every question would cost far more than that.
 */
export function readRanking(search: ChunkSearch, contextOf: ArrayLike<number>, first: number): RankingReader {
  let depth = first;
  let hits: ContextHit[] | undefined;
  let ended = false;
  const read = (): ContextHit[] => {
    const chunks = search(depth);
    ended = chunks.length < depth;
    return rankContexts(chunks, contextOf, Infinity);
  };
  return {
    at(rank) {
      hits ??= read();
      while (hits.length < rank && !ended) {
        depth = depth >= contextOf.length ? Infinity : depth * 8;
        hits = read();
      }
      return hits[rank - 1];
    },
  };
}

/** A ranking of contexts that is known in full. */
export function knownRanking(hits: readonly { index: number; score: number }[]): RankingReader {
  return {
    at(rank) {
      const hit = hits[rank - 1];
      return hit && { index: hit.index, score: hit.score, chunk: -1 };
    },
  };
}
