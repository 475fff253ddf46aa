import { addressBelow } from '../../artifact/addressParts';
import { ArtifactError } from '../../artifact/errors';
import { decode } from '../../artifact/decode';
import { indexFormat } from '../../artifact/indexFile';
import { joinBytes, readParts } from '../../core/bytes';
import { parseJsonText } from '../../artifact/jsonText';
import { readRuns, type RunFiles } from './runBundle';

/** Most bytes that are fetched of one address, and of all files that one index lists. */
const maxBytes = 256 * 1024 * 1024;
/** Most files that one index may list: more than any artifact has. */
const maxFiles = 5000;

/** The address of an artifact as a link gives it, made absolute; a `RangeError` in words for one that the page cannot fetch. */
export function artifactAddress(given: string, base: string): URL {
  let address: URL;
  try {
    address = new URL(given, base);
  } catch {
    throw new RangeError(`“${given}” is no address of a file.`);
  }
  const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
  if (
    address.protocol !== 'https:' &&
    !(address.protocol === 'http:' && (loopback || address.origin === new URL(base).origin))
  ) {
    throw new RangeError(
      `${address.protocol}//${address.host} cannot be fetched: an artifact comes from an https address, from this site, or from this machine.`,
    );
  }
  if (address.username !== '' || address.password !== '')
    throw new RangeError('An address with a user name or password in it is not fetched.');
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
  if (index.experiments.length === 0)
    throw new ArtifactError({
      kind: 'missing',
      file: name,
      found: 'an index of no experiment',
      expected: 'at least one',
    });
  const listed = index.experiments.flatMap(({ files }) => files).length;
  if (listed > maxFiles)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${listed} files`,
      expected: `at most ${maxFiles}`,
    });
  const fetched = { bytes: 0 };
  const runs: RunFiles[] = [];
  for (const entry of index.experiments) {
    const addresses = entry.files.map(
      ({ name: file }) => [file, besideIndex(address, name, entry.id, file)] as const,
    );
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    // A few at a time: the server is somebody's, and what comes is held in memory.
    for (let first = 0; first < addresses.length; first += 8) {
      const some = await Promise.all(
        addresses
          .slice(first, first + 8)
          .map(async ([file, from]) => [file, await fetchWhole(from, signal, fetched)] as const),
      );
      for (const [file, content] of some) files.set(file, content);
    }
    runs.push({ entry, files });
  }
  return runs;
}

/**
 * Address of a file that an index lists. An index is somebody's: it may name files of its
 * own folder, and none elsewhere, least of all on a host that the reader has not agreed to.
 */
function besideIndex(index: URL, name: string, id: string, file: string): URL {
  const folder = addressBelow(index, [id, '']);
  const address = folder && addressBelow(folder, file.split('/'));
  if (id === '' || address === null) {
    throw new ArtifactError({
      kind: 'invalid',
      file: name,
      found: `the file ${JSON.stringify(file)} of the experiment ${JSON.stringify(id)}`,
      expected: 'files in the folder of their experiment, beside the index',
    });
  }
  return address;
}

const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({
  name,
  size: bytes.byteLength,
  arrayBuffer: async () => bytes.buffer,
});

function isIndex(name: string, bytes: Uint8Array): boolean {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return false;
  const { value } = parseJsonText(name, bytes);
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'index';
}

async function fetchWhole(
  address: URL,
  signal: AbortSignal,
  fetched = { bytes: 0 },
): Promise<Uint8Array<ArrayBuffer>> {
  const file = address.href;
  let response: Response;
  try {
    response = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ArtifactError({
      kind: 'network',
      file,
      found: 'no answer (offline, no such host, or the server does not let other sites read it: CORS)',
      expected: 'a file that this page may read',
    });
  }
  if (response.status === 404 || response.status === 410)
    throw new ArtifactError({
      kind: 'missing',
      file,
      found: `not found (the server answered ${response.status})`,
      expected: 'the file at this address',
    });
  if (!response.ok)
    throw new ArtifactError({
      kind: 'network',
      file,
      found: `answer ${response.status} from the server`,
      expected: 'the file',
    });
  const refuse = (bytes: number) =>
    new ArtifactError({
      kind: 'too-large',
      file,
      found: `${bytes} bytes or more`,
      expected: `at most ${maxBytes} bytes`,
    });
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (fetched.bytes + announced > maxBytes) throw refuse(fetched.bytes + announced);
  return joinBytes(
    await readParts(response.body?.getReader(), (_, part) => {
      fetched.bytes += part;
      if (fetched.bytes > maxBytes) throw refuse(fetched.bytes);
    }),
  );
}
