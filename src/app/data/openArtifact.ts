import { ArtifactError } from '../../schema/errors';
import { decode } from '../../schema/decode';
import { indexFormat } from '../../schema/indexFile';
import { parseJsonText } from '../../schema/jsonText';
import { readRuns, type RunFiles } from './runBundle';

/** Most bytes that are fetched of one address. */
const maxBytes = 256 * 1024 * 1024;

/** The address of an artifact as a link gives it, made absolute; a `RangeError` in words for one that the page cannot fetch. */
export function artifactAddress(given: string, base: string): URL {
  let address: URL;
  try {
    address = new URL(given, base);
  } catch {
    throw new RangeError(`“${given}” is no address of a file.`);
  }
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && (loopback || address.origin === new URL(base).origin))) {
    throw new RangeError(`${address.protocol}//${address.host} cannot be fetched: an artifact comes from an https address, from this site, or from this machine.`);
  }
  if (address.username !== '' || address.password !== '') throw new RangeError('An address with a user name or password in it is not fetched.');
  return address;
}

/**
 * Runs behind an address: a zip, a summary alone, or an index whose files lie beside it as
 * in the published folder. Rejects with an `ArtifactError` in words.
 */
export async function fetchRuns(address: URL, signal: AbortSignal): Promise<RunFiles[]> {
  const bytes = await fetchWhole(address, signal);
  const name = address.pathname.slice(address.pathname.lastIndexOf('/') + 1) || address.host;
  if (!isIndex(name, bytes)) return readRuns([fileOf(name, bytes)]);
  const index = decode(indexFormat, name, parseJsonText(name, bytes).value);
  if (index.experiments.length === 0) throw new ArtifactError({ kind: 'missing', file: name, found: 'an index of no experiment', expected: 'at least one' });
  const folder = new URL('.', address);
  return Promise.all(
    index.experiments.map(async (entry) => {
      const files = await Promise.all(entry.files.map(async ({ name: file }) => [file, await fetchWhole(new URL(`${encodeURIComponent(entry.id)}/${file}`, folder), signal)] as const));
      return { entry, files: new Map(files) };
    }),
  );
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({ name, size: bytes.byteLength, arrayBuffer: async () => bytes.buffer });

function isIndex(name: string, bytes: Uint8Array): boolean {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return false;
  const { value } = parseJsonText(name, bytes);
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'index';
}

async function fetchWhole(address: URL, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const file = address.href;
  let response: Response;
  try {
    response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ArtifactError({ kind: 'network', file, found: 'no answer (offline, no such host, or the server does not let other sites read it: CORS)', expected: 'a file that this page may read' });
  }
  if (response.status === 404 || response.status === 410) throw new ArtifactError({ kind: 'missing', file, found: `not found (the server answered ${response.status})`, expected: 'the file at this address' });
  if (!response.ok) throw new ArtifactError({ kind: 'network', file, found: `answer ${response.status} from the server`, expected: 'the file' });
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new ArtifactError({ kind: 'too-large', file, found: `${response.headers.get('content-length')} bytes`, expected: `at most ${maxBytes} bytes` });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw new ArtifactError({ kind: 'too-large', file, found: `${bytes.byteLength} bytes`, expected: `at most ${maxBytes} bytes` });
  return bytes;
}
