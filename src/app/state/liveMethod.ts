import { create } from 'zustand';
import type { ContextKind, MethodFacts, PreparedText, TextInput } from '../data/liveCompute';
import { runMethodTask, type EmbedWith } from '../data/liveEmbed';
import type { ProviderChoice } from '../data/liveProviders';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { loadModel } from './liveModel';

export type { ContextKind } from '../data/liveCompute';

/** What the page holds of the last run of the first mode; its scores are in the worker, which ranks them. */
export interface MethodRun {
  /** What was pasted, and how it was read. */
  input: TextInput;
  prepared: PreparedText;
  choice: ProviderChoice;
  facts: MethodFacts;
}

export const methodJob = createLiveJob();
export const useMethodRun = create<{ run: MethodRun | null }>()(() => ({ run: null }));

/** Embeds what is not yet kept and has the scores made. */
export async function runMethod(
  { input, prepared }: Pick<MethodRun, 'input' | 'prepared'>,
  context: ContextKind,
  job: EmbedWith,
  hooks: JobHooks,
): Promise<void> {
  if (job.choice.kind === 'local') await loadModel(hooks.signal);
  try {
    const facts = await runMethodTask({ ...job, text: input, context }, hooks);
    useMethodRun.setState({ run: { input, prepared, choice: job.choice, facts } });
  } finally {
    void lookAtKeptVectors();
  }
}
