import { stepName, type BenchmarkStep } from '../datasets/corpus';
import { throwIfAborted } from '../providers/shared/abort';
import type { StepEvent } from './embedProtocol';
import type { TaskContext } from './taskChannel';

/** How long a worker computes before it looks whether it was cancelled. */
const turnMs = 40;

export interface TimedStepper {
  step: BenchmarkStep;
  /** Milliseconds between first and last call of each step, by its `stepName`. */
  times: ReadonlyMap<string, number>;
}

/** Tells the page how far a benchmark is, lets a cancel in between two pieces of work, and takes times. */
export function createStepper(
  { signal, emit }: TaskContext<StepEvent>,
  now: () => number = () => performance.now(),
): TimedStepper {
  const started = new Map<string, number>();
  const times = new Map<string, number>();
  let turn = now();
  let told = '';
  return {
    times,
    async step(step, done, total) {
      const name = stepName(step);
      const time = now();
      if (done === 0) started.set(name, time);
      if (done === total) times.set(name, time - (started.get(name) ?? time));
      if (time - turn < turnMs && told === name) return;
      emit({ kind: 'step', step, done, total });
      told = name;
      if (time - turn < turnMs) return;
      await new Promise((resume) => setTimeout(resume));
      throwIfAborted(signal);
      turn = now();
    },
  };
}
