import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { stepName } from '../../datasets/corpus';
import { isAbortError, onModelLoad, type ModelLoadEvent } from '../data/liveProviders';
import type { SendPlan } from '../data/liveEmbed';
import type { RunHooks, RunProgress } from '../data/liveTasks';
import type { LiveMode } from './urlState';

/** What is going on while a job plans or runs; each part as far as it is known. */
export interface JobProgress {
  progress: RunProgress | null;
  /** The built-in model's files, while they are fetched. */
  load: ModelLoadEvent | null;
  /** What the reader should know so far. */
  notices: readonly string[];
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
  /** `changed`: it takes the place of one that was shown, because what is kept has changed. */
  | { kind: 'planned'; of: unknown; plan: SendPlan; changed: boolean }
  | { kind: 'running'; of: unknown; running: JobProgress }
  | { kind: 'cancelled'; of: unknown; running: JobProgress }
  | { kind: 'failed'; of: unknown; error: Error }
  | { kind: 'done'; of: unknown; durationMs: number; result: Result; notices: readonly string[] };

export type JobHooks = Required<Omit<RunHooks, 'plan'>> & {
  /** The plan that stood on the page when the run was started; null where none did. */
  plan: SendPlan | null;
};

export interface LiveJob<Result = void> {
  use: UseBoundStore<StoreApi<JobState<Result>>>;
  plan(of: unknown, work: (hooks: JobHooks) => Promise<SendPlan>): Promise<void>;
  /** Runs `work`, with the plan of the same circumstances if one is shown; a job that already runs is cancelled first. */
  start(of: unknown, work: (hooks: JobHooks) => Promise<Result>): Promise<void>;
  /** Makes a plan that is shown anew, because what it was made from has changed. Nothing else is touched. */
  replan(): Promise<void>;
  /** Ends planning or running at once. What is embedded is kept. */
  cancel(): void;
  reset(): void;
}

/** All jobs of the page by the mode that they belong to, so that each mode can tell of the others. */
export const liveJobs = new Map<LiveMode, LiveJob<unknown>>();

/** Makes every plan that is shown anew. */
export function replanAll(): void {
  for (const job of liveJobs.values()) void job.replan();
}

/** One job at a time; each mode of the live panel has one. */
export function createLiveJob<Result = void>(mode?: LiveMode): LiveJob<Result> {
  type State = JobState<Result>;
  const use = create<State>()(() => ({ kind: 'idle' }));
  const show = (state: State) => use.setState(state, true);
  let current: AbortController | undefined;
  let planned: { of: unknown; work: (hooks: JobHooks) => Promise<SendPlan> } | undefined;
  /** Starts work in the place of any other; its state is shown as long as nothing else has begun. */
  const begin = async <T>(
    of: unknown,
    kind: 'planning' | 'running',
    work: (hooks: JobHooks) => Promise<T>,
    ended: (result: T, durationMs: number, notices: readonly string[]) => State,
  ): Promise<void> => {
    const before = use.getState();
    const plan = before.kind === 'planned' && sameCircumstances(before.of, of) ? before.plan : null;
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const { signal } = controller;
    const startedAtMs = performance.now();
    let running: JobProgress = {
      progress: null,
      load: null,
      notices: [],
      startedAtMs,
      stepAtMs: startedAtMs,
    };
    const showOwn = (state: State) => {
      if (current === controller) show(state);
    };
    const report = (patch: Partial<JobProgress>) => {
      const step = stepOf(running.progress);
      running = { ...running, ...patch };
      if (stepOf(running.progress) !== step) running.stepAtMs = performance.now();
      if (!signal.aborted) showOwn({ kind, of, running });
    };
    report({});
    const stopWatching = onModelLoad((load) => report({ load }));
    try {
      const result = await work({
        signal,
        plan,
        onProgress: (progress) => report({ progress }),
        onNotice: (text) => report({ notices: [...running.notices, text] }),
      });
      if (!signal.aborted) showOwn(ended(result, performance.now() - startedAtMs, running.notices));
    } catch (error) {
      if (isAbortError(error))
        showOwn(kind === 'running' ? { kind: 'cancelled', of, running } : { kind: 'idle' });
      else if (signal.aborted) return;
      else if (kind === 'running' && isNotConfirmed(error) && planned && sameCircumstances(planned.of, of)) {
        // Nothing unforeseen was sent: the reader sees what would be sent now, and decides.
        if (current === controller) await makePlan(planned.of, planned.work, true);
      } else
        showOwn({ kind: 'failed', of, error: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      stopWatching();
    }
  };
  const makePlan = (of: unknown, work: (hooks: JobHooks) => Promise<SendPlan>, changed: boolean) => {
    planned = { of, work };
    return begin(of, 'planning', work, (plan) => ({ kind: 'planned', of, plan, changed }));
  };

  const job: LiveJob<Result> = {
    use,
    plan: (of, work) => makePlan(of, work, false),
    start: (of, work) =>
      begin(of, 'running', work, (result, durationMs, notices) => ({
        kind: 'done',
        of,
        durationMs,
        result,
        notices,
      })),
    async replan() {
      const { kind } = use.getState();
      if (kind === 'planned' && planned) await makePlan(planned.of, planned.work, true);
    },
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
  if (mode !== undefined) liveJobs.set(mode, job);
  return job;
}

/** The state as a view of these circumstances shows it: a plan, a failure or an end of others is not theirs. */
export function shownState<Result>(state: JobState<Result>, of: unknown): JobState<Result> {
  return state.kind === 'idle' || state.kind === 'running' || sameCircumstances(state.of, of)
    ? state
    : { kind: 'idle' };
}

/** Whether two descriptions say the same, by their parts: a view that was left and opened again makes its own anew. */
export function sameCircumstances(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  return (
    ours.length === theirs.length &&
    ours.every(
      ([name, value]) => Object.hasOwn(b, name) && sameCircumstances(value, (b as typeof a)[name as never]),
    )
  );
}

const isNotConfirmed = (error: unknown): boolean =>
  error instanceof Error && 'kind' in error && error.kind === 'not-confirmed';

function stepOf(progress: RunProgress | null): string {
  return progress === null ? '' : progress.kind === 'step' ? stepName(progress.step) : progress.stage;
}
