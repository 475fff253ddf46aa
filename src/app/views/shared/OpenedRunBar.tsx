import { Suspense, useState } from 'react';
import { bytes } from '../../../core/stats/format';
import { Button } from '../../components/Button';
import { downloadFile } from '../../components/download';
import { PopoverMenu } from '../../components/Explain';
import { Notice } from '../../components/Notice';
import { packRun } from '../../data/runBundle';
import { closeRun, deleteFromDevice, keepOnDevice, type OpenedRun } from '../../state/openedRuns';
import { navigate } from '../../state/store';
import { panelsOf } from '../panels';
import styles from './OpenRun.module.css';

/** Where an opened run is, and what can be done with it: download, keep, close. */
export function OpenedRunBar({ run }: { run: OpenedRun }) {
  const { entry, kept, refusal } = run;
  const About = panelsOf(entry)?.aboutOwnRun;
  const size = bytes(entry.files.reduce((sum, file) => sum + file.bytes, 0));
  const close = () => {
    closeRun(entry.id);
    navigate({ page: 'start' });
  };
  return (
    <div className={`row tight small ${styles.bar} no-print`}>
      <p>
        {kept
          ? `A run of your own, kept on this device (${size}).`
          : 'A run of your own, in memory until this page is closed.'}
      </p>
      <DownloadRun run={run} />
      {kept ? (
        <Button onClick={() => void deleteFromDevice(entry.id)}>Delete from this device</Button>
      ) : (
        <Button onClick={() => void keepOnDevice(entry.id)}>Keep on this device ({size})</Button>
      )}
      <Button tone="quiet" onClick={close}>
        Close the run
      </Button>
      {refusal !== null ? <p role="alert">{refusal}</p> : null}
      {About ? (
        <Suspense fallback={null}>
          <About run={run} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The download asks: with the text or without. */
export function DownloadRun({ run }: { run: OpenedRun }) {
  const [state, setState] = useState<'idle' | 'packing' | Error>('idle');
  const hasText = run.files.has('texts.json');
  const download = async (withText: boolean) => {
    setState('packing');
    try {
      const zip = await packRun(run, withText);
      downloadFile(
        `${run.entry.id}${withText || !hasText ? '' : '-without-text'}.zip`,
        'application/zip',
        zip,
      );
      setState('idle');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <>
      {hasText ? (
        <PopoverMenu label="Download the run">
          <div className="stack gap-2 items-start">
            <p>
              One zip, to open here later without a key or to send to somebody. With or without the text of
              your documents and questions?
            </p>
            <Button tone="primary" onClick={() => void download(true)}>
              Download with its text
            </Button>
            <p className="soft small">Needed to inspect chunks and misses.</p>
            <Button onClick={() => void download(false)}>Download without text</Button>
            <p className="soft small">
              Figures, offsets, ranks and scores; document and family names stay in.
            </p>
          </div>
        </PopoverMenu>
      ) : (
        <Button onClick={() => void download(true)}>Download the run</Button>
      )}
      {state === 'packing' ? <span role="status">Packing …</span> : null}
      {state instanceof Error ? (
        <Notice tone="bad">The run could not be packed: {state.message}</Notice>
      ) : null}
    </>
  );
}
