import type { StrategySizes } from '../core/chunking/strategy';
import type { DatasetReaderId } from '../datasets/readers';
import type { GoldSpan } from '../datasets/corpus';
import type { NeighborCounts } from '../core/retrieval/neighbors';
import type { StrategyId } from '../core/chunking/registry';
import type { ArtifactProblem } from '../artifact/errors';
import type { NeighborRow } from '../experiments/chunking/neighbors/formats';
import type { RunFile } from './runFile';
import type { EmbedInput, LearnedEmbedder, RunEvent, StepEvent, TextsPlan, TokenSums } from './embedProtocol';

/** A document as the reader brought it. */
export interface HeldDocument {
  /** Unique; also what questions call it by. */
  id: string;
  text: string;
}

export interface HeldFacts {
  /** Of each document the language, in English, when it seems to be another than English. */
  languages: (string | null)[];
}

/** A gold span that the reader marked, or that a file states. */
export interface MarkedSpan {
  /** Id of its document. */
  document: string;
  start: number;
  end: number;
}

export interface AskedQuestion {
  id: string;
  text: string;
  /** Id of the document that it is about; null for any. */
  document: string | null;
  answers: readonly string[];
  marks: readonly MarkedSpan[];
  /** null where the reader gave none. */
  family: string | null;
}

/** Where the gold of a question stands. */
export interface LocatedQuestion {
  /**
   * `marked`: by the reader; `located`: in the documents; `elsewhere`: not in the document
   * that the question names, but in another; `not located`: nowhere; `no gold`: no answer given.
   */
  status: 'marked' | 'located' | 'elsewhere' | 'not located' | 'no gold';
  /** Required spans: the marked ones, or the first place of the first answer that has one. */
  gold: GoldSpan[];
  /** Places of that answer in the document of the gold span. */
  places: number;
  /** Answers that stand nowhere. */
  missing: string[];
  /** A document that the question names and that is not here. */
  unknownDocument: string | null;
}

/** A strategy with the sizes that the reader chose. */
export interface StrategyVariant {
  /** Of the row: the strategy's own id, or that with a size behind it. */
  id: string;
  strategy: StrategyId;
  label: string;
  parameters: StrategySizes;
}

export type SecondRetriever = 'embedding' | 'embedding-blend' | 'hybrid' | 'hybrid-blend';

export interface BenchmarkSetup {
  variants: readonly StrategyVariant[];
  /** null: BM25 alone. */
  embedding: { name: string; retrievers: readonly SecondRetriever[]; focusWeight: number } | null;
  /** Whether questions without gold stay in the figures, as misses. */
  keepWithoutGold: boolean;
}

interface PreparedFacts {
  questions: number;
  documents: number;
  clusters: number;
  cluster: string;
}

export interface BenchmarkDescription {
  id: string;
  title: string;
  corpusName: string;
  /** A width that is measured besides the published ones. */
  neighbors: NeighborCounts;
}

/** What is chunked, and what is embedded of it where the setup names a model. */
export interface BenchmarkRunInput extends EmbedInput {
  questions: AskedQuestion[];
  setup: BenchmarkSetup;
}

export interface BenchmarkResult extends LearnedEmbedder, PreparedFacts {
  files: RunFile[];
  headline: string;
  question: string;
  /** Milliseconds that each variant took to chunk and index. */
  buildMs: Record<string, number>;
  /** Texts that were embedded, and those of them that were too long to be read at once. */
  sums: Pick<TokenSums, 'texts' | 'windowed'>;
  readToEnd: boolean | null;
}

/** A strategy of a finished run whose hits can be widened by their neighbors. */
interface ExpandedOf {
  /** Id of the run: only the newest one can be asked. */
  run: string;
  /** Id of a variant of `fixed_size`. */
  strategy: string;
}

/** One search with its hits alone and widened: the same place in both lists. Hits alone stand once where that is what was asked for. */
export interface ExpandedSearch {
  row: string;
  figures: NeighborRow[];
}

/** Documents and questions of a file in a known form, or why it is none. */
export type DatasetAnswer =
  | { kind: 'read'; documents: HeldDocument[]; questions: AskedQuestion[]; notices: readonly string[] }
  | { kind: 'refused'; problem: ArtifactProblem };

/**
 * The benchmark on a reader's text. The worker holds one set of documents, and of the newest
 * finished run what was found in `fixed_size` chunks.
 */
export type BenchmarkTasks = {
  /** The documents that gold is looked for in, and that the next run takes. */
  hold: { input: { documents: HeldDocument[] }; event: never; result: HeldFacts };
  /** Reads a file in a known form: of a large one as many documents and questions as the published benchmarks take, by the same draw. */
  readDataset: {
    input: { file: string; text: string; reader: DatasetReaderId };
    event: never;
    result: DatasetAnswer;
  };
  locate: { input: { questions: AskedQuestion[] }; event: never; result: LocatedQuestion[] };
  /**
   * What a run would embed: every question, every indexed text and the sentences that the
   * semantic strategy compares. Its cuts by words stand in, as many of them as there will be.
   */
  planBenchmark: { input: BenchmarkRunInput; event: RunEvent; result: TextsPlan };
  /** Chunks the held documents, embeds, ranks, judges and writes the files. */
  runBenchmark: {
    input: BenchmarkRunInput & { description: BenchmarkDescription };
    event: RunEvent;
    result: BenchmarkResult;
  };
  /** Figures of every search of a strategy, its hits alone and widened. Nothing is cut or embedded again. */
  expand: { input: ExpandedOf & { width: NeighborCounts }; event: StepEvent; result: ExpandedSearch[] };
};
