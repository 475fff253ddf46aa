import { bytes, count } from '../../core/stats/format';
import { benchmarkTexts } from '../../experiments/chunking/measure/benchmark';
import type { VectorEngine } from '../../experiments/chunking/measure/engine';
import { switchSettings } from '../../experiments/chunking/measure/switches';
import { expandedStrategy, runWidths } from '../../experiments/chunking/neighbors/widths';
import {
  comparedSentences,
  cutBySentences,
  finishOwnRun,
  missingTexts,
  prepareOwnRun,
  type FinishedOwnRun,
  type OwnRun,
  type TimedStep,
} from '../../experiments/chunking/own/run';
import type { BenchmarkDescription, BenchmarkSetup } from '../../experiments/chunking/own/setup';
import type { AskedQuestion, HeldDocument } from '../../datasets/own/asked';
import { createGoldFinder } from '../../datasets/own/locate';
import type { EmbeddingProvider } from '../../providers/provider';
import { timedSteps } from '../chunking/steps';
import type { Hit } from '../../core/retrieval/topK';
import type { RunningIndex } from '../engine/runningIndex';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';

export interface OwnMeasurement {
  documents: readonly HeldDocument[];
  questions: readonly AskedQuestion[];
  setup: BenchmarkSetup;
  description: BenchmarkDescription;
  /** null: BM25 alone. */
  provider: EmbeddingProvider | null;
  /** Where vectors are searched; the kernel in the process unless told. */
  engine?: VectorEngine | undefined;
  /** A table that is searched as it stands, instead of chunks that are embedded here. */
  running?: RunningIndex | undefined;
  progress: Progress;
  signal: AbortSignal;
}

/** How many steps of a kind there will be; quick ones are not shown. */
const shownSteps = (strategies: number, rows: number, widths: number) => ({
  chunking: strategies,
  indexing: 0,
  searching: rows,
  switches: strategies * switchSettings.length,
  expanding: widths,
  'counting tokens': 0,
  'finding answers': 0,
  'finding answers across boundaries': 0,
  intervals: 0,
});

/** The files of a chunking experiment on somebody's own documents: the same that the page makes of them. */
export async function measureOwn({
  documents,
  questions,
  setup,
  description,
  provider,
  engine,
  running,
  progress,
  signal,
}: OwnMeasurement): Promise<FinishedOwnRun & { buildMs: Record<string, number> }> {
  const strategies = setup.variants.length + (setup.chunkSets?.length ?? 0);
  const { step, times } = timedSteps(
    progress,
    signal,
    shownSteps(
      strategies,
      strategies * (1 + (setup.embedding?.retrievers.length ?? 0)),
      setup.variants.filter(({ strategy }) => strategy === expandedStrategy).length *
        runWidths(description.neighbors).length,
    ),
  );
  const timed: TimedStep = { step, msOf: ({ kind, of = '' }) => times(kind)[of] };
  const tokenizer = await loadTokenizer();
  const run = await prepareOwnRun(
    { documents, questions, setup, finder: createGoldFinder(documents), tokenizer },
    timed,
  );
  if (provider && running) {
    const texts = run.corpus.questions.map(({ text }) => text);
    await embed(run, texts, provider, progress, signal);
    run.elsewhere = await asked(running, run, texts);
  } else if (provider && setup.embedding) {
    await embed(run, comparedSentences(run), provider, progress, signal);
    await cutBySentences(run, timed);
    await embed(run, benchmarkTexts(run.prepared), provider, progress, signal);
  }
  const model = provider?.model;
  run.engine = engine;
  const finished = await finishOwnRun(
    run,
    model
      ? {
          provider: model.provider,
          name: model.name,
          revision: model.revision,
          dimensions: model.dimensions ?? 0,
          windowing: model.windowing,
        }
      : null,
    description,
    step,
  );
  progress.end();
  return { ...finished, buildMs: run.buildMs };
}

/** The rankings of a table, exact and through its index, question by question. */
async function asked(
  running: RunningIndex,
  { vectors }: OwnRun,
  texts: readonly string[],
): Promise<OwnRun['elsewhere']> {
  const own = texts.map((text) => vectors.get(text));
  const present = own.filter((vector) => vector !== undefined);
  for (const { length } of present.slice(0, 1)) running.checkModel(length);
  const rankerOf =
    (search: (vector: Float32Array) => Promise<Hit[]>) =>
    async (question: number): Promise<Hit[]> => {
      const vector = own[question];
      return vector ? search(vector) : [];
    };
  return {
    rankers: { embedding: rankerOf(running.exact), index: rankerOf((vector) => running.through(vector)) },
    index: await running.recall(present),
  };
}

/** Vectors of texts that have none yet. What leaves the machine is said before it does; what was embedded once is kept. */
async function embed(
  run: OwnRun,
  texts: readonly string[],
  provider: EmbeddingProvider,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const wanted = missingTexts(run, texts);
  const { baseUrl } = provider.model;
  if (baseUrl !== undefined && wanted.length > 0) {
    const plan = await provider.plan(wanted, { signal });
    if (plan.inputs > 0)
      progress.note(
        `Sending ${count(plan.inputs)} texts (${bytes(plan.bytes)}${plan.tokens === null ? '' : `, ${count(plan.tokens)} tokens`}) in ${count(plan.requests)} requests to ${baseUrl}; ${count(plan.cached)} are kept from before.`,
      );
  }
  const { vectors } = await provider
    .embed(wanted, { signal, onProgress: ({ done, total }) => progress.step('Embedding texts', done, total) })
    .finally(() => progress.end());
  wanted.forEach((text, at) => {
    const vector = vectors[at];
    if (vector) run.vectors.set(text, vector);
  });
}
