import { utf8Length } from '../core/text/sizes';
import { benchmarkTexts } from '../experiments/chunking/measure/benchmark';
import {
  comparedSentences,
  cutBySentences,
  missingTexts,
  type OwnRun,
} from '../experiments/chunking/own/run';
import { comparesSentences } from '../experiments/chunking/own/strategies';
import type { EmbeddedTexts, EmbeddingProvider } from '../providers/provider';
import type { VectorCache } from '../providers/shared/vectorCache';
import { createStepper } from './benchmarkSteps';
import { embedSets, prefixesOf, setsOf, type TextRoles, type TextSets, type Unforeseen } from './embedLists';
import type { EmbedderSpec, RunEvent } from './embedProtocol';
import type { TaskContext } from './taskChannel';

/** Embeds those of some texts that have no vector yet. */
export async function embedMissing(
  run: OwnRun,
  stage: 'sentences' | 'all',
  texts: readonly string[],
  {
    spec,
    provider,
    cache,
    queries,
  }: { spec: EmbedderSpec; provider: EmbeddingProvider; cache: VectorCache } & TextRoles,
  { signal, emit }: TaskContext<RunEvent>,
): Promise<{ sets: TextSets; embedded: EmbeddedTexts[] }> {
  const sets = setsOf(missingTexts(run, texts), spec);
  const embedded = await embedSets(provider, cache, sets, {
    signal,
    prefixOf: prefixesOf(spec, { queries }),
    onProgress: (progress) => emit({ kind: 'embed', stage, ...progress }),
  });
  sets.forEach((set, at) => set.forEach((text, slot) => run.vectors.set(text, embedded[at]!.vectors[slot]!)));
  return { sets, embedded };
}

/**
 * What a plan can know of a run: the texts that it embeds for certain, and bounds for the
 * chunks that are cut by vectors of sentences, of which there are none yet. Such a chunk
 * holds one sentence or more, and all of them together are the documents.
 */
export function plannedTexts(
  run: OwnRun,
  spec: EmbedderSpec,
  questions: readonly string[] = [],
): { texts: string[]; unforeseen: Unforeseen | null } {
  const { setup, prepared, corpus } = run;
  // Nothing of a local run leaves, so its plan is as near as words can cut.
  const byVectors = setup.embedding !== null && spec.kind === 'remote';
  const cutLater = new Set(
    setup.variants.filter((variant) => byVectors && comparesSentences(variant)).map(({ id }) => id),
  );
  const sentences = comparedSentences(run);
  const certain = prepared.strategies.filter(({ index }) => !cutLater.has(index.strategy.id));
  const texts = missingTexts(run, [
    ...sentences,
    ...questions,
    ...benchmarkTexts({ ...prepared, strategies: certain }),
  ]);
  if (cutLater.size === 0) return { texts, unforeseen: null };
  const bytes = corpus.documents.reduce((sum, { text }) => sum + utf8Length(text), 0);
  const tokens = corpus.documents.reduce(
    (sum, { text }, at) => sum + prepared.tokens[at]!.count(0, text.length),
    0,
  );
  const model = spec.kind === 'remote' ? spec.endpoint.model : null;
  const prefix = utf8Length(model?.prefixes?.document ?? '');
  const windows =
    model === null || model.maxTokens === null
      ? 0
      : Math.ceil(tokens / Math.max(1, Math.floor((model.maxTokens - prefix) / 2)));
  const inputs = cutLater.size * (sentences.length + windows);
  return {
    texts,
    unforeseen: {
      inputs,
      bytes: cutLater.size * bytes + inputs * prefix,
      // A cut may take a token apart, and a prefix has no more tokens than bytes.
      tokens: cutLater.size * tokens + inputs * (2 + prefix),
    },
  };
}

/** Cuts by the vectors of sentences, in one step of the run's own. */
export const cutByVectors = (run: OwnRun, context: TaskContext<RunEvent>): Promise<void> =>
  cutBySentences(
    run,
    createStepper({
      ...context,
      emit: (event) => context.emit({ ...event, step: { kind: 'cutting by sentences' } }),
    }),
  );
