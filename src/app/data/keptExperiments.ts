import { bytesHeader, dataCache, dataOf, keptMarkFolder } from '../../serviceWorker/caches';
import { encodePart } from '../../artifact/addressParts';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { fetchBytes, publishedAddress } from './artifactSource';
import { hasOffline } from './offline';
import { sha256Hex } from '../../artifact/sha256';

export { mostDataBytes } from '../../serviceWorker/caches';

const scope = (): string => new URL('.', document.baseURI).href;
const open = (): Promise<Cache> => caches.open(dataCache(scope()));
const markOf = (id: string): string => new URL(`${keptMarkFolder}${encodePart(id)}`, scope()).href;

/** Whether this browser can keep experiments at all. */
export const canKeep = hasOffline;

/** Whether all files of an experiment, as the index lists them now, are kept because the reader asked for it. */
export async function isKept({ id, files }: ExperimentEntry): Promise<boolean> {
  const cache = await open();
  if (!(await cache.match(markOf(id)))) return false;
  for (const { name, sha256 } of files)
    if (!(await cache.match(publishedAddress(`${id}/${name}`, sha256)))) return false;
  return true;
}

/** Fetches what is missing of an experiment, and marks it as kept. `onBytes` is told the bytes that are there. */
export async function keepExperiment(
  { id, files }: ExperimentEntry,
  onBytes: (there: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await open();
  let there = 0;
  for (const { name, sha256, bytes } of files) {
    signal.throwIfAborted();
    const address = publishedAddress(`${id}/${name}`, sha256);
    if (!(await cache.match(address))) {
      const content = Uint8Array.from(await fetchBytes(address, name, signal));
      const found = await sha256Hex(content);
      if (found !== null && found !== sha256)
        throw new ArtifactError({
          kind: 'hash-mismatch',
          file: name,
          found: `SHA-256 ${found}`,
          expected: `${sha256}, as the list of experiments says: the site was updated; reload the page`,
        });
      const headers = { 'content-type': 'application/json', [bytesHeader]: String(content.byteLength) };
      await cache.put(address, new Response(content, { headers }));
    }
    there += bytes;
    onBytes(there);
  }
  await cache.put(markOf(id), new Response(''));
}

/** Drops an experiment's files and its mark. */
export async function releaseExperiment({ id }: Pick<ExperimentEntry, 'id'>): Promise<void> {
  const cache = await open();
  await cache.delete(markOf(id));
  for (const request of await cache.keys())
    if (dataOf(scope(), request.url).experiment === encodePart(id)) await cache.delete(request);
}

/** Bytes of published data that this browser keeps, on request or because it was used. */
export async function keptDataBytes(): Promise<number> {
  const cache = await open();
  let total = 0;
  for (const request of await cache.keys())
    total += Number((await cache.match(request))?.headers.get(bytesHeader) ?? 0);
  return total;
}

export const clearKeptData = (): Promise<boolean> => caches.delete(dataCache(scope()));
