import { graphemeAtOrAfter } from '../text/graphemes';
import { checkSize } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import { checkOverlap, plainChunk, type Chunk } from './strategy';
import { estimateTokenizer, tokenEnds, type Tokenizer } from './tokens';

/**
 * Windows of `chunkSize` tokens of the document's own tokenisation, each starting
 * `chunkSize − overlap` after the one before; the first that reaches the end is the last.
 *
 * An edge inside a grapheme moves forward to the next one, so a window may hold a
 * few tokens more than its limit says, or nothing new: then it is dropped, as is
 * a blank one. Linear in the text.
 */
export function tokenWindows(
  text: string,
  chunkSize: number,
  overlap: number,
  tokenizer: Tokenizer = estimateTokenizer,
): Chunk[] {
  checkSize('chunkSize', chunkSize);
  checkOverlap(overlap, chunkSize);
  if (isBlank(text)) return [];
  const ends = tokenEnds(text, tokenizer);
  const chunks: Chunk[] = [];
  let startEdge = 0;
  let endEdge = 0;
  for (let first = 0; first < ends.length; first += chunkSize - overlap) {
    const last = Math.min(first + chunkSize, ends.length) - 1;
    const start = graphemeAtOrAfter(text, first === 0 ? 0 : ends[first - 1]!, startEdge);
    const end = graphemeAtOrAfter(text, ends[last]!, endEdge);
    startEdge = start;
    endEdge = end;
    const before = chunks.at(-1)?.indexed;
    // Moved edges can make a window repeat the one before, or the one before a part of it.
    if (start < end && !(before && end <= before.end) && !isBlank(text, start, end)) {
      if (before?.start === start) chunks.pop();
      chunks.push(plainChunk(start, end));
    }
    if (last === ends.length - 1) break;
  }
  return chunks;
}
