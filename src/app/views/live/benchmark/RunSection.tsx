import { useEffect, useRef, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { ProgressBar } from '../../../components/ProgressBar';
import { TextField } from '../../../components/TextField';
import { useFocusKept } from '../../../components/useFocusKept';
import { nameOfCorpus, type BenchmarkInput, type BenchmarkPlan } from '../../../data/benchmarkRun';
import {
  cancel,
  plan,
  planKey,
  reset,
  start,
  useBenchmarkJob,
  type RunProgress,
} from '../../../state/benchmarkJob';
import { useOpenedRuns } from '../../../state/openedRuns';
import { faultOf } from '../job/faults';
import { PlanTable } from '../job/PlanTable';
import type { LiveParams } from '../liveParams';
import { FinishedRun } from './FinishedRun';
import { guess, showProgress } from './progressModel';
import styles from './Benchmark.module.css';
import { FilePart } from '../../shared/FilePart';
import { Facts } from '../../../components/Facts';

interface RunSectionProps {
  params: LiveParams;
  /** null while something is missing. */
  input: BenchmarkInput | null;
  /** What is missing, in words. */
  problem: string | null;
  /** Whether rows with a model are wanted: then a plan comes first. */
  withModel: boolean;
}

/** Plan, progress and result of a run. */
export function RunSection({ params, input, problem, withModel }: RunSectionProps) {
  const state = useBenchmarkJob();
  const box = useFocusKept<HTMLElement>(state.kind);
  const [name, setName] = useState('');
  const title =
    name.trim() === '' ? (input ? `My text: ${nameOfCorpus(input.documents)}` : 'My text') : name.trim();
  const run = () => input && void start(input, title);
  const of = input && planKey(input);
  return (
    <section ref={box} tabIndex={-1} className="panel stack gap-3" aria-labelledby="run">
      <h2 id="run">4. Run</h2>
      {state.kind === 'planning' ? (
        <Progress running={state.running} withModel note="Nothing is sent while the plan is made." />
      ) : null}
      {state.kind === 'running' ? (
        <Progress
          running={state.running}
          withModel={withModel}
          note={
            withModel
              ? 'What is embedded is kept; a run that was cancelled goes on where it stopped.'
              : 'All of it in the background of this page.'
          }
        />
      ) : null}
      {state.kind === 'planned' && state.of === of ? (
        state.plan.local ? (
          <LocalPlan plan={state.plan} onStart={run} onDrop={reset} />
        ) : (
          <PlanTable plan={state.plan} onSend={run} onDrop={reset} />
        )
      ) : null}
      {state.kind === 'failed' ? <ErrorPanel {...faultOf(state.error)} /> : null}
      {state.kind === 'cancelled' ? (
        <Notice tone="info" title="Cancelled.">
          {cancelledWords(state.running)}
        </Notice>
      ) : null}
      {state.kind === 'running' ||
      state.kind === 'planning' ||
      (state.kind === 'planned' && state.of === of) ? null : (
        <div className={styles.runRow}>
          <TextField
            label="Name of the run"
            value={name}
            placeholder={title}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            tone="primary"
            disabled={input === null}
            onClick={() => input && (withModel ? void plan(input) : run())}
          >
            {withModel ? 'Show the plan' : state.kind === 'cancelled' ? 'Run again' : 'Run'}
          </Button>
          <span className="soft small">
            {problem ??
              (withModel
                ? 'Nothing is embedded or sent before you confirm.'
                : 'BM25 alone: no model, nothing leaves this page.')}
          </span>
        </div>
      )}
      {state.kind === 'done' ? (
        <Done params={params} runId={state.runId} durationMs={state.durationMs} notes={state.notes} />
      ) : null}
    </section>
  );
}

function Done({
  params,
  runId,
  durationMs,
  notes,
}: {
  params: LiveParams;
  runId: string;
  durationMs: number;
  notes: readonly string[];
}) {
  const run = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === runId));
  if (!run) return <p className="soft">The run was closed.</p>;
  return (
    <FilePart of={runId} waiting="the result">
      <FinishedRun params={params} run={run} durationMs={durationMs} notes={notes} />
    </FilePart>
  );
}

function cancelledWords({ progress }: RunProgress): string {
  if (progress?.kind !== 'embed' || progress.done === 0) return 'Nothing was embedded that would be lost.';
  return `${format.count(progress.done)} of ${format.count(progress.total)} texts were embedded and are kept; the next run embeds only the others.`;
}

function Progress({ running, withModel, note }: { running: RunProgress; withModel: boolean; note: string }) {
  const now = useNow(running.startedAtMs);
  const { label, place, value, of, text } = showProgress(running, now, withModel);
  const { progress } = running;
  return (
    <div className="stack">
      <p>
        <strong>{label}</strong>
        {place ? (
          <span className="soft">
            {' '}
            (step {place.step} of {place.of})
          </span>
        ) : null}
      </p>
      <ProgressBar label={label} value={value} of={of} text={text} />
      {progress?.kind === 'embed' && progress.waitingMs !== undefined ? (
        <Notice
          tone="warn"
          title={`Waiting ${format.count(Math.ceil(progress.waitingMs / 1000))} s before try ${format.count(progress.attempt)}.`}
        >
          {progress.message}
        </Notice>
      ) : null}
      <div className="row">
        <Button onClick={cancel}>Cancel</Button>
        <span className="soft small">
          {guess(now - running.startedAtMs)} so far. {note}
        </span>
      </div>
    </div>
  );
}

/** Milliseconds of the page’s clock, twice a second. */
function useNow(startedAtMs: number): number {
  const [now, setNow] = useState(startedAtMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(startedAtMs, now);
}

/** What the built-in model reads in a second, measured on the machines that this was built on. */
const tokensASecond = 1000;

/** What a run with the built-in model takes; nothing of it is sent. */
function LocalPlan({
  plan: { model, inputs, cached, bytes, tokens },
  onStart,
  onDrop,
}: {
  plan: BenchmarkPlan;
  onStart: () => void;
  onDrop: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus(), []);
  const facts: [string, string][] = [
    ['Model', `${model}, in this page; nothing is sent`],
    ['Texts to embed', format.count(inputs)],
    ['Kept from before', format.count(cached)],
    ['Bytes of text', `${format.count(bytes)} (${format.bytes(bytes)})`],
    ['Tokens', `about ${format.count(tokens)} (four bytes a token)`],
    [
      'Time',
      inputs === 0
        ? 'none for embedding'
        : `about ${guess((1000 * (tokens ?? 0)) / tokensASecond)} at ${format.count(tokensASecond)} tokens a second; measured again with the first texts`,
    ],
  ];
  return (
    <section className={`stack gap-3 ${styles.plan}`} aria-labelledby="plan">
      <h3 id="plan" ref={heading} tabIndex={-1}>
        {inputs === 0 ? 'Nothing has to be embedded' : 'What would be embedded'}
      </h3>
      <Facts facts={facts} />
      <div className="row">
        <Button tone="primary" onClick={onStart}>
          {inputs === 0 ? 'Run with the kept vectors' : `Embed ${format.count(inputs)} texts and run`}
        </Button>
        <Button onClick={onDrop}>Not now</Button>
      </div>
    </section>
  );
}
