import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { corpusHashInput, type BenchmarkCorpus } from '../datasets/corpus';
import { checkPublishedHash, readPublished, type PublishedCorpus } from '../datasets/published';
import { count } from '../core/stats/format';
import { projectRoot, sha256 } from './artifacts/store';
import type { Progress } from './progress';

const downloadMs = 60_000;

/** Where a download is kept between runs. */
function userCacheFile({ folder, fileName }: PublishedCorpus): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chunkscope', folder, fileName);
}

interface CorpusSearch {
  /** `--data`: then nothing else is tried. A folder stands for the file in it. */
  data?: string;
  /** Whether to ask the official address at the end. */
  download: boolean;
  progress: Progress;
  signal: AbortSignal;
  /** What the corpus's variable names and the usual places unless told. */
  places?: readonly string[];
}

interface FoundFile {
  /** As messages name it. */
  name: string;
  bytes: Uint8Array;
}

/** Files that are sought where a call names none, in this order. */
function usualPlaces(published: PublishedCorpus): readonly string[] {
  const named = process.env[published.variable];
  const { folder, fileName } = published;
  return [
    ...(named ? [resolve(named)] : []),
    resolve(projectRoot, '..', 'shared', 'data', folder, fileName),
    userCacheFile(published),
  ];
}

/** Why nothing was measured again, and where the file was sought: `places`, the usual ones unless told. */
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
  return `not verified, no data file${shown.length > 0 ? ` (looked for ${shown.join(' and ')}${unset})` : ''}`;
}

/**
 * The file of a published corpus from the first place that has it; null when none does. A file that is
 * named and missing is an error: another one in its place would go unnoticed.
 */
export async function findCorpusFile(
  published: PublishedCorpus,
  { data, download, progress, signal, places }: CorpusSearch,
): Promise<FoundFile | null> {
  const { name, fileName, variable } = published;
  if (data !== undefined) {
    const found = await readIfThere(resolve(data), fileName);
    if (!found) throw new Error(`--data ${data}: found no such file; expected ${name} (${fileName})`);
    return found;
  }
  const named = process.env[variable];
  for (const place of places ?? usualPlaces(published)) {
    const found = await readIfThere(place, fileName);
    if (found) return found;
    if (named && place === resolve(named))
      progress.note(`${variable}: no file ${named}; looking in the usual places.`);
  }
  return download ? downloadCorpus(published, progress, signal) : null;
}

/** The file, or an error that says how to bring it. */
export async function requireCorpusFile(
  experiment: string,
  published: PublishedCorpus,
  search: Omit<CorpusSearch, 'download'>,
): Promise<FoundFile> {
  const found = await findCorpusFile(published, { ...search, download: true });
  if (found) return found;
  throw new Error(
    `${experiment} needs ${published.name}: name the file with --data FILE or in the environment variable ${published.variable}; it is published at ${published.address}`,
  );
}

async function readIfThere(path: string, fileName: string): Promise<FoundFile | null> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, fileName) : path;
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return bytes && { name: relative(process.cwd(), file), bytes };
}

/** Fetches the file and keeps it in the user cache, whole or not at all; null when the address cannot be reached. */
async function downloadCorpus(
  published: PublishedCorpus,
  progress: Progress,
  signal: AbortSignal,
): Promise<FoundFile | null> {
  const { address } = published;
  progress.note(`Downloading ${address}`);
  let bytes: Uint8Array;
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(downloadMs)]),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    progress.note(`${address} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
    return null;
  }
  readPublished(published, address, bytes);
  const kept = userCacheFile(published);
  const part = `${kept}.${process.pid}.part`;
  await mkdir(dirname(kept), { recursive: true });
  try {
    await writeFile(part, bytes);
    await rename(part, kept);
  } finally {
    await rm(part, { force: true });
  }
  return { name: address, bytes };
}

/** The corpus that every figure is measured on; any other file is refused with what was found and expected. */
export function publishedCorpus(
  published: PublishedCorpus,
  { name, bytes }: FoundFile,
): { corpus: BenchmarkCorpus; hash: string } {
  const { corpus } = readPublished(published, name, bytes);
  const hash = sha256(corpusHashInput(corpus));
  checkPublishedHash(published, name, hash);
  return { corpus, hash };
}

/** How a summary names the corpus; its text is not committed. */
export function corpusStatement(
  published: PublishedCorpus,
  { documents, questions }: BenchmarkCorpus,
  hash: string,
) {
  const { name, licence, address, draw } = published;
  return {
    name: `${name}, ${count(documents.length)} of its articles and ${count(questions.length)} of their questions`,
    hash,
    licence,
    text: 'not included' as const,
    source: address,
    sample: draw.random,
  };
}
