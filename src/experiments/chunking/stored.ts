import type { BenchmarkRow, BenchmarkRun, StrategyRun } from './measure/benchmark';
import { clustersOf, type BenchmarkCorpus } from '../../datasets/corpus';
import { addOutcome, judge, setBudgets, startRow } from './measure/outcomes';
import { exactRowOf } from './measure/setups';
import { knownRanking } from './measure/rankingReader';
import type { StrategyIndex } from './measure/strategyIndex';
import { indexTokens } from '../../core/retrieval/bm25Index';
import type {
  ChunkingBudgets,
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingSummary,
} from './formats';

/** The files of a finished benchmark without their texts. */
export interface StoredBenchmark {
  summary: ChunkingSummary;
  questions: ChunkingQuestions;
  /** One per document, in their order. */
  chunks: readonly ChunkingChunks[];
  /** By row. Rows without one are left out. */
  rankings: ReadonlyMap<string, ChunkingRankings>;
  /** By strategy. */
  relevant: ReadonlyMap<string, ChunkingRelevant>;
  /** By retriever. */
  budgets: ReadonlyMap<string, ChunkingBudgets>;
}

/**
 * The run behind stored files, judged again from its rankings, relevant contexts and spans:
 * what figures are recomputed from, whole or for some questions only.
 *
 * It has no text, so nothing in it counts tokens: costs are not to be read from it. What is
 * held within a budget comes from the stored steps. Rankings end at their stored depth.
 */
export function storedRun({
  summary,
  questions: { questions },
  chunks,
  rankings,
  relevant,
  budgets,
}: StoredBenchmark): BenchmarkRun {
  const { groupings, bootstrap } = summary;
  const corpus: BenchmarkCorpus = {
    documents: summary.corpus.documents.map(({ id, title, paragraphs }) => ({
      id,
      title,
      paragraphs,
      text: '',
    })),
    questions: questions.map(({ id, text, document, answers, gold, families }) => ({
      id,
      text: text ?? '',
      document,
      answers: answers ?? [],
      gold,
      families,
    })),
    groupings: groupings.map(({ id, label }) => ({ id, label })),
    cluster: bootstrap.cluster,
  };
  const tokens = corpus.documents.map(() => ({ count: () => 0 }));
  const terms = indexTokens([]);
  /** A question whose answer is nowhere is lost at the source in every row. */
  const anyRow = rankings.values().next().value;
  const inCorpus = questions.map((_, q) => anyRow?.loss[q] !== 'source');
  const strategies = summary.strategies.flatMap(
    ({ id, label, description, parameters, contextOffsets }): StrategyRun[] => {
      const judged = relevant.get(id);
      if (!judged) return [];
      const index: StrategyIndex = {
        strategy: { id, label, description, parameters, chunk: () => [] },
        ...storedSpans(id, chunks),
        contextOffsets: Int32Array.from(contextOffsets),
        contextTokens: new Int32Array(contextOffsets.at(-1) ?? 0),
      };
      const found = {
        answer: judged.answer.map((contexts) => Int32Array.from(contexts)),
        evidence: judged.evidence.map((contexts) => Int32Array.from(contexts)),
        partly: (judged.partly ?? []).map((contexts) => Int32Array.from(contexts)),
      };
      return [{ ...judge(index, corpus.questions, inCorpus, found, tokens), terms }];
    },
  );
  const rows = summary.rows.flatMap(({ row, label, strategy, retriever, table }): BenchmarkRow[] => {
    const stored = rankings.get(row);
    const run = strategies.find(({ index }) => index.strategy.id === strategy);
    if (!stored || !run) return [];
    const outcomes = startRow(questions.length);
    const exact = retriever === 'index' ? rankings.get(exactRowOf(summary.rows, strategy) ?? '') : undefined;
    const held = budgets.get(retriever)?.rows.find((own) => own.row === row);
    questions.forEach((_, q) => {
      const hits = stored.contexts[q]!.map((context, rank) => ({
        index: context,
        score: stored.scores[q]![rank]!,
      }));
      addOutcome(outcomes, run, q, knownRanking(hits), stored.depth, exact?.answer.rank[q]);
      const budget = {
        answer: stored.tokensToHit[q]!,
        evidence: held?.evidence[q] ?? null,
        spanRecall: held?.spanRecall[q] ?? [],
      };
      outcomes.outcomes[q]!.budget = budget;
      setBudgets(outcomes, q, budget, questions[q]!.gold);
    });
    return [{ row, label, strategy, retriever, table, ...outcomes, depth: stored.depth }];
  });
  return {
    corpus,
    clusters: clustersOf(corpus),
    tokenizer: undefined,
    tokens,
    strategies,
    rows,
    options: {},
  };
}

function storedSpans(
  strategy: string,
  documents: readonly ChunkingChunks[],
): Pick<StrategyIndex, 'chunks' | 'chunkOffsets' | 'contexts' | 'contextOf'> {
  const chunks: StrategyIndex['chunks'] = [];
  const contexts: StrategyIndex['contexts'] = [];
  const contextOf: number[] = [];
  const chunkOffsets = new Int32Array(documents.length + 1);
  documents.forEach(({ strategies }, document) => {
    const own = strategies[strategy];
    if (!own) throw new RangeError(`chunks of document ${document} lack strategy ${strategy}`);
    const first = contexts.length;
    for (let i = 0; i < own.indexed.length; i += 2)
      chunks.push({ document, start: own.indexed[i]!, end: own.indexed[i + 1]! });
    for (let i = 0; i < own.contexts.length; i += 2)
      contexts.push({ document, start: own.contexts[i]!, end: own.contexts[i + 1]! });
    for (const context of own.contextOf) contextOf.push(first + context);
    chunkOffsets[document + 1] = chunks.length;
  });
  return { chunks, chunkOffsets, contexts, contextOf: Int32Array.from(contextOf) };
}
