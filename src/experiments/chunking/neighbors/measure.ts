import { MISS_CUTOFF } from '../../../core/metrics/loss';
import type { NeighborCounts, PlacedChunk } from '../../../core/retrieval/neighbors';
import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import type { Span } from '../../../core/units';
import type { BenchmarkCorpus, BenchmarkStep, Clusters } from '../../../datasets/corpus';
import type { BenchmarkRun } from '../measure/benchmark';
import { findAnswers, type RelevantContexts } from '../measure/relevance';
import type { Retriever } from '../measure/setups';
import type { StrategyIndex } from '../measure/strategyIndex';
import type { NumberedRun } from '../../../core/retrieval/neighbors';
import type { ChunkingBudgets } from '../formats';
import { relevantRuns } from './answerRuns';
import { expansionComparisons, expansionFigures, type ExpansionRun } from './figures';
import type { ChunkingNeighbors, Expansion, ExpansionExample } from './formats';
import { chunkPlaces, expandQuestion, expansionOutcomes, type ExpansionBasis } from './outcomes';
import { isExpandedStrategy, neighborRowId, neighborWidths, widthLabel } from './widths';

/** What of a basis does not depend on the search. */
export type ExpansionGround = Omit<ExpansionBasis, 'hits'>;

/** Chunks with their tokens, and the runs of them that hold an answer: found once for all retrievers and widths. */
export async function expansionGround(
  corpus: BenchmarkCorpus,
  { index, relevant }: { index: StrategyIndex; relevant: RelevantContexts },
  step?: BenchmarkStep,
): Promise<ExpansionGround> {
  const { contextOffsets, contextTokens } = index;
  const places = await findAnswers(
    corpus,
    step && ((_, done, total) => step({ kind: 'finding answers across boundaries' }, done, total)),
  );
  return {
    chunks: corpus.documents.map((_, document) => {
      const first = contextOffsets[document]!;
      return Array.from(contextTokens.subarray(first, contextOffsets[document + 1]!), (tokens, i) => ({
        number: first + i,
        tokens,
      }));
    }),
    relevant: relevantRuns(corpus, index, places, relevant),
  };
}

/** A row's hits under every width. */
export async function expansionRuns(
  row: string,
  basis: ExpansionBasis,
  widths: readonly NeighborCounts[] = neighborWidths,
  step?: BenchmarkStep,
): Promise<ExpansionRun[]> {
  const runs: ExpansionRun[] = [];
  for (const width of widths) {
    const name = { kind: 'expanding', of: widthLabel(width) } as const;
    await step?.(name, 0, 1);
    runs.push({ ...width, row: neighborRowId(row, width), outcomes: expansionOutcomes(basis, width) });
    await step?.(name, 1, 1);
  }
  return runs;
}

/** Figures and comparisons of one row under every width. */
export const expansionOf = (
  { row, strategy }: Pick<Expansion, 'row' | 'strategy'>,
  runs: readonly ExpansionRun[],
  clusters: Clusters,
  options?: BootstrapOptions,
): Expansion => ({
  row,
  strategy,
  rows: expansionFigures(runs, clusters, options),
  comparisons: expansionComparisons(runs, clusters, options),
});

/** What every budget holds of a width's hits, as it is stored. */
export const widthSteps = ({ row, outcomes }: ExpansionRun): ChunkingBudgets['widths'][number] => ({
  row,
  answer: outcomes.map(({ tokensToHit }) => tokensToHit.answer),
  evidence: outcomes.map(({ tokensToHit }) => tokensToHit.evidence),
});

/** What neighbor expansion adds to a finished benchmark: figures for `summary.json`, and a file for each strategy that is expanded. */
export interface ExpandedBenchmark {
  expansions: Expansion[];
  files: ChunkingNeighbors[];
  /** Outcomes of every width, with the retriever whose hits it widens. */
  runs: { retriever: Retriever; runs: ExpansionRun[] }[];
}

