import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { sampleSquad, squadHashInput, type SquadSample } from '../../datasets/squad/sample';
import { checkSquadHash, decodeSquadDev } from '../../datasets/squad/readSquad';
import { projectRoot, sha256 } from '../artifacts/store';
import type { Progress } from '../progress';

const fileName = 'dev-v1.1.json';
export const squadAddress = `https://rajpurkar.github.io/SQuAD-explorer/dataset/${fileName}`;
const downloadMs = 60_000;

/** Where downloads are kept between runs. */
const userCacheFile = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'chunkscope',
  'squad',
  fileName,
);

/** Where the file may lie besides what a call names, in the order in which it is sought. */
const usualSquadFiles: readonly string[] = [
  resolve(projectRoot, '..', 'shared', 'data', 'squad', fileName),
  userCacheFile,
];

interface SquadSearch {
  /** `--data`: then nothing else is tried. A folder stands for the file in it. */
  data?: string;
  /** Whether to ask the official address at the end. */
  download: boolean;
  progress: Progress;
  signal: AbortSignal;
  /** `$CHUNKSCOPE_SQUAD` and the usual places unless told. */
  places?: readonly string[];
}

interface FoundFile {
  /** As messages name it. */
  name: string;
  bytes: Uint8Array;
}

/** Files that are sought where a call names none, in this order. */
function squadPlaces(): readonly string[] {
  const named = process.env['CHUNKSCOPE_SQUAD'];
  return [...(named ? [resolve(named)] : []), ...usualSquadFiles];
}

/** Why nothing was measured again, and where the file was sought: `places`, the usual ones unless told. */
export function noDataFile(places: readonly string[] = squadPlaces()): string {
  const home = homedir();
  const shown = places.map((place) => {
    const path = relative(process.cwd(), place);
    return place.startsWith(`${home}/`) && path.startsWith('../../') ? `~${place.slice(home.length)}` : path;
  });
  const variable = process.env['CHUNKSCOPE_SQUAD'] ? '' : '; CHUNKSCOPE_SQUAD, which may name it, is not set';
  return `not verified, no data file${shown.length > 0 ? ` (looked for ${shown.join(' and ')}${variable})` : ''}`;
}

/**
 * The SQuAD file from the first place that has it; null when none does. A file that is
 * named and missing is an error: another one in its place would go unnoticed.
 */
export async function findSquad({
  data,
  download,
  progress,
  signal,
  places,
}: SquadSearch): Promise<FoundFile | null> {
  if (data !== undefined) {
    const found = await readIfThere(resolve(data));
    if (!found) throw new Error(`--data ${data}: found no such file; expected SQuAD v1.1 dev (${fileName})`);
    return found;
  }
  const named = process.env['CHUNKSCOPE_SQUAD'];
  for (const place of places ?? squadPlaces()) {
    const found = await readIfThere(place);
    if (found) return found;
    if (named && place === resolve(named))
      progress.note(`CHUNKSCOPE_SQUAD: no file ${named}; looking in the usual places.`);
  }
  return download ? downloadSquad(progress, signal) : null;
}

async function readIfThere(path: string): Promise<FoundFile | null> {
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
async function downloadSquad(progress: Progress, signal: AbortSignal): Promise<FoundFile | null> {
  progress.note(`Downloading ${squadAddress}`);
  let bytes: Uint8Array;
  try {
    const answer = await fetch(squadAddress, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(downloadMs)]),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    progress.note(
      `${squadAddress} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
    return null;
  }
  decodeSquadDev(squadAddress, bytes);
  const part = `${userCacheFile}.${process.pid}.part`;
  await mkdir(dirname(userCacheFile), { recursive: true });
  try {
    await writeFile(part, bytes);
    await rename(part, userCacheFile);
  } finally {
    await rm(part, { force: true });
  }
  return { name: squadAddress, bytes };
}

/** The sample that every figure is measured on; any other file is refused with what was found and expected. */
export function squadSampleOf({ name, bytes }: FoundFile): { sample: SquadSample; hash: string } {
  const sample = sampleSquad(decodeSquadDev(name, bytes));
  const hash = sha256(squadHashInput(sample));
  checkSquadHash(name, hash);
  return { sample, hash };
}
