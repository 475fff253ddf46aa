import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  digestDigits,
  stampDigits,
  type CachedVector,
  type VectorCache,
} from '../../providers/shared/vectorCache';

/** Where the builders keep vectors between runs; never committed. */
export const embeddingCacheFolder = fileURLToPath(new URL('../../../.cache/embeddings/', import.meta.url));

// File: header (magic, dimensions), then records of key (36 bytes), tokens, windows, numbers, checksum.
const magic = 0x32564b43;
const headerBytes = 8;
const keyBytes = (stampDigits + digestDigits) / 2;
const unknownTokens = 0xffffffff;
const extension = '.vectors';

const recordBytes = (dimensions: number) => keyBytes + 8 + 4 * dimensions + 4;

/** FNV-1a over 32-bit words: tells a record cut short by a crash from a whole one. */
function checksum(words: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}

interface DiskCache extends VectorCache {
  /** Closes the file that this run appends to. */
  close(): Promise<void>;
}

/**
 * Vectors kept in a folder, read into memory at the first question.
 *
 * Every run appends to files of its own, so runs at the same time cannot mix
 * their bytes; each sees what was there when it started. An interrupted run
 * leaves at most one torn record, which the next one ignores. A file that is not
 * one of ours, or has another version, is left alone. Vectors made under other rules
 * have other keys, so nobody asks for them; they stay until the folder is cleared.
 */
export function createDiskCache(folder: string = embeddingCacheFolder): DiskCache {
  const entries = new Map<string, CachedVector>();
  const handles = new Map<number, FileHandle>();
  let loading: Promise<void> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const load = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names.sort()) {
      if (name.endsWith(extension)) readRecords(await readFile(join(folder, name)), entries);
    }
  };
  const loaded = () => (loading ??= load());

  const handleFor = async (dimensions: number) => {
    const known = handles.get(dimensions);
    if (known) return known;
    await mkdir(folder, { recursive: true });
    const handle = await open(
      join(folder, `${dimensions}-${randomBytes(8).toString('hex')}${extension}`),
      'ax',
    );
    handles.set(dimensions, handle);
    await handle.appendFile(new Uint8Array(Uint32Array.of(magic, dimensions).buffer));
    return handle;
  };

  const write = async (added: readonly (readonly [string, CachedVector])[]) => {
    const groups = new Map<number, (readonly [string, CachedVector])[]>();
    for (const entry of added) {
      const { length } = entry[1].vector;
      groups.set(length, [...(groups.get(length) ?? []), entry]);
    }
    for (const [dimensions, group] of groups) {
      const handle = await handleFor(dimensions);
      try {
        await handle.appendFile(encodeRecords(group, dimensions));
      } catch (error) {
        // A record may be cut short here: what follows must not stand behind it.
        handles.delete(dimensions);
        await handle.close();
        throw error;
      }
    }
  };

  return {
    get: async (keys) => {
      await loaded();
      return keys.map((key) => entries.get(key));
    },
    set: async (added) => {
      await loaded();
      const fresh = added.filter(([key]) => !entries.has(key));
      for (const [key, value] of fresh) entries.set(key, value);
      const next = writing.then(() => write(fresh));
      writing = next.catch(() => {});
      await next;
    },
    size: async () => {
      await loaded();
      let bytes = 0;
      for (const { vector } of entries.values()) bytes += recordBytes(vector.length);
      return { entries: entries.size, bytes };
    },
    close: async () => {
      await writing;
      for (const handle of handles.values()) await handle.close();
      handles.clear();
    },
    async clear() {
      await loaded();
      await this.close();
      entries.clear();
      for (const name of await readdir(folder).catch(() => [])) {
        if (name.endsWith(extension)) await rm(join(folder, name), { force: true });
      }
    },
  };
}

function encodeRecords(group: readonly (readonly [string, CachedVector])[], dimensions: number): Uint8Array {
  const size = recordBytes(dimensions);
  const bytes = new Uint8Array(size * group.length);
  group.forEach(([key, { vector, tokens, windows }], row) => {
    const start = row * size;
    bytes.set(Buffer.from(key, 'hex'), start);
    const words = new Uint32Array(bytes.buffer, start, size / 4);
    words[keyBytes / 4] = tokens ?? unknownTokens;
    words[keyBytes / 4 + 1] = windows;
    new Float32Array(bytes.buffer, start + keyBytes + 8, dimensions).set(vector);
    words[words.length - 1] = checksum(words.subarray(0, -1));
  });
  return bytes;
}

/** Adds the whole records of a file to `entries`; vectors are views into its bytes. */
function readRecords(file: Buffer, entries: Map<string, CachedVector>): void {
  if (file.byteLength < headerBytes) return;
  const bytes = file.byteOffset % 4 === 0 ? file : Buffer.from(Uint8Array.from(file).buffer);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  const dimensions = header[1]!;
  if (header[0] !== magic || dimensions === 0) return;
  const size = recordBytes(dimensions);
  for (let start = headerBytes; start + size <= bytes.byteLength; start += size) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, size / 4);
    if (checksum(words.subarray(0, -1)) !== words[words.length - 1]) continue;
    const tokens = words[keyBytes / 4]!;
    entries.set(bytes.toString('hex', start, start + keyBytes), {
      vector: new Float32Array(bytes.buffer, bytes.byteOffset + start + keyBytes + 8, dimensions),
      tokens: tokens === unknownTokens ? null : tokens,
      windows: words[keyBytes / 4 + 1]!,
    });
  }
}
