import { useEffect, useState } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Notice } from '../../../components/Notice';
import { ProgressBar } from '../../../components/ProgressBar';
import { canResume } from '../../../data/liveProviders';
import type { JobProgress } from '../../../state/liveJob';
import styles from './Job.module.css';

/** How far a run is, what it waits for, and the way to end it. */
export function JobProgressView({ progress, onCancel }: { progress: JobProgress; onCancel: () => void }) {
  const { embed, load, step } = progress;
  const elapsedMs = useElapsed(progress.startedAtMs);
  const loading =
    load !== null && load.loadedBytes < load.totalBytes && (embed === null || embed.done === embed.cached);
  return (
    <div className={styles.progress}>
      {step !== null ? (
        <ProgressBar label={step} value={null} of={1} text={`${step} …`} />
      ) : loading ? (
        <ProgressBar
          label="Loading the model"
          value={load.loadedBytes}
          of={load.totalBytes}
          text={`Loading the model: ${format.bytes(load.loadedBytes)} of ${format.bytes(load.totalBytes)}`}
        />
      ) : embed === null ? (
        <ProgressBar label="Starting" value={null} of={1} text="Starting …" />
      ) : (
        <ProgressBar
          label="Embedding texts"
          value={embed.done}
          of={embed.total}
          text={embedWords(embed, elapsedMs)}
        />
      )}
      {embed?.waitingMs !== undefined ? (
        <Notice tone="warn">
          {/* The countdown is for the eyes: read aloud every second it would drown everything else. */}
          <strong>
            Waiting <span aria-hidden="true">{format.count(Math.ceil(embed.waitingMs / 1000))} s </span>before
            try {format.count(embed.attempt)}.
          </strong>{' '}
          {embed.message}
        </Notice>
      ) : null}
      <div className="row">
        <Button onClick={onCancel}>Cancel</Button>
        <span className="soft small">
          {canResume()
            ? 'Finished texts are kept; resuming embeds only the others.'
            : 'Nothing is kept on a page without https: a run that is ended starts over.'}
        </span>
      </div>
    </div>
  );
}

function embedWords({ done, total, cached }: NonNullable<JobProgress['embed']>, elapsedMs: number): string {
  const own = done - cached;
  const rate = own / (elapsedMs / 1000);
  const words = [`${format.count(done)} of ${format.count(total)} texts`];
  if (cached > 0) words.push(`${format.count(cached)} of them kept from before`);
  if (own > 0 && elapsedMs > 2000 && done < total)
    words.push(
      `${format.decimal(rate)} a second`,
      `about ${format.duration(1000 * Math.ceil((total - done) / rate))} left`,
    );
  return words.join(' · ');
}

/** Milliseconds since the start, twice a second. */
function useElapsed(startedAtMs: number): number {
  const [now, setNow] = useState(startedAtMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - startedAtMs);
}
