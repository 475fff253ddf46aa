import { decode, type FileFormat } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { indexFormat, type ExperimentEntry, type IndexFile } from '../../artifact/indexFile';
import { parseJsonText, type ReadNotice } from '../../artifact/jsonText';
import { publishedArtifacts, type ArtifactSource } from './artifactSource';
import { createPromiseCache } from './promiseCache';
import { sha256Hex } from '../../artifact/sha256';

/** A decoded file with what the reader should know about it. */
export interface LoadedFile<T> {
  value: T;
  notices: ReadNotice[];
}

const cache = createPromiseCache<LoadedFile<unknown>>();
const early = createPromiseCache<Uint8Array | string>();

/** One promise per file, for React's `use()`. */
export function loadFile<T>(
  source: ArtifactSource,
  path: string,
  format: FileFormat<T>,
  expected?: { sha256: string; bytes: number },
): Promise<LoadedFile<T>> {
  const read = () => readFile(source, path, format, expected);
  return cache.get(keyOf(source, path), read) as Promise<LoadedFile<T>>;
}

const keyOf = (source: ArtifactSource, path: string): string => `${source.id}\n${path}`;

/** Asks for a file before the view that needs it is there; the view finds the answer on its way. */
export function prefetchFile(source: ArtifactSource, path: string, sha256?: string): void {
  const key = keyOf(source, path);
  if (!cache.has(key)) void early.get(key, () => source.read(path, { sha256 }));
}

async function readFile<T>(
  source: ArtifactSource,
  path: string,
  format: FileFormat<T>,
  expected?: { sha256: string; bytes: number },
): Promise<LoadedFile<T>> {
  const file = source.nameOf(path);
  // The answer to an early question, once; a later try asks again.
  const content = await (early.take(keyOf(source, path)) ?? source.read(path, { sha256: expected?.sha256 }));
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
    const file = `${entry.id}/${name}`;
    return cache.get(`${keyOf(source, file)}\nunlisted`, () =>
      Promise.reject(
        new ArtifactError({
          kind: 'missing',
          file,
          found: 'no such file in the index',
          expected: `one of ${entry.files.map((other) => other.name).join(', ')}`,
        }),
      ),
    ) as Promise<never>;
  }
  return loadFile(source, `${entry.id}/${name}`, format, listed);
}
