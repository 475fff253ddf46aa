import { createTokenCounter, type Tokenizer } from '../../../core/chunking/tokens';
import { utf8Length } from '../../../core/text/sizes';
import type { Tokens, Utf16Offset } from '../../../core/units';

/** Counts the tokens of any slice of one document, as if that slice were tokenised by itself. */
export interface DocumentTokens {
  count(start: Utf16Offset, end: Utf16Offset): Tokens;
}

/**
 * Tokenizers of which a space between two letters is always the start of a token, whatever
 * stands around: the letters before end with their run, and the space begins the next word.
 * So a slice holds the tokens of its parts between such places, and those of whole parts
 * are known from one reading of the document.
 */
const splitsBeforeWords: readonly string[] = ['cl100k_base'];

/**
 * A token counter for one document. Merged spans ask for thousands of overlapping slices:
 * with cl100k_base and with the estimate (no tokenizer given) each costs a lookup, and the
 * numbers are those of tokenising the slice. Any other tokenizer reads every distinct slice.
 */
export function documentTokens(text: string, tokenizer?: Tokenizer): DocumentTokens {
  if (tokenizer === undefined) return estimatedTokens(text);
  const countText = createTokenCounter(tokenizer);
  const slice = (start: number, end: number): number =>
    start >= end ? 0 : countText(text.slice(start, end));
  if (!splitsBeforeWords.includes(tokenizer.name)) return { count: slice };

  const places = Int32Array.from(text.matchAll(/(?<=\p{L}) (?=\p{L})/gu), ({ index }) => index);
  const before = new Int32Array(places.length);
  for (let i = 1; i < places.length; i++) before[i] = before[i - 1]! + slice(places[i - 1]!, places[i]!);
  const heads = new Map<number, Tokens>();
  const tails = new Map<number, Tokens>();
  return {
    count(start, end) {
      const first = firstAtOrAfter(places, start + 1);
      const last = firstAtOrAfter(places, end - 1) - 1;
      if (last < first) return slice(start, end);
      const head = remembered(heads, start, () => slice(start, places[first]!));
      const tail = remembered(tails, end, () => slice(places[last]!, end));
      return head + before[last]! - before[first]! + tail;
    },
  };
}

function estimatedTokens(text: string): DocumentTokens {
  const bytes = new Int32Array(text.length + 1);
  for (let i = 0; i < text.length;) {
    const units = text.codePointAt(i)! > 0xffff ? 2 : 1;
    const size = utf8Length(text, i, i + units);
    // Half a pair by itself is written as 3 bytes; slices end between clusters, so none does.
    for (let unit = 1; unit <= units; unit++) bytes[i + unit] = bytes[i]! + (unit === units ? size : 3);
    i += units;
  }
  return { count: (start, end) => Math.ceil((bytes[end]! - bytes[start]!) / 4) };
}

function remembered(known: Map<number, Tokens>, key: number, make: () => Tokens): Tokens {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** Index of the first place at or after an offset; the number of places when there is none. */
function firstAtOrAfter(places: Int32Array, offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
