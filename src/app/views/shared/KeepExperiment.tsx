import { useEffect, useRef, useState } from 'react';
import { bytes } from '../../../core/stats/format';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { ProgressBar } from '../../components/ProgressBar';
import { canKeep, isKept, keepExperiment, releaseExperiment } from '../../data/keptExperiments';

type State =
  | { status: 'unknown' | 'loose' | 'kept' }
  | { status: 'keeping'; there: number }
  | { status: 'failed'; message: string };

/** Keeps all files of a published experiment in this browser, so that its views show data without a network. */
export function KeepExperiment({ entry }: { entry: ExperimentEntry }) {
  const [state, setState] = useState<State>({ status: 'unknown' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    let isHere = true;
    if (canKeep())
      void isKept(entry).then((kept) => {
        if (isHere) setState({ status: kept ? 'kept' : 'loose' });
      });
    return () => {
      isHere = false;
      running.current?.abort();
    };
  }, [entry]);
  if (state.status === 'unknown') return null;
  const size = entry.files.reduce((sum, file) => sum + file.bytes, 0);
  const keep = async () => {
    const controller = new AbortController();
    running.current = controller;
    setState({ status: 'keeping', there: 0 });
    try {
      await keepExperiment(entry, (there) => setState({ status: 'keeping', there }), controller.signal);
      setState({ status: 'kept' });
    } catch (error) {
      if (controller.signal.aborted) setState({ status: 'loose' });
      else setState({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  if (state.status === 'keeping')
    return (
      <>
        <ProgressBar
          label="Keeping this experiment"
          value={state.there}
          of={size}
          text={`${bytes(state.there)} of ${bytes(size)}`}
        />
        <Button tone="quiet" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      </>
    );
  if (state.status === 'kept')
    return (
      <>
        <span role="status" className="soft">
          Kept in this browser ({bytes(size)}): works offline.
        </span>
        <Button
          tone="quiet"
          onClick={() => void releaseExperiment(entry).then(() => setState({ status: 'loose' }))}
        >
          Stop keeping it
        </Button>
      </>
    );
  return (
    <>
      <Button tone="quiet" onClick={() => void keep()}>
        Keep this experiment ({bytes(size)})
      </Button>
      {state.status === 'failed' ? <span role="alert">It could not be kept: {state.message}</span> : null}
    </>
  );
}
