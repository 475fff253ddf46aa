import type { NeighborCounts } from '../../core/retrieval/neighbors';
import type { Tokens } from '../../core/units';
import type { NumberedRun } from '../../core/retrieval/neighbors';

/** How a chunk came to be returned: as a hit (distance 0), or so many chunks before (−) or after (+) one. */
export interface ChunkOrigin {
  /** 1-based rank of the hit. */
  rank: number;
  distance: number;
}

/** One question's hits among the chunks of a corpus; chunks are numbered over the whole corpus. */
export interface NumberedHits {
  /** By rank. */
  hits: readonly number[];
  documentOf: (chunk: number) => number;
}

/** The hit nearest to a chunk within a width, in its document; of equally near ones the better rank. null when none is. */
function originOf(
  chunk: number,
  { hits, documentOf }: NumberedHits,
  { neighborPrev, neighborNext }: NeighborCounts,
): ChunkOrigin | null {
  const document = documentOf(chunk);
  let nearest: ChunkOrigin | null = null;
  hits.forEach((hit, place) => {
    const distance = chunk - hit;
    if (distance < -neighborPrev || distance > neighborNext || documentOf(hit) !== document) return;
    if (!nearest || Math.abs(distance) < Math.abs(nearest.distance)) nearest = { rank: place + 1, distance };
  });
  return nearest;
}

/**
 * What brought the answer: one origin per chunk of the run of adjacent chunks that holds
 * it, in document order. null when the hits, widened, hold no such run whole.
 *
 * Of several runs, the one that needs the fewest neighbors, then the better hit. The same
 * condition as the expanded hit of the figures, told from chunk numbers alone.
 */
export function answerOrigins(
  found: NumberedHits,
  runs: readonly NumberedRun[],
  width: NeighborCounts,
): ChunkOrigin[] | null {
  let best: { origins: ChunkOrigin[]; cost: number; rank: number } | null = null;
  for (const run of runs) {
    const origins = chunksOf(run).map((chunk) => originOf(chunk, found, width));
    if (!origins.every((origin) => origin !== null)) continue;
    const cost = origins.reduce((sum, { distance }) => sum + Math.abs(distance), 0);
    const rank = Math.max(...origins.map((origin) => origin.rank));
    if (!best || cost < best.cost || (cost === best.cost && rank < best.rank)) best = { origins, cost, rank };
  }
  return best?.origins ?? null;
}

/** The least widening that would bring the answer in; null where none does. */
export interface SmallestWidths {
  /** As many chunks before each hit as after it. */
  both: number | null;
  /** Chunks before each hit alone. */
  prev: number | null;
  /** Chunks after each hit alone. */
  next: number | null;
}

/**
 * How far these hits would have to be widened until they hold the answer whole. 0: they do
 * as they are, alone or side by side. null: no width in that direction does, since no hit
 * lies there in a document with the answer.
 */
export function smallestWidths(found: NumberedHits, runs: readonly NumberedRun[]): SmallestWidths {
  const far = Number.POSITIVE_INFINITY;
  const least = (width: NeighborCounts): number | null => {
    const needed = Math.min(
      far,
      ...runs.map((run) =>
        Math.max(...chunksOf(run).map((chunk) => Math.abs(originOf(chunk, found, width)?.distance ?? far))),
      ),
    );
    return needed === far ? null : needed;
  };
  return {
    both: least({ neighborPrev: far, neighborNext: far }),
    prev: least({ neighborPrev: far, neighborNext: 0 }),
    next: least({ neighborPrev: 0, neighborNext: far }),
  };
}

/** What a reader is handed, in tokens. */
export interface HandedOverTokens {
  /** Every chunk once. */
  handedOver: Tokens;
  /** Of the hits alone. */
  hits: Tokens;
}

/** Tokens of the hits with their neighbors. `tokens` are given by chunk number. */
export function handedOverTokens(
  { hits, documentOf }: NumberedHits,
  { neighborPrev, neighborNext }: NeighborCounts,
  tokens: readonly Tokens[],
): HandedOverTokens {
  const chunks = new Set<number>();
  for (const hit of hits) {
    const document = documentOf(hit);
    for (let chunk = hit - neighborPrev; chunk <= hit + neighborNext; chunk += 1)
      if (chunk >= 0 && chunk < tokens.length && documentOf(chunk) === document) chunks.add(chunk);
  }
  const sum = (of: Iterable<number>): Tokens => [...of].reduce((total, chunk) => total + tokens[chunk]!, 0);
  return { handedOver: sum(chunks), hits: sum(hits) };
}

function chunksOf([first, last]: NumberedRun): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
