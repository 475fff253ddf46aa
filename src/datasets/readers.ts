import type { DatasetReader } from './reader';
import { squadReader } from './squad/squadReader';

/** Every form of file that holds documents with questions. */
export const datasetReaders = { squad: squadReader } as const satisfies Record<string, DatasetReader>;

export type DatasetReaderId = keyof typeof datasetReaders;

/** The form that a text is in by its looks; null for any other text. */
export function recognisedReader(text: string): DatasetReaderId | null {
  const ids = Object.keys(datasetReaders) as DatasetReaderId[];
  return ids.find((id) => datasetReaders[id].recognises(text)) ?? null;
}
