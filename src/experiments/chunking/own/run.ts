import type { EmbeddingModel } from '../../../artifact/common';
import { sha256Hex } from '../../../artifact/sha256';
import type { Tokenizer } from '../../../core/chunking/tokens';
import { isBlank } from '../../../core/text/whitespace';
import {
  corpusHashInput,
  type BenchmarkCorpus,
  type BenchmarkStep,
  type BenchmarkWork,
  type WorkStep,
} from '../../../datasets/corpus';
import type { AskedQuestion, HeldDocument } from '../../../datasets/own/asked';
import { corpusOf } from '../../../datasets/own/corpusOf';
import type { GoldFinder } from '../../../datasets/own/locate';
import { publishedByHash } from '../../../datasets/published';
import { chunkingFiles, type ChunkingFile } from '../files';
import type { ChunkingSummary } from '../formats';
import {
  prepareBenchmark,
  searchBenchmark,
  type BenchmarkRun,
  type PreparedBenchmark,
} from '../measure/benchmark';
import type { VectorEngine } from '../measure/engine';
import type { BenchmarkOptions } from '../measure/setups';
import { runWidths } from '../neighbors/widths';
import { liveHeadline } from './headline';
import type { BenchmarkDescription, BenchmarkSetup } from './setup';
import { chunkSetStrategy, comparesSentences, sentencesOf, strategyOf } from './strategies';

const runQuestion =
  'Which way of cutting these documents into chunks ranks the answers highest, and at what cost in tokens?';

/** Where a run says how far it is, and what took how long. */
export interface TimedStep {
  step: BenchmarkStep;
  /** Milliseconds from the first to the last call of a step; undefined for one that was not called. */
  msOf(step: WorkStep<BenchmarkWork>): number | undefined;
}

/** A reader's documents and questions, cut and judged: on the page and on the command line alike. */
export interface OwnRun {
  setup: BenchmarkSetup;
  corpus: BenchmarkCorpus;
  /** Questions that the documents leave open: they are counted apart. */
  open: number;
  /** null where none can be computed. */
  hash: string | null;
  prepared: PreparedBenchmark;
  tokenizer: Tokenizer;
  /** By text; filled by whoever embeds. */
  vectors: Map<string, Float32Array>;
  /** Where vectors are searched; the kernel in the process unless told. */
  engine?: VectorEngine | undefined;
  /** Rankings that are asked for elsewhere, with what an index there recalls. */
  elsewhere?: { rankers: BenchmarkOptions['rankers']; index: ChunkingSummary['index'] } | undefined;
  /** Milliseconds that each variant took to chunk and index. */
  buildMs: Record<string, number>;
}

/** Locates the gold, leaves out questions without any where the setup says so, and cuts the documents. */
export async function prepareOwnRun(
  {
    documents,
    questions,
    setup,
    finder,
    tokenizer,
  }: {
    documents: readonly HeldDocument[];
    questions: readonly AskedQuestion[];
    setup: BenchmarkSetup;
    finder: GoldFinder;
    tokenizer: Tokenizer;
  },
  timed: TimedStep,
): Promise<OwnRun> {
  const located = questions.map((question) => ({ question, gold: finder.locate(question) }));
  // What the documents leave open is no miss of any search.
  const settled = located.filter(({ gold }) => gold.status !== 'not established');
  const kept = settled.filter(({ gold }) => setup.keepWithoutGold || gold.status !== 'no gold');
  const corpus = corpusOf(
    documents,
    kept.map(({ question }) => question),
    kept.map(({ gold }) => gold),
  );
  const strategies = [
    ...setup.variants.map((variant) => strategyOf(variant, tokenizer)),
    ...(setup.chunkSets ?? []).map(chunkSetStrategy),
  ];
  const prepared = await prepareBenchmark(corpus, strategies, tokenizer, {}, timed.step);
  const hash = await sha256Hex(new TextEncoder().encode(corpusHashInput(corpus)));
  const run = {
    setup,
    corpus,
    open: located.length - settled.length,
    hash,
    prepared,
    tokenizer,
    vectors: new Map(),
    buildMs: {},
  };
  noteBuildTimes(run, timed);
  return run;
}

