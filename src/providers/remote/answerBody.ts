import { readParts } from '../../core/bytes';
import { ProviderError } from '../shared/providerError';

/** Longest answer that is read for one vector: 16,384 numbers of 26 characters. */
const bytesPerVector = 16_384 * 26;

/** The bytes of an answer, as they came, up to a size that no honest answer reaches. Read while the request's time runs, so that a stalled body counts as a time-out. */
export async function readBody(response: Response, inputs: number, origin: string): Promise<Uint8Array[]> {
  const limit = 1_000_000 + inputs * bytesPerVector;
  return readParts(response.body?.getReader(), (loaded) => {
    if (loaded > limit)
      throw new ProviderError(
        'bad-response',
        `${origin} sent more than ${limit} bytes for ${inputs} texts, more than any embedding answer holds.`,
        { subject: origin, expected: limit },
      );
  });
}
