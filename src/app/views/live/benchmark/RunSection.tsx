import { useRef, useState, type ReactNode } from 'react';
import * as format from '../../../../core/stats/format';
import { TextField } from '../../../components/TextField';
import { nameOfCorpus } from '../../../../experiments/chunking/own/entry';
import { planBenchmark, type BenchmarkInput } from '../../../data/benchmarkRun';
import { benchmark, benchmarkJob, planOf, type BenchmarkDone } from '../../../state/benchmarkJob';
import { useOpenedRuns } from '../../../state/openedRuns';
import { benchmarkSteps } from '../job/progressModel';
import { RunBar, RunPanel } from '../job/RunPanel';
import type { LiveParams } from '../liveParams';
import { FinishedRun } from './FinishedRun';
import { FilePart } from '../../shared/FilePart';

interface RunSectionProps {
  params: LiveParams;
  /** null while something is missing. */
  input: BenchmarkInput | null;
  /** What is missing, in words. */
  problem: string | null;
  /** Whether rows with a model are wanted: then a plan comes first. */
  withModel: boolean;
  /** What stands below the result. */
  children: ReactNode;
}

/** Plan, progress and result of a run, and the bar that starts it. */
export function RunSection({ params, input, problem, withModel, children }: RunSectionProps) {
  const state = benchmarkJob.use();
  const [name, setName] = useState('');
  const placeholder = input ? `My text: ${nameOfCorpus(input.documents)}` : 'My text';
  const title = name.trim() === '' ? placeholder : name.trim();
  const of = input && planOf(input);
  const section = useRef<HTMLElement>(null);
  const run = {
    job: benchmarkJob,
    of,
    steps: benchmarkSteps(withModel),
    words: { action: 'Run', again: 'Run again', plan: 'Show the plan' },
    problem,
    withPlan: withModel,
    note: withModel
      ? 'Nothing is embedded or sent before you confirm.'
      : 'BM25 alone: no model, nothing leaves this page.',
    onPlan: () => input && void benchmarkJob.plan(of, (hooks) => planBenchmark(input, hooks)),
    onStart: () => input && void benchmarkJob.start(of, (hooks) => benchmark(input, title, hooks)),
  };
  return (
    <>
      <section ref={section} className="panel stack gap-3" aria-labelledby="run">
        <h2 id="run">4. Run</h2>
        <RunPanel
          {...run}
          {...(!withModel && { runningNote: 'All of it in the background of this page.' })}
          inBar
          field={
            <TextField
              label="Name of the run"
              value={name}
              placeholder={placeholder}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          }
        />
        {state.kind === 'done' ? (
          <Done params={params} durationMs={state.durationMs} {...state.result} />
        ) : null}
      </section>
      {children}
      <RunBar
        {...run}
        what={input ? whatRuns(input) : ''}
        onShow={() => section.current?.scrollIntoView?.({ block: 'nearest' })}
      />
    </>
  );
}

function whatRuns({ questions, variants, second }: BenchmarkInput): string {
  const counted = (count: number, one: string) => `${format.count(count)} ${one}${count === 1 ? '' : 's'}`;
  const rows = variants.length * (1 + (second?.retrievers.length ?? 0));
  return `${counted(rows, 'row')} on ${counted(questions.length, 'question')}.`;
}

function Done({
  params,
  runId,
  durationMs,
  notes,
}: BenchmarkDone & { params: LiveParams; durationMs: number }) {
  const run = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === runId));
  if (!run) return <p className="soft">The run was closed.</p>;
  return (
    <FilePart of={runId} waiting="the result">
      <FinishedRun params={params} run={run} durationMs={durationMs} notes={notes} />
    </FilePart>
  );
}
