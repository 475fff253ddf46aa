import { questionsBeside } from '../../../../datasets/own/dataset';
import { recognisedDatasets, type RecognisedDataset } from '../../../../datasets/readers';
import { benchmarkLimits, type ReadText } from '../../../../datasets/own/textFile';
import { readTextFile } from '../../../data/benchmarkDocuments';
import {
  looksLikeQuestions,
  readQuestions,
  repeatedIds,
  type DocumentTexts,
  type ReadQuestions,
} from '../../../../datasets/own/questions';
import {
  addDocument,
  addQuestions,
  useBenchmarkInput,
  type InputDocument,
} from '../../../state/benchmarkInput';
import { ArtifactError } from '../../../../artifact/errors';

/** Texts that together look like documents with questions, and the form they are in. */
export type DatasetTexts = RecognisedDataset<ReadText>;

export interface FilesRead {
  added: string[];
  faults: Error[];
  notices: string[];
  /** Documents that are rather a list of questions. */
  likeQuestions: InputDocument[];
  /** Files in a form that holds questions too: neither added nor refused before the reader says what they are. */
  datasets: DatasetTexts[];
}

export const nothingRead: FilesRead = { added: [], faults: [], notices: [], likeQuestions: [], datasets: [] };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Adds files as documents, one after another; those that cannot be read are named and the others kept. */
export async function addDocumentFiles(files: readonly File[]): Promise<FilesRead> {
  const read: FilesRead = { added: [], faults: [], notices: [], likeQuestions: [], datasets: [] };
  const texts: ReadText[] = [];
  for (const file of files) {
    try {
      const text = await readTextFile(file);
      texts.push(text);
      read.notices.push(...(text.notices ?? []));
    } catch (error) {
      read.faults.push(asError(error));
    }
  }
  read.datasets.push(...recognisedDatasets(texts));
  const claimed = new Set(read.datasets.flatMap((dataset) => dataset.files));
  for (const content of texts.filter((text) => !claimed.has(text))) {
    try {
      const document = addWithinLimits(content);
      read.added.push(document.id);
      if (looksLikeQuestions(content.name, document.text)) read.likeQuestions.push(document);
    } catch (error) {
      read.faults.push(asError(error));
    }
  }
  return read;
}

/** Adds a text as a document; over a limit of the run it is refused by name, with the limit. */
export function addWithinLimits({ name, text, bytes }: ReadText): InputDocument {
  const { documents } = useBenchmarkInput.getState();
  if (documents.length >= benchmarkLimits.documents)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `one document more than ${benchmarkLimits.documents}`,
      expected: `at most ${benchmarkLimits.documents} documents`,
    });
  const characters = documents.reduce((sum, document) => sum + document.text.length, text.length);
  if (characters > benchmarkLimits.characters)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${characters} characters in all documents together with this one`,
      expected: `at most ${benchmarkLimits.characters}`,
    });
  return addDocument(name, text, bytes);
}

export function documentTexts(): DocumentTexts {
  return new Map(useBenchmarkInput.getState().documents.map(({ id, text }) => [id, text]));
}

/** Adds questions from text; over the limit none is added. Says what was left out. */
export function addQuestionText(name: string, text: string): ReadQuestions {
  const { questions, separator } = useBenchmarkInput.getState();
  const documents = documentTexts();
  const read = questionsBeside({ name, text }, documents) ?? readQuestions(name, text, documents, separator);
  const total = questions.length + read.questions.length;
  if (total > benchmarkLimits.questions)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${total} questions together with those that are here`,
      expected: `at most ${benchmarkLimits.questions}`,
    });
  const repeated = repeatedIds(read.questions, addQuestions(read.questions));
  return repeated === null ? read : { ...read, notices: [...read.notices, `${name}: ${repeated}`] };
}

export async function addQuestionFiles(files: readonly File[]): Promise<FilesRead> {
  const read: FilesRead = { added: [], faults: [], notices: [], likeQuestions: [], datasets: [] };
  for (const file of files) {
    try {
      const { text, notices: mended = [] } = await readTextFile(file);
      read.notices.push(...mended);
      const { questions, notices } = addQuestionText(file.name, text);
      read.added.push(`${questions.length} from ${file.name}`);
      read.notices.push(...notices);
    } catch (error) {
      read.faults.push(asError(error));
    }
  }
  return read;
}
