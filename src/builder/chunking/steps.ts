import { stepName, type BenchmarkStep, type BenchmarkWork, type WorkStep } from '../../datasets/corpus';
import type { Progress } from '../progress';

interface TimedSteps {
  step: BenchmarkStep;
  /** Milliseconds from the first to the last call of every step of a kind, by what it was of. */
  times(kind: BenchmarkWork): Record<string, number>;
}

/**
 * Shows the steps of a benchmark, gives way to an interrupt between them, and takes their
 * times. Steps of one kind share a line; `runs` says how many of a kind there will be, 0 for one that is too quick to show.
 */
export function timedSteps(
  progress: Progress,
  signal: AbortSignal,
  runs: Readonly<Record<string, number>>,
): TimedSteps {
  const started = new Map<string, number>();
  const taken = new Map<string, { step: WorkStep<BenchmarkWork>; ms: number }>();
  const finished = new Map<string, number>();
  return {
    async step(step, done, total) {
      const name = stepName(step);
      await new Promise((resume) => setImmediate(resume));
      signal.throwIfAborted();
      if (done === 0) started.set(name, performance.now());
      if (done === total)
        taken.set(name, { step, ms: performance.now() - (started.get(name) ?? performance.now()) });
      const group = step.kind;
      const before = finished.get(group) ?? 0;
      if (done === total) finished.set(group, before + 1);
      if (runs[group] !== 0)
        progress.step(
          `${group[0]!.toUpperCase()}${group.slice(1)}`,
          before * total + done,
          (runs[group] ?? 1) * total,
        );
    },
    times: (kind) =>
      Object.fromEntries(
        [...taken.values()].flatMap(({ step, ms }) =>
          step.kind === kind && step.of !== undefined ? [[step.of, ms] as const] : [],
        ),
      ),
  };
}
