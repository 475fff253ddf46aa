import type { NumberedRun } from '../../../core/retrieval/neighbors';
import {
  chunkPlaces,
  type ExpansionBasis,
  type Rule,
} from '../../../experiments/chunking/neighbors/outcomes';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Span } from '../../../core/units';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRow,
  NeighborRun,
  NeighborSummary,
} from '../../../experiments/chunking/neighbors/formats';
import { rankOfHit } from '../../../experiments/chunking/neighbors/compare';
import { storedBasis } from '../../../experiments/chunking/neighbors/files';
import {
  drawExpansion,
  type ChunkInfo,
  type ExpansionDrawing,
  type ExpansionInput,
} from './expansionDrawing';

export type { DrawnChunk, ExpansionDrawing } from './expansionDrawing';

export const states = ['hit', 'rescued', 'missed'] as const;
/** `hit`: a hit holds the answer by itself; `rescued`: only the expansion does; `missed`: neither. */
export type State = (typeof states)[number];

export const stateWords: Readonly<Record<State, string>> = {
  hit: 'found by a hit',
  rescued: 'rescued by neighbors',
  missed: 'still missed',
};

/** Everything that the questions of an expansion are read from. */
export interface NeighborData {
  summary: NeighborSummary;
  questions: NeighborQuestions['questions'];
  chunks: NeighborChunks;
  hits: NeighborHits;
  /** By row. */
  runs: ReadonlyMap<string, NeighborRun>;
  basis: ExpansionBasis;
}

export function neighborData(
  summary: NeighborSummary,
  questions: NeighborQuestions,
  chunks: NeighborChunks,
  hits: NeighborHits,
  runs: readonly NeighborRun[],
): NeighborData {
  return {
    summary,
    questions: questions.questions,
    chunks,
    hits,
    runs: new Map(runs.map((run) => [`${run.neighborPrev}/${run.neighborNext}`, run])),
    basis: storedBasis(chunks, questions, hits),
  };
}

const runsOf = (data: NeighborData, question: number, rule: Rule): readonly NumberedRun[] =>
  data.basis.relevant[rule][question]!;
const within = (rank: number, k: number): boolean => rank > 0 && rank <= k;

/** First rank whose hit holds the answer by itself; 0 when none of the hits kept does (answer rule: none retrieved at all). */
export function hitRank(data: NeighborData, question: number, rule: Rule): number {
  return rankOfHit(data, data.hits, question, rule);
}

export const expandedRank = (data: NeighborData, question: number, rule: Rule, row: string): number =>
  data.runs.get(row)![rule][question]!;

export function stateOf(data: NeighborData, question: number, row: string, k: number, rule: Rule): State {
  if (within(hitRank(data, question, rule), k)) return 'hit';
  return within(expandedRank(data, question, rule, row), k) ? 'rescued' : 'missed';
}

/** Questions of each state under one width. */
export function stateCounts(
  data: NeighborData,
  row: string,
  k: number,
  rule: Rule,
  family: string | null,
): Record<State, number> {
  const counts: Record<State, number> = { hit: 0, rescued: 0, missed: 0 };
  data.questions.forEach((_, question) => {
    if (family === null || inFamily(data, question, family)) counts[stateOf(data, question, row, k, rule)]++;
  });
  return counts;
}

export function inFamily(data: NeighborData, question: number, family: string): boolean {
  return Object.values(data.questions[question]!.families).includes(family);
}

/** What one question's first `k` hits are drawn from. */
export function expansionInput(data: NeighborData, question: number, k: number, rule: Rule): ExpansionInput {
  const { basis, hits, questions, summary } = data;
  const places = placesOf(data);
  return {
    documents: documentsOf(data),
    lengths: summary.corpus.documents.map(({ utf16Length }) => utf16Length),
    hits: hits.chunks[question]!.slice(0, k).map((chunk, place) => ({
      ...places[chunk]!,
      score: hits.scores[question]![place]!,
    })),
    runs: basis.relevant[rule][question]!,
    gold: questions[question]!.gold,
  };
}

/** One question's first `k` hits with their neighbors, to scale. */
export function expansionDrawing(
  data: NeighborData,
  question: number,
  k: number,
  width: NeighborCounts,
  rule: Rule,
): ExpansionDrawing {
  return drawExpansion(expansionInput(data, question, k, rule), width);
}

const knownDocuments = new WeakMap<NeighborChunks, ChunkInfo[][]>();

/** Chunks of each document with offsets, numbers and tokens; made once per file. */
function documentsOf({ chunks, basis }: NeighborData): ChunkInfo[][] {
  const known = knownDocuments.get(chunks);
  if (known) return known;
  const made = chunks.documents.map(({ spans }, document) =>
    basis.chunks[document]!.map(({ number, tokens }, place) => ({
      start: spans[2 * place]!,
      end: spans[2 * place + 1]!,
      number,
      tokens,
    })),
  );
  knownDocuments.set(chunks, made);
  return made;
}

const knownPlaces = new WeakMap<ExpansionBasis, ReturnType<typeof chunkPlaces>>();

function placesOf({ basis }: NeighborData): ReturnType<typeof chunkPlaces> {
  const known = knownPlaces.get(basis) ?? chunkPlaces(basis.chunks);
  knownPlaces.set(basis, known);
  return known;
}

/** The hit from which the fewest neighbors reach an answer. */
export interface Reach {
  rank: number;
  neighborPrev: number;
  neighborNext: number;
}

/** How far the first `k` hits would have to be widened to reach an answer from one of them; null when none lies in a document that holds one. */
export function reachOf(data: NeighborData, question: number, k: number, rule: Rule): Reach | null {
  const places = placesOf(data);
  let best: Reach | null = null;
  for (const [place, hit] of data.hits.chunks[question]!.slice(0, k).entries()) {
    for (const [first, last] of runsOf(data, question, rule)) {
      if (places[first]!.document !== places[hit]!.document) continue;
      const reach = {
        rank: place + 1,
        neighborPrev: Math.max(0, hit - first),
        neighborNext: Math.max(0, last - hit),
      };
      if (!best || reach.neighborPrev + reach.neighborNext < best.neighborPrev + best.neighborNext)
        best = reach;
    }
  }
  return best;
}

/** What one row says of one question, at a cutoff of the scorecard. */
export function questionRow(
  data: NeighborData,
  question: number,
  { row, neighborPrev, neighborNext }: NeighborRow,
  k: number,
  rule: Rule,
) {
  const { tokens, hitTokens, strips } = expansionDrawing(
    data,
    question,
    k,
    { neighborPrev, neighborNext },
    rule,
  );
  return {
    row,
    rank: expandedRank(data, question, rule, row),
    state: stateOf(data, question, row, k, rule),
    chunks: strips.reduce((total, strip) => total + strip.chunks.length, 0),
    tokens,
    extra: tokens === null || hitTokens === null ? null : tokens - hitTokens,
  };
}

/** A stretch of text, inside a required span or not. */
export interface TextPart {
  text: string;
  gold: boolean;
}

/** A chunk's text cut at the edges of the required spans; all spans count from the start of the document. */
export function markGold(text: string, { start, end }: Span, gold: readonly Span[]): TextPart[] {
  const edges = [
    ...new Set([
      start,
      ...gold.flatMap((span) => [span.start, span.end]).filter((edge) => edge > start && edge < end),
      end,
    ]),
  ].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => ({
    text: text.slice(from - start, edges[i + 1]! - start),
    gold: gold.some((span) => span.start <= from && edges[i + 1]! <= span.end),
  }));
}
