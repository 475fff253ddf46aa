import { ArtifactError } from '../../artifact/errors';
import { benchmarkDraw } from '../published';
import type { SourceText } from '../reader';
import { datasetReaders, recognisedDatasets, type DatasetReaderId } from '../readers';
import type { DatasetAnswer } from './asked';
import type { DocumentTexts, ReadQuestions } from './questions';

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
        ...(answers.length === 0 && gold.length === 0 && { open: true }),
      })),
      notices,
    };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, file, path, found, expected } = error;
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}

/**
 * The questions of a file that is a dataset only together with texts that are here already, such as
 * Chroma's table with its corpora: their spans lie in those documents. null for any other file.
 */
export function questionsBeside(file: SourceText, documents: DocumentTexts): ReadQuestions | null {
  const texts = [...documents].map(([name, text]) => ({ name, text }));
  const dataset = recognisedDatasets([file, ...texts]).find(
    ({ files }) => files.includes(file) && files.length > 1,
  );
  if (!dataset) return null;
  const read = readDataset(dataset.files, dataset.reader);
  if (read.kind === 'refused') throw new ArtifactError(read.problem);
  const held = new Map(
    read.documents.map(({ id, text }) => [id, texts.find((document) => document.text === text)?.name ?? id]),
  );
  const heldAs = (id: string): string => held.get(id) ?? id;
  return {
    questions: read.questions.map((question) => ({
      ...question,
      document: question.document === null ? null : heldAs(question.document),
      marks: question.marks.map((mark) => ({ ...mark, document: heldAs(mark.document) })),
    })),
    notices: [...read.notices],
  };
}
