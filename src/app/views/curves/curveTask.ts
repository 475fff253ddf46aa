import { useEffect, useState } from 'react';
import type { Estimate } from '../../../artifact/common';
import type { BlendSimilarities } from '../../../experiments/blend/formats';
import type { ExploredWeight } from './blendCurvesModel';
import type { CutoffInput } from './cutoffFigures';
import type { SensitivityInput, Separation, Tally, Variation } from './sensitivityModel';

/** What the worker of this view can be asked, and the parts that it answers with, one by one. */
export interface CurveTasks {
  exploreWeights: { input: { similarities: BlendSimilarities; weights: number[] }; part: ExploredWeight };
  cutoffFigures: { input: CutoffInput; part: { row: string; estimates: Estimate[] }[] };
  separate: {
    input: { data: SensitivityInput; variations: Variation[] };
    part: { separation: Separation } | { tally: Tally };
  };
}

export type CurveRequest = {
  [Task in keyof CurveTasks]: { task: Task; input: CurveTasks[Task]['input'] };
}[keyof CurveTasks];

export type CurveMessage =
  | { kind: 'part'; part: CurveTasks[keyof CurveTasks]['part'] }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

/** A computation in the background: what has arrived, and whether more will come. */
export interface RunningTask<Part> {
  parts: readonly Part[];
  done: boolean;
  fault: string | null;
}

const nothing = { parts: [], done: false, fault: null };

/**
 * Runs a task in a worker of its own while the component is there. A new request (by
 * identity) ends the old worker at once: nothing computes what nobody waits for.
 */
export function useCurveTask<Task extends keyof CurveTasks>(
  task: Task,
  input: CurveTasks[Task]['input'] | null,
): RunningTask<CurveTasks[Task]['part']> {
  const [state, setState] = useState<{ input: unknown; run: RunningTask<CurveTasks[Task]['part']> }>({
    input: null,
    run: nothing,
  });
  useEffect(() => {
    if (!input) return;
    const worker = new Worker(new URL('./curves.worker.ts', import.meta.url), {
      type: 'module',
      name: 'curves',
    });
    const fail = (fault: string) =>
      setState((before) => ({
        input,
        run: { parts: before.input === input ? before.run.parts : [], done: true, fault },
      }));
    worker.onmessage = ({ data }: MessageEvent<CurveMessage>) => {
      if (data.kind === 'failed') fail(data.message);
      else
        setState((before) => {
          const parts = before.input === input ? before.run.parts : [];
          return {
            input,
            run:
              data.kind === 'done'
                ? { parts, done: true, fault: null }
                : { parts: [...parts, data.part as CurveTasks[Task]['part']], done: false, fault: null },
          };
        });
    };
    worker.onerror = () => fail('The background computation could not start. Reload the page.');
    worker.postMessage({ task, input });
    return () => worker.terminate();
  }, [task, input]);
  return state.input === input ? state.run : nothing;
}
