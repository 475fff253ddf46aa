import { chunkingSquad } from './chunking/experiment';
import { contextualBlend } from './contextualBlend/experiment';
import type { ExperimentBuilder } from './experiment';
import { neighborExpansion } from './neighborExpansion/experiment';

/** Every experiment that the command line builds, in the order of the start page. */
export const experiments = {
  'contextual-blend': contextualBlend,
  'chunking-squad': chunkingSquad,
  'neighbor-expansion': neighborExpansion,
} as const satisfies Record<string, ExperimentBuilder>;

export type ExperimentId = keyof typeof experiments;
export const experimentIds = Object.keys(experiments) as ExperimentId[];

export function isExperimentId(id: string): id is ExperimentId {
  return Object.hasOwn(experiments, id);
}
