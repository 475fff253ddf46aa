import { useEffect, useState } from 'react';
import { lazyPart, type LazyPart } from '../../components/lazyPart';
import { LinkTabs } from '../../components/LinkTabs';
import { DroppedNotice, Notice } from '../../components/Notice';
import { useApp } from '../../state/store';
import { formatLocation, liveModes, type LiveMode } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import { ChosenContext } from './chosenContext';
import { OtherJobs } from './job/OtherJobs';
import type { LiveModeProps } from './liveMode';
import { liveCodecs } from './liveParams';
import { ProviderPanel } from './provider/ProviderPanel';
import { useProviderChoice } from './useProviderChoice';
import { FilePart } from '../shared/FilePart';

interface ModeEntry {
  label: string;
  answers: string;
  component: LazyPart<LiveModeProps>;
  /** Whether the choice of a model stands above it; otherwise it has a place of its own there. */
  modelFirst: boolean;
}

/** The modes of the live panel. A new one is a line here and, where it has parameters, lines in `liveParams.ts`. */
const modes: Partial<Record<LiveMode, ModeEntry>> = {
  method: {
    label: 'Method on pasted text',
    answers: 'Which stored pieces does each part of a message find, and why?',
    component: lazyPart(async () => (await import('./method/MethodMode')).MethodMode),
    modelFirst: true,
  },
  benchmark: {
    label: 'Benchmark on your text',
    answers: 'Which way of cutting my documents lets a search find the answers?',
    component: lazyPart(async () => (await import('./benchmark/BenchmarkMode')).BenchmarkMode),
    modelFirst: false,
  },
  threads: {
    label: 'Your threads',
    answers: 'What do labelled pieces of my chat history find that whole turns do not?',
    component: lazyPart(async () => (await import('./threads/ThreadsMode')).ThreadsMode),
    modelFirst: true,
  },
  ask: {
    label: 'Ask your documents',
    answers: 'What does each way of cutting return for this question?',
    component: lazyPart(async () => (await import('./ask/AskMode')).AskMode),
    modelFirst: false,
  },
  reproduce: {
    label: 'Reproduce the controlled experiment',
    answers: 'What would the published experiment find with another model?',
    component: lazyPart(async () => (await import('./reproduce/ReproduceMode')).ReproduceMode),
    modelFirst: true,
  },
};

/** The live panel: a model of the reader's choice, and what can be tried with it. */
export function LivePage({ mode }: { mode: LiveMode }) {
  const params = useParams(liveCodecs);
  const chosen = useProviderChoice(params);
  const raw = useApp((state) => state.selection.params);
  const entry = modes[mode];
  const offline = useOffline();
  return (
    <ChosenContext value={chosen}>
      <article className="stack">
        <DroppedNotice dropped={params.dropped} />
        <header className="row tight">
          <h1>Try it on your own text</h1>
          <p className="soft small no-measure">
            Everything is computed in this page. With the built-in model nothing leaves your machine; with an
            endpoint of yours, only the texts to embed do.
          </p>
        </header>
        <LinkTabs
          label="Modes of the live panel"
          current={mode}
          tabs={liveModes.flatMap((id) => {
            const known = modes[id];
            return known
              ? [
                  {
                    id,
                    label: known.label,
                    href: formatLocation({ page: 'live', mode: id }, raw),
                    title: known.answers,
                  },
                ]
              : [];
          })}
        />
        {offline ? (
          <Notice tone="info">
            The network is away. What was loaded still works, the built-in model among it.
          </Notice>
        ) : null}
        {entry?.modelFirst ? <ProviderPanel params={params} chosen={chosen} /> : null}
        <OtherJobs mode={mode} labelOf={(id) => modes[id]?.label ?? id} />
        <FilePart of={mode} waiting={entry?.label.toLowerCase() ?? 'the page'}>
          {entry ? (
            <entry.component params={params} chosen={chosen} />
          ) : (
            <Notice tone="warn">This mode is not there yet.</Notice>
          )}
        </FilePart>
      </article>
    </ChosenContext>
  );
}

function useOffline(): boolean {
  const [offline, setOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return offline;
}
