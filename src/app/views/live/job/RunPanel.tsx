import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Notice } from '../../../components/Notice';
import { useFocusKept } from '../../../components/useFocusKept';
import { canResume } from '../../../data/liveProviders';
import type { JobState, LiveJob } from '../../../state/liveJob';
import { faultOf } from './faults';
import { JobProgressView } from './JobProgressView';
import { PlanTable } from './PlanTable';
import styles from './Job.module.css';

interface RunPanelProps {
  job: LiveJob;
  /** What would be run now; a plan or a failure of anything else is not shown. */
  of: unknown;
  /** What the button starts, as `Embed and search`. */
  action: string;
  /** Why it cannot start, in words; null when it can. */
  problem: string | null;
  /** Whether texts leave the machine: then a plan comes first. */
  remote: boolean;
  /** What embedding on this machine means here, in a sentence. */
  localNote: string;
  onPlan: () => void;
  onStart: () => void;
}

/** Plan, confirmation, progress, cancelling, failure and resuming of a run. */
export function RunPanel({ job, of, action, problem, remote, localNote, onPlan, onStart }: RunPanelProps) {
  const state = job.use();
  const shown: JobState =
    state.kind === 'idle' || state.kind === 'running' || state.of === of ? state : { kind: 'idle' };
  const box = useFocusKept<HTMLDivElement>(shown.kind);
  return (
    <div ref={box} tabIndex={-1} className={`${styles.panel} no-print`}>
      {shown.kind === 'planned' ? (
        <PlanTable plan={shown.plan} onSend={onStart} onDrop={() => job.reset()} />
      ) : shown.kind === 'planning' ? (
        <div className="row" role="status">
          <span>Counting what would be sent …</span>
          <Button onClick={() => job.cancel()}>Cancel</Button>
        </div>
      ) : shown.kind === 'running' ? (
        <JobProgressView progress={shown.progress} onCancel={() => job.cancel()} />
      ) : (
        <>
          {shown.kind === 'failed' ? <Failed error={shown.error} /> : null}
          {shown.kind === 'cancelled' ? (
            <Notice tone="info" title="Cancelled.">
              {doneWords(shown)}
            </Notice>
          ) : null}
          <div className="row">
            <Button tone="primary" disabled={problem !== null} onClick={remote ? onPlan : onStart}>
              {remote
                ? 'Show what would be sent'
                : shown.kind === 'cancelled' || shown.kind === 'failed'
                  ? 'Resume'
                  : action}
            </Button>
            <span className="soft small">
              {problem ?? (remote ? 'Nothing is sent before you confirm.' : localNote)}
            </span>
          </div>
          {shown.kind === 'done' ? (
            <p className="small soft" role="status">
              Done in {format.duration(shown.durationMs)}.
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

function doneWords(state: Extract<JobState, { kind: 'cancelled' }>): string {
  const { embed } = state.progress;
  if (!embed || embed.done === 0) return 'Nothing was embedded.';
  if (!canResume())
    return `${format.count(embed.done)} of ${format.count(embed.total)} texts were embedded; a page without https keeps none of them.`;
  return `${format.count(embed.done)} of ${format.count(embed.total)} texts are embedded and kept; resuming embeds only the others.`;
}

function Failed({ error }: { error: Error }) {
  const { title, message } = faultOf(error);
  return <ErrorPanel title={title} message={message} />;
}
