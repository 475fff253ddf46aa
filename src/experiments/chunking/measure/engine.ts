import { checkTop, type Hit } from '../../../core/retrieval/topK';
import type { Cosine } from '../../../core/units';
import type { VectorMatrix } from '../../../core/vectors/matrix';
import { searchRows } from '../../../core/vectors/search';
import type { Ranker } from './rankers';
import { readRanking } from './rankingReader';
import type { StrategyIndex } from './strategyIndex';

/** A chunk as an engine keeps it: where it stands, and its words. */
export interface EngineChunk {
  document: string;
  start: number;
  end: number;
  text: string;
}

/** Vectors that were written, by the name under which they are searched. */
export interface EngineCollection {
  id: string;
  rows: number;
}

/** How far writing is; awaited between batches, so that an interrupt ends it there. */
export type WriteProgress = (done: number, total: number) => void | Promise<void>;

/**
 * Where vectors lie and are searched. The kernel in the process is the reference: any other returns
 * the same hits with cosines to float32 rounding, equal ones in stored order.
 */
export interface VectorEngine {
  name: string;
  /** Keeps one vector per chunk. What a run that ended before had written is not written again. */
  write(
    chunks: readonly EngineChunk[],
    vectors: VectorMatrix,
    progress?: WriteProgress,
  ): Promise<EngineCollection>;
  /** For each part of a query its own best `limit` rows, best first: a group of its own, exact. */
  search(
    collection: EngineCollection,
    parts: readonly ArrayLike<number>[],
    limit: number,
    threshold?: Cosine,
  ): Promise<Hit[][]>;
  close(): Promise<void>;
}

/** The kernel in the process. */
export function createKernelEngine(): VectorEngine {
  const kept = new Map<string, VectorMatrix>();
  return {
    name: 'kernel',
    write: async (chunks, vectors) => {
      const id = String(kept.size);
      kept.set(id, vectors);
      return { id, rows: chunks.length };
    },
    search: async ({ id }, parts, limit, threshold = -Infinity) => {
      const vectors = kept.get(id);
      if (!vectors) throw new RangeError(`collection ${id} was not written`);
      return searchRows(parts, vectors, checkTop(limit), threshold);
    },
    close: async () => kept.clear(),
  };
}

/** `cosineRanker` in an engine: each question asks for every row, since ranks are told however deep. */
export async function engineRanker(
  engine: VectorEngine,
  chunks: readonly EngineChunk[],
  vectors: VectorMatrix,
  questionVectors: readonly (ArrayLike<number> | null)[],
  { contextOf }: StrategyIndex,
  progress?: WriteProgress,
): Promise<(question: number) => Promise<ReturnType<Ranker>>> {
  const collection = vectors.rows === 0 ? null : await engine.write(chunks, vectors, progress);
  return async (question) => {
    const vector = questionVectors[question];
    const hits = vector && collection ? (await engine.search(collection, [vector], collection.rows))[0]! : [];
    return readRanking((k) => hits.slice(0, k), contextOf, Infinity);
  };
}
