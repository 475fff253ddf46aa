import {
  benchmarkTexts,
  prepareBenchmark,
  searchBenchmark,
  type PreparedBenchmark,
} from '../experiments/chunking/measure/benchmark';
import { corpusHashInput, type BenchmarkCorpus } from '../datasets/corpus';
import { isBlank } from '../core/text/whitespace';
import { utf8Length } from '../core/text/sizes';
import type { BenchmarkOptions } from '../experiments/chunking/measure/setups';
import type { Tokenizer } from '../core/chunking/tokens';
import { languageWarning } from '../providers/local/languageWarning';
import { loadCl100k } from '../providers/tokenizer';
import { chunkingFiles } from '../experiments/chunking/files';
import { corpusOf } from './benchmarkCorpus';
import { liveHeadline } from './benchmarkHeadline';
import { createGoldFinder, type GoldFinder } from './benchmarkLocate';
import { createExpander, runWidths, type Expander } from './benchmarkNeighbors';
import type {
  BenchmarkDescription,
  BenchmarkResult,
  BenchmarkSetup,
  BenchmarkTasks,
  HeldDocument,
  StepEvent,
} from './benchmarkProtocol';
import { readDataset } from './benchmarkDataset';
import { publishedByHash } from '../datasets/published';
import { createStepper } from './benchmarkSteps';
import { comparesSentences, sentencesOf, strategyOf } from './benchmarkStrategies';
import { runFile } from './runFile';
import { sha256Hex } from '../artifact/sha256';
import type { TaskContext, TaskHandlers } from './taskChannel';

const runQuestion =
  'Which way of cutting these documents into chunks lets a search find the answers soonest, and at what cost in tokens?';

/** A run that is chunked and waits for its vectors, or to be finished. */
interface Session {
  setup: BenchmarkSetup;
  corpus: BenchmarkCorpus;
  hash: string | null;
  prepared: PreparedBenchmark;
  vectors: Map<string, Float32Array>;
  /** What `texts` and `vectors` count in. */
  listed: string[];
  buildMs: Record<string, number>;
}

/** The handlers of the benchmark worker; tests run them without one. */
export function createBenchmarkTasks(
  loadTokenizer: () => Promise<Tokenizer> = loadCl100k,
): TaskHandlers<BenchmarkTasks> {
  let documents: readonly HeldDocument[] = [];
  let finder: GoldFinder = createGoldFinder([]);
  let session: Session | undefined;
  const expander = createExpander();
  const current = (): Session => {
    if (!session) throw new RangeError('the benchmark was asked before it was prepared');
    return session;
  };

  return {
    async hold(input) {
      documents = input.documents;
      finder = createGoldFinder(documents);
      return { languages: documents.map(({ text }) => languageWarning(text)?.language ?? null) };
    },

    readDataset: async ({ file, text, reader }) => readDataset(file, text, reader),

    locate: async ({ questions }) => questions.map((question) => finder.locate(question)),

    async prepare({ questions, setup }, context) {
      const stepper = createStepper(context);
      const tokenizer = await loadTokenizer();
      const located = questions.map((question) => ({ question, place: finder.locate(question) }));
      const kept = located.filter(({ place }) => setup.keepWithoutGold || place.status !== 'no gold');
      const corpus = corpusOf(
        documents,
        kept.map(({ question }) => question),
        kept.map(({ place }) => place),
      );
      const strategies = setup.variants.map((variant) => strategyOf(variant, tokenizer));
      const prepared = await prepareBenchmark(corpus, strategies, tokenizer, {}, stepper.step);
      const hash = await sha256Hex(new TextEncoder().encode(corpusHashInput(corpus)));
      session = { setup, corpus, hash, prepared, vectors: new Map(), listed: [], buildMs: {} };
      noteBuildTimes(session, stepper.times);
      return {
        questions: corpus.questions.length,
        documents: documents.length,
        clusters: prepared.clusters.names.length,
        cluster: corpus.cluster,
        chunks: Object.fromEntries(
          prepared.strategies.map(({ index }) => [index.strategy.id, index.chunks.length]),
        ),
        corpusHash: hash,
      };
    },

    async want({ stage }, context) {
      const run = current();
      const semantic = run.setup.variants.some(comparesSentences);
      const sentences = () => (semantic ? run.corpus.documents.flatMap(({ text }) => sentencesOf(text)) : []);
      switch (stage) {
        case 'plan':
          run.listed = missing(run, [...sentences(), ...benchmarkTexts(run.prepared)]);
          break;
        case 'sentences':
          run.listed = missing(run, sentences());
          break;
        case 'all':
          if (semantic) await cutBySentences(run, await loadTokenizer(), context);
          run.listed = missing(run, benchmarkTexts(run.prepared));
          break;
      }
      return { texts: run.listed.length, bytes: run.listed.reduce((sum, text) => sum + utf8Length(text), 0) };
    },

    texts: async ({ from, limit }) => current().listed.slice(from, from + limit),

    async vectors({ from, vectors: { dimensions, values } }) {
      const { listed, vectors: known } = current();
      for (let row = 0; row * dimensions < values.length; row++)
        known.set(listed[from + row]!, values.subarray(row * dimensions, (row + 1) * dimensions));
    },

    async finish({ description }, context) {
      const result = await finishRun(current(), description, context, expander);
      // Vectors of a large run take a hundred megabytes, and nobody asks for them again.
      session = undefined;
      context.transfer?.(result.files.map(({ bytes }) => bytes.buffer));
      return result;
    },

    ...expander.tasks,
  };
}

