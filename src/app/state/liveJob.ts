import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { stepName } from '../../datasets/corpus';
import { isAbortError, onModelLoad, type ModelLoadEvent } from '../data/liveProviders';
import type { SendPlan } from '../data/liveEmbed';
import type { RunHooks, RunProgress } from '../data/liveTasks';

/** What is going on while a job plans or runs; each part as far as it is known. */
export interface JobProgress {
  progress: RunProgress | null;
  /** The built-in model's files, while they are fetched. */
  load: ModelLoadEvent | null;
  /** When the job began, and when its present step did, on the page's clock. */
  startedAtMs: number;
  stepAtMs: number;
}

/**
 * A job that embeds texts. `of` is what it was planned or started for: the plan or the
 * failure of other texts is not that of these.
 */
export type JobState<Result = void> =
  | { kind: 'idle' }
  | { kind: 'planning'; of: unknown; running: JobProgress }
  | { kind: 'planned'; of: unknown; plan: SendPlan }
  | { kind: 'running'; of: unknown; running: JobProgress }
  | { kind: 'cancelled'; of: unknown; running: JobProgress }
  | { kind: 'failed'; of: unknown; error: Error }
  | { kind: 'done'; of: unknown; durationMs: number; result: Result };

export type JobHooks = Required<RunHooks>;

export interface LiveJob<Result = void> {
  use: UseBoundStore<StoreApi<JobState<Result>>>;
  plan(of: unknown, work: (hooks: JobHooks) => Promise<SendPlan>): Promise<void>;
  /** Runs `work`; a job that already runs is cancelled first. */
  start(of: unknown, work: (hooks: JobHooks) => Promise<Result>): Promise<void>;
  /** Ends planning or running at once. What is embedded is kept. */
  cancel(): void;
  reset(): void;
}

/** One job at a time; each mode of the live panel has one. */
export function createLiveJob<Result = void>(): LiveJob<Result> {
  type State = JobState<Result>;
  const use = create<State>()(() => ({ kind: 'idle' }));
  const show = (state: State) => use.setState(state, true);
  let current: AbortController | undefined;
  /** Starts work in the place of any other; its state is shown as long as nothing else has begun. */
  const begin = async <T>(
    of: unknown,
    kind: 'planning' | 'running',
    work: (hooks: JobHooks) => Promise<T>,
    ended: (result: T, durationMs: number) => State,
  ): Promise<void> => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const { signal } = controller;
    const startedAtMs = performance.now();
    let running: JobProgress = { progress: null, load: null, startedAtMs, stepAtMs: startedAtMs };
    const showOwn = (state: State) => {
      if (current === controller) show(state);
    };
    const report = (patch: Partial<JobProgress>) => {
      const before = stepOf(running.progress);
      running = { ...running, ...patch };
      if (stepOf(running.progress) !== before) running.stepAtMs = performance.now();
      if (!signal.aborted) showOwn({ kind, of, running });
    };
    report({});
    const stopWatching = onModelLoad((load) => report({ load }));
    try {
      const result = await work({ signal, onProgress: (progress) => report({ progress }) });
      if (!signal.aborted) showOwn(ended(result, performance.now() - startedAtMs));
    } catch (error) {
      if (!isAbortError(error))
        showOwn({ kind: 'failed', of, error: error instanceof Error ? error : new Error(String(error)) });
      else showOwn(kind === 'running' ? { kind: 'cancelled', of, running } : { kind: 'idle' });
    } finally {
      stopWatching();
    }
  };

  return {
    use,
    plan: (of, work) => begin(of, 'planning', work, (plan) => ({ kind: 'planned', of, plan })),
    start: (of, work) =>
      begin(of, 'running', work, (result, durationMs) => ({ kind: 'done', of, durationMs, result })),
    cancel() {
      const state = use.getState();
      current?.abort();
      // At once, not when the last batch has ended: nobody waits for it.
      if (state.kind === 'running') show({ ...state, kind: 'cancelled' });
      else if (state.kind === 'planning') show({ kind: 'idle' });
    },
    reset() {
      current?.abort();
      show({ kind: 'idle' });
    },
  };
}

function stepOf(progress: RunProgress | null): string {
  return progress === null ? '' : progress.kind === 'step' ? stepName(progress.step) : progress.stage;
}
