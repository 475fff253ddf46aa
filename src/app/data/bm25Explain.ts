import type { Bm25Options } from '../../core/retrieval/bm25';
import { startExplainWorker, type TaskClient } from '../../worker/client';
import type { ExplainedText, ExplainTasks } from '../../worker/protocol';

export type { ExplainedText } from '../../worker/protocol';

/** The texts of one strategy, as slices of documents: start, end, start, end … of each. */
export interface ExplainedCorpus {
  /** Same key, same texts and options. */
  key: string;
  documents: readonly string[];
  spans: readonly (readonly number[])[];
  options: Bm25Options;
}

let worker: TaskClient<ExplainTasks> | undefined;

/** For each group of texts, the one that scores highest for the query, term by term. Indexing happens once, off the main thread. */
export async function explainBm25(
  { key, documents, spans, options }: ExplainedCorpus,
  query: string,
  groups: readonly (readonly number[])[],
): Promise<(ExplainedText | null)[]> {
  const client = (worker ??= startExplainWorker());
  const ask = async () => (await client.run('explain', { key, query, groups })).explained;
  const known = await ask();
  if (known) return known;
  await client.run('index', { key, documents, spans, options });
  const explained = await ask();
  if (!explained) throw new Error('The index of the texts was lost before it could be read. Try again.');
  return explained;
}
