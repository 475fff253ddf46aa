import type { ArtifactProblem } from '../artifact/errors';
import type { OffsetUnit, ReadChunks } from '../datasets/own/chunks';
import type { ExperimentEntry } from '../artifact/indexFile';
import type { SourceText } from '../datasets/reader';
import type { DatasetReaderId } from '../datasets/readers';
import type { AskedQuestion, DatasetAnswer, HeldDocument, LocatedQuestion } from '../datasets/own/asked';
import type { BenchmarkDescription, BenchmarkSetup } from '../experiments/chunking/own/setup';
import type { NeighborCounts } from '../core/retrieval/neighbors';
import type { NeighborRow } from '../experiments/chunking/neighbors/formats';
import type { RunFile } from './runFile';
import type { EmbedInput, LearnedEmbedder, RunEvent, StepEvent, TextsPlan, TokenSums } from './embedProtocol';

export interface HeldFacts {
  /** Of each document the language, in English, when it seems to be another than English. */
  languages: (string | null)[];
}

/** What is chunked, and what is embedded of it where the setup names a model. */
export interface BenchmarkRunInput extends EmbedInput {
  questions: AskedQuestion[];
  setup: BenchmarkSetup;
}

export interface BenchmarkResult extends LearnedEmbedder {
  files: RunFile[];
  /** How the run stands in an index. */
  entry: Pick<ExperimentEntry, 'title' | 'question' | 'headline' | 'finding' | 'data' | 'badges'>;
  /** Milliseconds that each variant took to chunk and index. */
  buildMs: Record<string, number>;
  /** Texts that were embedded, and those of them that were too long to be read at once. */
  sums: Pick<TokenSums, 'texts' | 'windowed'>;
  readToEnd: boolean | null;
}

/** Chunks of a file, or why they do not fit the documents. */
export type ChunksAnswer = ({ kind: 'read' } & ReadChunks) | { kind: 'refused'; problem: ArtifactProblem };

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

/**
 * The benchmark on a reader's text. The worker holds one set of documents, and of the newest
 * finished run what was found in `fixed_size` chunks.
 */
export type BenchmarkTasks = {
  /** The documents that gold is looked for in, and that the next run takes. */
  hold: { input: { documents: HeldDocument[] }; event: never; result: HeldFacts };
  /** Reads files in a known form: of large ones as many documents and questions as the published benchmarks take, by the same draw. */
  readDataset: {
    input: { files: readonly SourceText[]; reader: DatasetReaderId };
    event: never;
    result: DatasetAnswer;
  };
  /** Chunks of another program, checked against the documents that are held. */
  readChunks: {
    input: { file: string; text: string; unit: OffsetUnit | null };
    event: never;
    result: ChunksAnswer;
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
