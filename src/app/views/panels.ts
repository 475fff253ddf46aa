import type { ComponentType } from 'react';
import type { KindId } from '../../experiments/kinds';
import { lazyPart, type LazyPart } from '../components/lazyPart';
import type { OpenedRun } from '../state/openedRuns';
import { experimentViews, type ExperimentView } from '../state/urlState';
import type { RunAdapter } from './compare/adapters/adapter';
import type { ExperimentViewProps } from './openExperiment';

/** What each view is called, and what it answers, in a phrase. */
export const viewWords: Readonly<Record<ExperimentView, { label: string; answers: string }>> = {
  scorecard: { label: 'Scorecard', answers: 'Which row does best, and how sure is that?' },
  curves: {
    label: 'Curves',
    answers: 'How does quality change with the weight, the cutoff or the budget?',
  },
  inspector: { label: 'Inspector', answers: 'Where do the chunks begin and end?' },
  failures: { label: 'Failures', answers: 'What was missed, what came instead, and why?' },
  method: { label: 'Method', answers: 'How was it measured?' },
  data: { label: 'Data', answers: 'On what?' },
  limits: { label: 'Limits', answers: 'What may not be concluded?' },
};

type ViewPanel = LazyPart<ExperimentViewProps>;

/** Why a kind of experiment has nothing to show in a view, in a sentence. */
interface NoPanel {
  absent: string;
}

/** All that the page knows of a kind of experiment: how each view shows it, and what other pages ask of it. */
export interface KindPanels {
  /** What a card on the start page calls such an experiment. */
  label: string;
  views: Readonly<Record<ExperimentView, ViewPanel | NoPanel>>;
  /** Its rows as runs to compare. */
  runs: () => Promise<RunAdapter>;
  /** Whether its contexts are spans of documents whose text a reader can load. */
  hasCorpus: boolean;
  /** What is said of a run of the reader’s own besides where it is kept. */
  aboutOwnRun: LazyPart<{ run: OpenedRun }> | null;
}

/** Loads a panel when it is first opened: the start page carries none of them. */
function panel<M, K extends keyof M>(load: () => Promise<M>, name: K): ViewPanel {
  return lazyPart(async () => (await load())[name] as ComponentType<ExperimentViewProps>);
}

/** The page’s part of `experiments/kinds.ts`: a kind that lacks a panel does not compile. */
export const panels = {
  'contextual-blend': {
    label: 'Controlled experiment',
    views: {
      scorecard: panel(() => import('./scorecard/BlendScorecard'), 'BlendScorecard'),
      curves: panel(() => import('./curves/BlendCurves'), 'BlendCurves'),
      inspector: { absent: 'Its records are searched whole; nothing is cut.' },
      failures: panel(() => import('./failures/blend/BlendFailures'), 'BlendFailures'),
      method: panel(() => import('./method/BlendMethod'), 'BlendMethod'),
      data: panel(() => import('./data/BlendData'), 'BlendData'),
      limits: panel(() => import('./limits/limits'), 'BlendLimits'),
    },
    runs: async () => (await import('./compare/adapters/blend')).blendAdapter,
    hasCorpus: false,
    aboutOwnRun: null,
  },
  chunking: {
    label: 'Benchmark',
    views: {
      scorecard: panel(() => import('./scorecard/ChunkingScorecard'), 'ChunkingScorecard'),
      curves: panel(() => import('./curves/ChunkingCurves'), 'ChunkingCurves'),
      inspector: panel(() => import('./inspector/ChunkInspector'), 'ChunkInspector'),
      failures: panel(() => import('./failures/chunking/ChunkingFailures'), 'ChunkingFailures'),
      method: panel(() => import('./method/ChunkingMethod'), 'ChunkingMethod'),
      data: panel(() => import('./data/ChunkingData'), 'ChunkingData'),
      limits: panel(() => import('./limits/limits'), 'ChunkingLimits'),
    },
    runs: async () => (await import('./compare/adapters/chunking')).chunkingAdapter,
    hasCorpus: true,
    aboutOwnRun: lazyPart(async () => (await import('./shared/SameCorpus')).SameCorpus),
  },
  imported: {
    label: 'Imported',
    views: {
      scorecard: panel(() => import('./imported/ImportedScorecard'), 'ImportedScorecard'),
      curves: { absent: 'Files of another program hold no token costs.' },
      inspector: { absent: 'Files of another program hold no texts and no chunks.' },
      failures: panel(() => import('./imported/ImportedFailures'), 'ImportedFailures'),
      method: panel(() => import('./imported/ImportedAbout'), 'ImportedMethod'),
      data: panel(() => import('./imported/ImportedAbout'), 'ImportedFilesPage'),
      limits: panel(() => import('./imported/ImportedAbout'), 'ImportedLimits'),
    },
    runs: async () => (await import('./compare/adapters/imported')).importedAdapter,
    hasCorpus: false,
    aboutOwnRun: null,
  },
  threads: {
    label: 'Threads',
    views: {
      scorecard: panel(() => import('./threads/ThreadsScorecard'), 'ThreadsScorecard'),
      curves: panel(() => import('./threads/ThreadsCurves'), 'ThreadsCurves'),
      inspector: panel(() => import('./threads/ThreadsInspector'), 'ThreadsInspector'),
      failures: panel(() => import('./threads/ThreadsFailures'), 'ThreadsFailures'),
      method: panel(() => import('./threads/ThreadsAbout'), 'ThreadsMethod'),
      data: panel(() => import('./threads/ThreadsAbout'), 'ThreadsDataPage'),
      limits: panel(() => import('./threads/ThreadsAbout'), 'ThreadsLimits'),
    },
    runs: async () => (await import('./compare/adapters/threads')).threadsAdapter,
    hasCorpus: false,
    aboutOwnRun: null,
  },
} satisfies Record<KindId, KindPanels>;

/** The panels of a kind, as an entry names it; null for one that this program does not have. */
export function panelsOf({ kind }: { kind: string }): KindPanels | null {
  return Object.hasOwn(panels, kind) ? panels[kind as KindId] : null;
}

/** How a view shows an experiment; null where it does not. */
export function panelOf(view: ExperimentView, entry: { kind: string }): ViewPanel | null {
  const found = panelsOf(entry)?.views[view];
  return found && !('absent' in found) ? found : null;
}

/** The views that show an experiment, in the order in which a result is read. */
export const viewsOf = (entry: { kind: string }): ExperimentView[] =>
  experimentViews.filter((view) => panelOf(view, entry) !== null);
