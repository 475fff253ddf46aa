import type { SourceText } from '../../datasets/reader';
import type { DatasetReaderId } from '../../datasets/readers';
import { blendWeight } from '../../experiments/chunking/measure/setups';
import { utf8Length } from '../../core/text/sizes';
import type { NeighborCounts } from '../../core/retrieval/neighbors';
import { count } from '../../core/stats/format';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type { AskedQuestion, DatasetAnswer, HeldDocument, LocatedQuestion } from '../../datasets/own/asked';
import type { ChunkSet, OffsetUnit, ReadChunks } from '../../datasets/own/chunks';
import { nameOfCorpus } from '../../experiments/chunking/own/entry';
import type { BenchmarkSetup, SecondRetriever, StrategyVariant } from '../../experiments/chunking/own/setup';
import type { BenchmarkResult, HeldFacts } from '../../worker/protocol';
import { compute } from './liveCompute';
import { sendPlan, type SendPlan } from './liveEmbed';
import type { ProviderChoice } from './liveProviders';
import { runTask, type EmbedWith, type RunHooks } from './liveTasks';
import { packagesOf, program } from './provenance';
import type { RunFiles } from './runBundle';

/** The documents that the worker holds, by the list that was given: the same list is not sent twice. */
let held: { documents: readonly HeldDocument[]; facts: Promise<HeldFacts> } | undefined;

/** Hands documents to the worker; what it says of each comes back in their order. */
export function holdDocuments(documents: readonly HeldDocument[]): Promise<HeldFacts> {
  if (held?.documents !== documents) {
    const started = {
      documents,
      facts: compute().run('hold', { documents: documents.map(({ id, text }) => ({ id, text })) }),
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
  return compute().run('locate', { questions: questions.map(bare) });
}

const bare = ({ id, text, document, answers, marks, family }: AskedQuestion): AskedQuestion => ({
  id,
  text,
  document,
  answers,
  marks,
  family,
});

/** Documents and questions of files in a known form. Rejects with an `ArtifactError` in words. */
export async function readDatasetFiles(
  files: readonly SourceText[],
  reader: DatasetReaderId,
): Promise<Extract<DatasetAnswer, { kind: 'read' }>> {
  const answer = await compute().run('readDataset', { files, reader });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer;
}

/** Chunks of another program on these documents. Rejects with an `ArtifactError` that names the line. */
export async function readChunkFile(
  documents: readonly HeldDocument[],
  file: string,
  text: string,
  unit: OffsetUnit | null,
): Promise<ReadChunks> {
  await holdDocuments(documents);
  const answer = await compute().run('readChunks', { file, text, unit });
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return answer;
}

export interface BenchmarkInput {
  documents: readonly HeldDocument[];
  questions: readonly AskedQuestion[];
  variants: readonly StrategyVariant[];
  /** Chunks of other programs, rows beside those of the variants. */
  chunkSets: readonly ChunkSet[];
  keepWithoutGold: boolean;
  /** A width of neighbor expansion that the run measures besides the published ones. */
  neighbors: NeighborCounts;
  /** null: BM25 alone. */
  second: (EmbedWith & { retrievers: readonly SecondRetriever[] }) | null;
}

/** What the rows of a model are called after: `paragraph-local`. */
export const embeddingName = (choice: ProviderChoice): string =>
  choice.kind === 'compatible' ? 'endpoint' : choice.kind;

function setupOf({ variants, chunkSets, keepWithoutGold, second }: BenchmarkInput): BenchmarkSetup {
  return {
    variants,
    chunkSets,
    keepWithoutGold,
    embedding: second && {
      name: embeddingName(second.choice),
      retrievers: second.retrievers,
      focusWeight: blendWeight,
    },
  };
}

/** The model of a run; one with BM25 alone has none, and asks none. */
const modelOf = ({ second }: BenchmarkInput): EmbedWith => second ?? { choice: { kind: 'local' }, key: null };

const runInput = (input: BenchmarkInput) => ({ questions: input.questions.map(bare), setup: setupOf(input) });

export async function planBenchmark(input: BenchmarkInput, hooks: RunHooks): Promise<SendPlan> {
  if (!input.second)
    throw new RangeError('a run with BM25 alone embeds nothing, so there is nothing to plan');
  await holdDocuments(input.documents);
  return sendPlan(input.second.choice, await runTask('planBenchmark', input.second, runInput(input), hooks));
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
  hooks: RunHooks,
): Promise<FinishedBenchmark> {
  const startedAt = new Date();
  const { second } = input;
  await holdDocuments(input.documents);
  const corpusName = nameOfCorpus(input.documents);
  const result = await runTask(
    'runBenchmark',
    modelOf(input),
    { ...runInput(input), description: { id, title: name, corpusName, neighbors: input.neighbors } },
    hooks,
  );
  const model = second && result.model;
  const files = new Map(result.files.map((file) => [file.name, file.bytes]));
  const entry: ExperimentEntry = {
    id,
    kind: 'chunking',
    ...result.entry,
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
  return { run: { entry, files }, notes: second ? notesOn(result) : [] };
}

function notesOn({ sums: { texts, windowed }, readToEnd, model: { maxTokens } }: BenchmarkResult): string[] {
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

/** UTF-8 bytes of a text, for lists and limits. */
export const textBytes = (text: string): number => utf8Length(text);