/** Of some texts those that have no vector yet, each once. */
export const missingTexts = ({ vectors }: OwnRun, texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => !isBlank(text) && !vectors.has(text));

/** The sentences that the semantic strategy compares. */
export const comparedSentences = ({ setup, corpus }: OwnRun): string[] =>
  setup.variants.some(comparesSentences) ? corpus.documents.flatMap(({ text }) => sentencesOf(text)) : [];

function noteBuildTimes({ buildMs, prepared }: OwnRun, { msOf }: TimedStep): void {
  for (const { index } of prepared.strategies) {
    const { id, label } = index.strategy;
    const [chunking, indexing] = (['chunking', 'indexing'] as const).map((kind) => msOf({ kind, of: label }));
    if (chunking !== undefined && indexing !== undefined) buildMs[id] = Math.round(chunking + indexing);
  }
}

/** Cuts again, by the vectors of sentences, what compares sentences; all of them must be there. */
export async function cutBySentences(run: OwnRun, timed: TimedStep): Promise<void> {
  const { setup, prepared, corpus, vectors, tokenizer } = run;
  const variants = setup.variants.filter(comparesSentences);
  if (variants.length === 0) return;
  const sentences = {
    model: setup.embedding?.name ?? 'embedding',
    of: (sentence: string) => vectors.get(sentence) ?? noVector(sentence),
  };
  const again = await prepareBenchmark(
    corpus,
    variants.map((variant) => strategyOf(variant, tokenizer, sentences)),
    tokenizer,
    {},
    timed.step,
  );
  run.prepared = {
    ...prepared,
    strategies: prepared.strategies.map(
      (strategy) =>
        again.strategies.find(({ index }) => index.strategy.id === strategy.index.strategy.id) ?? strategy,
    ),
  };
  noteBuildTimes(run, timed);
}

function noVector(text: string): never {
  throw new RangeError(
    `the sentence ${JSON.stringify(text.slice(0, 60))} has no vector, expected one for every sentence`,
  );
}

export interface FinishedOwnRun {
  finished: BenchmarkRun;
  /** The summary first. */
  files: ChunkingFile[];
  summary: ChunkingSummary;
}

/** Searches and judges what is cut and embedded, and makes the files of the experiment. */
export async function finishOwnRun(
  { setup, prepared, hash, vectors, open, engine, elsewhere }: OwnRun,
  model: EmbeddingModel | null,
  { id, title, corpusName, neighbors }: BenchmarkDescription,
  step: BenchmarkStep,
): Promise<FinishedOwnRun> {
  const options = setup.embedding
    ? {
        embedding: {
          name: setup.embedding.name,
          focusWeight: setup.embedding.focusWeight,
          embed: async (texts: readonly string[]) => texts.map((text) => vectors.get(text) ?? null),
        },
        retrievers: setup.embedding.retrievers,
        engine,
        rankers: elsewhere?.rankers,
      }
    : {};
  const finished = await searchBenchmark({ ...prepared, options }, step);
  const published = publishedByHash(hash);
  const corpus = {
    ...(published
      ? {
          name: `${published.name}, as the published benchmark takes it`,
          licence: published.licence,
          source: null,
          sample: published.draw?.random ?? null,
        }
      : { name: corpusName, licence: 'the reader’s own text', source: null, sample: null }),
    hash: hash ?? 'not computed: this page has no secure context',
    text: 'included' as const,
  };
  const files = await chunkingFiles(
    finished,
    {
      id,
      title,
      question: runQuestion,
      model,
      corpus,
      headline: (summary) => liveHeadline(summary, open),
      switches: true,
      widths: runWidths(neighbors),
      index: elsewhere?.index,
    },
    step,
  );
  const summary = files[0]!;
  if (summary.name !== 'summary.json')
    throw new RangeError(`the first file must be summary.json, found ${summary.name}`);
  return { finished, files, summary: summary.value };
}
