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
  /** What embedding takes, as a sentence of `--help`. */
  effort: string;
}

/** Every chunking experiment on a published corpus; a further one is a further entry. */
export const chunkingCorpora = {
  squad: {
    id: 'chunking-squad',
    published: publishedCorpora.squadDev,
    shortName: 'SQuAD v1.1',
    title: 'Eight ways to chunk',
    question:
      'Which way of cutting Wikipedia articles into chunks lets a search find the answer to a question soonest, and at what cost in tokens?',
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
    embeds: 'unless --lexical-only',
    effort: 'The first run embeds about 28,000 texts with the local model, which takes up to 50 minutes',
  },
  covidQa: {
    id: 'chunking-covidqa',
    published: publishedCorpora.covidQa,
    shortName: 'COVID-QA',
    title: 'Eight ways to chunk research papers',
    question:
      'Which way of cutting whole biomedical papers into chunks lets a search find what an expert asked for, and at what cost in tokens?',
    embeds: 'with --embed',
    effort: 'The first run with --embed takes about an hour and a half',
  },
} as const satisfies Record<string, ChunkingCorpus>;
