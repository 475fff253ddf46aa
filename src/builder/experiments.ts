import { chunkingCorpora } from './chunking/corpora';
import { chunkingExperiment } from './chunking/experiment';
import { ownRunTools } from './chunking/tools';
import { contextualBlend } from './contextualBlend/experiment';
import { handbook } from './handbook/experiment';
import { threads, threadsTools } from './threads/experiment';
import { missingException } from './missingException/experiment';
import { itemsKind } from '../experiments/items/kind';
import type { ExperimentEntry } from '../artifact/indexFile';
import type { ExperimentBuilder, ExperimentTools } from './experiment';
import { importedTools } from './imported/tools';

/** Every experiment that the command line builds, in the order of the start page. */
export const experiments = {
  'contextual-blend': contextualBlend,
  'chunking-squad': chunkingExperiment(chunkingCorpora.squad),
  'chunking-chroma': chunkingExperiment(chunkingCorpora.chroma),
  'chunking-covidqa': chunkingExperiment(chunkingCorpora.covidQa),
  handbook,
  'missing-exception': missingException,
  threads,
} as const satisfies Record<string, ExperimentBuilder>;

export type ExperimentId = keyof typeof experiments;
export const experimentIds = Object.keys(experiments) as ExperimentId[];

export function isExperimentId(id: string): id is ExperimentId {
  return Object.hasOwn(experiments, id);
}

/** Artifacts that are not built here, by their kind. */
const toolsOfKind: Readonly<Record<string, ExperimentTools>> = {
  [itemsKind.id]: importedTools,
  [threads.kind]: threadsTools,
  [experiments['chunking-squad'].kind]: ownRunTools,
};

/** What can be done with an artifact of an index: by its id where it is built here, else by its kind; undefined for any other. */
export function toolsOf({ id, kind }: Pick<ExperimentEntry, 'id' | 'kind'>): ExperimentTools | undefined {
  if (isExperimentId(id) && experiments[id].kind === kind) return experiments[id];
  return Object.hasOwn(toolsOfKind, kind) ? toolsOfKind[kind] : undefined;
}
