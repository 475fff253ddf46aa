import type { Bm25Options } from '../../../core/retrieval/bm25';
import type { Fraction } from '../../../core/units';
import { LOSSES, type Loss } from '../../../core/metrics/loss';
import type { Hit } from '../../../core/retrieval/topK';
import type { VectorEngine } from './engine';
import type { BenchmarkStrategy } from './strategyIndex';

/** How contexts are ranked. The four after BM25 need an embedding model; `index` is an approximate index that somebody already runs; `word-overlap` counts shared words, as the missing-exception lab does. */
export const RETRIEVERS = [
  'bm25',
  'embedding',
  'embedding-blend',
  'hybrid',
  'hybrid-blend',
  'word-overlap',
  'index',
] as const;
export type Retriever = (typeof RETRIEVERS)[number];

export const usesModel = (retriever: Retriever): boolean =>
  retriever !== 'bm25' && retriever !== 'word-overlap';

/** Those that a reader chooses from; the word overlap is there to be read, not to be used. */
export type AskedRetriever = Exclude<Retriever, 'word-overlap' | 'index'>;
export const askedRetrievers = RETRIEVERS.filter(
  (retriever): retriever is AskedRetriever => retriever !== 'word-overlap' && retriever !== 'index',
);

/** One line of a scorecard: a strategy with a retriever. */
export interface Setup {
  row: string;
  label: string;
  strategy: string;
  retriever: Retriever;
  /** BM25 answers the headline question; rows with a model another one, so they stand apart. */
  table: 'main' | 'second';
}

/** The model behind the rows of the second table. */
export interface BenchmarkEmbedding {
  /** What the rows are called after: `local` makes `paragraph-local`. */
  name: string;
  /** Weight of a chunk against its document's mean in the blend rows. */
  focusWeight: Fraction;
  /** One vector per text; called once, with every distinct question and indexed text of the run. */
  embed(texts: readonly string[]): Promise<readonly (ArrayLike<number> | null)[]>;
}

export interface BenchmarkOptions {
  bm25?: Bm25Options;
  /** How the first table ranks; BM25 unless told. */
  main?: 'bm25' | 'word-overlap';
  embedding?: BenchmarkEmbedding;
  /** Contexts kept of each ranking of the first table; `keptDepth` unless told. */
  depth?: number | undefined;
  /** Rows of the second table that are wanted; all unless told. The first table is always there. */
  retrievers?: readonly Retriever[];
  /** Where vectors are searched; the kernel in the process unless told. */
  engine?: VectorEngine | undefined;
  /** Rankings that are asked for elsewhere, instead of being made here. */
  rankers?: Partial<Record<Retriever, ElsewhereRanker>> | undefined;
}

/** A ranking of the chunks of the only strategy, question by question. */
export type ElsewhereRanker = (question: number) => Promise<Hit[]>;

/** The list that a fused ranking is made of besides BM25's. */
export const fusedWith: Readonly<Partial<Record<Retriever, Retriever>>> = {
  hybrid: 'embedding',
  'hybrid-blend': 'embedding-blend',
};

export const blendWeight = 0.8;

/** Contexts that a single question is answered with at most. */
export const mostAskedContexts = 10;

/** The rows of a benchmark: every strategy with BM25, then, with a model, every strategy with the other four. */
export function setupsOf(
  strategies: readonly Pick<BenchmarkStrategy, 'id' | 'label'>[],
  embeddingName: string | null,
  first: 'bm25' | 'word-overlap' = 'bm25',
  withIndex = false,
): Setup[] {
  const main = strategies.map(({ id, label }): Setup => ({
    row: id,
    label,
    strategy: id,
    retriever: first,
    table: 'main',
  }));
  if (embeddingName === null) return main;
  const second = strategies.flatMap(({ id, label }) =>
    (
      [
        ['embedding', embeddingName, 'embedding'],
        ['embedding-blend', `${embeddingName}-blend`, 'embedding, blended'],
        ['hybrid', 'hybrid', 'hybrid'],
        ['hybrid-blend', 'hybrid-blend', 'hybrid, blended'],
        ...(withIndex ? ([['index', 'index', 'through its index']] as const) : []),
      ] as const
    ).map(([retriever, suffix, words]): Setup => ({
      row: `${id}-${suffix}`,
      label: `${label}, ${words}`,
      strategy: id,
      retriever,
      table: 'second',
    })),
  );
  return [...main, ...second];
}

/** The stages that can lose a question of a row: only an approximate index can lose one itself. */
export const stagesOf = (retriever: Retriever): readonly Loss[] =>
  LOSSES.filter((stage) => stage !== 'index' || retriever === 'index');

/** The row that searches exactly what another row of the strategy asks an index for. */
export const exactRowOf = (
  rows: readonly Pick<Setup, 'row' | 'strategy' | 'retriever'>[],
  strategy: string,
): string | undefined => rows.find((row) => row.strategy === strategy && row.retriever === 'embedding')?.row;

/** The same of a row by its name. */
export const stagesOfRow = (
  rows: readonly Pick<Setup, 'row' | 'retriever'>[],
  row: string,
): readonly Loss[] => stagesOf(rows.find((candidate) => candidate.row === row)?.retriever ?? 'bm25');

/** Misses by stage; those of an index only where one is asked. */
export type StageLosses = Record<Exclude<Loss, 'index'>, number> & { index?: number };
