import type { Span, Tokens } from '../../../core/units';
import { fusionList, type Ranker } from './rankers';
import { rankersOf, type Lists, type PreparedBenchmark } from './benchmark';
import { fusedWith, mostAskedContexts, type Retriever } from './setups';
import type { StrategyIndex } from './strategyIndex';

/** A context that a strategy returns for a question of which no gold is known. */
export interface AskedContext extends Span {
  document: number;
  tokens: Tokens;
  score: number;
  /** What was found and indexed; null where a fusion of rankings tells of contexts alone. */
  chunk: Span | null;
}

/** The chunks of one document, one entry each, with the number of the first over the whole corpus. */
export interface DocumentChunks {
  document: number;
  first: number;
  starts: Int32Array;
  ends: Int32Array;
  tokens: Int32Array;
}

/** What one strategy returns for a question, best first. */
export interface AskedRow {
  strategy: string;
  label: string;
  contexts: AskedContext[];
  /** Chunks over the whole corpus. */
  chunks: number;
  /** All chunks of the documents that the contexts are in. */
  around: DocumentChunks[];
}

/** The first contexts of every strategy for a question that no run knows. A blank one finds nothing. */
export function askPrepared(
  prepared: PreparedBenchmark,
  vectors: ReadonlyMap<string, ArrayLike<number> | null>,
  text: string,
  retriever: Retriever,
  k = mostAskedContexts,
): AskedRow[] {
  const question = { id: 'asked', text, document: null, answers: [], gold: [], families: {} };
  const asked = { ...prepared, corpus: { ...prepared.corpus, questions: [question] } };
  return prepared.strategies.map((run): AskedRow => {
    const { index } = run;
    const rankers = rankersOf(run, asked, vectors);
    const half = fusedWith[retriever];
    const lists: Lists = {};
    const list = (of: Retriever) => (lists[of] = [fusionList(rankers[of](lists)(0))]);
    if (half) {
      list('bm25');
      list(half);
    }
    const contexts = firstContexts(rankers[retriever](lists), index, k);
    return {
      strategy: index.strategy.id,
      label: index.strategy.label,
      contexts,
      chunks: index.chunks.length,
      around: [...new Set(contexts.map(({ document }) => document))].map((document) =>
        chunksOf(index, document),
      ),
    };
  });
}

function firstContexts(ranker: Ranker, { contexts, chunks, contextTokens }: StrategyIndex, k: number) {
  const ranking = ranker(0);
  const found: AskedContext[] = [];
  for (let rank = 1; rank <= k; rank++) {
    const hit = ranking.at(rank);
    if (hit === undefined) break;
    const chunk = chunks[hit.chunk];
    found.push({
      ...contexts[hit.index]!,
      tokens: contextTokens[hit.index]!,
      score: hit.score,
      chunk: chunk ? { start: chunk.start, end: chunk.end } : null,
    });
  }
  return found;
}

function chunksOf(
  { chunks, chunkOffsets, contextOf, contextTokens }: StrategyIndex,
  document: number,
): DocumentChunks {
  const [first, end] = [chunkOffsets[document]!, chunkOffsets[document + 1]!];
  const own = chunks.slice(first, end);
  return {
    document,
    first,
    starts: Int32Array.from(own, (chunk) => chunk.start),
    ends: Int32Array.from(own, (chunk) => chunk.end),
    tokens: Int32Array.from(own, (_, place) => contextTokens[contextOf[first + place]!]!),
  };
}
