import { decode, type FileFormat } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { indexFormat, type ExperimentEntry, type IndexFile } from '../../artifact/indexFile';
import { parseJsonText, type ReadNotice } from '../../artifact/jsonText';
import { publishedArtifacts, type ArtifactSource } from './artifactSource';
import { sha256Hex } from './hash';

/** A decoded file with what the reader should know about it. */
export interface LoadedFile<T> {
  value: T;
  notices: ReadNotice[];
}

const cache = new Map<string, Promise<LoadedFile<unknown>>>();

/**
 * One promise per file, for React's `use()`. A failed read is forgotten when
 * `forgetFailures` is called, so that "Try again" tries again.
 */
export function loadFile<T>(
  source: ArtifactSource,
  path: string,
  format: FileFormat<T>,
  expected?: { sha256: string; bytes: number },
): Promise<LoadedFile<T>> {
  const key = `${source.id}\n${path}`;
  let pending = cache.get(key);
  if (!pending) {
    pending = readFile(source, path, format, expected);
    pending.catch(() => failed.add(key));
    cache.set(key, pending);
  }
  return pending as Promise<LoadedFile<T>>;
}

const failed = new Set<string>();

export function forgetFailures(): void {
  for (const key of failed) cache.delete(key);
  failed.clear();
}

const early = new Map<string, Promise<Uint8Array | string>>();

/** Asks for a file before the view that needs it is there; the view finds the answer on its way. */
export function prefetchFile(source: ArtifactSource, path: string): void {
  const key = `${source.id}\n${path}`;
  if (early.has(key) || cache.has(key)) return;
  const pending = source.read(path);
  pending.catch(() => undefined);
  early.set(key, pending);
}

/** The answer to an early question, once; a later try asks again. */
function takeEarly(source: ArtifactSource, path: string): Promise<Uint8Array | string> | undefined {
  const key = `${source.id}\n${path}`;
  const pending = early.get(key);
  early.delete(key);
  return pending;
}

async function readFile<T>(
  source: ArtifactSource,
  path: string,
  format: FileFormat<T>,
  expected?: { sha256: string; bytes: number },
): Promise<LoadedFile<T>> {
  const file = source.nameOf(path);
  const content = await (takeEarly(source, path) ?? source.read(path));
  const { value, notices } = parseJsonText(file, content);
  const decoded = decode(format, file, value);
  // A run that came without an index lists no hashes.
  const mismatch =
    expected && expected.sha256 !== '' && typeof content !== 'string'
      ? await hashNotice(file, path, content, expected.sha256)
      : undefined;
  return { value: decoded, notices: mismatch ? [...notices, mismatch] : notices };
}

async function hashNotice(
  file: string,
  path: string,
  content: Uint8Array,
  expected: string,
): Promise<ReadNotice | undefined> {
  const actual = await sha256Hex(content);
  if (actual === null || actual === expected) return undefined;
  return {
    file,
    path: '$',
    count: 1,
    message: `${path} is not the file that the index lists: its SHA-256 begins ${actual.slice(0, 12)}, the index says ${expected.slice(0, 12)}. Its figures may have been changed after the build.`,
  };
}

export function loadIndex(source: ArtifactSource = publishedArtifacts): Promise<LoadedFile<IndexFile>> {
  return loadFile(source, 'index.json', indexFormat);
}

/** A file of an experiment, checked against the hash in the index. */
export function loadExperimentFile<T>(
  source: ArtifactSource,
  entry: ExperimentEntry,
  name: string,
  format: FileFormat<T>,
): Promise<LoadedFile<T>> {
  const listed = entry.files.find((file) => file.name === name);
  if (!listed) {
    return rejectOnce(
      `${source.id}\n${entry.id}/${name}`,
      new ArtifactError({
        kind: 'missing',
        file: `${entry.id}/${name}`,
        found: 'no such file in the index',
        expected: `one of ${entry.files.map((file) => file.name).join(', ')}`,
      }),
    );
  }
  return loadFile(source, `${entry.id}/${name}`, format, listed);
}

const rejections = new Map<string, Promise<never>>();

/** The same rejected promise each time: `use()` needs a stable one. */
function rejectOnce(key: string, error: Error): Promise<never> {
  let rejection = rejections.get(key);
  if (!rejection) {
    rejection = Promise.reject(error);
    rejection.catch(() => undefined);
    rejections.set(key, rejection);
  }
  return rejection;
}