const missing = ({ vectors }: Session, texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => !isBlank(text) && !vectors.has(text));

function noteBuildTimes({ buildMs, prepared }: Session, times: ReadonlyMap<string, number>): void {
  for (const { index } of prepared.strategies) {
    const { id, label } = index.strategy;
    const [chunking, indexing] = [times.get(`chunking: ${label}`), times.get(`indexing: ${label}`)];
    if (chunking !== undefined && indexing !== undefined) buildMs[id] = Math.round(chunking + indexing);
  }
}

/** Cuts by the vectors of sentences, all of which must be there. */
async function cutBySentences(
  run: Session,
  tokenizer: Tokenizer,
  context: TaskContext<StepEvent>,
): Promise<void> {
  const { setup, prepared, corpus, vectors } = run;
  const sentences = {
    model: setup.embedding?.name ?? 'embedding',
    of: (sentence: string) => vectors.get(sentence) ?? noVector(sentence),
  };
  const variants = setup.variants.filter(comparesSentences);
  const stepper = createStepper(context);
  const again = await prepareBenchmark(
    corpus,
    variants.map((variant) => strategyOf(variant, tokenizer, sentences)),
    tokenizer,
    {},
    stepper.step,
  );
  run.prepared = {
    ...prepared,
    strategies: prepared.strategies.map(
      (strategy) =>
        again.strategies.find(({ index }) => index.strategy.id === strategy.index.strategy.id) ?? strategy,
    ),
  };
  noteBuildTimes(run, stepper.times);
}

function noVector(text: string): never {
  throw new RangeError(
    `the sentence ${JSON.stringify(text.slice(0, 60))} has no vector, expected one for every sentence`,
  );
}

async function finishRun(
  run: Session,
  { id, title, corpusName, model, neighbors }: BenchmarkDescription,
  context: TaskContext<StepEvent>,
  expander: Expander,
): Promise<BenchmarkResult> {
  const { setup, prepared, hash, vectors, buildMs } = run;
  const { step } = createStepper(context);
  const options: BenchmarkOptions = setup.embedding
    ? {
        embedding: {
          name: setup.embedding.name,
          focusWeight: setup.embedding.focusWeight,
          embed: async (texts) => texts.map((text) => vectors.get(text) ?? null),
        },
        retrievers: setup.embedding.retrievers,
      }
    : {};
  const finished = await searchBenchmark({ ...prepared, options }, step);
  const published = publishedByHash(hash);
  const corpus = {
    ...(published
      ? {
          name: `${published.name}, the sample of the published benchmark`,
          licence: published.licence,
          source: null,
          sample: published.draw.random,
        }
      : { name: corpusName, licence: 'the reader’s own text', source: null, sample: null }),
    hash: hash ?? 'not computed: this page has no secure context',
    text: 'included' as const,
  };
  const made = await chunkingFiles(
    finished,
    {
      id,
      title,
      question: runQuestion,
      model,
      corpus,
      headline: liveHeadline,
      switches: true,
      widths: runWidths(neighbors),
    },
    step,
  );
  const files = await Promise.all(made.map(runFile));
  expander.take(id, finished, setup);
  const summary = made[0]!;
  return {
    files,
    headline: summary.name === 'summary.json' ? summary.value.headline : '',
    question: runQuestion,
    buildMs,
  };
}
