import type { Utf8Bytes } from '../units';
import { checkSize, utf8Length } from './sizes';
import { isBlank } from './whitespace';

export interface RequestLimits {
  maxInputs?: number;
  maxBytes?: Utf8Bytes;
}

/**
 * Which texts go into which request: indexes in order, each request within both
 * limits. Blank texts are in none, so their slots stay empty in the answer; a
 * text over the byte limit travels alone. No texts, no requests.
 */
export function planRequests(
  texts: readonly string[],
  { maxInputs = 2048, maxBytes = 300_000 }: RequestLimits = {},
): number[][] {
  checkSize('maxInputs', maxInputs);
  checkSize('maxBytes', maxBytes);
  const requests: number[][] = [];
  let bytes = Infinity;
  texts.forEach((text, index) => {
    if (isBlank(text)) return;
    const size = utf8Length(text);
    const request = requests.at(-1);
    if (request && request.length < maxInputs && bytes + size <= maxBytes) {
      request.push(index);
      bytes += size;
    } else {
      requests.push([index]);
      bytes = size;
    }
  });
  return requests;
}
