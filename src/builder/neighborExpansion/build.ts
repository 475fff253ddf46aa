import { runNeighborExpansion } from '../../experiments/chunking/neighbors/experiment';
import { expandedStrategy, neighborRuns } from '../../experiments/chunking/neighbors/runs';
import { committedStrategies } from '../../experiments/chunking/measure/strategyIndex';
import type { BenchmarkCorpus } from '../../datasets/corpus';
import { publishedCorpora } from '../../datasets/published';
import { count } from '../../core/stats/format';
import { neighborFiles, type NeighborFile } from '../../experiments/chunking/neighbors/files';
import type { NeighborSummary } from '../../experiments/chunking/neighbors/formats';
import { corpusStatement, publishedCorpus, requireCorpusFile } from '../corpusFile';
import { timedSteps } from '../chunking/steps';
import type { BuildRequest, BuiltExperiment } from '../experiment';
import type { Progress } from '../progress';
import { loadTokenizer } from '../tokenizer';
import { neighborText } from './files';
import { neighborHeadline } from './headline';

const { squadDev } = publishedCorpora;

export interface NeighborMeasure {
  corpus: BenchmarkCorpus;
  hash: string;
  progress: Progress;
  signal: AbortSignal;
  /** Resamples; 10,000 unless told. */
  draws?: number;
}

/** The files of the experiment. */
export async function measureNeighbors({
  corpus,
  hash,
  progress,
  signal,
  draws,
}: NeighborMeasure): Promise<NeighborFile[]> {
  const tokenizer = await loadTokenizer();
  const { step } = timedSteps(progress, signal, { expanding: neighborRuns.length, indexing: 0 });
  const strategy = committedStrategies(tokenizer).find(({ id }) => id === expandedStrategy)!;
  const run = await runNeighborExpansion(corpus, strategy, tokenizer, neighborRuns, step);
  progress.end();
  return neighborFiles(run, {
    id: 'neighbor-expansion',
    title: 'Hits with their neighbors',
    question:
      'When a search finds a chunk, does it help to hand over the chunks before and after it too, and at what cost in tokens?',
    corpus: { ...corpusStatement(squadDev, corpus), hash },
    headline: neighborHeadline,
    draws,
  });
}

/** The committed experiment. `--data` names the file. */
export async function buildNeighborExpansion({
  values,
  progress,
  signal,
}: BuildRequest): Promise<BuiltExperiment> {
  const found = await requireCorpusFile('neighbor-expansion', squadDev, {
    data: typeof values['data'] === 'string' ? values['data'] : undefined,
    progress,
    signal,
  });
  progress.note(`Reading ${found.name}`);
  const files = await measureNeighbors({ ...publishedCorpus(squadDev, found), progress, signal });
  const summary = files[0]!.value as NeighborSummary;
  const { corpus, rows, bootstrap } = summary;
  return {
    files: files.map(neighborText),
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
          label: `${rows.length} widths`,
          title: 'Chunks handed over before and after every fixed-size hit: see the ±P/N badges',
        },
        {
          label: `${bootstrap.clusters} articles`,
          title: `Intervals: ${count(bootstrap.draws)} bootstrap draws over ${bootstrap.clusters} articles`,
        },
      ],
    },
    packages: ['gpt-tokenizer', 'unicode-segmenter', 'd3-array', 'd3-random'],
  };
}
