import { create } from 'zustand';
import type { ContextKind, MethodFacts, PreparedText, TextInput } from '../data/liveCompute';
import { sendPlan, type SendPlan } from '../data/liveEmbed';
import type { ProviderChoice } from '../data/liveProviders';
import { runTask, type EmbedWith } from '../data/liveTasks';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';

export type { ContextKind } from '../data/liveCompute';

/** What the page holds of the last run of the first mode; its scores are in the worker, which ranks them. */
export interface MethodRun {
  /** What was pasted, and how it was read. */
  input: TextInput;
  prepared: PreparedText;
  choice: ProviderChoice;
  facts: MethodFacts;
}

export const methodJob = createLiveJob('method');
export const useMethodRun = create<{ run: MethodRun | null }>()(() => ({ run: null }));

/** What is searched, and with what. */
export interface MethodJob extends Pick<MethodRun, 'input' | 'prepared'>, EmbedWith {
  context: ContextKind;
}

/** What a run over the network would send. */
export async function planMethod({ input, context, ...job }: MethodJob, hooks: JobHooks): Promise<SendPlan> {
  return sendPlan(job.choice, await runTask('planMethod', job, { text: input, context }, hooks));
}

/** Embeds what is not yet kept and has the scores made. */
export async function runMethod(
  { input, prepared, context, ...job }: MethodJob,
  hooks: JobHooks,
): Promise<void> {
  try {
    const facts = await runTask('runMethod', job, { text: input, context }, hooks);
    useMethodRun.setState({ run: { input, prepared, choice: job.choice, facts } });
  } finally {
    void lookAtKeptVectors();
  }
}
