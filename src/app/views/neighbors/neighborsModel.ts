import type { NumberedRun } from '../../../core/experiments/neighborExpansion/answerRuns';
import { chunkPlaces, expandQuestion, type ExpansionBasis, type Rule } from '../../../core/experiments/neighborExpansion/outcomes';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Span } from '../../../core/units';
import type { NeighborChunks, NeighborHits, NeighborQuestions, NeighborRow, NeighborRun, NeighborSummary } from '../../../schema/neighborExpansion';
import { storedBasis } from '../../../schema/neighborExpansionFiles';

export const states = ['hit', 'rescued', 'missed'] as const;
/** `hit`: a hit holds the answer by itself; `rescued`: only the expansion does; `missed`: neither. */
export type State = (typeof states)[number];

export const stateWords: Readonly<Record<State, string>> = { hit: 'found by a hit', rescued: 'rescued by neighbors', missed: 'still missed' };

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

export function neighborData(summary: NeighborSummary, questions: NeighborQuestions, chunks: NeighborChunks, hits: NeighborHits, runs: readonly NeighborRun[]): NeighborData {
  return { summary, questions: questions.questions, chunks, hits, runs: new Map(runs.map((run) => [`${run.neighborPrev}/${run.neighborNext}`, run])), basis: storedBasis(chunks, questions, hits) };
}

const runsOf = (data: NeighborData, question: number, rule: Rule): readonly NumberedRun[] => data.basis.relevant[rule][question]!;
const within = (rank: number, k: number): boolean => rank > 0 && rank <= k;

/** First rank whose hit holds the answer by itself; 0 when none of the hits kept does (answer rule: none retrieved at all). */
export function hitRank(data: NeighborData, question: number, rule: Rule): number {
  if (rule === 'answer') return data.hits.answerRank[question]!;
  const single = new Set(runsOf(data, question, rule).flatMap(([first, last]) => (first === last ? [first] : [])));
  return data.hits.chunks[question]!.findIndex((chunk) => single.has(chunk)) + 1;
}

export const expandedRank = (data: NeighborData, question: number, rule: Rule, row: string): number => data.runs.get(row)![rule][question]!;

export function stateOf(data: NeighborData, question: number, row: string, k: number, rule: Rule): State {
  if (within(hitRank(data, question, rule), k)) return 'hit';
  return within(expandedRank(data, question, rule, row), k) ? 'rescued' : 'missed';
}

/** Questions of each state under one width. */
export function stateCounts(data: NeighborData, row: string, k: number, rule: Rule, family: string | null): Record<State, number> {
  const counts: Record<State, number> = { hit: 0, rescued: 0, missed: 0 };
  data.questions.forEach((_, question) => {
    if (family === null || inFamily(data, question, family)) counts[stateOf(data, question, row, k, rule)]++;
  });
  return counts;
}

export function inFamily(data: NeighborData, question: number, family: string): boolean {
  return Object.values(data.questions[question]!.families).includes(family);
}

