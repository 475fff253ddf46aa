import { addressBelow } from '../../artifact/addressParts';
import { ArtifactError } from '../../artifact/errors';
import { hashLength, hashParameter, notKeptHeader } from '../../serviceWorker/caches';

export interface AskedFile {
  /** As the index lists it: a browser that keeps files then never returns those of another version. */
  sha256?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Where an experiment's files come from: the site's own `artifacts/`, a dropped
 * file, or a live run. Views never know which.
 */
export interface ArtifactSource {
  /** Unique among sources; part of every cache key. */
  id: string;
  /** Bytes or text of `path` (for example `contextual-blend/summary.json`). */
  read(path: string, asked?: AskedFile): Promise<Uint8Array | string>;
  /** What the reader is told as the file's name or address. */
  nameOf(path: string): string;
}

/** The artifacts that are published beside the page. */
export const publishedArtifacts: ArtifactSource = fetchedSource(
  'published',
  new URL('artifacts/', document.baseURI).href,
);

/** An address with the beginning of the hash that its content has; a server without a use for it ignores it. */
function withHash(address: URL, sha256: string | undefined): string {
  if (sha256 !== undefined && sha256 !== '')
    address.searchParams.set(hashParameter, sha256.slice(0, hashLength));
  return address.href;
}

/** The address of a published file. */
export function publishedAddress(path: string, sha256: string): string {
  return withHash(addressBelow(new URL('artifacts/', document.baseURI), path.split('/'))!, sha256);
}

/** Files below an address; those of this site are named from the page on. */
export function fetchedSource(id: string, base: string): ArtifactSource {
  // The address of the document itself ends in the fragment of the view that is open.
  const site = new URL('.', document.baseURI).href;
  const folder = base.startsWith(site) ? base.slice(site.length) : base;
  const nameOf = (path: string) => `${folder}${path}`;
  return {
    id,
    nameOf,
    // Asked for what no folder holds, it rejects as for a file that is not there, and never throws.
    async read(path, { sha256, signal } = {}) {
      const address = addressBelow(new URL(base), path.split('/'));
      if (address === null)
        throw new ArtifactError({
          kind: 'missing',
          file: nameOf(path),
          found: 'a path that leads out of the folder',
          expected: 'a file in it',
        });
      return fetchBytes(withHash(address, sha256), nameOf(path), signal);
    },
  };
}

/** Files held in memory, by path. */
export function memorySource(id: string, files: ReadonlyMap<string, string | Uint8Array>): ArtifactSource {
  return {
    id,
    nameOf: (path) => path,
    read: (path) => {
      const content = files.get(path);
      if (content === undefined)
        return Promise.reject(
          new ArtifactError({
            kind: 'missing',
            file: path,
            found: 'no such file',
            expected: `one of ${[...files.keys()].join(', ')}`,
          }),
        );
      return Promise.resolve(content);
    },
  };
}

/** The bytes at an address; an `ArtifactError` says what came instead. */
export async function fetchBytes(address: string, name: string, signal?: AbortSignal): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(address, { signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ArtifactError({
      kind: 'network',
      file: name,
      found: 'no answer (offline, blocked, or the server refused)',
      expected: 'the file',
    });
  }
  if (response.headers.has(notKeptHeader))
    throw new ArtifactError({
      kind: 'not-kept',
      file: name,
      found: 'no connection, and no kept copy of this file',
      expected: 'a connection, or “Keep this experiment” while there is one',
    });
  if (response.status === 404 || response.status === 410) {
    throw new ArtifactError({
      kind: 'missing',
      file: name,
      found: `not found (the server answered ${response.status})`,
      expected: 'the file at this address',
    });
  }
  if (!response.ok)
    throw new ArtifactError({
      kind: 'network',
      file: name,
      found: `answer ${response.status} from the server`,
      expected: 'the file',
    });
  return new Uint8Array(await response.arrayBuffer());
}
