import { ArtifactError } from '../../artifact/errors';
import { benchmarkDraw } from '../published';
import type { SourceText } from '../reader';
import { datasetReaders, type DatasetReaderId } from '../readers';
import type { DatasetAnswer } from './asked';

/** Files of a known form as documents and questions, gold spans and all; of large ones as much as a published benchmark takes. */
export function readDataset(files: readonly SourceText[], reader: DatasetReaderId): DatasetAnswer {
  try {
    const { corpus, notices } = datasetReaders[reader].read(
      files.map(({ name, text }) => ({ name, content: text })),
      { draw: benchmarkDraw },
    );
    const idOf = (document: number): string => corpus.documents[document]!.id;
    return {
      kind: 'read',
      documents: corpus.documents.map(({ id, text }) => ({ id, text })),
      questions: corpus.questions.map(({ id, text, document, answers, gold }) => ({
        id,
        text,
        document: document === null ? null : idOf(document),
        answers,
        marks: gold.map(({ document, start, end }) => ({ document: idOf(document), start, end })),
        family: null,
      })),
      notices,
    };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, file, path, found, expected } = error;
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}
