import type { AskedRow } from '../experiments/chunking/measure/ask';
import type { BenchmarkSetup } from '../experiments/chunking/own/setup';
import type { EmbedInput, LearnedEmbedder, RunEvent, TextsPlan } from './embedProtocol';

export type { AskedContext, AskedRow, DocumentChunks } from '../experiments/chunking/measure/ask';

/** A question about the held documents. */
export interface AskInput extends EmbedInput {
  question: string;
  /** With a model its first retriever ranks, else BM25 does. */
  setup: BenchmarkSetup;
}

/** What every strategy returns for a question, in the order of the variants. */
export interface AskResult extends LearnedEmbedder {
  rows: AskedRow[];
}

/** Questions without gold. The worker keeps the chunks of the newest setup until it holds other documents. */
export type AskTasks = {
  planAsk: { input: AskInput; event: RunEvent; result: TextsPlan };
  ask: { input: AskInput; event: RunEvent; result: AskResult };
};
