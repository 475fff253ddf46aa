import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { ArtifactError } from '../../artifact/errors';
import type { AskedQuestion, HeldDocument } from '../../datasets/own/asked';
import { readDataset } from '../../datasets/own/dataset';
import { nameQuestions, readQuestions, repeatedIds } from '../../datasets/own/questions';
import { readText } from '../../datasets/own/textFile';
import type { SourceText } from '../../datasets/reader';
import { recognisedDatasets } from '../../datasets/readers';
import { UsageError } from '../commandLine';

/** Documents and questions of a call, and what was left out of them, in words. */
export interface OwnInput {
  documents: HeldDocument[];
  questions: AskedQuestion[];
  notices: string[];
}

/** What no text of a corpus is kept in. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Paths of the files below a folder, in an order that does not depend on the machine. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !isHidden(name))
      .map(async (entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
      }),
  );
  return found.flat().sort((a, b) => (a < b ? -1 : 1));
}

/** The text of a file on disk, by the rules of the page; what is no text is an `ArtifactError`. */
async function textOf(path: string, name: string, notices: string[] = []): Promise<string> {
  const bytes = await readFile(path);
  const { text, notices: mended = [] } = await readText(
    { name, size: bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer },
    (_, file) => {
      throw new ArtifactError({
        kind: 'not-text',
        file,
        found: 'a web page',
        expected: 'text: only the page of Chunkscope takes the text out of HTML; save it as text first',
      });
    },
  );
  notices.push(...mended);
  return text;
}

async function kindOfPath(option: string, path: string): Promise<'folder' | 'file'> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return 'folder';
  if (found?.isFile()) return 'file';
  throw new UsageError(`${option} ${path}: there is no such file or folder`);
}

/** The text of a file that an option names. */
export async function namedText(option: string, given: string): Promise<{ name: string; text: string }> {
  const path = resolve(given);
  if ((await kindOfPath(option, path)) === 'folder')
    throw new UsageError(`${option} ${given} is a folder, expected a file`);
  return { name: basename(path), text: await textOf(path, basename(path)) };
}

/** Documents and questions of files in a known form such as SQuAD's or BEIR's, `of` among them; null for any other texts. */
function datasetOf(files: readonly SourceText[], of?: SourceText): OwnInput | null {
  const dataset = recognisedDatasets(files).find((found) => of === undefined || found.files.includes(of));
  if (!dataset) return null;
  const answer = readDataset(dataset.files, dataset.reader);
  if (answer.kind === 'refused') throw new ArtifactError(answer.problem);
  return { documents: answer.documents, questions: answer.questions, notices: [...answer.notices] };
}

/** Every text below a folder as a document that is called by its path there; the files of the call's other options are none. */
async function folderOf(folder: string, others: ReadonlySet<string>) {
  const documents: HeldDocument[] = [];
  const notices: string[] = [];
  for (const path of await filesBelow(folder)) {
    if (others.has(path)) continue;
    const id = relative(folder, path).replaceAll('\\', '/');
    try {
      documents.push({ id, text: await textOf(path, id, notices) });
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      notices.push(`${id} was left out: found ${error.found}; expected ${error.expected}.`);
    }
  }
  return { documents, notices };
}

/**
 * What `--docs` and `--questions` name: a folder of texts with a file of questions, or one file in a
 * known form that holds both. `others` are files that may lie in the folder and are no documents.
 */
export async function readOwnInput(
  docs: string,
  asked: string | undefined,
  others: readonly string[],
): Promise<OwnInput> {
  const folder = resolve(docs);
  const isFolder = (await kindOfPath('--docs', folder)) === 'folder';
  const file = asked === undefined ? null : await namedText('--questions', asked);
  const single = isFolder ? null : await namedText('--docs', docs);
  const both = single && datasetOf([single]);
  if (both && !file) return both;
  const texts = single
    ? { documents: [{ id: single.name, text: single.text }], notices: [] }
    : await folderOf(folder, new Set([asked ?? [], others].flat().map((path) => resolve(path))));
  // A form of several files, of which the questions may be named apart.
  const together =
    isFolder && !(file && datasetOf([file]))
      ? datasetOf(
          [...(file ? [file] : []), ...texts.documents.map(({ id, text }) => ({ name: id, text }))],
          file ?? undefined,
        )
      : null;
  if (together) return together;
  if (!file) throw new UsageError('run needs --questions FILE: what is asked, and the answers');
  const corpus = both ?? texts;
  if (corpus.documents.length === 0)
    throw new ArtifactError({
      kind: 'empty',
      file: docs,
      found: corpus.notices[0] ?? 'no file',
      expected: 'texts: .txt, .md, .csv or .json, in UTF-8',
    });
  const { documents, notices } = corpus;
  const { questions, notices: left } = questionsFor(file, documents);
  return { documents, questions, notices: [...notices, ...left] };
}

/** Questions of a file in a form that the page reads, or of a dataset whose answers are then looked for in these documents. */
export function questionsFor(file: { name: string; text: string }, documents: readonly HeldDocument[]) {
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const dataset = datasetOf([file]);
  if (!dataset) {
    const { questions, notices } = readQuestions(file.name, file.text, texts);
    const named = nameQuestions(questions).questions;
    const repeated = repeatedIds(questions, named);
    return {
      questions: named,
      notices: repeated === null ? notices : [...notices, `${file.name}: ${repeated}`],
    };
  }
  const questions = dataset.questions.map((question) => ({
    ...question,
    document: question.document !== null && texts.has(question.document) ? question.document : null,
    // Its spans lie in its own texts.
    marks: question.marks.filter(({ document }) => texts.get(document) === textIn(dataset, document)),
  }));
  return { questions, notices: dataset.notices };
}

const textIn = ({ documents }: OwnInput, id: string): string | undefined =>
  documents.find((document) => document.id === id)?.text;
