import { use, type ReactNode } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { useFocusKept } from '../../../components/useFocusKept';
import { canResume } from '../../../data/liveProviders';
import { shownState, type JobProgress, type JobState, type LiveJob } from '../../../state/liveJob';
import { setKeptAside } from '../../../state/liveSettings';
import { ChosenContext } from '../chosenContext';
import { faultOf } from './faults';
import { JobProgressView } from './JobProgressView';
import { Notices } from './Notices';
import { PlanTable } from './PlanTable';
import { showProgress, type StepWords } from './progressModel';
import styles from './Job.module.css';

interface RunPanelProps<Result> {
  job: LiveJob<Result>;
  /** What would be run now; a plan or a failure of anything else is not shown. */
  of: unknown;
  /** Its steps in their order. */
  steps: StepWords;
  /** What the button starts, as `Embed and search`; after a run that ended early `again`; `plan` where a plan comes first. */
  words: { action: string; again: string; plan: string };
  /** Why it cannot start, in words; null when it can. */
  problem: string | null;
  /** Whether a plan comes first. */
  withPlan: boolean;
  /** Beside the button, in a sentence. */
  note: string;
  /** While it runs; without one, whether finished texts are kept. */
  runningNote?: string;
  /** A field beside the button. */
  field?: ReactNode;
  /** Whether the button that starts it, and what is missing, stand in a bar that stays in sight. */
  inBar?: boolean;
  onPlan: () => void;
  onStart: () => void;
}

/** Plan, confirmation, progress, cancelling, failure and resuming of a run. */
export function RunPanel<Result>(props: RunPanelProps<Result>) {
  const { job, of, steps, problem, withPlan, field, inBar, onPlan, onStart } = props;
  const shown = shownState(job.use(), of);
  const chosen = use(ChosenContext);
  const box = useFocusKept<HTMLDivElement>(shown.kind);
  return (
    <div ref={box} tabIndex={-1} className={`${styles.panel} no-print`}>
      {shown.kind === 'planned' ? (
        <PlanTable
          plan={shown.plan}
          changed={shown.changed}
          unsendable={shown.plan.local ? null : (chosen?.unsendable ?? null)}
          onSend={onStart}
          onDrop={() => job.reset()}
        />
      ) : shown.kind === 'planning' || shown.kind === 'running' ? (
        <JobProgressView
          running={shown.running}
          steps={steps}
          onCancel={() => job.cancel()}
          {...(shown.kind === 'planning'
            ? { starting: 'Counting what would be sent', note: 'Nothing is sent while the plan is made.' }
            : { starting: 'Starting', note: props.runningNote ?? keptNote() })}
        />
      ) : (
        <>
          {shown.kind === 'failed' ? <Fault error={shown.error} /> : null}
          {shown.kind === 'done' ? <Notices notices={shown.notices} /> : null}
          {shown.kind === 'cancelled' ? (
            <Notice tone="info" title="Cancelled.">
              {doneWords(shown.running)}
            </Notice>
          ) : null}
          {inBar ? (
            <div className={styles.withField}>{field}</div>
          ) : (
            <div className={field ? styles.withField : 'row'}>
              {field}
              <Button tone="primary" disabled={problem !== null} onClick={withPlan ? onPlan : onStart}>
                {startWords(shown, props)}
              </Button>
              <span className="soft small">
                {problem ??
                  (withPlan && (shown.kind === 'failed' || shown.kind === 'cancelled')
                    ? `To resume, look at what is left first. ${props.note}`
                    : props.note)}
              </span>
            </div>
          )}
          {shown.kind === 'done' && shown.result === undefined ? (
            <p className="small soft" role="status">
              Done in {format.duration(shown.durationMs)}.
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

const startWords = <Result,>(
  { kind }: JobState<Result>,
  { words, withPlan }: Pick<RunPanelProps<Result>, 'words' | 'withPlan'>,
): string => (withPlan ? words.plan : kind === 'cancelled' || kind === 'failed' ? words.again : words.action);

interface RunBarProps<Result> extends Pick<
  RunPanelProps<Result>,
  'job' | 'of' | 'steps' | 'words' | 'problem' | 'withPlan' | 'note' | 'onPlan' | 'onStart'
> {
  /** What would be run, in a few words. */
  what: string;
  /** Brings the panel of the run into view. */
  onShow: () => void;
}

/** The start of a run, in sight wherever the reader is on a long page: the button, or what is missing, or how far it is. */
export function RunBar<Result>(props: RunBarProps<Result>) {
  const { job, of, steps, problem, withPlan, what, note, onPlan, onStart, onShow } = props;
  const shown = shownState(job.use(), of);
  const isOn = shown.kind === 'planning' || shown.kind === 'running';
  const start = () => {
    (withPlan ? onPlan : onStart)();
    onShow();
  };
  const busy = isOn || shown.kind === 'planned';
  return (
    <section className={`${styles.bar} no-print`} aria-label="Start the run">
      <Button
        tone={busy ? 'plain' : 'primary'}
        disabled={!busy && problem !== null}
        onClick={busy ? onShow : start}
      >
        {isOn ? 'Show the progress' : busy ? 'Go to the plan' : startWords(shown, props)}
      </Button>
      <p className="small">
        {isOn ? (
          `${showProgress(shown.running, shown.running.stepAtMs, steps).label} …`
        ) : busy ? (
          'Nothing runs before the plan is confirmed.'
        ) : problem !== null ? (
          <strong>{problem}</strong>
        ) : (
          <>
            {what} <span className="soft">{note}</span>
          </>
        )}
      </p>
    </section>
  );
}

/** What failed, when it may go on, and the way out where there is one. */
function Fault({ error }: { error: Error }) {
  const { modelChanged, ...fault } = faultOf(error);
  const kind = use(ChosenContext)?.choice?.kind;
  return (
    <>
      <ErrorPanel {...fault} />
      {modelChanged && kind !== undefined && kind !== 'local' ? (
        <div className="row">
          <Button onClick={() => setKeptAside(kind)}>Set the kept vectors aside</Button>
          <span className="soft small">
            They stay kept under the revision that they had. Under a new one, which you may name in the
            settings above, everything is planned and embedded anew.
          </span>
        </div>
      ) : null}
    </>
  );
}

const keptNote = (): string =>
  canResume()
    ? 'Finished texts are kept; resuming embeds only the others.'
    : 'Nothing is kept on a page without https: a run that is ended starts over.';

function doneWords({ progress }: JobProgress): string {
  if (progress?.kind !== 'embed' || progress.done === 0) return 'Nothing was embedded.';
  const texts = `${format.count(progress.done)} of ${format.count(progress.total)} texts`;
  return canResume()
    ? `${texts} are embedded and kept; resuming embeds only the others.`
    : `${texts} were embedded; a page without https keeps none of them.`;
}
