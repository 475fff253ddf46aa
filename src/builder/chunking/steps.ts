import type { BenchmarkStep } from '../../datasets/corpus';
import type { Progress } from '../progress';

interface TimedSteps {
  step: BenchmarkStep;
  /** Milliseconds from the first to the last call of every step whose name begins so, by the rest of the name. */
  times(prefix: string): Record<string, number>;
}

/**
 * Shows the steps of a benchmark, gives way to an interrupt between them, and takes their
 * times. Steps named `group: detail` share one line per group; `runs` says how many of a
 * group there will be, 0 for one that is too quick to show.
 */
export function timedSteps(
  progress: Progress,
  signal: AbortSignal,
  runs: Readonly<Record<string, number>>,
): TimedSteps {
  const started = new Map<string, number>();
  const taken = new Map<string, number>();
  const finished = new Map<string, number>();
  return {
    async step(name, done, total) {
      await new Promise((resume) => setImmediate(resume));
      signal.throwIfAborted();
      if (done === 0) started.set(name, performance.now());
      if (done === total) taken.set(name, performance.now() - (started.get(name) ?? performance.now()));
      const group = name.split(':')[0]!;
      const before = finished.get(group) ?? 0;
      if (done === total) finished.set(group, before + 1);
      if (runs[group] !== 0)
        progress.step(
          `${group[0]!.toUpperCase()}${group.slice(1)}`,
          before * total + done,
          (runs[group] ?? 1) * total,
        );
    },
    times: (prefix) =>
      Object.fromEntries(
        [...taken].flatMap(([name, ms]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), ms] as const] : [],
        ),
      ),
  };
}
