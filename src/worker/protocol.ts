import type { ArtifactProblem } from '../artifact/errors';
import type { SourceFile } from '../datasets/reader';
import type { Bm25Options, Bm25Term } from '../core/retrieval/bm25';

export type * from './askProtocol';
export type * from './benchmarkProtocol';
export type * from './bundleProtocol';
export type * from './computeProtocol';
export type * from './doctorProtocol';
export type * from './importProtocol';
export type * from './embedProtocol';
export type { HeldThreads, ThreadsRunResult } from './threadsProtocol';
export type { RunFile } from './runFile';

export interface ModelLoadEvent {
  loadedBytes: number;
  totalBytes: number;
}

export interface ModelLoadResult {
  /** Whether the files came from this browser's own storage. */
  fromStorage: boolean;
  /** Whether they are kept for the next visit; false when the browser refuses storage. */
  kept: boolean;
}

/** What the embedding worker can be asked. A new task is a line here and a handler in the worker. */
export type EmbedTasks = {
  /** Answers through another port too: another thread asks there, without the page between them. */
  connect: { input: { port: MessagePort }; event: never; result: void };
  /** Loads the model, once; later calls answer at once. `modelUrl` is absolute and ends in a slash. */
  loadModel: { input: { modelUrl: string }; event: ModelLoadEvent; result: ModelLoadResult };
  /** Ids of the windows of each text. */
  windows: { input: { texts: string[] }; event: never; result: number[][][] };
  /** A unit vector of each window of one batch. */
  embed: { input: { windows: number[][] }; event: never; result: Float32Array[] };
  /** Inputs and tokens of texts after windowing. */
  measure: { input: { texts: string[] }; event: never; result: { inputs: number; tokens: number } };
};

/** A corpus that was measured elsewhere and whose text a reader brings: what a file of it must hold. */
export interface ExpectedCorpus {
  documents: readonly { id: string; utf16Length: number }[];
  /** Questions of the sample. */
  questions: number;
  /** Its hash: of a published corpus the counts are known too, which tell a wrong file in plainer words. */
  hash: string;
}

export interface CorpusContent {
  /** Text of each document, in the experiment's order. */
  documents: string[];
  /** The sampled questions, in the experiment's order, with their distinct answers. */
  questions: { id: string; text: string; answers: string[] }[];
  /** What the corpus hash is taken of. */
  hashInput: string;
}

/** A corpus, or why the file is none: error classes do not cross between threads. */
export type CorpusAnswer =
  { kind: 'content'; content: CorpusContent } | { kind: 'refused'; problem: ArtifactProblem };

/** What the corpus worker can be asked. */
export type CorpusTasks = {
  /** Reads the files of the corpus and draws the experiment's sample from them. */
  read: {
    input: { files: readonly SourceFile[]; expected: ExpectedCorpus };
    event: never;
    result: CorpusAnswer;
  };
  /** Reads what was kept of an earlier visit: a hash input. */
  readKept: {
    input: { file: string; hashInput: string; expected: ExpectedCorpus };
    event: never;
    result: CorpusAnswer;
  };
  /** cl100k_base tokens of each text by itself. */
  countTokens: { input: { texts: string[] }; event: never; result: { counts: number[]; tokenizer: string } };
};

/** The shares of one text's score, term by term. */
export interface ExplainedText {
  /** Among the indexed texts. */
  place: number;
  score: number;
  terms: Bm25Term[];
}

/** What the explain worker can be asked. */
export type ExplainTasks = {
  /** Indexes slices of documents; `spans` holds start, end, start, end … of each. The newest eight indexes are kept. */
  index: {
    input: {
      key: string;
      documents: readonly string[];
      spans: readonly (readonly number[])[];
      options: Bm25Options;
    };
    event: never;
    result: { texts: number; averageLength: number };
  };
  /** For each group of texts the one that scores highest, with its terms. `explained` is null when the index is not there. */
  explain: {
    input: { key: string; query: string; groups: readonly (readonly number[])[] };
    event: never;
    result: { explained: (ExplainedText | null)[] | null };
  };
};
