import { blendWeight, type AskedRetriever } from '../../experiments/chunking/measure/setups';
import type { HeldDocument } from '../../datasets/own/asked';
import type { SecondRetriever, StrategyVariant } from '../../experiments/chunking/own/setup';
import type { AskedRow } from '../../worker/protocol';
import { embeddingName, holdDocuments } from './benchmarkRun';
import { sendPlan, type SendPlan } from './liveEmbed';
import { runTask, type EmbedWith, type RunHooks } from './liveTasks';

export type { AskedContext, AskedRow, DocumentChunks } from '../../worker/protocol';

/** A question about documents, and how it is searched for. */
export interface Ask {
  documents: readonly HeldDocument[];
  question: string;
  variants: readonly StrategyVariant[];
  retriever: AskedRetriever;
  /** For BM25 no model is asked. */
  model: EmbedWith | null;
}

const modelOf = ({ model }: Ask): EmbedWith => model ?? { choice: { kind: 'local' }, key: null };

function taskInput({ question, variants, retriever, model }: Ask) {
  const embedding = model &&
    retriever !== 'bm25' && {
      name: embeddingName(model.choice),
      retrievers: [retriever satisfies SecondRetriever],
      focusWeight: blendWeight,
    };
  return { question, setup: { variants, keepWithoutGold: true, embedding: embedding || null } };
}

export async function planAsk(ask: Ask, hooks: RunHooks): Promise<SendPlan> {
  await holdDocuments(ask.documents);
  const { choice } = modelOf(ask);
  return sendPlan(choice, await runTask('planAsk', modelOf(ask), taskInput(ask), hooks));
}

/** What every strategy returns, best first. Documents are cut and indexed for the first question alone. */
export async function askDocuments(ask: Ask, hooks: RunHooks): Promise<readonly AskedRow[]> {
  await holdDocuments(ask.documents);
  return (await runTask('ask', modelOf(ask), taskInput(ask), hooks)).rows;
}
