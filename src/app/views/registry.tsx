import type { ComponentType } from 'react';
import { isKindId, type KindId } from '../../experiments/kinds';
import { lazyPart, type LazyPart } from '../components/lazyPart';
import type { ExperimentView } from '../state/urlState';
import type { ExperimentViewProps } from './openExperiment';

type Renderer = LazyPart<ExperimentViewProps>;

export interface ViewEntry {
  label: string;
  /** What the view answers, in a phrase. */
  answers: string;
  /** One renderer per kind of experiment that the view can show. */
  renderers: Partial<Record<KindId, Renderer>>;
}

/** Loads a view when it is first opened: the start page carries none of them. */
export function view<M, K extends keyof M>(load: () => Promise<M>, name: K): Renderer {
  return lazyPart(async () => (await load())[name] as ComponentType<ExperimentViewProps>);
}

export const viewRegistry: Record<ExperimentView, ViewEntry> = {
  scorecard: {
    label: 'Scorecard',
    answers: 'Which row does best, and how sure is that?',
    renderers: {
      'contextual-blend': view(() => import('./scorecard/BlendScorecard'), 'BlendScorecard'),
      chunking: view(() => import('./scorecard/ChunkingScorecard'), 'ChunkingScorecard'),
      'neighbor-expansion': view(() => import('./neighbors/NeighborScorecard'), 'NeighborScorecard'),
      imported: view(() => import('./imported/ImportedScorecard'), 'ImportedScorecard'),
    },
  },
  curves: {
    label: 'Curves',
    answers: 'How does quality change with the weight, the cutoff or the budget?',
    renderers: {
      'contextual-blend': view(() => import('./curves/BlendCurves'), 'BlendCurves'),
      chunking: view(() => import('./curves/ChunkingCurves'), 'ChunkingCurves'),
    },
  },
  inspector: {
    label: 'Inspector',
    answers: 'Where do the chunks begin and end?',
    renderers: { chunking: view(() => import('./inspector/ChunkInspector'), 'ChunkInspector') },
  },
  failures: {
    label: 'Failures',
    answers: 'What was missed, what came instead, and why?',
    renderers: {
      'contextual-blend': view(() => import('./failures/blend/BlendFailures'), 'BlendFailures'),
      chunking: view(() => import('./failures/chunking/ChunkingFailures'), 'ChunkingFailures'),
      'neighbor-expansion': view(() => import('./neighbors/NeighborFailures'), 'NeighborFailures'),
      imported: view(() => import('./imported/ImportedFailures'), 'ImportedFailures'),
    },
  },
  method: {
    label: 'Method',
    answers: 'How was it measured?',
    renderers: {
      'contextual-blend': view(() => import('./method/BlendMethod'), 'BlendMethod'),
      chunking: view(() => import('./method/ChunkingMethod'), 'ChunkingMethod'),
      'neighbor-expansion': view(() => import('./neighbors/NeighborAbout'), 'NeighborMethod'),
      imported: view(() => import('./imported/ImportedAbout'), 'ImportedMethod'),
    },
  },
  data: {
    label: 'Data',
    answers: 'On what?',
    renderers: {
      'contextual-blend': view(() => import('./data/BlendData'), 'BlendData'),
      chunking: view(() => import('./data/ChunkingData'), 'ChunkingData'),
      'neighbor-expansion': view(() => import('./neighbors/NeighborAbout'), 'NeighborCorpus'),
      imported: view(() => import('./imported/ImportedAbout'), 'ImportedFilesPage'),
    },
  },
  limits: {
    label: 'Limits',
    answers: 'What may not be concluded?',
    renderers: {
      'contextual-blend': view(() => import('./limits/limits'), 'BlendLimits'),
      chunking: view(() => import('./limits/limits'), 'ChunkingLimits'),
      'neighbor-expansion': view(() => import('./neighbors/NeighborAbout'), 'NeighborLimits'),
      imported: view(() => import('./imported/ImportedAbout'), 'ImportedLimits'),
    },
  },
};

/** How a view shows a kind of experiment; undefined where it does not, and for a kind that this program does not have. */
export function rendererOf(view: ExperimentView, kind: string): Renderer | undefined {
  return isKindId(kind) ? viewRegistry[view].renderers[kind] : undefined;
}
