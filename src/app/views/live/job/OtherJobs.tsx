import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';
import { liveJobs, type JobState, type LiveJob } from '../../../state/liveJob';
import { useApp } from '../../../state/store';
import { formatLocation, type LiveMode } from '../../../state/urlState';
import { faultOf } from './faults';

/** What runs, waits or failed in the modes that are not shown. */
export function OtherJobs({ mode, labelOf }: { mode: LiveMode; labelOf: (mode: LiveMode) => string }) {
  return [...liveJobs].flatMap(([id, job]) =>
    id === mode ? [] : [<OtherJob key={id} mode={id} label={labelOf(id)} job={job} />],
  );
}

function OtherJob({ mode, label, job }: { mode: LiveMode; label: string; job: LiveJob<unknown> }) {
  const state = job.use();
  const raw = useApp(({ selection }) => selection.params);
  const words = wordsOf(state);
  if (words === null) return null;
  return (
    <Notice tone={state.kind === 'failed' ? 'bad' : 'info'}>
      <a href={formatLocation({ page: 'live', mode }, raw)}>{label}</a>: {words}{' '}
      {state.kind === 'running' || state.kind === 'planning' ? (
        <Button tone="quiet" onClick={() => job.cancel()}>
          Cancel
        </Button>
      ) : null}
    </Notice>
  );
}

/** Where a job stands, in a sentence; null where there is nothing to tell. */
export function wordsOf(state: JobState<unknown>): string | null {
  switch (state.kind) {
    case 'idle':
    case 'done':
      return null;
    case 'planning':
      return 'counting what would be sent.';
    case 'planned':
      return state.plan.local
        ? 'a plan waits for you.'
        : 'a plan waits for you; nothing is sent before you confirm it.';
    case 'cancelled':
      return 'cancelled.';
    case 'failed': {
      const { title, message } = faultOf(state.error);
      return `${title} ${message}`;
    }
    case 'running': {
      const { progress } = state.running;
      if (progress?.kind !== 'embed') return 'running.';
      const done = `running, ${format.count(progress.done)} of ${format.count(progress.total)} texts are embedded`;
      return progress.waitingMs === undefined
        ? `${done}.`
        : `${done}; waiting ${format.count(Math.ceil(progress.waitingMs / 1000))} s before try ${format.count(progress.attempt)}.`;
    }
  }
}
