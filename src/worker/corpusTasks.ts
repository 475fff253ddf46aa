import * as z from 'zod/mini';
import { loadCl100k } from '../providers/tokenizer';
import { ArtifactError } from '../artifact/errors';
import { decodeUtf8 } from '../artifact/jsonText';
import { corpusHashInput, type BenchmarkCorpus } from '../datasets/corpus';
import { publishedByHash, readPublished } from '../datasets/published';
import type { SourceFile } from '../datasets/reader';
import { datasetReaders, recognisedDatasets, type DatasetReaderId } from '../datasets/readers';
import type { CorpusAnswer, CorpusContent, CorpusTasks, ExpectedCorpus } from './protocol';
import type { TaskHandlers } from './taskChannel';

/** The handlers of the corpus worker; tests run them without one. */
export function createCorpusTasks(): TaskHandlers<CorpusTasks> {
  return {
    read: async ({ files, expected }) =>
      answer(() => {
        const draw = { documents: expected.documents.length, questions: expected.questions };
        const published = publishedByHash(expected.hash);
        const { corpus } = published
          ? readPublished(published, files, draw)
          : datasetReaders[readerOf(files)].read(files, { draw });
        return checked(files.map(({ name }) => name).join(', '), contentOf(corpus), expected);
      }),
    readKept: async ({ file, hashInput, expected }) =>
      answer(() => checked(file, contentOfHashInput(file, hashInput), expected)),
    countTokens: async ({ texts }) => {
      const tokenizer = await loadCl100k();
      return { counts: texts.map((text) => tokenizer.countTokens(text)), tokenizer: tokenizer.name };
    },
  };
}

/** The form that files are in by their looks; what looks like none is for the plainest reader to refuse. */
function readerOf(files: readonly SourceFile[]): DatasetReaderId {
  const texts = files.map(({ name, content }) => ({ name, text: decodeUtf8(name, content) }));
  return recognisedDatasets(texts)[0]?.reader ?? 'squad';
}

function answer(read: () => CorpusContent): CorpusAnswer {
  try {
    return { kind: 'content', content: read() };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, file, path, found, expected } = error;
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}

function contentOf(corpus: BenchmarkCorpus): CorpusContent {
  return {
    documents: corpus.documents.map(({ text }) => text),
    questions: corpus.questions.map(({ id, text, answers }) => ({ id, text, answers: [...answers] })),
    hashInput: corpusHashInput(corpus),
  };
}

const hashInputSchema = z.tuple([
  z.array(z.tuple([z.string(), z.array(z.string())])),
  // Behind the answers, where there are none, the spans.
  z.array(z.tuple([z.string(), z.string(), z.array(z.string())], z.unknown())),
]);

/** The content of a hash input: the documents follow from the paragraphs, the questions stand in it as they are. */
function contentOfHashInput(file: string, hashInput: string): CorpusContent {
  let value: unknown;
  try {
    value = JSON.parse(hashInput);
  } catch {
    value = undefined;
  }
  const parsed = hashInputSchema.safeParse(value);
  if (!parsed.success)
    throw new ArtifactError({
      kind: 'invalid',
      file,
      found: 'something that is no kept corpus',
      expected: 'articles and questions as this page keeps them',
    });
  const [documents, questions] = parsed.data;
  return {
    documents: documents.map(([, paragraphs]) => paragraphs.join('\n\n')),
    questions: questions.map(([id, text, answers]) => ({ id, text, answers })),
    hashInput,
  };
}

/** Lengths first: they name the document that differs, which a hash cannot. */
function checked(file: string, content: CorpusContent, expected: ExpectedCorpus): CorpusContent {
  const refuse = (found: string, wanted: string): never => {
    throw new ArtifactError({ kind: 'hash-mismatch', file, found, expected: wanted });
  };
  if (content.documents.length !== expected.documents.length)
    refuse(
      `${content.documents.length} documents`,
      `at least ${expected.documents.length}, the number that was measured`,
    );
  expected.documents.forEach(({ id, utf16Length }, place) => {
    const { length } = content.documents[place]!;
    if (length !== utf16Length)
      refuse(
        `${length} UTF-16 code units in document ${place + 1} of the sample`,
        `${utf16Length}, the length of “${id}” when it was measured`,
      );
  });
  if (content.questions.length !== expected.questions)
    refuse(
      `${content.questions.length} questions in the sample`,
      `${expected.questions}, the number that was measured`,
    );
  return content;
}
