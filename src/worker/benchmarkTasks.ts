import { benchmarkTexts } from '../experiments/chunking/measure/benchmark';
import { comparedSentences, finishOwnRun, prepareOwnRun, type OwnRun } from '../experiments/chunking/own/run';
import { ownEntry } from '../experiments/chunking/own/entry';
import type { BenchmarkDescription } from '../experiments/chunking/own/setup';
import type { Tokenizer } from '../core/chunking/tokens';
import type { HeldDocument } from '../datasets/own/asked';
import { ArtifactError } from '../artifact/errors';
import { readChunks } from '../datasets/own/chunks';
import { readDataset } from '../datasets/own/dataset';
import { createGoldFinder, type GoldFinder } from '../datasets/own/locate';
import { languageWarning } from '../providers/local/languageWarning';
import type { ModelDescription } from '../providers/modelDescription';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { AskTasks } from './askProtocol';
import { createAsker } from './askTasks';
import { cutByVectors, embedMissing, plannedTexts } from './benchmarkEmbed';
import { createExpander, type Expander } from './benchmarkNeighbors';
import type { BenchmarkResult, BenchmarkRunInput, BenchmarkTasks } from './benchmarkProtocol';
import type { Embedders } from './embedders';
import { storedModel } from './storedModel';
import { planSets, probeSets, setsOf, tokenSums } from './embedLists';
import type { RunEvent } from './embedProtocol';
import { createStepper } from './benchmarkSteps';
import { runFile } from './runFile';
import type { TaskContext, TaskHandlers } from './taskChannel';

/** Texts of a plan that are shown. */
const shownTexts = 200;

/** The benchmark on a reader's text: cut, embedded, searched and judged here. */
export function benchmarkHandlers(
  embedders: Embedders,
  cache: VectorCache,
  loadTokenizer: () => Promise<Tokenizer>,
): TaskHandlers<BenchmarkTasks & AskTasks> {
  let documents: readonly HeldDocument[] = [];
  let finder: GoldFinder = createGoldFinder([]);
  const expander = createExpander();
  const asker = createAsker(() => documents, embedders, cache, loadTokenizer);

  const prepare = async (
    { questions, setup }: BenchmarkRunInput,
    context: TaskContext<RunEvent>,
  ): Promise<OwnRun> => {
    asker.forget();
    return prepareOwnRun(
      { documents, questions, setup, finder, tokenizer: await loadTokenizer() },
      createStepper(context),
    );
  };

  return {
    async hold(input) {
      documents = input.documents;
      asker.forget();
      finder = createGoldFinder(documents);
      return { languages: documents.map(({ text }) => languageWarning(text)?.language ?? null) };
    },

    readDataset: async ({ files, reader }) => readDataset(files, reader),

    readChunks: async ({ file, text, unit }) => {
      try {
        return { kind: 'read', ...readChunks(file, text, documents, unit) };
      } catch (error) {
        if (!(error instanceof ArtifactError)) throw error;
        const { kind, path, found, expected } = error;
        return { kind: 'refused', problem: { kind, file, path, found, expected } };
      }
    },

    locate: async ({ questions }) => questions.map((question) => finder.locate(question)),

    async planBenchmark(input, context) {
      const { spec, probe } = input;
      const { signal, emit } = context;
      const run = await prepare(input, context);
      const { texts, unforeseen } = plannedTexts(run, spec);
      return planSets(spec, embedders, cache, setsOf(texts, spec), {
        probe,
        unforeseen,
        queries: questionsOf(run),
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
      const { spec, setup, description, ticket } = input;
      const { signal, emit } = context;
      const run = await prepare(input, context);
      const provider = embedders.open(spec, emit, ticket, signal);
      const sums = { texts: 0, windowed: 0 };
      let readToEnd: boolean | null = null;
      const embed = async (stage: 'sentences' | 'all', texts: readonly string[]) => {
        const { sets, embedded } = await embedMissing(
          run,
          stage,
          texts,
          { spec, provider, cache, queries: questionsOf(run) },
          context,
        );
        const own = tokenSums(embedded);
        sums.texts += own.texts;
        sums.windowed += own.windowed;
        if (stage === 'all') readToEnd = await probeSets(input, embedders, provider, sets, embedded, signal);
      };
      if (setup.embedding) {
        await embed('sentences', comparedSentences(run));
        await cutByVectors(run, context);
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
      };
    },

    ...expander.tasks,
    ...asker.tasks,
  };
}

const questionsOf = ({ corpus }: OwnRun): string[] => corpus.questions.map(({ text }) => text);

async function finishRun(
  run: OwnRun,
  described: ModelDescription | null,
  description: BenchmarkDescription,
  context: TaskContext<RunEvent>,
  expander: Expander,
): Promise<Pick<BenchmarkResult, 'files' | 'entry' | 'buildMs'>> {
  const { step } = createStepper(context);
  const { finished, files, summary } = await finishOwnRun(
    run,
    described && storedModel(described),
    description,
    step,
  );
  expander.take(description.id, finished, run.setup);
  return {
    files: await Promise.all(files.map(runFile)),
    entry: ownEntry(summary, 'in this browser', files),
    buildMs: run.buildMs,
  };
}
