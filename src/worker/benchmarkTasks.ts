import {
  benchmarkTexts,
  prepareBenchmark,
  searchBenchmark,
  type PreparedBenchmark,
} from '../experiments/chunking/measure/benchmark';
import { corpusHashInput, stepName, type BenchmarkCorpus } from '../datasets/corpus';
import { isBlank } from '../core/text/whitespace';
import type { BenchmarkOptions } from '../experiments/chunking/measure/setups';
import type { Tokenizer } from '../core/chunking/tokens';
import { languageWarning } from '../providers/local/languageWarning';
import type { ModelDescription } from '../providers/modelDescription';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { EmbeddingModel } from '../artifact/common';
import { chunkingFiles } from '../experiments/chunking/files';
import { corpusOf } from './benchmarkCorpus';
import { liveHeadline } from './benchmarkHeadline';
import { createGoldFinder, type GoldFinder } from './benchmarkLocate';
import { createExpander, runWidths, type Expander } from './benchmarkNeighbors';
import type {
  BenchmarkDescription,
  BenchmarkResult,
  BenchmarkRunInput,
  BenchmarkSetup,
  BenchmarkTasks,
  HeldDocument,
} from './benchmarkProtocol';
import type { Embedders } from './embedders';
import { embedSets, planSets, probeSets, setsOf, tokenSums } from './embedLists';
import type { RunEvent } from './embedProtocol';
import { readDataset } from './benchmarkDataset';
import { publishedByHash } from '../datasets/published';
import { createStepper } from './benchmarkSteps';
import { comparesSentences, sentencesOf, strategyOf } from './benchmarkStrategies';
import { runFile } from './runFile';
import { sha256Hex } from '../artifact/sha256';
import type { TaskContext, TaskHandlers } from './taskChannel';

const runQuestion =
  'Which way of cutting these documents into chunks lets a search find the answers soonest, and at what cost in tokens?';

/** Texts of a plan that are shown. */
const shownTexts = 200;

/** A run that is chunked. */
interface Session {
  setup: BenchmarkSetup;
  corpus: BenchmarkCorpus;
  hash: string | null;
  prepared: PreparedBenchmark;
  tokenizer: Tokenizer;
  vectors: Map<string, Float32Array>;
  buildMs: Record<string, number>;
}

