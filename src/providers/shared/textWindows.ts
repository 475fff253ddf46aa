import { sentenceSpans } from '../../core/text/sentences';

/** A tokenizer by where its tokens end, in UTF-16 code units. */
export interface TokenCounter {
  name: string;
  encode(text: string): ArrayLike<number>;
}

export interface TextWindow {
  text: string;
  tokens: number;
}

/**
 * Consecutive slices of a text of at most `limit` tokens of the whole text's
 * tokenisation, trimmed; the text itself when it fits.
 *
 * A slice ends at a sentence end where one lies in its second half, else at white
 * space, else at a token.
 */
export function textWindows(text: string, limit: number, counter: TokenCounter): TextWindow[] {
  const ends = counter.encode(text);
  if (ends.length <= limit) return [{ text, tokens: ends.length }];
  const sentenceEnds = new Set(sentenceSpans(text).map(({ end }) => end));
  const windows: TextWindow[] = [];
  for (let from = 0; from < ends.length;) {
    let to = Math.min(from + limit, ends.length);
    if (to < ends.length) to = cutBefore(text, ends, from, to, sentenceEnds);
    const slice = text.slice(from === 0 ? 0 : ends[from - 1]!, ends[to - 1]!).trim();
    if (slice !== '') windows.push({ text: slice, tokens: to - from });
    from = to;
  }
  return windows;
}

/** Number of tokens to take: the last sentence end in the window's second half, else the last white space, else a whole code point. */
function cutBefore(
  text: string,
  ends: ArrayLike<number>,
  from: number,
  limit: number,
  sentenceEnds: Set<number>,
): number {
  const least = from + Math.ceil((limit - from) / 2);
  for (let to = limit; to >= least; to--) if (sentenceEnds.has(ends[to - 1]!)) return to;
  for (let to = limit; to >= least; to--) if (/\s/.test(text[ends[to - 1]!] ?? ' ')) return to;
  let to = limit;
  while (to > from + 1 && (ends[to - 1] === ends[to] || splitsPair(text, ends[to - 1]!))) to--;
  return to;
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
