/** Chunks `first` … `last`, numbered over the whole corpus, all of one document. */
export type NumberedRun = readonly [
  first: number,
  last: number,
]; /** How far hits are widened: chunks of the same document before and after each. */
export interface NeighborCounts {
  neighborPrev: number;
  neighborNext: number;
}

/** A chunk that a search found, by its document and its place in that document. */
export interface ChunkHit {
  document: number;
  chunkIndex: number;
  score: number;
}

/** A chunk by its place, and itself. */
export interface PlacedChunk<C> {
  document: number;
  chunkIndex: number;
  chunk: C;
}

/** A chunk that is returned. One that is both hit and neighbor is a hit; a neighbor has no score. */
export type RetrievedChunk<C> = PlacedChunk<C> &
  ({ role: 'hit'; score: number } | { role: 'neighbor'; score: null });

/** A hit with the chunks that it brings along, both lists in document order. */
export interface ExpandedHit<C> extends PlacedChunk<C> {
  score: number;
  neighborsPrev: PlacedChunk<C>[];
  neighborsNext: PlacedChunk<C>[];
}

export interface NeighborExpansion<C> {
  /** Each chunk once, in document order; documents by their best hit. */
  retrievedChunks: RetrievedChunk<C>[];
  /** Hits by score; a chunk may stand under several of them. */
  expansionTree: ExpandedHit<C>[];
}

/**
 * The chunks that a reader is handed when every hit is widened by its neighbors in the same
 * document, in both shapes: the flat list that is passed on, and the tree that says which
 * hit brought what.
 *
 * Opt-in: without counts nothing is added, and every neighbor list is empty. Neighbors past
 * the edges of a document are left out, never taken from the next document. Hits are read
 * by score, best first, equal ones in the order given. `chunksByDocument[document][chunkIndex]`
 * may be anything: spans, texts, ids. No hits give two empty lists.
 */
export function expandNeighbors<C>(
  hits: readonly ChunkHit[],
  chunksByDocument: readonly (readonly C[])[],
  { neighborPrev = 0, neighborNext = 0 }: Partial<NeighborCounts> = {},
): NeighborExpansion<C> {
  checkCount('neighborPrev', neighborPrev);
  checkCount('neighborNext', neighborNext);
  const found = new Map<number, Map<number, number | null>>();
  const ordered = [...hits].sort((a, b) => b.score - a.score);
  for (const hit of ordered) {
    checkHit(hit, chunksByDocument);
    const scores = found.get(hit.document) ?? new Map<number, number | null>();
    if (scores.has(hit.chunkIndex))
      throw new RangeError(
        `chunk ${hit.chunkIndex} of document ${hit.document} is a hit twice, expected every hit once`,
      );
    found.set(hit.document, scores.set(hit.chunkIndex, hit.score));
  }
  const expansionTree = ordered.map(({ document, chunkIndex, score }): ExpandedHit<C> => {
    const chunks = chunksByDocument[document]!;
    const placed = (from: number, to: number): PlacedChunk<C>[] =>
      chunks.slice(from, to).map((chunk, i) => ({ document, chunkIndex: from + i, chunk }));
    return {
      document,
      chunkIndex,
      chunk: chunks[chunkIndex]!,
      score,
      neighborsPrev: placed(Math.max(0, chunkIndex - neighborPrev), chunkIndex),
      neighborsNext: placed(chunkIndex + 1, Math.min(chunks.length, chunkIndex + 1 + neighborNext)),
    };
  });
  for (const { document, neighborsPrev, neighborsNext } of expansionTree) {
    const scores = found.get(document)!;
    for (const { chunkIndex } of [...neighborsPrev, ...neighborsNext])
      if (!scores.has(chunkIndex)) scores.set(chunkIndex, null);
  }
  const retrievedChunks = [...found].flatMap(([document, scores]) =>
    [...scores]
      .sort(([a], [b]) => a - b)
      .map(([chunkIndex, score]): RetrievedChunk<C> => {
        const place = { document, chunkIndex, chunk: chunksByDocument[document]![chunkIndex]! };
        return score === null ? { ...place, role: 'neighbor', score } : { ...place, role: 'hit', score };
      }),
  );
  return { retrievedChunks, expansionTree };
}

/** Chunks `first` … `last` of a document, without a gap. */
export interface ChunkRun {
  document: number;
  first: number;
  last: number;
}

/** The stretches of adjacent chunks in a flat list, in its order: what an answer must lie whole in. */
export function adjacentRuns(
  retrievedChunks: readonly { document: number; chunkIndex: number }[],
): ChunkRun[] {
  const runs: ChunkRun[] = [];
  for (const { document, chunkIndex } of retrievedChunks) {
    const run = runs.at(-1);
    if (run?.document === document && run.last + 1 === chunkIndex) run.last = chunkIndex;
    else runs.push({ document, first: chunkIndex, last: chunkIndex });
  }
  return runs;
}

function checkCount(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 0)
    throw new RangeError(`${name} must be a whole number from 0, found ${count}`);
}

function checkHit(
  { document, chunkIndex, score }: ChunkHit,
  chunksByDocument: readonly (readonly unknown[])[],
): void {
  const chunks = chunksByDocument[document]?.length;
  if (chunks === undefined)
    throw new RangeError(
      `a hit lies in document ${document}, expected a place from 0 to ${chunksByDocument.length - 1}`,
    );
  if (!Number.isInteger(chunkIndex) || chunkIndex < 0 || chunkIndex >= chunks)
    throw new RangeError(
      `a hit is chunk ${chunkIndex} of document ${document}, expected a place from 0 to ${chunks - 1}`,
    );
  if (!Number.isFinite(score))
    throw new RangeError(
      `chunk ${chunkIndex} of document ${document} has score ${score}, expected a finite number`,
    );
}
