import { useEffect, useRef, useState } from 'react';
import { neighborRunId } from '../../../../experiments/chunking/neighbors/runs';
import { encodeList } from '../../../../artifact/addressParts';
import { formatRunId } from '../../../../analysis/compare/runId';
import { Button } from '../../../components/Button';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { useFocusKept } from '../../../components/useFocusKept';
import { expansionRunId, makeExpansion, type ExpandedStrategy } from '../../../data/benchmarkExpansion';
import { isAbortError } from '../../../data/liveProviders';
import { openRun, useOpenedRuns, type OpenedRun } from '../../../state/openedRuns';
import { formatLocation, type ExperimentView } from '../../../state/urlState';
import { viewsOf, viewWords } from '../../panels';
import benchmark from './Benchmark.module.css';
import styles from './Neighbors.module.css';

interface OpenExpansionProps {
  run: OpenedRun;
  strategy: ExpandedStrategy;
  prev: number;
  next: number;
}

/** The width as an experiment of its own: made on request, or along with the run. */
export function OpenExpansion({ run, strategy, prev, next }: OpenExpansionProps) {
  const width = { neighborPrev: prev, neighborNext: next };
  const id = expansionRunId(run.entry.id, strategy.id, width);
  const made = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === id));
  const [state, setState] = useState<'idle' | 'making' | Error>('idle');
  const making = useRef<AbortController | null>(null);
  const box = useFocusKept<HTMLDivElement>(made);
  useEffect(() => () => making.current?.abort(), []);
  const row = neighborRunId(width);
  if (prev + next === 0)
    return (
      <p className="soft">Choose neighbors to open them as an experiment of its own, beside hits alone.</p>
    );
  const make = async () => {
    making.current?.abort();
    const controller = new AbortController();
    making.current = controller;
    setState('making');
    try {
      openRun(await makeExpansion(run.entry, strategy, width, controller.signal));
      setState('idle');
    } catch (error) {
      if (!isAbortError(error)) setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <div ref={box} tabIndex={-1} className={`stack gap-2 ${styles.open}`}>
      {made ? (
        <Opened run={made} row={row} />
      ) : (
        <div className="row">
          <Button disabled={state === 'making'} onClick={() => void make()}>
            {state === 'making' ? 'Opening …' : `Open ±${row} as an experiment of its own`}
          </Button>
          <span className="soft small">
            The BM25 hits at ±0/0 and ±{row}, in the form of the published neighbor expansion: scorecard,
            misses with their trees, report, comparison and download.
          </span>
        </div>
      )}
      {state instanceof Error && !made ? (
        <ErrorPanel title="The experiment could not be made." message={state.message} />
      ) : null}
    </div>
  );
}

function Opened({ run: { entry }, row }: { run: OpenedRun; row: string }) {
  const to = (view: ExperimentView) => formatLocation({ page: 'experiment', experiment: entry.id, view });
  const views = viewsOf(entry);
  const compare = formatLocation(
    { page: 'compare' },
    {
      runs: encodeList(['0/0', row].map((of) => formatRunId({ experiment: entry.id, row: of }))),
    },
  );
  return (
    <>
      <p>
        Open as an experiment of its own: “{entry.title}”, the BM25 hits at ±0/0 and ±{row}. {entry.headline}
      </p>
      <nav className={`row ${benchmark.views}`} aria-label={`Views of neighbor expansion ±${row}`}>
        {views.map((view) => (
          <a key={view} href={to(view)} title={viewWords[view].answers}>
            {viewWords[view].label}
          </a>
        ))}
        <a href={compare}>Compare ±0/0 with ±{row}</a>
      </nav>
    </>
  );
}
