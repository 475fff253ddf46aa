import { utf8Length } from '../text/sizes';
import type { Tokens, Utf16Offset } from '../units';

/**
 * Where a text's tokens end, by a vocabulary that `core` does not hold.
 *
 * `encode` gives the end offset of each token in UTF-16 code units, never
 * falling, the last one at the text's end. A token that ends inside a character
 * ends, for this purpose, behind it: several tokens may share an end, and their
 * number stays exact.
 */
export interface Tokenizer {
  name: string;
  encode(text: string): ArrayLike<Utf16Offset>;
  /** The number of tokens, where that is quicker to get than their ends. */
  countTokens?(text: string): Tokens;
}

const bytesPerToken = 4;

/** Tokens of a text where no tokenizer is at hand: `ceil(UTF-8 bytes / 4)`. */
export function estimateTokens(text: string): Tokens {
  return Math.ceil(utf8Length(text) / bytesPerToken);
}

/** Stands in for a tokenizer: every 4 UTF-8 bytes are a token. A result that used it says so. */
export const estimateTokenizer: Tokenizer = {
  name: 'estimate (4 UTF-8 bytes a token)',
  countTokens: estimateTokens,
  encode(text) {
    const ends = new Int32Array(estimateTokens(text));
    let count = 0;
    let bytes = 0;
    for (let i = 0; i < text.length;) {
      const unit = text.charCodeAt(i);
      let units = 1;
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else {
        if (unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(i)! > 0xffff) units = 2;
        bytes += units === 2 ? 4 : 3;
      }
      i += units;
      for (; bytes >= bytesPerToken; bytes -= bytesPerToken) ends[count++] = i;
    }
    if (bytes > 0) ends[count] = text.length;
    return ends;
  },
};

/** The ends of a text's tokens, checked: what a tokenizer returns comes from outside. */
export function tokenEnds(text: string, tokenizer: Tokenizer): ArrayLike<Utf16Offset> {
  const ends = tokenizer.encode(text);
  let before = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    if (!(end >= before && end <= text.length))
      throw new RangeError(
        `tokenizer ${tokenizer.name}: expected token ${i} to end between ${before} and ${text.length}, found ${end}`,
      );
    before = end;
  }
  if (before !== text.length)
    throw new RangeError(
      `tokenizer ${tokenizer.name}: expected the last token to end at ${text.length}, found ${before}`,
    );
  return ends;
}

/**
 * Counts the tokens of texts, each distinct one once.
 *
 * The tokens of a slice are not the document's own tokens within it, so a
 * returned context is always tokenised by itself; the same contexts come back
 * for many queries, so their counts are kept, up to `cacheUnits` code units of text.
 */
export function createTokenCounter(
  tokenizer: Tokenizer = estimateTokenizer,
  cacheUnits = 1 << 24,
): (text: string) => Tokens {
  const counts = new Map<string, Tokens>();
  let units = 0;
  return (text) => {
    let count = counts.get(text);
    if (count !== undefined) return count;
    count = tokenizer.countTokens?.(text) ?? tokenizer.encode(text).length;
    units += text.length;
    if (units > cacheUnits) {
      counts.clear();
      units = text.length;
    }
    counts.set(text, count);
    return count;
  };
}
