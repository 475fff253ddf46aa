import { beirReader } from './beir/beirReader';
import { chromaReader } from './chroma/chromaReader';
import { covidQaReader } from './covidQa/covidQaReader';
import type { DatasetReader, SourceText } from './reader';
import { squadReader } from './squad/squadReader';

/** Every form of files that hold documents with questions; the more particular before the more general. */
export const datasetReaders = {
  chroma: chromaReader,
  beir: beirReader,
  covidQa: covidQaReader,
  squad: squadReader,
} as const satisfies Record<string, DatasetReader>;

export type DatasetReaderId = keyof typeof datasetReaders;

export interface RecognisedDataset<File extends SourceText = SourceText> {
  reader: DatasetReaderId;
  files: readonly File[];
}

/** The datasets that lie in some files by their looks; a file belongs to one at most. */
export function recognisedDatasets<File extends SourceText>(
  files: readonly File[],
): RecognisedDataset<File>[] {
  const found: RecognisedDataset<File>[] = [];
  let rest = files;
  for (const reader of Object.keys(datasetReaders) as DatasetReaderId[]) {
    for (;;) {
      const claimed = datasetReaders[reader].claims(rest);
      if (claimed.length === 0) break;
      found.push({ reader, files: claimed });
      rest = rest.filter((file) => !claimed.includes(file));
    }
  }
  return found;
}
