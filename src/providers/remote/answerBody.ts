import { readParts } from '../../core/bytes';
import { isAbortError } from '../shared/abort';
import { ProviderError } from '../shared/providerError';
import { CutOff, Refusal } from './failures';
import { readServerWords } from './serverWords';

/** Longest answer that is read for one vector: 16,384 numbers of 26 characters. */
const bytesPerVector = 16_384 * 26;

/** Most bytes of an answer that may be words and not vectors. */
const wordsBytes = 100_000;

/**
 * The bytes of an answer, as they came, up to a size that no honest answer reaches. Read
 * while the request's time runs, so that a stalled body counts as a time-out. Words where
 * vectors belong are a `Refusal`, whatever the status says.
 */
export async function readBody(response: Response, inputs: number, origin: string): Promise<Uint8Array[]> {
  const limit = 1_000_000 + inputs * bytesPerVector;
  const parts = await readParts(response.body?.getReader(), (loaded) => {
    if (loaded > limit)
      throw new ProviderError(
        'bad-response',
        `${origin} sent more than ${limit} bytes for ${inputs} texts, more than any embedding answer holds.`,
        { subject: origin, expected: limit },
      );
  }).catch((error: unknown) => {
    if (error instanceof ProviderError || isAbortError(error)) throw error;
    throw new CutOff('the connection ended', { cause: error });
  });
  const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes <= wordsBytes) {
    const text = textOf(parts);
    if (saysWords(text)) throw new Refusal(response.status, response.headers, text);
  }
  return parts;
}

/** The words of a refusal, as far as anybody would read them. */
export async function readRefusal(response: Response): Promise<Refusal> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    while (reader && bytes < wordsBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.byteLength;
    }
    if (bytes >= wordsBytes) await reader?.cancel();
  } catch (error) {
    if (isAbortError(error)) throw error;
    // The status says enough.
  }
  return new Refusal(response.status, response.headers, textOf(parts));
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

/** Whether an answer of status 200 holds no vectors and something to read. */
function saysWords(text: string): boolean {
  if (/"embeddings?"\s*:\s*\[/.test(text) || /^\s*\[\s*\[/.test(text)) return false;
  // Half an answer is named by whoever reads answers.
  if (/^\s*[[{]/.test(text) && !isJson(text)) return false;
  const { text: said, isPage } = readServerWords(text);
  return isPage || said !== '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
