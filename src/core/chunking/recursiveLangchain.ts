import { checkSize } from '../text/sizes';
import { isWhitespace } from '../text/whitespace';
import { descend, separatorsBefore } from './separators';
import { checkOverlap, graphemeTooLarge, plainChunk, type Chunk } from './strategy';

/**
 * The chunks of LangChain's `RecursiveCharacterTextSplitter` (JavaScript package
 * 1.x, default separators, lengths in UTF-16 code units), as spans.
 *
 * Its ways, kept here: a separator goes with the piece that it begins; a piece
 * merges only when it is shorter than the limit, not when it meets it; chunks are
 * trimmed; a grapheme may be cut. Only a surrogate pair is never halved.
 */
export function langchainChunks(text: string, chunkSize: number, overlap: number): Chunk[] {
  checkSize('chunkSize', chunkSize);
  checkOverlap(overlap, chunkSize);
  const chunks: Chunk[] = [];
  const starts: number[] = [];
  let head = 0;
  let end = 0;

  function emit(): void {
    if (head >= starts.length) return;
    let from = starts[head]!;
    let to = end;
    while (from < to && isWhitespace(text.charCodeAt(from))) from++;
    while (to > from && isWhitespace(text.charCodeAt(to - 1))) to--;
    if (from < to) chunks.push(plainChunk(from, to));
  }
  function flush(): void {
    emit();
    starts.length = 0;
    head = 0;
  }
  function take(pieceStart: number, pieceEnd: number): boolean {
    if (pieceEnd - pieceStart >= chunkSize) return false;
    if (head < starts.length && pieceEnd - starts[head]! > chunkSize) {
      emit();
      while (head < starts.length && (end - starts[head]! > overlap || pieceEnd - starts[head]! > chunkSize))
        head++;
    }
    starts.push(pieceStart);
    end = pieceEnd;
    return true;
  }

  descend(text, separatorsBefore(text), {
    take,
    flush,
    takeApart(start, stretchEnd) {
      for (let from = start; from < stretchEnd;) {
        const to = from + (text.codePointAt(from)! > 0xffff && from + 1 < stretchEnd ? 2 : 1);
        if (to - from > chunkSize)
          throw graphemeTooLarge(text, from, to, 2, 'chunkSize', chunkSize, 'characters');
        if (!take(from, to)) {
          flush();
          chunks.push(plainChunk(from, to));
        }
        from = to;
      }
    },
  });
  return chunks;
}
