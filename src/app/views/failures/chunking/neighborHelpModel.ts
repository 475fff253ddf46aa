import {
  answerOrigins,
  smallestWidths,
  type ChunkOrigin,
  type NumberedHits,
  type SmallestWidths,
} from '../../../../analysis/compare/expansion';
import type { NumberedRun } from '../../../../core/retrieval/neighbors';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import type { Span } from '../../../../core/units';
import type { ChunkingChunks, ChunkingSummary } from '../../../../experiments/chunking/formats';
import type { ChunkingNeighbors } from '../../../../experiments/chunking/neighbors/formats';
import type { Rule } from '../../../../experiments/chunking/neighbors/outcomes';
import { drawExpansion, type ExpansionDrawing, type ExpansionInput } from '../../neighbors/expansionDrawing';
import { documentOf, spansOf } from './cutModel';

/** One question under one row, as far as neighbors of its hits depend on it. */
export interface ExpandedQuestion {
  summary: ChunkingSummary;
  strategy: string;
  /** The first hits by rank, as context numbers with their scores. */
  hits: readonly { context: number; score: number }[];
  gold: readonly (Span & { document: number })[];
  /** Contexts that hold the answer by themselves, under the rule. */
  relevant: readonly number[];
  /** Boundaries of the documents that are loaded: those of the hits, and of the gold. */
  chunks: ReadonlyMap<number, ChunkingChunks>;
  /** Longer runs that hold it, and tokens; null for a strategy that is not expanded, where a cut gold is all that is known. */
  neighbors: { runs: readonly NumberedRun[]; tokens: ChunkingNeighbors['tokens'] } | null;
}

/** What the expansion of a chunking benchmark's question is drawn from. Hits in documents that are not loaded are left out. */
export function expansionOfQuestion({
  summary,
  strategy,
  hits,
  gold,
  relevant,
  chunks,
  neighbors,
}: ExpandedQuestion): ExpansionInput {
  const { contextOffsets } = summary.strategies.find(({ id }) => id === strategy)!;
  const documents = summary.corpus.documents.map((_, document) =>
    spansOf(chunks.get(document)?.strategies[strategy]?.contexts ?? []).map((span, place) => ({
      ...span,
      number: contextOffsets[document]! + place,
      tokens: neighbors?.tokens[document]?.[place] ?? null,
    })),
  );
  return {
    documents,
    lengths: summary.corpus.documents.map(({ utf16Length }) => utf16Length),
    hits: hits.flatMap(({ context, score }) => {
      const document = documentOf(context, contextOffsets);
      const chunkIndex = context - contextOffsets[document]!;
      return documents[document]?.[chunkIndex] ? [{ document, chunkIndex, score }] : [];
    }),
    runs: smallest([
      ...relevant.map((context): NumberedRun => [context, context]),
      ...(neighbors?.runs ?? gold.flatMap((span) => runOf(span, documents[span.document] ?? []))),
    ]),
    gold,
  };
}

/** What is known of the neighbors of one question, from the file of its strategy. */
export const knownNeighbors = (
  file: ChunkingNeighbors | null,
  question: number,
  rule: Rule,
): ExpandedQuestion['neighbors'] =>
  file && { runs: file[`${rule}Runs`][question] ?? [], tokens: file.tokens };

/** The chunks that hold a span together; none when the chunks leave a part of it out. One chunk alone is in `relevant` already, where the rule counts it. */
function runOf({ start, end }: Span, chunks: readonly (Span & { number: number })[]): NumberedRun[] {
  const first = chunks.find((chunk) => chunk.end > start);
  const last = chunks.find((chunk) => chunk.end >= end);
  return first && last && first.start <= start && first.number < last.number
    ? [[first.number, last.number]]
    : [];
}

/** Runs in corpus order, without those that another one lies in. */
function smallest(runs: readonly NumberedRun[]): NumberedRun[] {
  const sorted = [...runs].sort(([a, b], [c, d]) => a - c || b - d);
  return sorted.filter(
    ([first, last], i) =>
      !sorted.some(([a, b], j) => i !== j && first <= a && b <= last && (b - a < last - first || j < i)),
  );
}

export interface NeighborHelp {
  drawing: ExpansionDrawing;
  /** What brings the answer in at this width; null when nothing does. */
  origins: ChunkOrigin[] | null;
  smallest: SmallestWidths;
  /** Whether any run of chunks is known to hold the answer. */
  isHeld: boolean;
}

/** What widening the hits would have done. */
export function neighborHelp(input: ExpansionInput, width: NeighborCounts): NeighborHelp {
  const found = numberedHits(input);
  return {
    drawing: drawExpansion(input, width),
    origins: answerOrigins(found, input.runs, width),
    smallest: smallestWidths(found, input.runs),
    isHeld: input.runs.length > 0,
  };
}

/** The hits as chunk numbers. */
export function numberedHits({ documents, hits }: ExpansionInput): NumberedHits {
  const owner = new Map(
    documents.flatMap((chunks, document) => chunks.map(({ number }): [number, number] => [number, document])),
  );
  return {
    hits: hits.map(({ document, chunkIndex }) => documents[document]![chunkIndex]!.number),
    documentOf: (chunk) => owner.get(chunk) ?? -1,
  };
}
