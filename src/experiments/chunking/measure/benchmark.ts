import { documentTokens, type DocumentTokens } from './documentTokens';
import type { Tokenizer } from '../../../core/chunking/tokens';
import { indexTokens, type TokenIndex } from '../../../core/retrieval/bm25Index';
import { bm25Defaults } from '../../../core/retrieval/bm25';
import {
  checkCorpus,
  clustersOf,
  eachWithStep,
  type BenchmarkCorpus,
  type BenchmarkStep,
  type Clusters,
} from '../../../datasets/corpus';
import { addOutcome, judge, startRow, type Judged, type RowOutcomes } from './outcomes';
import { packEach, packVectors, type VectorMatrix } from '../../../core/vectors/matrix';
import {
  blendWithDocuments,
  bm25Ranker,
  cosineRanker,
  fusionList,
  hybridRanker,
  wordOverlapRanker,
  type Ranker,
} from './rankers';
import { engineRanker, type EngineChunk } from './engine';
import { findAnswers, relevantContexts } from './relevance';
import { fusedWith, setupsOf, type BenchmarkOptions, type Retriever, type Setup } from './setups';
import { readRanking } from './rankingReader';
import { indexedTexts, indexStrategy, type BenchmarkStrategy, type StrategyIndex } from './strategyIndex';

/** One strategy over the whole corpus, with what it takes to judge and to search it. */
export interface StrategyRun extends Judged {
  /** The indexed texts as BM25 reads them. */
  terms: TokenIndex;
}

export interface BenchmarkRow extends Setup, RowOutcomes {
  /** Contexts kept of each ranking. */
  depth: number;
}

/** A corpus that is chunked and judged, ready to be searched. */
export interface PreparedBenchmark {
  corpus: BenchmarkCorpus;
  clusters: Clusters;
  tokenizer: Tokenizer | undefined;
  tokens: DocumentTokens[];
  strategies: StrategyRun[];
  options: BenchmarkOptions;
}

/** Everything that was measured. Figures, tables and files are made from it. */
export interface BenchmarkRun extends PreparedBenchmark {
  rows: BenchmarkRow[];
}

/** Contexts that are kept of each ranking, by table. */
export const keptDepth = { main: 20, second: 10 } as const;

/**
 * Chunks a corpus by every strategy and finds the relevant contexts of every question: what
 * all retrievers share, and all that a plan of an embedding run needs.
 *
 * `tokenizer` counts tokens; without one all token figures are the estimate. `step` is
 * awaited between questions.
 */
export async function prepareBenchmark(
  corpus: BenchmarkCorpus,
  strategies: readonly BenchmarkStrategy[],
  tokenizer: Tokenizer | undefined,
  options: BenchmarkOptions = {},
  step?: BenchmarkStep,
): Promise<PreparedBenchmark> {
  checkCorpus(corpus);
  const tokens: DocumentTokens[] = [];
  await eachWithStep({ kind: 'counting tokens' }, corpus.documents.length, 1, step, (place) =>
    tokens.push(documentTokens(corpus.documents[place]!.text, tokenizer)),
  );
  const places = await findAnswers(corpus, step);
  const runs: StrategyRun[] = [];
  for (const strategy of strategies) {
    const index = await indexStrategy(corpus, strategy, tokens, step);
    const name = { kind: 'indexing', of: strategy.label } as const;
    await step?.(name, 0, 1);
    const terms = indexTokens(indexedTexts(corpus, index), options.bm25?.tokenRule ?? bm25Defaults.tokenRule);
    await step?.(name, 1, 1);
    runs.push({
      ...judge(index, corpus.questions, places.inCorpus, relevantContexts(corpus, index, places), tokens),
      terms,
    });
  }
  return { corpus, clusters: clustersOf(corpus), tokenizer, tokens, strategies: runs, options };
}

/** Every distinct text that a run with a model embeds: the questions, then the indexed texts of all strategies. */
export function benchmarkTexts({ corpus, strategies }: PreparedBenchmark): string[] {
  return [
    ...new Set([
      ...corpus.questions.map(({ text }) => text),
      ...strategies.flatMap(({ index }) => indexedTexts(corpus, index)),
    ]),
  ];
}

