import { create } from 'zustand';
import {
  planBenchmark,
  runBenchmark,
  type BenchmarkInput,
  type BenchmarkPlan,
  type BenchmarkProgress,
} from '../data/benchmarkRun';
import { isAbortError, onModelLoad, type ModelLoadEvent } from '../data/liveProviders';
import { newRunId, openRun } from './openedRuns';

export interface RunProgress {
  progress: BenchmarkProgress | null;
  /** The built-in model's files, while they are fetched. */
  load: ModelLoadEvent | null;
  /** When the run began, and when its present step did, on the page's clock. */
  startedAtMs: number;
  stepAtMs: number;
}

/** `of` is what it was planned or started for: the plan of other texts is not that of these. */
export type BenchmarkJobState =
  | { kind: 'idle' }
  | { kind: 'planning'; of: string; running: RunProgress }
  | { kind: 'planned'; of: string; plan: BenchmarkPlan }
  | { kind: 'running'; running: RunProgress }
  | { kind: 'cancelled'; running: RunProgress }
  | { kind: 'failed'; error: Error }
  | { kind: 'done'; runId: string; durationMs: number; notes: readonly string[] };

export const useBenchmarkJob = create<BenchmarkJobState>()(() => ({ kind: 'idle' }));

let current: AbortController | undefined;
const show = (state: BenchmarkJobState) => useBenchmarkJob.setState(state, true);

/** Counts the lists that a plan depends on, so that a plan is known to be of these and no others. */
const marks = new WeakMap<object, number>();
let marked = 0;
function markOf(value: object): number {
  if (!marks.has(value)) marks.set(value, (marked += 1));
  return marks.get(value)!;
}

/** What a plan is of. */
export function planKey({ documents, questions, variants, keepWithoutGold, second }: BenchmarkInput): string {
  return JSON.stringify([
    markOf(documents),
    markOf(questions),
    variants,
    keepWithoutGold,
    second && [second.choice, second.retrievers],
  ]);
}

/** Starts work in the place of any other; its state is shown as long as nothing else has begun. */
async function begin<T>(
  kind: (running: RunProgress) => BenchmarkJobState,
  work: (hooks: { signal: AbortSignal; onProgress(progress: BenchmarkProgress): void }) => Promise<T>,
  end: (result: T, startedAtMs: number) => BenchmarkJobState,
): Promise<void> {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  const isCurrent = () => current === controller;
  const startedAtMs = performance.now();
  let running: RunProgress = { progress: null, load: null, startedAtMs, stepAtMs: startedAtMs };
  const report = (patch: Partial<RunProgress>) => {
    const stepBefore = stepOf(running.progress);
    running = { ...running, ...patch };
    if (stepOf(running.progress) !== stepBefore) running.stepAtMs = performance.now();
    if (isCurrent() && !controller.signal.aborted) show(kind(running));
  };
  report({});
  const stopWatching = onModelLoad((load) => report({ load }));
  try {
    const result = await work({ signal: controller.signal, onProgress: (progress) => report({ progress }) });
    if (isCurrent() && !controller.signal.aborted) show(end(result, startedAtMs));
  } catch (error) {
    if (isCurrent() && !isAbortError(error))
      show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
  } finally {
    stopWatching();
  }
}

function stepOf(progress: BenchmarkProgress | null): string {
  return progress === null ? '' : progress.kind === 'step' ? progress.step : progress.stage;
}

/** Counts what a run would embed. */
export function plan(input: BenchmarkInput): Promise<void> {
  const of = planKey(input);
  return begin(
    (running) => ({ kind: 'planning', of, running }),
    (hooks) => planBenchmark(input, hooks),
    (found) => ({ kind: 'planned', of, plan: found }),
  );
}

/** Runs the benchmark and opens its result. */
export function start(input: BenchmarkInput, name: string): Promise<void> {
  return begin(
    (running) => ({ kind: 'running', running }),
    (hooks) => runBenchmark(input, name, newRunId(new Date()), hooks),
    ({ run, notes }, startedAtMs) => ({
      kind: 'done',
      runId: openRun(run).entry.id,
      durationMs: performance.now() - startedAtMs,
      notes,
    }),
  );
}

/** Ends planning or running at once. What is embedded is kept. */
export function cancel(): void {
  const state = useBenchmarkJob.getState();
  current?.abort();
  if (state.kind === 'running') show({ kind: 'cancelled', running: state.running });
  else if (state.kind === 'planning') show({ kind: 'idle' });
}

export function reset(): void {
  current?.abort();
  show({ kind: 'idle' });
}
