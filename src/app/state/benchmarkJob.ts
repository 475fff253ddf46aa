import { runBenchmark, type BenchmarkInput } from '../data/benchmarkRun';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { newRunId, openRun } from './openedRuns';

/** The experiment that a run of the benchmark opened, and what the reader should know of it. */
export interface BenchmarkDone {
  runId: string;
  notes: readonly string[];
}

export const benchmarkJob = createLiveJob<BenchmarkDone>();

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

/** Runs the benchmark and opens its result. */
export async function benchmark(
  input: BenchmarkInput,
  name: string,
  hooks: JobHooks,
): Promise<BenchmarkDone> {
  try {
    const { run, notes } = await runBenchmark(input, name, newRunId(new Date()), hooks);
    hooks.signal.throwIfAborted();
    return { runId: openRun(run).entry.id, notes };
  } finally {
    if (input.second) void lookAtKeptVectors();
  }
}
