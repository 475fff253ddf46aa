import { addressBelow } from '../../artifact/addressParts';
import { ArtifactError } from '../../artifact/errors';

/**
 * Where an experiment's files come from: the site's own `artifacts/`, a dropped
 * file, or a live run. Views never know which.
 */
export interface ArtifactSource {
  /** Unique among sources; part of every cache key. */
  id: string;
  /** Bytes or text of `path` (for example `contextual-blend/summary.json`). */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array | string>;
  /** What the reader is told as the file's name or address. */
  nameOf(path: string): string;
}

/** The artifacts that are published beside the page. */
export const publishedArtifacts: ArtifactSource = fetchedSource(
  'published',
  new URL('artifacts/', document.baseURI).href,
);

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
    async read(path, signal) {
      const address = addressBelow(new URL(base), path.split('/'));
      if (address === null)
        throw new ArtifactError({
          kind: 'missing',
          file: nameOf(path),
          found: 'a path that leads out of the folder',
          expected: 'a file in it',
        });
      return fetchBytes(address.href, nameOf(path), signal);
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

async function fetchBytes(address: string, name: string, signal?: AbortSignal): Promise<Uint8Array> {
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
