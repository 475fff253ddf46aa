import { ArtifactError } from '../../artifact/errors';
import { joinBytes, readParts } from '../../core/bytes';
import type { CorpusAddress } from './corpusTextStore';

const maxBytes = 256 * 1024 * 1024;
/** Progress is told at most this often: a message for every packet would only cost time. */
const progressEveryMs = 100;

/** The bytes of an address, with progress. Faults are told as an `ArtifactError` that names the address. */
export async function fetchCorpusBytes(
  { address, name }: CorpusAddress,
  onBytes: (loaded: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const unreachable = (cause: unknown): never => {
    if (signal.aborted) throw cause;
    throw new ArtifactError({
      kind: 'network',
      file: name,
      found: 'no answer (offline, blocked, or the server refused)',
      expected: 'the file',
    });
  };
  const response = await fetch(address, { signal, credentials: 'omit' }).catch(unreachable);
  if (response.status === 404 || response.status === 410)
    throw new ArtifactError({
      kind: 'missing',
      file: name,
      found: `not found (the server answered ${response.status})`,
      expected: 'the file at this address',
    });
  if (!response.ok)
    throw new ArtifactError({
      kind: 'network',
      file: name,
      found: `answer ${response.status} from the server`,
      expected: 'the file',
    });
  let told = performance.now();
  const parts = await readParts(response.body?.getReader(), (loaded) => {
    if (loaded > maxBytes)
      throw new ArtifactError({
        kind: 'too-large',
        file: name,
        found: `more than ${maxBytes} bytes`,
        expected: `at most ${maxBytes} bytes`,
      });
    if (performance.now() - told < progressEveryMs) return;
    told = performance.now();
    onBytes(loaded);
  }).catch((error: unknown) => {
    if (error instanceof ArtifactError) throw error;
    return unreachable(error);
  });
  return joinBytes(parts);
}
