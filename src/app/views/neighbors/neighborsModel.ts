import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Span } from '../../../core/units';
import type { ChunkingChunks } from '../../../experiments/chunking/formats';
import type { NeighborRow } from '../../../experiments/chunking/neighbors/formats';
import type { Rule } from '../../../experiments/chunking/neighbors/outcomes';
import type { StoredExpansion } from '../../../experiments/chunking/neighbors/stored';
import { spansOf } from '../failures/chunking/cutModel';
import { drawExpansion, type ExpansionDrawing, type ExpansionInput } from './expansionDrawing';

export type { DrawnChunk } from './expansionDrawing';

export const states = ['hit', 'rescued', 'missed'] as const;
/** `hit`: a hit holds the answer by itself; `rescued`: only the expansion does; `missed`: neither. */
export type State = (typeof states)[number];

export const stateWords: Readonly<Record<State, string>> = {
  hit: 'found by a hit',
  rescued: 'rescued by neighbors',
  missed: 'still missed',
};

const within = (rank: number, k: number): boolean => rank > 0 && rank <= k;

export const expandedRank = (
  data: StoredExpansion,
  question: number,
  rule: Rule,
  width: NeighborCounts,
): number => data.outcomes(width)[question]!.expanded[rule];

export function stateOf(
  data: StoredExpansion,
  question: number,
  width: NeighborCounts,
  k: number,
  rule: Rule,
): State {
  if (within(data.aloneRank(question, rule), k)) return 'hit';
  return within(expandedRank(data, question, rule, width), k) ? 'rescued' : 'missed';
}

/** Questions of each state under one width. */
export function stateCounts(
  data: StoredExpansion,
  width: NeighborCounts,
  k: number,
  rule: Rule,
  family: string | null,
): Record<State, number> {
  const counts: Record<State, number> = { hit: 0, rescued: 0, missed: 0 };
  data.questions.forEach((_, question) => {
    if (family === null || inFamily(data, question, family))
      counts[stateOf(data, question, width, k, rule)]++;
  });
  return counts;
}

export function inFamily(data: StoredExpansion, question: number, family: string): boolean {
  return Object.values(data.questions[question]!.families).includes(family);
}

/** Documents whose chunks a drawing of one question needs: those of its hits, and of its gold. */
export function drawnDocuments(data: StoredExpansion, question: number, k: number): number[] {
  const { gold, document } = data.questions[question]!;
  return [
    ...new Set([
      ...gold.map((span) => span.document),
      ...(document === null ? [] : [document]),
      ...data.basis.hits[question]!.slice(0, k).map(({ index }) => data.places[index]!.document),
    ]),
  ];
}

/** What one question's first `k` hits are drawn from. */
export function expansionInput(
  { summary, questions, expansion, basis, places }: StoredExpansion,
  chunks: ReadonlyMap<number, ChunkingChunks>,
  question: number,
  k: number,
  rule: Rule,
): ExpansionInput {
  return {
    documents: basis.chunks.map((own, document) => {
      const spans = spansOf(chunks.get(document)?.strategies[expansion.strategy]?.contexts ?? []);
      return spans.map((span, place) => ({ ...span, ...own[place]! }));
    }),
    lengths: summary.corpus.documents.map(({ utf16Length }) => utf16Length),
    hits: basis.hits[question]!.slice(0, k).map(({ index, score }) => ({ ...places[index]!, score })),
    runs: basis.relevant[rule][question]!,
    gold: questions[question]!.gold,
  };
}

/** The hit from which the fewest neighbors reach an answer. */
export interface Reach {
  rank: number;
  neighborPrev: number;
  neighborNext: number;
}

/** How far the first `k` hits would have to be widened to reach an answer from one of them; null when none lies in a document that holds one. */
export function reachOf(
  { basis, places }: StoredExpansion,
  question: number,
  k: number,
  rule: Rule,
): Reach | null {
  let best: Reach | null = null;
  for (const [place, { index: hit }] of basis.hits[question]!.slice(0, k).entries()) {
    for (const [first, last] of basis.relevant[rule][question]!) {
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

/** What one width says of one question, at a cutoff. */
export function questionRow(
  data: StoredExpansion,
  input: ExpansionInput,
  question: number,
  width: NeighborRow,
  k: number,
  rule: Rule,
) {
  const { tokens, hitTokens, strips }: ExpansionDrawing = drawExpansion(input, width);
  return {
    width,
    rank: expandedRank(data, question, rule, width),
    state: stateOf(data, question, width, k, rule),
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
