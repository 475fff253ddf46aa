import { runBenchmark, type BenchmarkInput } from '../data/benchmarkRun';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { newRunId, openRun } from './openedRuns';

/** The experiment that a run of the benchmark opened, and what the reader should know of it. */
export interface BenchmarkDone {
  runId: string;
  notes: readonly string[];
}

export const benchmarkJob = createLiveJob<BenchmarkDone>('benchmark');

/** What a plan is of. */
export function planOf({
  documents,
  questions,
  variants,
  chunkSets,
  keepWithoutGold,
  second,
}: BenchmarkInput): unknown {
  return {
    documents,
    questions,
    variants,
    chunkSets,
    keepWithoutGold,
    second: second && { choice: second.choice, retrievers: second.retrievers },
  };
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
