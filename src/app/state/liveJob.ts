import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { isAbortError, onModelLoad, type EmbedProgress, type ModelLoadEvent } from '../data/liveProviders';
import type { SendPlan } from '../data/liveEmbed';

/** What is going on while a job runs; each part as far as it is known. */
export interface JobProgress {
  embed: EmbedProgress | null;
  /** The built-in model's files, while they are fetched. */
  load: ModelLoadEvent | null;
  /** What is computed after embedding, in words. */
  step: string | null;
  startedAtMs: number;
}

/**
 * A job that embeds texts. `of` is what it was planned or started for: the plan or the
 * failure of other texts is not that of these.
 */
export type JobState =
  | { kind: 'idle' }
  | { kind: 'planning'; of: unknown }
  | { kind: 'planned'; of: unknown; plan: SendPlan }
  | { kind: 'running'; of: unknown; progress: JobProgress }
  | { kind: 'cancelled'; of: unknown; progress: JobProgress }
  | { kind: 'failed'; of: unknown; error: Error; progress: JobProgress | null }
  | { kind: 'done'; of: unknown; durationMs: number };

export interface JobHooks {
  signal: AbortSignal;
  onProgress: (progress: EmbedProgress) => void;
  onStep: (step: string) => void;
}

export interface LiveJob {
  use: UseBoundStore<StoreApi<JobState>>;
  plan(of: unknown, work: (signal: AbortSignal) => Promise<SendPlan>): Promise<void>;
  /** Runs `work`; a job that already runs is cancelled first. */
  start(of: unknown, work: (hooks: JobHooks) => Promise<void>): Promise<void>;
  /** Ends planning or running at once. What is done is kept. */
  cancel(): void;
  reset(): void;
}

/** One job at a time; each mode of the live panel has one. */
export function createLiveJob(): LiveJob {
  const use = create<JobState>()(() => ({ kind: 'idle' }));
  const show = (state: JobState) => use.setState(state, true);
  let current: AbortController | undefined;
  const begin = (): AbortController => {
    current?.abort();
    current = new AbortController();
    return current;
  };
  /** Shows a state unless another job has begun since. */
  const showFor = (controller: AbortController, state: JobState) => {
    if (current === controller) show(state);
  };

  return {
    use,
    async plan(of, work) {
      const controller = begin();
      show({ kind: 'planning', of });
      try {
        const plan = await work(controller.signal);
        showFor(controller, { kind: 'planned', of, plan });
      } catch (error) {
        showFor(
          controller,
          isAbortError(error)
            ? { kind: 'idle' }
            : { kind: 'failed', of, error: asError(error), progress: null },
        );
      }
    },
    async start(of, work) {
      const controller = begin();
      const startedAtMs = performance.now();
      let progress: JobProgress = { embed: null, load: null, step: null, startedAtMs };
      const report = (patch: Partial<JobProgress>) => {
        progress = { ...progress, ...patch };
        if (!controller.signal.aborted) showFor(controller, { kind: 'running', of, progress });
      };
      report({});
      const stopWatching = onModelLoad((load) => report({ load }));
      try {
        await work({
          signal: controller.signal,
          onProgress: (embed) => report({ embed }),
          onStep: (step) => report({ step }),
        });
        showFor(controller, { kind: 'done', of, durationMs: performance.now() - startedAtMs });
      } catch (error) {
        showFor(
          controller,
          isAbortError(error)
            ? { kind: 'cancelled', of, progress }
            : { kind: 'failed', of, error: asError(error), progress },
        );
      } finally {
        stopWatching();
      }
    },
    cancel() {
      const state = use.getState();
      current?.abort();
      // At once, not when the last batch has ended: nobody waits for it.
      if (state.kind === 'running') show({ kind: 'cancelled', of: state.of, progress: state.progress });
      else if (state.kind === 'planning') show({ kind: 'idle' });
    },
    reset() {
      current?.abort();
      show({ kind: 'idle' });
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
