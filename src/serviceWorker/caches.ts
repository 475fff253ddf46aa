/**
 * What this site keeps in a browser's Cache Storage. All names carry the folder that the
 * site lies in (`scope`, an address that ends in a slash): two sites on one host do not meet.
 */

const programPrefix = (scope: string): string => `chunkscope-program ${scope} `;

/** The program's own files of one version. */
export const programCache = (scope: string, version: string): string => `${programPrefix(scope)}${version}`;

export const isProgramCache = (scope: string, name: string): boolean => name.startsWith(programPrefix(scope));

/** Published data that was used, or kept on request. */
export const dataCache = (scope: string): string => `chunkscope-data ${scope}`;

/** Data that nobody asked to keep is dropped, oldest first, beyond this. */
export const mostDataBytes = 100 * 1024 * 1024;

/** Header of a kept answer: the bytes of its body. */
export const bytesHeader = 'x-chunkscope-bytes';
/** Header of the answer that a file is neither kept nor to be had. */
export const notKeptHeader = 'x-chunkscope-not-kept';

/** Marks of the experiments that a reader keeps: never dropped for want of room. */
export const keptMarkFolder = 'artifacts/.kept/';

export const indexPath = 'artifacts/index.json';

/** The parameter with the beginning of the SHA-256 that the index lists: with it an address names one content. */
export const hashParameter = 'v';
export const hashLength = 16;

/** What a request is to the worker, by its address; null for what it leaves alone. */
export type Asked = 'page' | 'program' | 'index' | 'data' | null;

export function askedOf(scope: string, address: string, method: string, isNavigation: boolean): Asked {
  if (method !== 'GET' || !address.startsWith(scope)) return null;
  const path = address.slice(scope.length).replace(/[?#].*$/s, '');
  if (isNavigation) return path === '' || path === 'index.html' ? 'page' : null;
  if (path === indexPath) return 'index';
  if (path.startsWith('artifacts/')) return 'data';
  // The model keeps its own files; the worker's script is the browser's to fetch.
  return path.startsWith('model/') || path === 'sw.js' ? null : 'program';
}

/** The experiment of a file's address, and the address without its hash. */
export function dataOf(
  scope: string,
  address: string,
): { experiment: string; file: string; hash: string | null } {
  const url = new URL(address);
  const [, experiment = ''] = url.href.slice(scope.length).split('/');
  const hash = url.searchParams.get(hashParameter);
  return { experiment, file: `${url.origin}${url.pathname}`, hash };
}

export interface KeptFile {
  address: string;
  bytes: number;
  experiment: string;
}

/** Addresses to drop, oldest first, until what nobody asked to keep fits. `files` are in the order in which they came. */
export function overLimit(files: readonly KeptFile[], kept: ReadonlySet<string>, limit: number): string[] {
  const loose = files.filter(({ experiment }) => !kept.has(experiment));
  let total = loose.reduce((sum, { bytes }) => sum + bytes, 0);
  const dropped: string[] = [];
  for (const { address, bytes } of loose) {
    if (total <= limit) break;
    dropped.push(address);
    total -= bytes;
  }
  return dropped;
}