/** The benchmark on a reader's text: cut, embedded, searched and judged here. */
export function benchmarkHandlers(
  embedders: Embedders,
  cache: VectorCache,
  loadTokenizer: () => Promise<Tokenizer>,
): TaskHandlers<BenchmarkTasks> {
  let documents: readonly HeldDocument[] = [];
  let finder: GoldFinder = createGoldFinder([]);
  const expander = createExpander();

  const prepare = async (
    { questions, setup }: BenchmarkRunInput,
    context: TaskContext<RunEvent>,
  ): Promise<Session> => {
    const stepper = createStepper(context);
    const tokenizer = await loadTokenizer();
    const located = questions.map((question) => ({ question, gold: finder.locate(question) }));
    const kept = located.filter(({ gold }) => setup.keepWithoutGold || gold.status !== 'no gold');
    const corpus = corpusOf(
      documents,
      kept.map(({ question }) => question),
      kept.map(({ gold }) => gold),
    );
    const strategies = setup.variants.map((variant) => strategyOf(variant, tokenizer));
    const prepared = await prepareBenchmark(corpus, strategies, tokenizer, {}, stepper.step);
    const hash = await sha256Hex(new TextEncoder().encode(corpusHashInput(corpus)));
    const run = { setup, corpus, hash, prepared, tokenizer, vectors: new Map(), buildMs: {} };
    noteBuildTimes(run, stepper.times);
    return run;
  };

  return {
    async hold(input) {
      documents = input.documents;
      finder = createGoldFinder(documents);
      return { languages: documents.map(({ text }) => languageWarning(text)?.language ?? null) };
    },

    readDataset: async ({ file, text, reader }) => readDataset(file, text, reader),

    locate: async ({ questions }) => questions.map((question) => finder.locate(question)),

    async planBenchmark(input, context) {
      const { spec, probe } = input;
      const { signal, emit } = context;
      const run = await prepare(input, context);
      const texts = missing(run, [...comparedSentences(run), ...benchmarkTexts(run.prepared)]);
      return planSets(spec, embedders.open(spec), cache, setsOf(texts, spec), {
        probe,
        list: shownTexts,
        signal,
        onSet: (done) =>
          emit({
            kind: 'step',
            step: { kind: 'looking for vectors that are kept' },
            done,
            total: texts.length,
          }),
      });
    },

    async runBenchmark(input, context) {
      const { spec, setup, description } = input;
      const { signal, emit } = context;
      const run = await prepare(input, context);
      const provider = embedders.open(spec, emit);
      const sums = { texts: 0, windowed: 0 };
      let readToEnd: boolean | null = null;
      const embed = async (stage: 'sentences' | 'all', texts: readonly string[]) => {
        const sets = setsOf(missing(run, texts), spec);
        const embedded = await embedSets(provider, cache, sets, {
          signal,
          onProgress: (progress) => emit({ kind: 'embed', stage, ...progress }),
        });
        sets.forEach((set, at) =>
          set.forEach((text, slot) => run.vectors.set(text, embedded[at]!.vectors[slot]!)),
        );
        const own = tokenSums(embedded);
        sums.texts += own.texts;
        sums.windowed += own.windowed;
        if (stage === 'all') readToEnd = await probeSets(input, provider, sets, embedded, signal);
      };
      if (setup.embedding) {
        await embed('sentences', comparedSentences(run));
        if (setup.variants.some(comparesSentences)) await cutBySentences(run, context);
        await embed('all', benchmarkTexts(run.prepared));
      }
      const made = await finishRun(run, setup.embedding && provider.model, description, context, expander);
      context.transfer?.(made.files.map(({ bytes }) => bytes.buffer));
      return {
        ...made,
        spec,
        model: provider.model,
        sums,
        readToEnd,
        questions: run.corpus.questions.length,
        documents: run.corpus.documents.length,
        clusters: run.prepared.clusters.names.length,
        cluster: run.corpus.cluster,
      };
    },

    ...expander.tasks,
  };
}

/** Of some texts those that have no vector yet, each once. */
const missing = ({ vectors }: Session, texts: readonly string[]): string[] =>
  [...new Set(texts)].filter((text) => !isBlank(text) && !vectors.has(text));

/** The sentences that the semantic strategy compares. */
const comparedSentences = ({ setup, corpus }: Session): string[] =>
  setup.variants.some(comparesSentences) ? corpus.documents.flatMap(({ text }) => sentencesOf(text)) : [];

function noteBuildTimes({ buildMs, prepared }: Session, times: ReadonlyMap<string, number>): void {
  for (const { index } of prepared.strategies) {
    const { id, label } = index.strategy;
    const [chunking, indexing] = (['chunking', 'indexing'] as const).map((kind) =>
      times.get(stepName({ kind, of: label })),
    );
    if (chunking !== undefined && indexing !== undefined) buildMs[id] = Math.round(chunking + indexing);
  }
}

/** Cuts by the vectors of sentences, all of which must be there. */
async function cutBySentences(run: Session, context: TaskContext<RunEvent>): Promise<void> {
  const { setup, prepared, corpus, vectors, tokenizer } = run;
  const sentences = {
    model: setup.embedding?.name ?? 'embedding',
    of: (sentence: string) => vectors.get(sentence) ?? noVector(sentence),
  };
  const variants = setup.variants.filter(comparesSentences);
  const stepper = createStepper({
    ...context,
    emit: (event) => context.emit({ ...event, step: { kind: 'cutting by sentences' } }),
  });
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
  described: ModelDescription | null,
  { id, title, corpusName, neighbors }: BenchmarkDescription,
  context: TaskContext<RunEvent>,
  expander: Expander,
): Promise<Pick<BenchmarkResult, 'files' | 'headline' | 'question' | 'buildMs'>> {
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
      model: described && modelOf(described),
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

const modelOf = ({ provider, name, revision, dimensions, windowing }: ModelDescription): EmbeddingModel => ({
  provider,
  name,
  revision,
  dimensions: dimensions ?? 0,
  windowing,
});
