import { askPrepared } from '../experiments/chunking/measure/ask';
import { benchmarkTexts } from '../experiments/chunking/measure/benchmark';
import type { Tokenizer } from '../core/chunking/tokens';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { AskInput, AskTasks } from './askProtocol';
import type { HeldDocument } from '../datasets/own/asked';
import { createGoldFinder } from '../datasets/own/locate';
import { comparedSentences, prepareOwnRun, type OwnRun } from '../experiments/chunking/own/run';
import type { BenchmarkSetup } from '../experiments/chunking/own/setup';
import { cutByVectors, embedMissing, plannedTexts } from './benchmarkEmbed';
import { createStepper } from './benchmarkSteps';
import type { Embedders } from './embedders';
import { planSets, setsOf } from './embedLists';
import type { RunEvent } from './embedProtocol';
import type { TaskContext, TaskHandlers } from './taskChannel';

export interface Asker {
  /** Drops the chunks that are kept for the next question: of other documents, or because a run needs the room. */
  forget(): void;
  tasks: TaskHandlers<AskTasks>;
}

/** Answers questions about documents: cut and indexed once for all of them, ranked for each. */
export function createAsker(
  documents: () => readonly HeldDocument[],
  embedders: Embedders,
  cache: VectorCache,
  loadTokenizer: () => Promise<Tokenizer>,
): Asker {
  let kept: { of: string; documents: readonly HeldDocument[]; run: OwnRun } | undefined;

  /** The documents as the setup cuts them, by words: a copy, so that what a task makes of it is its own. */
  const runOf = async (setup: BenchmarkSetup, context: TaskContext<RunEvent>): Promise<OwnRun> => {
    const of = JSON.stringify(setup.variants);
    const held = documents();
    let run = kept?.of === of && kept.documents === held ? kept.run : undefined;
    if (!run) {
      kept = undefined;
      const tokenizer = await loadTokenizer();
      run = await prepareOwnRun(
        { documents: held, questions: [], setup, finder: createGoldFinder([]), tokenizer },
        createStepper(context),
      );
      kept = { of, documents: held, run };
    }
    return { ...run, setup, vectors: new Map() };
  };

  const texts = (run: OwnRun, { question }: AskInput): string[] => [
    question,
    ...benchmarkTexts(run.prepared),
  ];

  return {
    forget: () => void (kept = undefined),
    tasks: {
      async planAsk(input, context) {
        const run = await runOf(input.setup, context);
        const { texts: wanted, unforeseen } = plannedTexts(run, input.spec, [input.question]);
        return planSets(input.spec, embedders, cache, setsOf(wanted, input.spec), {
          probe: false,
          unforeseen,
          queries: [input.question],
          signal: context.signal,
        });
      },

      async ask(input, context) {
        const { spec, setup, question, ticket } = input;
        const run = await runOf(setup, context);
        const provider = embedders.open(spec, context.emit, ticket, context.signal);
        if (setup.embedding) {
          const by = { spec, provider, cache, queries: [question] };
          await embedMissing(run, 'sentences', comparedSentences(run), by, context);
          await cutByVectors(run, context);
          await embedMissing(run, 'all', texts(run, input), by, context);
        }
        const retriever = setup.embedding?.retrievers[0] ?? 'bm25';
        const prepared = {
          ...run.prepared,
          options: setup.embedding ? { embedding: { ...setup.embedding, embed: async () => [] } } : {},
        };
        return {
          rows: askPrepared(prepared, run.vectors, question, retriever),
          spec,
          model: provider.model,
        };
      },
    },
  };
}