/** Widens the BM25 hits of every `fixed_size` row; the other rows, and documents that are returned whole, ignore the widths. */
export async function expandBenchmark(
  { corpus, clusters, strategies, rows }: BenchmarkRun,
  { widths, ...options }: BootstrapOptions & { widths?: readonly NeighborCounts[] | undefined },
  step?: BenchmarkStep,
): Promise<ExpandedBenchmark> {
  const made: ExpandedBenchmark = { expansions: [], files: [], runs: [] };
  // Nothing stands beside a whole document.
  if (corpus.returns === 'documents') return made;
  for (const run of strategies) {
    const { id } = run.index.strategy;
    const row = rows.find(({ strategy, table }) => strategy === id && table === 'main');
    if (!isExpandedStrategy(id) || !row) continue;
    const ground = await expansionGround(corpus, run, step);
    const basis: ExpansionBasis = { ...ground, hits: row.rankings };
    const runs = await expansionRuns(row.row, basis, widths, step);
    made.runs.push({ retriever: row.retriever, runs });
    made.expansions.push(expansionOf({ row: row.row, strategy: id }, runs, clusters, options));
    made.files.push(
      neighborsOf(
        id,
        basis,
        runs,
        corpus.questions.map((question) => question.id),
        run.index.contexts,
      ),
    );
  }
  return made;
}

const cut = (runs: readonly (readonly NumberedRun[])[]): [number, number][][] =>
  runs.map((own) =>
    own.filter(([first, last]) => first < last).map(([first, last]): [number, number] => [first, last]),
  );

function neighborsOf(
  strategy: string,
  basis: ExpansionBasis,
  runs: readonly ExpansionRun[],
  questions: readonly string[],
  spans: readonly Span[],
): ChunkingNeighbors {
  return {
    formatVersion: 1,
    kind: 'chunking-neighbors',
    strategy,
    tokens: basis.chunks.map((own) => own.map(({ tokens }) => tokens)),
    answerRuns: cut(basis.relevant.answer),
    evidenceRuns: cut(basis.relevant.evidence),
    examples: exampleWidths(basis, runs, questions, spans),
  };
}

/** The first question that the hits alone miss and the widest width brings in, under every width; the first question where there is none. */
export function exampleWidths(
  basis: ExpansionBasis,
  runs: readonly ExpansionRun[],
  questions: readonly string[],
  spans: readonly Span[],
): ExpansionExample[] {
  const within = (rank: number): boolean => rank > 0 && rank <= MISS_CUTOFF;
  const rescued =
    runs.at(-1)?.outcomes.findIndex(({ hit, expanded }) => within(expanded.answer) && !within(hit.answer)) ??
    -1;
  const question = Math.max(0, rescued);
  const id = questions[question];
  if (id === undefined) return [];
  return runs.map(({ row, neighborPrev, neighborNext }) => ({
    row,
    neighborPrev,
    neighborNext,
    question: id,
    cutoff: MISS_CUTOFF,
    ...expansionShapes(
      basis,
      question,
      MISS_CUTOFF,
      { neighborPrev, neighborNext },
      (chunk) => spans[chunk]!,
    ),
  }));
}

/** Eight decimals of a score, as in every ranking that is stored. */
const stored = (value: number): number => Math.round(value * 1e8) / 1e8;

/** Both shapes of one question's first hits, chunks by their places and spans: what the artifact stores and the command line prints. */
export function expansionShapes(
  basis: ExpansionBasis,
  question: number,
  cutoff: number,
  width: NeighborCounts,
  spanOf: (chunk: number) => Span,
): Pick<ExpansionExample, 'retrievedChunks' | 'expansionTree'> {
  const { retrievedChunks, expansionTree } = expandQuestion(
    basis,
    chunkPlaces(basis.chunks),
    question,
    cutoff,
    width,
  );
  const placed = ({ document, chunkIndex, chunk: { number } }: PlacedChunk<{ number: number }>) => {
    const { start, end } = spanOf(number);
    return { document, chunkIndex, start, end };
  };
  return {
    retrievedChunks: retrievedChunks.map((chunk) => ({
      ...placed(chunk),
      role: chunk.role,
      score: chunk.score === null ? null : stored(chunk.score),
    })),
    expansionTree: expansionTree.map((hit) => ({
      ...placed(hit),
      score: stored(hit.score),
      neighborsPrev: hit.neighborsPrev.map(placed),
      neighborsNext: hit.neighborsNext.map(placed),
    })),
  };
}
