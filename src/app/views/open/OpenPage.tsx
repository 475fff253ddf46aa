import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button';
import { DroppedNotice, Notice } from '../../components/Notice';
import { artifactAddress, fetchRuns } from '../../data/openArtifact';
import { openRun } from '../../state/openedRuns';
import { navigate } from '../../state/store';
import { useParams } from '../../state/useParams';
import { FileFault } from '../shared/FileFault';
import { OpenRun } from '../shared/OpenRun';
import { openCodecs } from './openCodecs';

/** Opens an artifact from an address in the link, or from files. */
export function OpenPage() {
  const { values, dropped } = useParams(openCodecs);
  return (
    <article className="stack">
      <DroppedNotice dropped={dropped} />
      <h1>Open an artifact</h1>
      {values.artifact === null ? null : <FromAddress key={values.artifact} given={values.artifact} />}
      <OpenRun />
    </article>
  );
}

function FromAddress({ given }: { given: string }) {
  const target = resolve(given);
  if (target instanceof Error) return <Notice tone="bad">{target.message}</Notice>;
  return <Fetching address={target} />;
}

function resolve(given: string): URL | Error {
  try {
    return artifactAddress(given, document.baseURI);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

type State = { kind: 'asking' } | { kind: 'fetching' } | { kind: 'failed'; error: Error };

/** A file of this site is fetched at once. Another host learns that it is asked, so the reader says when. */
function Fetching({ address }: { address: URL }) {
  const own = address.origin === location.origin;
  const [state, setState] = useState<State>({ kind: own ? 'fetching' : 'asking' });
  const running = useRef<AbortController>(null);
  const fetchNow = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    fetchRuns(address, controller.signal).then(
      (runs) => {
        if (controller.signal.aborted) return;
        const [first] = runs.map((run) => openRun(run));
        // Back leads to where the reader came from, not to a page that opens it again.
        navigate(
          { page: 'experiment', experiment: first!.entry.id, view: 'scorecard' },
          {},
          { replace: true },
        );
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
  };
  const start = () => {
    setState({ kind: 'fetching' });
    fetchNow();
  };
  useEffect(() => {
    if (own) fetchNow();
    return () => running.current?.abort();
    // Once for this address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  switch (state.kind) {
    case 'asking':
      return (
        <Notice
          action={
            <Button tone="primary" onClick={start}>
              Fetch it
            </Button>
          }
        >
          This link opens a file from <strong>{address.host}</strong>: {address.href}. Nothing has been asked
          of that host yet.
        </Notice>
      );
    case 'fetching':
      return <p role="status">Fetching {address.href} …</p>;
    case 'failed':
      return <FileFault error={state.error} retry={start} />;
  }
}
