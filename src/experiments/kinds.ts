import { ArtifactError } from '../artifact/errors';
import type { ExperimentKind } from '../analysis/kind';

/**
 * Every kind of experiment, loaded when one is met. A kind that lacks a part does not
 * compile; nothing but its own folder, this record and the page's record of panels knows its name.
 */
export const kinds = {
  'contextual-blend': async () => (await import('./blend/kind')).blendKind,
  chunking: async () => (await import('./chunking/kind')).chunkingKind,
  imported: async () => (await import('./items/kind')).itemsKind,
  threads: async () => (await import('./threads/kind')).threadsKind,
} as const satisfies Record<string, () => Promise<ExperimentKind>>;

export type KindId = keyof typeof kinds;

export const kindIds = Object.keys(kinds) as KindId[];

export const isKindId = (id: unknown): id is KindId => typeof id === 'string' && Object.hasOwn(kinds, id);

/** The kind of an experiment; one that this program does not have is refused by name. */
export async function kindOf({ id, kind }: { id: string; kind: string }): Promise<ExperimentKind> {
  if (isKindId(kind)) return kinds[kind]();
  throw new ArtifactError({
    kind: 'wrong-kind',
    file: id,
    path: '$.kind',
    found: `an experiment of the kind “${kind.slice(0, 60)}”`,
    expected: `one of ${kindIds.join(', ')}`,
  });
}
