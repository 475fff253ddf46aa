import type { ThreadsCorpus } from '../../datasets/threads/threads';
import { threadsHashInput } from '../../experiments/threads/files';
import {
  measureThreads,
  prepareThreads,
  threadTexts,
  type PreparedThreads,
  type ThreadsFiles,
  type ThreadsSetup,
} from '../../experiments/threads/measure/measure';
import type { EmbeddingProvider } from '../../providers/provider';
import { sha256 } from '../artifacts/store';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';

export interface ThreadsRun {
  corpus: ThreadsCorpus;
  setup: ThreadsSetup;
  provider: EmbeddingProvider;
  id: string;
  title: string;
  question: string;
  notices?: readonly string[];
  progress: Progress;
  signal: AbortSignal;
}

/** Embeds threads, facts and messages and measures both indexes. Equal texts are embedded once. */
export async function buildThreads({
  corpus,
  setup,
  provider,
  id,
  title,
  question,
  notices = [],
  progress,
  signal,
}: ThreadsRun): Promise<ThreadsFiles> {
  const step = async ({ kind }: { kind: string }, done: number, total: number) => {
    signal.throwIfAborted();
    progress.step(kind, done, total);
  };
  const prepared = await prepareThreads(corpus, setup, await loadTokenizer(), step);
  const vectors = await embedThreads(prepared, provider, progress, signal);
  const { model } = provider;
  const { values } = vectors;
  const files = await measureThreads(
    prepared,
    (text) => {
      const vector = values.get(text);
      if (!vector) throw new Error(`${model.name} gave no vector for "${text.slice(0, 80)}"`);
      return vector;
    },
    {
      id,
      title,
      question,
      corpusHash: sha256(threadsHashInput(corpus)),
      model: {
        provider: model.provider,
        name: model.name,
        revision: model.revision,
        dimensions: model.dimensions ?? vectors.dimensions,
        windowing: model.windowing,
      },
      notices,
    },
    step,
  );
  progress.end();
  return files;
}

async function embedThreads(
  prepared: PreparedThreads,
  provider: EmbeddingProvider,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ values: Map<string, Float32Array>; dimensions: number }> {
  const texts = threadTexts(prepared);
  const { vectors } = await provider
    .embed(texts, {
      signal,
      onProgress: ({ done, total, message }) =>
        message ? progress.note(message) : progress.step('Embedding texts', done, total),
    })
    .finally(() => progress.end());
  const values = new Map(
    texts.flatMap((text, index): [string, Float32Array][] =>
      vectors[index] ? [[text, vectors[index]]] : [],
    ),
  );
  return { values, dimensions: values.values().next().value?.length ?? 0 };
}
