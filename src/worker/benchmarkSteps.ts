import { stepName } from '../datasets/corpus';
import type { TimedStep } from '../experiments/chunking/own/run';
import { throwIfAborted } from '../providers/shared/abort';
import type { StepEvent } from './embedProtocol';
import type { TaskContext } from './taskChannel';

/** How long a worker computes before it looks whether it was cancelled. */
const turnMs = 40;

/** Tells the page how far a benchmark is, lets a cancel in between two pieces of work, and takes times. */
export function createStepper(
  { signal, emit }: TaskContext<StepEvent>,
  now: () => number = () => performance.now(),
): TimedStep {
  const started = new Map<string, number>();
  const times = new Map<string, number>();
  let turn = now();
  let told = '';
  return {
    msOf: (step) => times.get(stepName(step)),
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
