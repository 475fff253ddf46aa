import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { indexFormat, type ExperimentEntry, type Finding, type IndexFile } from '../../artifact/indexFile';
import { parseJsonText } from '../../artifact/jsonText';
import { formatJson } from '../../artifact/jsonFormat';

/** The checkout that this program runs from. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
/** Where the published experiments lie. */
export const publishedFolder = join(projectRoot, 'artifacts');

export interface ArtifactFile {
  /** Path below `artifacts/<id>/`. */
  name: string;
  text: string;
}

const indexName = 'index.json';
const buildingPrefix = '.building-';
const lockName = '.lock';
const lockWaitMs = 60_000;

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The index of an artifacts folder; an `ArtifactError` when there is none or it cannot be read. */
export async function readIndex(root: string): Promise<IndexFile> {
  const path = join(root, indexName);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ArtifactError({ kind: 'missing', file: path, found: 'no such file', expected: 'a list of experiments; "npm run bench -- all" builds them' });
    throw error;
  });
  return decode(indexFormat, path, parseJsonText(path, bytes).value);
}

/** Bytes of one file of an experiment; an `ArtifactError` when it is missing. */
export async function readArtifact(root: string, id: string, name: string): Promise<Uint8Array> {
  const path = join(root, id, name);
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ArtifactError({ kind: 'missing', file: `${id}/${name}`, found: 'no such file', expected: 'the file that the index lists' });
    throw error;
  });
}

/** Every file below a folder, as paths with `/`; none when it does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(resolve(folder).length + 1).replaceAll('\\', '/'))
    .sort();
}

export async function writeFiles(folder: string, files: readonly ArtifactFile[]): Promise<void> {
  for (const { name, text } of files) {
    const path = join(folder, name);
    await makeFolder(join(path, '..'));
    await writeFile(path, text);
  }
}

/** Makes a folder and those above it; says in words when a file stands in the way. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new Error(`${path} is not a folder, and none can be made there: a file is in the way`, { cause: error });
    throw error;
  }
}

/**
 * Puts a finished experiment in place of the old one and lists it in the index.
 *
 * Everything is written to a folder of this run first and moved in at the end under a
 * lock, so an interrupted run leaves what was there and two runs never mix. Entries of
 * other experiments stay as they are; `order` says where new ones go.
 */
export async function publishExperiment(root: string, entry: Omit<ExperimentEntry, 'files'>, files: readonly ArtifactFile[], order: readonly string[]): Promise<ExperimentEntry> {
  await makeFolder(root);
  const building = await mkdtemp(join(root, `${buildingPrefix}${process.pid}-`));
  try {
    await writeFiles(join(building, 'new'), files);
    const listed: ExperimentEntry = {
      ...entry,
      files: files.map(({ name, text }) => ({ name, sha256: sha256(text), bytes: Buffer.byteLength(text) })),
    };
    await withLock(root, async () => {
      await restoreInterrupted(root);
      const index: IndexFile = existsSync(join(root, indexName)) ? await readIndex(root) : { formatVersion: 1, kind: 'index', experiments: [] };
      const others = index.experiments.filter(({ id }) => id !== entry.id);
      const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
      const experiments = [...others, listed].sort((a, b) => place(a.id) - place(b.id));
      await writeFile(join(building, indexName), formatJson({ ...index, experiments }));
      const target = join(root, entry.id);
      if (existsSync(target)) {
        await mkdir(join(building, 'old'));
        await rename(target, join(building, 'old', entry.id));
      }
      await rename(join(building, 'new'), target);
      await rename(join(building, indexName), join(root, indexName));
    });
    return listed;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Writes into the index what its corpora establish together; null takes it out. */
export async function publishAcross(root: string, finding: Finding | null): Promise<void> {
  await withLock(root, async () => {
    const { across: _, ...index } = await readIndex(root);
    const part = join(root, `${indexName}.part`);
    await writeFile(part, formatJson({ ...index, ...(finding && { across: finding }) }));
    await rename(part, join(root, indexName));
  });
}

/** Clears what dead runs left, and gives back an experiment that one of them had moved away but not yet replaced. */
async function restoreInterrupted(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = name.startsWith(buildingPrefix) ? Number(name.slice(buildingPrefix.length).split('-')[0]) : NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const old = join(root, name, 'old');
    for (const id of existsSync(old) ? await readdir(old) : []) {
      if (!existsSync(join(root, id))) await rename(join(old, id), join(root, id));
    }
    await rm(join(root, name), { recursive: true, force: true });
  }
}

/** Runs `action` while no other process publishes into the same folder. */
async function withLock<T>(root: string, action: () => Promise<T>): Promise<T> {
  const lock = join(root, lockName);
  const until = Date.now() + lockWaitMs;
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    const age = Date.now() - (await stat(lock).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    // An empty lock is one that is being written, or whose writer died in between.
    if (holder > 0 ? !isAlive(holder) : age > lockWaitMs / 2) await rm(lock, { force: true });
    else if (Date.now() > until) throw new Error(`${lock} is held by process ${holder}; if no build runs, delete it.`);
    else await new Promise((wake) => setTimeout(wake, 100));
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
