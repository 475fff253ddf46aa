import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { bytes, count } from '../../../core/stats/format';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { Notice } from '../../components/Notice';
import { openFiles } from '../../data/openArtifactFiles';
import { deleteFromDevice, findRun, lookForKeptRuns, openRun, useOpenedRuns } from '../../state/openedRuns';
import { navigate } from '../../state/store';
import { formatLocation } from '../../state/urlState';
import { expansionOf } from '../neighbors/expansionOf';
import { FileFault } from './FileFault';
import styles from './OpenRun.module.css';

type State =
  | { kind: 'idle' }
  | { kind: 'reading'; name: string; step: string | null }
  | { kind: 'incomplete'; files: readonly File[]; message: string; missing: 'judgments' | 'run' }
  | { kind: 'failed'; error: Error };

/** Reads files as a run and goes to it; a new choice ends the reading before it. */
function useOpening() {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const open = async (given: readonly File[]) => {
    if (given.length === 0) return;
    // A run waits for its judgments, and judgments for their run.
    const files =
      state.kind === 'incomplete'
        ? [
            ...state.files,
            ...given.filter(
              ({ name, size }) => !state.files.some((file) => file.name === name && file.size === size),
            ),
          ]
        : given;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const name = files.length === 1 ? files[0]!.name : `${files.length} files`;
    const show = (next: State) => {
      if (!signal.aborted) setState(next);
    };
    show({ kind: 'reading', name, step: null });
    try {
      const opened = await openFiles(files, {
        signal,
        onStep: (step) => show({ kind: 'reading', name, step }),
      });
      if (signal.aborted) return;
      if (opened.kind === 'incomplete') return setState({ ...opened, files });
      const [first] = opened.runs.map((run) => openRun(run));
      setState({ kind: 'idle' });
      navigate({ page: 'experiment', experiment: first!.entry.id, view: 'scorecard' });
    } catch (error) {
      show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, open, cancel };
}

/** Whether files are held over a part of the page, and what hears of it. */
function useFileDrop(open: (files: readonly File[]) => Promise<void>) {
  const [over, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void open([...event.dataTransfer.files]);
  };
  return {
    over,
    handlers: { onDragEnter: drag(true), onDragOver: drag(true), onDragLeave: drag(false), onDrop: drop },
  };
}

/** Opens a run from files of the reader's, and lists those that are open or kept on this device. */
export function OpenRun() {
  const picker = useRef<HTMLInputElement>(null);
  const { state, open, cancel } = useOpening();
  const { over, handlers } = useFileDrop(open);
  const id = useId();
  const { runs, keptEntries } = useOpenedRuns();
  useEffect(() => void lookForKeptRuns(), []);

  return (
    <section
      aria-labelledby={id}
      className={`stack gap-3 ${styles.open} ${over ? styles.over : ''} no-print`}
      {...handlers}
    >
      <h2 id={id}>Open a run</h2>
      <p>
        A run that was downloaded here or written by the command line: the zip, or its JSON files together. Or
        one of another program: a TREC run together with its judgments (qrels), whatever they are called. It
        is read in this page and goes nowhere; no key is needed.
      </p>
      <div className="row">
        <Button onClick={() => picker.current?.click()}>Choose files …</Button>
        <input
          ref={picker}
          type="file"
          multiple
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Files of a run"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file can be picked again after it was mended.
            event.target.value = '';
            void open(files);
          }}
        />
        <span className="soft small">or drop them here</span>
      </div>
      <Progress state={state} onChoose={() => picker.current?.click()} onCancel={cancel} />
      <RunList title="Open in this tab" entries={runs.map(({ entry }) => entry)} />
      <RunList title="Kept on this device" entries={keptEntries ?? []} />
    </section>
  );
}

interface ProgressProps {
  state: State;
  onChoose: () => void;
  onCancel: () => void;
}

/** What becomes of the files: read, waiting for others, or refused. */
function Progress({ state, onChoose, onCancel }: ProgressProps) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'reading':
      return (
        <div className="row">
          <p role="status">
            Reading {state.name}
            {state.step === null ? '' : `: ${state.step}`} …
          </p>
          {state.step === null ? null : <Button onClick={onCancel}>Cancel</Button>}
        </div>
      );
    case 'incomplete':
      return (
        <Notice
          tone="warn"
          action={
            <span className="row">
              <Button tone="primary" onClick={onChoose}>
                Choose the {state.missing} …
              </Button>
              <Button onClick={onCancel}>Start over</Button>
            </span>
          }
        >
          {state.message}
        </Notice>
      );
    case 'failed':
      return <FileFault error={state.error} retry={onCancel} />;
  }
}

/** How far the hits of a neighbor expansion were widened. */
function WidthBadges({ entry }: { entry: ExperimentEntry }) {
  const { applies, widths } = expansionOf(entry);
  if (!applies) return null;
  return widths.map((width) => (
    <ExpansionBadge key={`${width.neighborPrev}/${width.neighborNext}`} {...width} applies />
  ));
}

function RunList({ title, entries }: { title: string; entries: readonly ExperimentEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className={`plain-list ${styles.list}`}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}>
              {entry.title}
            </a>
            <WidthBadges entry={entry} />
            <span className="soft small">
              {entry.data};{' '}
              <span className="number">{entry.provenance.startedAt.slice(0, 16).replace('T', ' ')}</span>;{' '}
              {count(entry.files.length)} files,{' '}
              {bytes(entry.files.reduce((sum, file) => sum + file.bytes, 0))}
            </span>
            {findRun(entry.id) ? null : (
              <Button
                tone="quiet"
                aria-label={`Delete ${entry.title} from this device`}
                onClick={() => void deleteFromDevice(entry.id)}
              >
                Delete from this device
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
