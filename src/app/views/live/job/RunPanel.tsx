import type { ReactNode } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { useFocusKept } from '../../../components/useFocusKept';
import { canResume } from '../../../data/liveProviders';
import type { JobProgress, JobState, LiveJob } from '../../../state/liveJob';
import { faultOf } from './faults';
import { JobProgressView } from './JobProgressView';
import { PlanTable } from './PlanTable';
import type { StepWords } from './progressModel';
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
  onPlan: () => void;
  onStart: () => void;
}

/** Plan, confirmation, progress, cancelling, failure and resuming of a run. */
export function RunPanel<Result>(props: RunPanelProps<Result>) {
  const { job, of, steps, words, problem, withPlan, field, onPlan, onStart } = props;
  const state = job.use();
  const shown: JobState<Result> =
    state.kind === 'idle' || state.kind === 'running' || state.of === of ? state : { kind: 'idle' };
  const box = useFocusKept<HTMLDivElement>(shown.kind);
  return (
    <div ref={box} tabIndex={-1} className={`${styles.panel} no-print`}>
      {shown.kind === 'planned' ? (
        <PlanTable plan={shown.plan} onSend={onStart} onDrop={() => job.reset()} />
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
          {shown.kind === 'failed' ? <ErrorPanel {...faultOf(shown.error)} /> : null}
          {shown.kind === 'cancelled' ? (
            <Notice tone="info" title="Cancelled.">
              {doneWords(shown.running)}
            </Notice>
          ) : null}
          <div className={field ? styles.withField : 'row'}>
            {field}
            <Button tone="primary" disabled={problem !== null} onClick={withPlan ? onPlan : onStart}>
              {withPlan
                ? words.plan
                : shown.kind === 'cancelled' || shown.kind === 'failed'
                  ? words.again
                  : words.action}
            </Button>
            <span className="soft small">{problem ?? props.note}</span>
          </div>
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
