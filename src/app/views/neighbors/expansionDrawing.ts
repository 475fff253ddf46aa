import type { NumberedRun } from '../../../core/retrieval/neighbors';
import { expandNeighbors, type NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Span } from '../../../core/units';

/** A chunk as an expansion needs it. */
export interface ChunkInfo extends Span {
  /** Over the whole corpus. */
  number: number;
  /** null where the files do not tell. */
  tokens: number | null;
}

/** What one question's expansion is drawn from. No text. */
export interface ExpansionInput {
  /** Chunks of each document in order; none where a document is not loaded. */
  documents: readonly (readonly ChunkInfo[])[];
  /** Length of each document. */
  lengths: readonly number[];
  /** The first hits by rank. */
  hits: readonly { document: number; chunkIndex: number; score: number }[];
  /** Runs of adjacent chunks that hold the answer merged. */
  runs: readonly NumberedRun[];
  /** Required spans. */
  gold: readonly (Span & { document: number })[];
}

/** A chunk of an expansion, placed on its line in per cent. */
export interface DrawnChunk extends ChunkInfo {
  document: number;
  chunkIndex: number;
  role: 'hit' | 'neighbor';
  /** The chunk holds the answer by itself, or a part of it that a boundary cuts off. */
  answer: 'whole' | 'part' | null;
  left: number;
  width: number;
}

export interface TreeLine {
  rank: number;
  score: number;
  document: number;
  /** Neighbors before, the hit, neighbors after. */
  chunks: DrawnChunk[];
}

export interface DocumentStrip {
  document: number;
  chunks: DrawnChunk[];
  /** Required spans of the question in this document. */
  gold: { left: number; width: number }[];
}

/** Characters that the lines of a tree take before and after the start of a hit. */
export interface LineRoom {
  before: number;
  after: number;
}

export interface ExpansionDrawing {
  tree: TreeLine[];
  /** The flat list, one strip per document, documents by best hit. */
  strips: DocumentStrip[];
  /** Of the flat list, and of the hits alone; null where the files tell no tokens. */
  tokens: number | null;
  hitTokens: number | null;
  /** The same in characters. */
  characters: number;
  hitCharacters: number;
}

/** What the widest line of a tree takes. */
export function roomOf(
  { documents, hits }: ExpansionInput,
  { neighborPrev, neighborNext }: NeighborCounts,
): LineRoom {
  const room = { before: 0, after: 1 };
  for (const { document, chunkIndex } of hits) {
    const chunks = documents[document] ?? [];
    const start = chunks[chunkIndex]?.start ?? 0;
    room.before = Math.max(
      room.before,
      start - (chunks[Math.max(0, chunkIndex - neighborPrev)]?.start ?? start),
    );
    room.after = Math.max(
      room.after,
      (chunks[Math.min(chunks.length - 1, chunkIndex + neighborNext)]?.end ?? start) - start,
    );
  }
  return room;
}

/** Room for several trees that are drawn on one scale. */
export function commonRoom(rooms: readonly LineRoom[]): LineRoom {
  return {
    before: Math.max(0, ...rooms.map(({ before }) => before)),
    after: Math.max(1, ...rooms.map(({ after }) => after)),
  };
}

const percent = (length: number, whole: number): number => (100 * length) / whole;

/**
 * Neighbor expansion to scale by offsets: all lines of the tree share one scale and
 * have their hits one below the other; each strip is a whole document. `room` sets the
 * scale; without it, it is the tree's own.
 */
export function drawExpansion(
  input: ExpansionInput,
  width: NeighborCounts,
  room: LineRoom = roomOf(input, width),
): ExpansionDrawing {
  const { documents, lengths, hits, runs, gold } = input;
  const { retrievedChunks, expansionTree } = expandNeighbors(hits, documents, width);
  const draw = (
    document: number,
    chunkIndex: number,
    role: 'hit' | 'neighbor',
    place: (span: Span) => { left: number; width: number },
  ): DrawnChunk => {
    const chunk = documents[document]![chunkIndex]!;
    const held = runs.find(([first, last]) => first <= chunk.number && chunk.number <= last);
    return {
      ...chunk,
      document,
      chunkIndex,
      role,
      answer: held ? (held[0] === held[1] ? 'whole' : 'part') : null,
      ...place(chunk),
    };
  };
  const tree = expansionTree.map(
    ({ document, chunkIndex, chunk, score, neighborsPrev, neighborsNext }, place): TreeLine => {
      const onLine = ({ start, end }: Span) => ({
        left: percent(room.before + start - chunk.start, room.before + room.after),
        width: percent(end - start, room.before + room.after),
      });
      const neighbors = (list: typeof neighborsPrev) =>
        list.map((neighbor) => draw(document, neighbor.chunkIndex, 'neighbor', onLine));
      return {
        rank: place + 1,
        score,
        document,
        chunks: [
          ...neighbors(neighborsPrev),
          draw(document, chunkIndex, 'hit', onLine),
          ...neighbors(neighborsNext),
        ],
      };
    },
  );
  const strips = [...new Set(retrievedChunks.map(({ document }) => document))].map(
    (document): DocumentStrip => {
      const length = Math.max(1, lengths[document] ?? 1);
      const inDocument = ({ start, end }: Span) => ({
        left: percent(start, length),
        width: percent(end - start, length),
      });
      return {
        document,
        chunks: retrievedChunks
          .filter((chunk) => chunk.document === document)
          .map(({ chunkIndex, role }) => draw(document, chunkIndex, role, inDocument)),
        gold: gold.filter((span) => span.document === document).map(inDocument),
      };
    },
  );
  return {
    tree,
    strips,
    tokens: tokensOf(retrievedChunks),
    hitTokens: tokensOf(expansionTree),
    characters: charactersOf(retrievedChunks),
    hitCharacters: charactersOf(expansionTree),
  };
}

type Handed = readonly { chunk: ChunkInfo }[];

const charactersOf = (handed: Handed): number =>
  handed.reduce((total, { chunk }) => total + chunk.end - chunk.start, 0);
const tokensOf = (handed: Handed): number | null =>
  handed.reduce<number | null>(
    (total, { chunk }) => (total === null || chunk.tokens === null ? null : total + chunk.tokens),
    0,
  );
