import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { corpusHashInput } from '../datasets/corpus';
import {
  checkPublishedHash,
  commonPath,
  fileNames,
  readPublished,
  type PublishedCorpus,
} from '../datasets/published';
import { baseName, type Dataset, type SourceFile } from '../datasets/reader';
import { count } from '../core/stats/format';
import { projectRoot, sha256 } from './artifacts/store';
import type { Progress } from './progress';

const downloadMs = 60_000;

/** Where a download is kept between runs. */
const userCacheFolder = ({ folder }: PublishedCorpus): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chunkscope', folder);

interface CorpusSearch {
  /** `--data`: then nothing else is tried. A folder stands for the files in it. */
  data?: string;
  /** Whether to ask the official addresses at the end. */
  download: boolean;
  progress: Progress;
  signal: AbortSignal;
  /** What the corpus's variable names and the usual places unless told. */
  places?: readonly string[];
}

/** What one place is called: the file, or the folder of several. */
const placeIn = (folder: string, { files }: PublishedCorpus): string =>
  files.length === 1 ? join(folder, files[0]!.name) : folder;

/** Places that are sought where a call names none, in this order. */
function usualPlaces(published: PublishedCorpus): readonly string[] {
  const named = process.env[published.variable];
  return [
    ...(named ? [resolve(named)] : []),
    placeIn(resolve(projectRoot, '..', 'shared', 'data', published.folder), published),
    placeIn(userCacheFolder(published), published),
  ];
}

const filesWord = ({ files }: PublishedCorpus): string => (files.length === 1 ? 'data file' : 'data files');

/** Why nothing was measured again, and where the files were sought: `places`, the usual ones unless told. */
export function noDataFile(
  published: PublishedCorpus,
  places: readonly string[] = usualPlaces(published),
): string {
  const { variable } = published;
  const home = homedir();
  const shown = places.map((place) => {
    const path = relative(process.cwd(), place);
    return place.startsWith(`${home}/`) && path.startsWith('../../') ? `~${place.slice(home.length)}` : path;
  });
  const unset = process.env[variable] ? '' : `; ${variable}, which may name it, is not set`;
  return `not verified, no ${filesWord(published)}${shown.length > 0 ? ` (looked for ${shown.join(' and ')}${unset})` : ''}`;
}

/**
 * The files of a published corpus from the first place that has all of them; null when none does.
 * A place that is named and lacks one is an error: another in its stead would go unnoticed.
 */
export async function findCorpusFiles(
  published: PublishedCorpus,
  { data, download, progress, signal, places }: CorpusSearch,
): Promise<SourceFile[] | null> {
  const { name, variable } = published;
  if (data !== undefined) {
    const found = await readIfThere(resolve(data), published);
    if (!found)
      throw new Error(
        `--data ${data}: found no such ${published.files.length === 1 ? 'file' : 'folder, or not all files in it'}; expected ${name} (${fileNames(published)})`,
      );
    return found;
  }
  const named = process.env[variable];
  for (const place of places ?? usualPlaces(published)) {
    const found = await readIfThere(place, published);
    if (found) return found;
    if (named && place === resolve(named))
      progress.note(
        `${variable}: no ${published.files.length === 1 ? 'file' : 'folder with the files'} ${named}; looking in the usual places.`,
      );
  }
  return download ? downloadCorpus(published, progress, signal) : null;
}

/** The files, or an error that says how to bring them. */
export async function requireCorpusFiles(
  experiment: string,
  published: PublishedCorpus,
  search: Omit<CorpusSearch, 'download'>,
): Promise<SourceFile[]> {
  const found = await findCorpusFiles(published, { ...search, download: true });
  if (found) return found;
  const one = published.files.length === 1;
  throw new Error(
    `${experiment} needs ${published.name}: name the ${one ? 'file' : 'folder of its files'} with --data ${one ? 'FILE' : 'DIR'} or in the environment variable ${published.variable}; it is published at ${commonPath(published.files.map(({ address }) => address))}`,
  );
}

/** All files of a corpus in a folder, or the one file that is named; null when one is missing. */
async function readIfThere(path: string, { files }: PublishedCorpus): Promise<SourceFile[] | null> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder && files.length > 1) return null;
  const found: SourceFile[] = [];
  for (const { name } of files) {
    const file = isFolder ? join(path, name) : path;
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (!content) return null;
    found.push({ name: relative(process.cwd(), file), content });
  }
  return found;
}

/** Fetches the files and keeps them in the user cache, whole or not at all; null when an address cannot be reached. */
async function downloadCorpus(
  published: PublishedCorpus,
  progress: Progress,
  signal: AbortSignal,
): Promise<SourceFile[] | null> {
  const files: SourceFile[] = [];
  for (const { address } of published.files) {
    progress.note(`Downloading ${address}`);
    try {
      const answer = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(downloadMs)]),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      files.push({ name: address, content: new Uint8Array(await answer.arrayBuffer()) });
    } catch (error) {
      signal.throwIfAborted();
      progress.note(`${address} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
      return null;
    }
  }
  readPublished(published, files);
  const folder = userCacheFolder(published);
  for (const { name, content } of files) {
    const kept = join(folder, baseName(name));
    const part = `${kept}.${process.pid}.part`;
    await mkdir(dirname(kept), { recursive: true });
    try {
      await writeFile(part, content);
      await rename(part, kept);
    } finally {
      await rm(part, { force: true });
    }
  }
  return files;
}

/** The dataset that every figure is measured on; any other files are refused with what was found and expected. */
export function publishedDataset(
  published: PublishedCorpus,
  files: readonly SourceFile[],
): Dataset & { hash: string } {
  const dataset = readPublished(published, files);
  const hash = sha256(corpusHashInput(dataset.corpus));
  checkPublishedHash(published, files.map(({ name }) => name).join(', '), hash);
  return { ...dataset, hash };
}

/** How a summary names the corpus; its text is not committed. */
export function corpusStatement(
  published: PublishedCorpus,
  { corpus: { documents, questions }, notices, hash }: Dataset & { hash: string },
) {
  const { name, licence, files, draw } = published;
  const what = `${count(documents.length)} ${draw ? `of its ${published.documents}` : published.documents} and ${count(questions.length)} ${draw ? 'of their ' : ''}questions`;
  return {
    name: `${name}, ${what}`,
    hash,
    licence,
    text: 'not included' as const,
    source: commonPath(files.map(({ address }) => address)),
    sample: draw?.random ?? null,
    ...(notices.length > 0 ? { notices: [...notices] } : {}),
  };
}
