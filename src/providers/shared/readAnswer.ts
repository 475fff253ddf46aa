import { ProviderError } from './providerError';

/**
 * The JSON of an answer, from its bytes.
 *
 * Read here instead of by the client package, so that a bare `NaN` (which JSON does not
 * know, but some servers write) is named, and so that a worker can do it.
 */
export function readAnswer(parts: readonly Uint8Array[], origin: string): unknown {
  const decoder = new TextDecoder();
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  try {
    return JSON.parse(text);
  } catch {
    if (/[[,:]\s*-?(?:NaN|Infinity)\b/.test(text)) {
      throw new ProviderError(
        'not-finite',
        `${origin} sent NaN or Infinity where numbers belong. The endpoint is at fault: some models do this on very long or odd texts.`,
        { subject: origin },
      );
    }
    const start = text.trimStart().slice(0, 1);
    throw new ProviderError(
      'bad-response',
      `${origin} answered with ${text.trim() === '' ? 'nothing' : start === '<' ? 'a web page' : 'something that is not JSON'} instead of embeddings. Check that the base URL leads to an OpenAI-compatible API (it usually ends in /v1).`,
      { subject: origin },
    );
  }
}
