import type { Cutoff } from '../../../core/metrics/contextTokens';
import {
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
  /** Tokens of the flat list at that rank; null when there is none. */
  tokensToHit: Record<Rule, Tokens | null>;
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
  const first = hits[question]!.slice(0, cutoff).map(({ index, score }) => ({
    ...placeOf(places, question, index),
    score,
  }));
  return expandNeighbors(first, chunks, counts);
}

function placeOf(places: ReturnType<typeof chunkPlaces>, question: number, index: number) {
  const place = places[index];
  if (!place)
    throw new RangeError(
      `question ${question}: hit ${index} is no chunk, expected 0 to ${places.length - 1}`,
    );
  return place;
}

const atCutoffs = (make: (cutoff: Cutoff) => number): Record<Cutoff, number> => ({
  1: make(1),
  3: make(3),
  5: make(5),
  10: make(10),
});

/**
 * Every question under one width. A width changes what is returned, never the hits nor what
 * they score. The same as `expandNeighbors` on every prefix of the hits, in one pass: what is
 * returned only grows with the hits, and a run is held once all its chunks are there.
 */
export function expansionOutcomes(
  { chunks, hits: found, relevant }: ExpansionBasis,
  { neighborPrev, neighborNext }: NeighborCounts,
): ExpansionOutcome[] {
  const places = chunkPlaces(chunks);
  const tokens = chunks.flatMap((own) => own.map((chunk) => chunk.tokens));
  return found.map((hits, question) => {
    const held = new Set<number>();
    const hit: Record<Rule, Rank> = { answer: 0, evidence: 0 };
    const expanded: Record<Rule, Rank> = { answer: 0, evidence: 0 };
    /** After each hit: tokens of the hits, of the flat list, and its chunks. */
    const totals: (readonly [hits: Tokens, all: Tokens, chunks: number])[] = [];
    let [ofHits, ofAll] = [0, 0];
    hits.forEach(({ index }, place) => {
      const document = placeOf(places, question, index).document;
      ofHits += tokens[index]!;
      for (let chunk = index - neighborPrev; chunk <= index + neighborNext; chunk++) {
        if (places[chunk]?.document !== document || held.has(chunk)) continue;
        held.add(chunk);
        ofAll += tokens[chunk]!;
      }
      totals.push([ofHits, ofAll, held.size]);
      for (const rule of rules) {
        const runs = relevant[rule][question]!;
        if (hit[rule] === 0 && runs.some(([first, last]) => first === index && last === index))
          hit[rule] = place + 1;
        if (expanded[rule] === 0 && runs.some((run) => holdsRun(held, run))) expanded[rule] = place + 1;
      }
    });
    const tokensAt = (rank: Rank): Tokens | null => (rank === 0 ? null : totals[rank - 1]![1]);
    const at = (cutoff: Cutoff) => totals[Math.min(cutoff, hits.length) - 1] ?? [0, 0, 0];
    return {
      hit,
      expanded,
      tokensToHit: { answer: tokensAt(expanded.answer), evidence: tokensAt(expanded.evidence) },
      hitTokensAt: atCutoffs((cutoff) => at(cutoff)[0]),
      tokensAt: atCutoffs((cutoff) => at(cutoff)[1]),
      chunksAt: atCutoffs((cutoff) => at(cutoff)[2]),
    };
  });
}

function holdsRun(held: ReadonlySet<number>, [first, last]: NumberedRun): boolean {
  for (let chunk = first; chunk <= last; chunk++) if (!held.has(chunk)) return false;
  return true;
}
