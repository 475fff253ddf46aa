import type { DatasetReaderId } from '../../datasets/readers';
import { blendWeight } from '../../experiments/chunking/measure/setups';
import { utf8Length } from '../../core/text/sizes';
import type { NeighborCounts } from '../../core/retrieval/neighbors';
import { count } from '../../core/stats/format';
import type { EmbeddingModel } from '../../artifact/common';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type {
  AskedQuestion,
  BenchmarkSetup,
  DatasetAnswer,
  HeldDocument,
  HeldFacts,
  LocatedQuestion,
  SecondRetriever,
  StepEvent,
  StrategyVariant,
} from '../../worker/protocol';
import {
  embedListed,
  planListed,
  type EmbeddedList,
  type ListedProgress,
  type ListedTexts,
} from './benchmarkEmbed';
import { benchmarkWorker } from './benchmarkWorker';
import type { SendPlan } from './liveEmbed';
import type { ProviderChoice } from './liveProviders';
import { packagesOf, program } from './provenance';
import type { RunFiles } from './runBundle';

export type { SecondRetriever, StrategyVariant } from '../../worker/protocol';

/** The documents that the worker holds, by the list that was given: the same list is not sent twice. */
let held: { documents: readonly HeldDocument[]; facts: Promise<HeldFacts> } | undefined;

/** Hands documents to the worker; what it says of each comes back in their order. */
export function holdDocuments(documents: readonly HeldDocument[]): Promise<HeldFacts> {
  if (held?.documents !== documents) {
    const started = {
      documents,
      facts: benchmarkWorker().run('hold', { documents: documents.map(({ id, text }) => ({ id, text })) }),
    };
    // What failed is tried again.
    started.facts.catch(() => {
      if (held === started) held = undefined;
    });
    held = started;
  }
  return held.facts;
}

/** Where the gold of questions stands in documents. */
export async function locateGold(
  documents: readonly HeldDocument[],
  questions: readonly AskedQuestion[],
): Promise<LocatedQuestion[]> {
  await holdDocuments(documents);
  return benchmarkWorker().run('locate', { questions: questions.map(bare) });
}

const bare = ({ id, text, document, answers, marks, family }: AskedQuestion): AskedQuestion => ({
  id,
  text,
  document,
  answers,
  marks,
  family,
});

/** Documents and questions of a file in a known form. Rejects with an `ArtifactError` in words. */
export async function readDatasetFile(
  file: string,
  text: string,
  reader: DatasetReaderId,
): Promise<Extract<DatasetAnswer, { kind: 'read' }>> {
  const answer = await benchmarkWorker().run('readDataset', { file, text, reader });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer;
}

export interface BenchmarkInput {
  documents: readonly HeldDocument[];
  questions: readonly AskedQuestion[];
  variants: readonly StrategyVariant[];
  keepWithoutGold: boolean;
  /** A width of neighbor expansion that the run measures besides the published ones. */
  neighbors: NeighborCounts;
  /** null: BM25 alone. */
  second: { choice: ProviderChoice; key: string | null; retrievers: readonly SecondRetriever[] } | null;
}

/** How far a run is. */
export type BenchmarkProgress =
  | { kind: 'step'; step: string; done: number; total: number }
  | ({ kind: 'embed'; stage: 'sentences' | 'all' } & ListedProgress);

/** The step in which the semantic strategy cuts once more, by vectors. */
export const sentenceStep = 'cutting by sentences';

export interface BenchmarkHooks {
  signal: AbortSignal;
  onProgress(progress: BenchmarkProgress): void;
}

/** What the rows of a model are called after: `paragraph-local`. */
const embeddingName = (choice: ProviderChoice): string =>
  choice.kind === 'compatible' ? 'endpoint' : choice.kind;

function setupOf({ variants, keepWithoutGold, second }: BenchmarkInput): BenchmarkSetup {
  return {
    variants,
    keepWithoutGold,
    embedding: second && {
      name: embeddingName(second.choice),
      retrievers: second.retrievers,
      focusWeight: blendWeight,
    },
  };
}

/** What a run with a model would embed; nothing is sent. For the built-in model the request fields are empty. */
export interface BenchmarkPlan extends SendPlan {
  /** True for the built-in model. */
  local: boolean;
}

async function prepare(input: BenchmarkInput, { signal, onProgress }: BenchmarkHooks) {
  await holdDocuments(input.documents);
  return benchmarkWorker().run(
    'prepare',
    { questions: input.questions.map(bare), setup: setupOf(input) },
    { signal, onEvent: stepTo(onProgress) },
  );
}

const stepTo = (onProgress: BenchmarkHooks['onProgress']) => (event: StepEvent) =>
  onProgress({ kind: 'step', ...event });

/** The texts that the worker has listed, fetched slice by slice: they are never all on this thread. */
function listedTexts(total: number, bytes: number, signal: AbortSignal): ListedTexts {
  return {
    total,
    bytes,
    slice: (from, limit) => benchmarkWorker().run('texts', { from, limit }, { signal }),
  };
}