/** A chunk of an expansion, placed on its line in per cent. */
export interface DrawnChunk extends Span {
  number: number;
  document: number;
  chunkIndex: number;
  tokens: number;
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

export interface ExpansionDrawing {
  tree: TreeLine[];
  /** The flat list, one strip per document, documents by best hit. */
  strips: DocumentStrip[];
  tokens: number;
  hitTokens: number;
}

/**
 * One question's first `k` hits with their neighbors, to scale by offsets: all lines of the
 * tree share one scale and have their hits one below the other; each strip is a whole document.
 */
export function expansionDrawing(data: NeighborData, question: number, k: number, width: NeighborCounts, rule: Rule): ExpansionDrawing {
  const { basis, chunks, summary } = data;
  const { retrievedChunks, expansionTree } = expandQuestion(basis, chunkPlaces(basis.chunks), question, k, width);
  const runs = runsOf(data, question, rule);
  const spanOf = (document: number, chunkIndex: number): Span => ({ start: chunks.documents[document]!.spans[2 * chunkIndex]!, end: chunks.documents[document]!.spans[2 * chunkIndex + 1]! });
  const draw = (document: number, chunkIndex: number, role: 'hit' | 'neighbor', place: (span: Span) => { left: number; width: number }): DrawnChunk => {
    const { number, tokens } = basis.chunks[document]![chunkIndex]!;
    const span = spanOf(document, chunkIndex);
    const held = runs.find(([first, last]) => first <= number && number <= last);
    return { ...span, number, document, chunkIndex, tokens, role, answer: held ? (held[0] === held[1] ? 'whole' : 'part') : null, ...place(span) };
  };
  const before = Math.max(0, ...expansionTree.map(({ document, chunkIndex, neighborsPrev }) => spanOf(document, chunkIndex).start - spanOf(document, chunkIndex - neighborsPrev.length).start));
  const after = Math.max(1, ...expansionTree.map(({ document, chunkIndex, neighborsNext }) => spanOf(document, chunkIndex + neighborsNext.length).end - spanOf(document, chunkIndex).start));
  const percent = (length: number, whole: number): number => (100 * length) / whole;
  const tree = expansionTree.map(({ document, chunkIndex, score, neighborsPrev, neighborsNext }, place): TreeLine => {
    const hit = spanOf(document, chunkIndex).start;
    const onLine = ({ start, end }: Span) => ({ left: percent(before + start - hit, before + after), width: percent(end - start, before + after) });
    return {
      rank: place + 1,
      score,
      document,
      chunks: [...neighborsPrev.map((chunk) => draw(document, chunk.chunkIndex, 'neighbor', onLine)), draw(document, chunkIndex, 'hit', onLine), ...neighborsNext.map((chunk) => draw(document, chunk.chunkIndex, 'neighbor', onLine))],
    };
  });
  const strips = [...new Set(retrievedChunks.map(({ document }) => document))].map((document): DocumentStrip => {
    const length = Math.max(1, summary.corpus.documents[document]!.utf16Length);
    const inDocument = ({ start, end }: Span) => ({ left: percent(start, length), width: percent(end - start, length) });
    return {
      document,
      chunks: retrievedChunks.filter((chunk) => chunk.document === document).map(({ chunkIndex, role }) => draw(document, chunkIndex, role, inDocument)),
      gold: data.questions[question]!.gold.filter((span) => span.document === document).map(inDocument),
    };
  });
  const sum = (of: readonly { chunk: { tokens: number } }[]): number => of.reduce((total, { chunk }) => total + chunk.tokens, 0);
  return { tree, strips, tokens: sum(retrievedChunks), hitTokens: sum(expansionTree) };
}

/** The hit from which the fewest neighbors reach an answer. */
export interface Reach {
  rank: number;
  neighborPrev: number;
  neighborNext: number;
}

/** How far the first `k` hits would have to be widened to reach an answer from one of them; null when none lies in a document that holds one. */
export function reachOf(data: NeighborData, question: number, k: number, rule: Rule): Reach | null {
  const places = chunkPlaces(data.basis.chunks);
  let best: Reach | null = null;
  for (const [place, hit] of data.hits.chunks[question]!.slice(0, k).entries()) {
    for (const [first, last] of runsOf(data, question, rule)) {
      if (places[first]!.document !== places[hit]!.document) continue;
      const reach = { rank: place + 1, neighborPrev: Math.max(0, hit - first), neighborNext: Math.max(0, last - hit) };
      if (!best || reach.neighborPrev + reach.neighborNext < best.neighborPrev + best.neighborNext) best = reach;
    }
  }
  return best;
}

/** What one row says of one question, at a cutoff of the scorecard. */
export function questionRow(data: NeighborData, question: number, { row, neighborPrev, neighborNext }: NeighborRow, k: number, rule: Rule) {
  const { tokens, hitTokens, strips } = expansionDrawing(data, question, k, { neighborPrev, neighborNext }, rule);
  return { row, rank: expandedRank(data, question, rule, row), state: stateOf(data, question, row, k, rule), chunks: strips.reduce((total, strip) => total + strip.chunks.length, 0), tokens, extra: tokens - hitTokens };
}

/** A stretch of text, inside a required span or not. */
export interface TextPart {
  text: string;
  gold: boolean;
}

/** A chunk's text cut at the edges of the required spans; all spans count from the start of the document. */
export function markGold(text: string, { start, end }: Span, gold: readonly Span[]): TextPart[] {
  const edges = [...new Set([start, ...gold.flatMap((span) => [span.start, span.end]).filter((edge) => edge > start && edge < end), end])].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => ({ text: text.slice(from - start, edges[i + 1]! - start), gold: gold.some((span) => span.start <= from && edges[i + 1]! <= span.end) }));
}
