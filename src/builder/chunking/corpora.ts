import type { ReportedFigure, ReportedFigures } from '../../experiments/chunking/measure/reported';
import { publishedCorpora, type PublishedCorpus } from '../../datasets/published';

/** A published corpus as an experiment: what it asks, and what is run on it. */
export interface ChunkingCorpus {
  id: string;
  published: PublishedCorpus;
  /** As in “eight strategies on SQuAD v1.1”. */
  shortName: string;
  title: string;
  question: string;
  /** Whether the rows with the local model belong to it, or are run when asked for. */
  embeds: 'unless --lexical-only' | 'with --embed';
  /** Contexts kept of each ranking of the first table, where the questions are so many that twenty are too large a file. */
  depth?: number;
  /** Figures that others published on the corpus, to be measured again. */
  reported?: ReportedFigures;
  /** What embedding takes, as a sentence of `--help`. */
  effort: string;
}

/** Separators of the recursive splitter in Chroma's evaluation. */
const chromaSeparators = ['\n\n', '\n', '.', '?', '!', ' '];

/** Precision Ω by size and overlap in tokens: of token windows, and of recursive splitting. */
const chromaFigures: readonly ReportedFigure[] = (
  [
    [800, 400, 0.047, 0.067],
    [400, 200, 0.084, 0.139],
    [400, 0, 0.125, 0.177],
    [200, 0, 0.21, 0.299],
  ] as const
).flatMap(([chunkSize, overlap, windows, recursive]): ReportedFigure[] => [
  {
    id: `tokens-${chunkSize}-${overlap}`,
    label: `Token windows, ${chunkSize}/${overlap}`,
    strategy: overlap > 0 ? 'fixed_overlap' : 'fixed_size',
    parameters: { chunkSize, overlap },
    value: windows,
  },
  {
    id: `recursive-${chunkSize}-${overlap}`,
    label: `Recursive, ${chunkSize}/${overlap}`,
    strategy: 'recursive',
    parameters: {
      chunkSize,
      overlap,
      lengthIn: 'tokens',
      separators: chromaSeparators,
      compatibility: 'langchain',
    },
    value: recursive,
  },
]);

/** Every chunking experiment on a published corpus; a further one is a further entry. */
export const chunkingCorpora = {
  squad: {
    id: 'chunking-squad',
    published: publishedCorpora.squadDev,
    shortName: 'SQuAD v1.1',
    title: 'Eight ways to chunk',
    question:
      'Which way of cutting Wikipedia articles into chunks ranks the answer highest, and at what cost in tokens?',
    embeds: 'unless --lexical-only',
    effort: 'The first run embeds about 24,000 texts with the local model, which takes up to 40 minutes',
  },
  chroma: {
    id: 'chunking-chroma',
    published: publishedCorpora.chroma,
    shortName: 'Chroma’s corpora',
    title: 'Eight ways to chunk five other corpora',
    question:
      'Does the order of the strategies hold on chat logs, financial tables, papers, a speech and encyclopedia text, where answers are spans of several sentences?',
    reported: {
      source:
        'Smith and Troynikov, “Evaluating Chunking Strategies for Retrieval”, Chroma Technical Report, 2024',
      figures: chromaFigures,
    },
    embeds: 'unless --lexical-only',
    effort: 'The first run embeds about 24,000 texts with the local model, which takes up to 40 minutes',
  },
  covidQa: {
    id: 'chunking-covidqa',
    published: publishedCorpora.covidQa,
    shortName: 'COVID-QA',
    title: 'Eight ways to chunk research papers',
    question:
      'Which way of cutting whole biomedical papers into chunks ranks highest what an expert asked for, and at what cost in tokens?',
    depth: 12,
    embeds: 'with --embed',
    effort: 'The first run with --embed takes about an hour and a half',
  },
} as const satisfies Record<string, ChunkingCorpus>;