export async function planBenchmark(input: BenchmarkInput, hooks: BenchmarkHooks): Promise<BenchmarkPlan> {
  const { second } = input;
  if (!second) throw new RangeError('a run with BM25 alone embeds nothing, so there is nothing to plan');
  await prepare(input, hooks);
  const { texts, bytes } = await benchmarkWorker().run(
    'want',
    { stage: 'plan' },
    { signal: hooks.signal, onEvent: stepTo(hooks.onProgress) },
  );
  return planListed(
    second.choice,
    second.key,
    listedTexts(texts, bytes, hooks.signal),
    hooks.signal,
    (done) =>
      hooks.onProgress({ kind: 'step', step: 'looking for vectors that are kept', done, total: texts }),
  );
}

export interface FinishedBenchmark {
  run: RunFiles;
  /** What the reader should know of how texts were embedded, in words. */
  notes: string[];
}

/** Runs the benchmark: the files of a chunking experiment with its entry. What is embedded is kept, so a run that was cancelled goes on where it stopped. */
export async function runBenchmark(
  input: BenchmarkInput,
  name: string,
  id: string,
  hooks: BenchmarkHooks,
): Promise<FinishedBenchmark> {
  const startedAt = new Date();
  const { signal, onProgress } = hooks;
  const facts = await prepare(input, hooks);
  let model: EmbeddingModel | null = null;
  const notes: string[] = [];
  const { second } = input;
  if (second) {
    const sum: Pick<EmbeddedList, 'texts' | 'windowed' | 'readToEnd'> = {
      texts: 0,
      windowed: 0,
      readToEnd: null,
    };
    let maxTokens: number | null = null;
    for (const stage of ['sentences', 'all'] as const) {
      const { texts, bytes } = await benchmarkWorker().run(
        'want',
        { stage },
        { signal, onEvent: (event) => onProgress({ kind: 'step', ...event, step: sentenceStep }) },
      );
      const embedded = await embedListed(second.choice, second.key, listedTexts(texts, bytes, signal), {
        signal,
        probe: stage === 'all',
        onProgress: (progress) => onProgress({ kind: 'embed', stage, ...progress }),
        onVectors: (from, vectors) =>
          benchmarkWorker().run('vectors', { from, vectors }, { transfer: [vectors.values.buffer] }),
      });
      const { provider, name: modelName, revision, dimensions, windowing } = embedded.model;
      model = { provider, name: modelName, revision, dimensions: dimensions ?? 0, windowing };
      maxTokens = embedded.model.maxTokens;
      sum.texts += embedded.texts;
      sum.windowed += embedded.windowed;
      if (embedded.readToEnd === false) sum.readToEnd = false;
    }
    notes.push(...notesOn(sum, maxTokens));
  }
  const corpusName = nameOfCorpus(input.documents);
  const result = await benchmarkWorker().run(
    'finish',
    { description: { id, title: name, corpusName, model, neighbors: input.neighbors } },
    { signal, onEvent: stepTo(onProgress) },
  );
  const files = new Map(result.files.map((file) => [file.name, file.bytes]));
  const entry: ExperimentEntry = {
    id,
    kind: 'chunking',
    title: name,
    question: result.question,
    headline: result.headline,
    data: `${corpusName}: ${facts.documents} ${facts.documents === 1 ? 'document' : 'documents'}, ${facts.questions} ${facts.questions === 1 ? 'question' : 'questions'}`,
    badges: [
      { label: 'own text', title: 'Measured in this browser on documents and questions of the reader' },
      {
        label: `${input.variants.length * (1 + (second?.retrievers.length ?? 0))} rows`,
        title: model ? `With BM25 and with ${model.name}` : 'With BM25',
      },
      {
        label: `${facts.clusters} ${facts.clusters === 1 ? 'cluster' : 'clusters'}`,
        title: `Intervals: 10,000 bootstrap draws over ${facts.clusters} of ${facts.cluster}`,
      },
    ],
    files: result.files.map((file) => ({
      name: file.name,
      sha256: file.sha256 ?? '',
      bytes: file.bytes.byteLength,
    })),
    provenance: {
      program: `${program}, in the browser`,
      command: 'Live: Benchmark on your text',
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(Date.now() - startedAt.getTime()),
      node: `none; browser: ${navigator.userAgent}`,
      icu: 'not used',
      packages: packagesOf(model?.provider ?? null, true),
      measurements: { buildMs: result.buildMs },
    },
  };
  return { run: { entry, files }, notes };
}

function notesOn(
  { texts, windowed, readToEnd }: Pick<EmbeddedList, 'texts' | 'windowed' | 'readToEnd'>,
  maxTokens: number | null,
): string[] {
  const notes: string[] = [];
  if (windowed > 0)
    notes.push(
      `${count(windowed)} of ${count(texts)} texts were longer than the ${count(maxTokens)} tokens that the model reads: each was read in windows, whose vectors were averaged. Nothing was left out.`,
    );
  if (readToEnd === false)
    notes.push(
      'The endpoint does not read long texts to their end, and does not say so: vectors of the longest texts know only how they begin. Say in its settings how many tokens the model reads, and run again.',
    );
  return notes;
}

/** “policy.md and 2 more”. */
export function nameOfCorpus(documents: readonly Pick<HeldDocument, 'id'>[]): string {
  const [first, ...others] = documents;
  if (!first) return 'no document';
  return others.length === 0 ? first.id : `${first.id} and ${others.length} more`;
}

/** UTF-8 bytes of a text, for lists and limits. */
export const textBytes = (text: string): number => utf8Length(text);
