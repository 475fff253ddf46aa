import type { Cutoff } from '../../../core/metrics/contextTokens';
import {
  adjacentRuns,
  expandNeighbors,
  type NeighborCounts,
  type NeighborExpansion,
} from '../../../core/retrieval/neighbors';
import type { Rank, Tokens } from '../../../core/units';
import type { RelevantRuns } from './answerRuns';
import type { NumberedRun } from '../../../core/retrieval/neighbors';

/** A chunk of the corpus as an expansion carries it. */
export interface NumberedChunk {
  /** Over the whole corpus. */
  number: number;
  tokens: Tokens;
}

/** Everything that expansion and its figures rest on. No text: an artifact holds all of it. */
export interface ExpansionBasis {
  /** Chunks of each document in order. */
  chunks: readonly (readonly NumberedChunk[])[];
  /** Hits of each question by rank, as corpus-wide chunk numbers with their scores. */
  hits: readonly (readonly { index: number; score: number }[])[];
  relevant: RelevantRuns;
}

/** What one width did with one question. */
export interface ExpansionOutcome {
  /** First rank whose hit holds an answer by itself, per rule; 0 when none of the hits kept does. */
  hit: Record<Rule, Rank>;
  /** The fewest hits whose expansion holds an answer in one run of adjacent chunks; 0 when all kept do not. */
  expanded: Record<Rule, Rank>;
  /** Tokens of the flat list at that rank (answer rule); null when there is none. */
  tokensToHit: Tokens | null;
  /** Of the first k hits. */
  hitTokensAt: Record<Cutoff, Tokens>;
  /** Of the flat list of the first k hits, every chunk once. */
  tokensAt: Record<Cutoff, Tokens>;
  chunksAt: Record<Cutoff, number>;
}

export const rules = ['answer', 'evidence'] as const;
export type Rule = (typeof rules)[number];

/** Where each numbered chunk stands: its document, and its place there. */
export function chunkPlaces(chunks: ExpansionBasis['chunks']): { document: number; chunkIndex: number }[] {
  return chunks.flatMap((own, document) => own.map((_, chunkIndex) => ({ document, chunkIndex })));
}

/** Both shapes of one question's first `cutoff` hits. */
export function expandQuestion(
  { chunks, hits }: ExpansionBasis,
  places: ReturnType<typeof chunkPlaces>,
  question: number,
  cutoff: number,
  counts: NeighborCounts,
): NeighborExpansion<NumberedChunk> {
  const first = hits[question]!.slice(0, cutoff).map(({ index, score }) => {
    const place = places[index];
    if (!place)
      throw new RangeError(
        `question ${question}: hit ${index} is no chunk, expected 0 to ${places.length - 1}`,
      );
    return { ...place, score };
  });
  return expandNeighbors(first, chunks, counts);
}

/** Whether the flat list holds all chunks of one of the runs side by side. */
export function holdsRun(
  { retrievedChunks }: NeighborExpansion<NumberedChunk>,
  runs: readonly NumberedRun[],
  numberOf: (document: number, chunkIndex: number) => number,
): boolean {
  return adjacentRuns(retrievedChunks).some(({ document, first, last }) =>
    runs.some(([from, to]) => numberOf(document, first) <= from && to <= numberOf(document, last)),
  );
}

const sum = (chunks: readonly { chunk: NumberedChunk }[]): Tokens =>
  chunks.reduce((total, { chunk }) => total + chunk.tokens, 0);
const atCutoffs = (make: (cutoff: Cutoff) => number): Record<Cutoff, number> => ({
  1: make(1),
  3: make(3),
  5: make(5),
  10: make(10),
});

/** Every question under one width. A width changes what is handed over, never the hits nor what they score. */
export function expansionOutcomes(basis: ExpansionBasis, counts: NeighborCounts): ExpansionOutcome[] {
  const places = chunkPlaces(basis.chunks);
  const numberOf = (document: number, chunkIndex: number): number =>
    basis.chunks[document]![chunkIndex]!.number;
  return basis.hits.map((hits, question) => {
    const prefixes = hits.map((_, i) => expandQuestion(basis, places, question, i + 1, counts));
    const none: NeighborExpansion<NumberedChunk> = { retrievedChunks: [], expansionTree: [] };
    const at = (cutoff: Cutoff): NeighborExpansion<NumberedChunk> =>
      prefixes[Math.min(cutoff, hits.length) - 1] ?? none;
    const ranks = (found: (rule: Rule, place: number) => boolean): Record<Rule, Rank> => {
      const first = (rule: Rule): Rank => hits.findIndex((_, place) => found(rule, place)) + 1;
      return { answer: first('answer'), evidence: first('evidence') };
    };
    const expanded = ranks((rule, place) =>
      holdsRun(prefixes[place]!, basis.relevant[rule][question]!, numberOf),
    );
    return {
      hit: ranks((rule, place) =>
        basis.relevant[rule][question]!.some(
          ([first, last]) => first === last && first === hits[place]!.index,
        ),
      ),
      expanded,
      tokensToHit: expanded.answer === 0 ? null : sum(prefixes[expanded.answer - 1]!.retrievedChunks),
      hitTokensAt: atCutoffs((cutoff) => sum(at(cutoff).expansionTree)),
      tokensAt: atCutoffs((cutoff) => sum(at(cutoff).retrievedChunks)),
      chunksAt: atCutoffs((cutoff) => at(cutoff).retrievedChunks.length),
    };
  });
}