/** Ranks and judges every question under every setup. */
export async function searchBenchmark(
  prepared: PreparedBenchmark,
  step?: BenchmarkStep,
): Promise<BenchmarkRun> {
  const { corpus, strategies, options } = prepared;
  const { embedding, retrievers, engine } = options;
  const possible = setupsOf(
    strategies.map(({ index }) => index.strategy),
    embedding?.name ?? null,
    options.main,
    retrievers?.includes('index'),
  );
  const setups = possible.filter(
    ({ table, retriever }) => table === 'main' || retrievers === undefined || retrievers.includes(retriever),
  );
  /** A ranking that is no row of its own may be half of a fused one. */
  const ranked = possible.filter(
    (setup) =>
      setups.includes(setup) ||
      setups.some(
        ({ strategy, retriever }) => strategy === setup.strategy && fusedWith[retriever] === setup.retriever,
      ),
  );
  const vectors = new Map<string, ArrayLike<number> | null>();
  if (embedding) {
    const texts = benchmarkTexts(prepared);
    const found = await embedding.embed(texts);
    texts.forEach((text, i) => vectors.set(text, found[i] ?? null));
  }
  const rows = new Map<string, BenchmarkRow>();
  for (const run of strategies) {
    const rankers = rankersOf(run, prepared, vectors);
    const lists: Lists = {};
    let exact: RowOutcomes['outcomes'] = [];
    for (const setup of ranked.filter(({ strategy }) => strategy === run.index.strategy.id)) {
      const isRow = setups.includes(setup);
      const depth = (setup.table === 'main' ? options.depth : undefined) ?? keptDepth[setup.table];
      const row = startRow(corpus.questions.length);
      const elsewhere = options.rankers?.[setup.retriever];
      const matrix = engine && !elsewhere ? matrixOfRetriever(run, prepared, vectors, setup.retriever) : null;
      const ranker = elsewhere
        ? async (question: number) => {
            const hits = await elsewhere(question);
            return readRanking((k) => hits.slice(0, k), run.index.contextOf, Infinity);
          }
        : engine && matrix
          ? await engineRanker(
              engine,
              engineChunks(corpus, run.index),
              matrix,
              corpus.questions.map(({ text }) => vectors.get(text) ?? null),
              run.index,
              (done, total) => step?.({ kind: 'writing', of: setup.label }, done, total),
            )
          : rankers[setup.retriever](lists);
      const list: { index: number }[][] = [];
      await eachWithStep(
        { kind: 'searching', of: setup.label },
        corpus.questions.length,
        engine || elsewhere ? 1 : 32,
        step,
        async (question) => {
          const ranking = await ranker(question);
          if (isRow)
            addOutcome(
              row,
              run,
              question,
              ranking,
              depth,
              setup.retriever === 'index' ? exact[question]?.answer.rank : undefined,
            );
          if (embedding && !setup.retriever.startsWith('hybrid')) list.push(fusionList(ranking));
        },
      );
      if (setup.retriever === 'embedding') exact = row.outcomes;
      lists[setup.retriever] = list;
      if (isRow) rows.set(setup.row, { ...setup, ...row, depth });
    }
  }
  return { ...prepared, rows: setups.map(({ row }) => rows.get(row)!) };
}

/**
 * Runs every strategy with every retriever on a corpus: what the scorecard, the curves and
 * the failure explorer are made of. The same function serves the committed benchmark and a
 * reader's own text.
 */
export async function runBenchmark(
  corpus: BenchmarkCorpus,
  strategies: readonly BenchmarkStrategy[],
  tokenizer: Tokenizer | undefined,
  options: BenchmarkOptions = {},
  step?: BenchmarkStep,
): Promise<BenchmarkRun> {
  return searchBenchmark(await prepareBenchmark(corpus, strategies, tokenizer, options, step), step);
}

/** What fusion reads of the rankings that came before it, question by question. */
export type Lists = Partial<Record<Retriever, { index: number }[][]>>;

const engineChunks = (corpus: BenchmarkCorpus, index: StrategyIndex): EngineChunk[] =>
  index.chunks.map(({ document, start, end }) => {
    const { id, text } = corpus.documents[document]!;
    return { document: id, start, end, text: text.slice(start, end) };
  });

/** The vectors that a retriever compares with questions, chunk by chunk; null for one that compares none. */
function matrixOfRetriever(
  { index }: StrategyRun,
  { corpus, options: { embedding } }: PreparedBenchmark,
  vectors: ReadonlyMap<string, ArrayLike<number> | null>,
  retriever: Retriever,
): VectorMatrix | null {
  if (!embedding || (retriever !== 'embedding' && retriever !== 'embedding-blend')) return null;
  const chunks = indexedTexts(corpus, index).map(
    (text, chunk) => vectors.get(text) ?? missingVector(index.strategy.id, chunk),
  );
  return retriever === 'embedding'
    ? packVectors(chunks)
    : packEach(chunks.length, blendWithDocuments(chunks, index, embedding.focusWeight));
}

/** The ranker of each retriever for one strategy; the hybrid ones are made of lists that are there by then. */
export function rankersOf(
  run: StrategyRun,
  prepared: PreparedBenchmark,
  vectors: ReadonlyMap<string, ArrayLike<number> | null>,
): Record<Retriever, (lists: Lists) => Ranker> {
  const { index, terms } = run;
  const { corpus, options } = prepared;
  const questions = corpus.questions.map(({ text }) => vectors.get(text) ?? null);
  const byCosine = (retriever: Retriever) => () =>
    cosineRanker(matrixOfRetriever(run, prepared, vectors, retriever)!, questions, index);
  return {
    bm25: () => bm25Ranker(terms, options.bm25 ?? {}, index, corpus.questions),
    'word-overlap': () => wordOverlapRanker(indexedTexts(corpus, index), index, corpus.questions),
    embedding: byCosine('embedding'),
    'embedding-blend': byCosine('embedding-blend'),
    index: () => {
      throw new RangeError('an index that somebody runs is asked there');
    },
    hybrid: (lists) => hybridRanker([lists.bm25!, lists.embedding!]),
    'hybrid-blend': (lists) => hybridRanker([lists.bm25!, lists['embedding-blend']!]),
  };
}

function missingVector(strategy: string, chunk: number): never {
  throw new RangeError(`strategy ${strategy}: chunk ${chunk} has no vector, expected one for every chunk`);
}
