import type { ArtifactProblem } from '../artifact/errors';
import type { ExperimentEntry } from '../artifact/indexFile';
import type { ThreadsSetup } from '../experiments/threads/measure/measure';
import type { EmbedInput, LearnedEmbedder, RunEvent, TextsPlan, TokenSums } from './embedProtocol';
import type { RunFile } from './runFile';

/** Threads that the worker holds, as the page shows them. */
export interface HeldThreads {
  kind: 'held';
  threads: { id: string; title: string; turns: number; language: string | null }[];
  notices: string[];
}

/** What was read of facts: how many, and the first of them. */
export interface ReadFactsAnswer {
  kind: 'read';
  facts: number;
  notices: string[];
}

export type Refused = { kind: 'refused'; problem: ArtifactProblem };

/** What is measured on the threads that are held. */
export interface ThreadsRunInput extends EmbedInput {
  facts: string;
  setup: ThreadsSetup;
}

export interface ThreadsRunResult extends LearnedEmbedder {
  files: RunFile[];
  entry: Pick<ExperimentEntry, 'title' | 'question' | 'headline' | 'finding' | 'data' | 'badges'>;
  sums: TokenSums;
  readToEnd: boolean | null;
}

/** The reader's own threads. The worker holds one set of them; files are read there, so that a long history freezes nothing. */
export type ThreadsTasks = {
  holdThreads: {
    input: { files: readonly Blob[]; names: readonly string[] };
    event: never;
    result: HeldThreads | Refused;
  };
  readFacts: { input: { name: string; text: string }; event: never; result: ReadFactsAnswer | Refused };
  planThreads: { input: ThreadsRunInput; event: RunEvent; result: TextsPlan };
  runThreads: {
    input: ThreadsRunInput & { id: string; title: string };
    event: RunEvent;
    result: ThreadsRunResult;
  };
};
