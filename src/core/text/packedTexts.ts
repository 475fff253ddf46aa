import type { Utf16Offset } from '../units';

/**
 * Many texts as one: what crosses between threads in a moment, where tens of thousands
 * of strings would hold up the one that reads them.
 */
export interface PackedTexts {
  /** All texts, one after the other. */
  text: string;
  /** Where each ends in it. */
  ends: Uint32Array;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Uint32Array(texts.length);
  let end: Utf16Offset = 0;
  texts.forEach((text, index) => (ends[index] = end += text.length));
  return { text: texts.join(''), ends };
}

/** One of the texts, by its place from 0; a place without one is an error. */
export function textAt({ text, ends }: PackedTexts, index: number): string {
  if (!(index in ends)) throw new RangeError(`text ${index} of ${ends.length} was asked for`);
  return text.slice(index === 0 ? 0 : ends[index - 1], ends[index]);
}
