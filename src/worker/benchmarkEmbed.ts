import { cutBySentences, missingTexts, type OwnRun } from '../experiments/chunking/own/run';
import type { EmbeddedTexts, EmbeddingProvider } from '../providers/provider';
import type { VectorCache } from '../providers/shared/vectorCache';
import { createStepper } from './benchmarkSteps';
import { embedSets, setsOf, type TextSets } from './embedLists';
import type { EmbedderSpec, RunEvent } from './embedProtocol';
import type { TaskContext } from './taskChannel';

/** Embeds those of some texts that have no vector yet. */
export async function embedMissing(
  run: OwnRun,
  stage: 'sentences' | 'all',
  texts: readonly string[],
  { spec, provider, cache }: { spec: EmbedderSpec; provider: EmbeddingProvider; cache: VectorCache },
  { signal, emit }: TaskContext<RunEvent>,
): Promise<{ sets: TextSets; embedded: EmbeddedTexts[] }> {
  const sets = setsOf(missingTexts(run, texts), spec);
  const embedded = await embedSets(provider, cache, sets, {
    signal,
    onProgress: (progress) => emit({ kind: 'embed', stage, ...progress }),
  });
  sets.forEach((set, at) => set.forEach((text, slot) => run.vectors.set(text, embedded[at]!.vectors[slot]!)));
  return { sets, embedded };
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
