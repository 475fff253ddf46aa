import { ProviderError } from '../shared/providerError';

/** Longest answer that is read for one vector: 16,384 numbers of 26 characters. */
const bytesPerVector = 16_384 * 26;

/**
 * The JSON of an answer, read up to a size that no honest answer reaches.
 *
 * Read here instead of by the client package, so that a stalled body counts as a
 * time-out, and a bare `NaN` (which JSON does not know, but some servers write) is named.
 */
export async function readAnswer(response: Response, inputs: number, origin: string): Promise<unknown> {
  const limit = 1_000_000 + inputs * bytesPerVector;
  const reader = response.body?.getReader();
  const parts: string[] = [];
  const decoder = new TextDecoder();
  for (let total = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.byteLength;
    if (total > limit) {
      await reader.cancel();
      throw new ProviderError('bad-response', `${origin} sent more than ${limit} bytes for ${inputs} texts, more than any embedding answer holds.`, { subject: origin, expected: limit });
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  const text = parts.join('') + decoder.decode();
  try {
    return JSON.parse(text);
  } catch {
    if (/[[,:]\s*-?(?:NaN|Infinity)\b/.test(text)) {
      throw new ProviderError('not-finite', `${origin} sent NaN or Infinity where numbers belong. The endpoint is at fault: some models do this on very long or odd texts.`, { subject: origin });
    }
    const start = text.trimStart().slice(0, 1);
    throw new ProviderError('bad-response', `${origin} answered with ${text.trim() === '' ? 'nothing' : start === '<' ? 'a web page' : 'something that is not JSON'} instead of embeddings. Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).`, { subject: origin });
  }
}
