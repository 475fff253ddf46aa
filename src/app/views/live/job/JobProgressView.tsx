import { useEffect, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';
import { ProgressBar } from '../../../components/ProgressBar';
import type { JobProgress } from '../../../state/liveJob';
import { clock } from './faults';
import { Notices } from './Notices';
import { guess, showProgress, type StepWords } from './progressModel';

interface JobProgressViewProps {
  running: JobProgress;
  /** The steps of this kind of run, in their order. */
  steps: StepWords;
  /** What is said before anything is known of it. */
  starting: string;
  note: string;
  onCancel: () => void;
}

/** From this on a wait is also told as a time of day. */
const longWaitMs = 90_000;

/** How far a run is, what it waits for, and the way to end it. */
export function JobProgressView({ running, steps, starting, note, onCancel }: JobProgressViewProps) {
  const now = useNow(running.startedAtMs);
  const { label, place, value, of, text } = showProgress(running, now, steps, starting);
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
        <Notice tone="warn">
          {/* The countdown is for the eyes: read aloud every second it would drown everything else. */}
          <strong>
            Waiting <span aria-hidden="true">{format.count(Math.ceil(progress.waitingMs / 1000))} s </span>
            before try {format.count(progress.attempt)}
            {progress.waitUntil !== undefined && progress.waitingMs > longWaitMs
              ? `, at ${clock(progress.waitUntil)}`
              : ''}
            .
          </strong>{' '}
          {progress.message}
        </Notice>
      ) : null}
      <Notices notices={running.notices} />
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
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
