import { checkSize } from '../text/sizes';
import { isWhitespace } from '../text/whitespace';
import { descend, stringsBefore } from './separators';
import { checkOverlap, graphemeTooLarge, plainChunk, type Chunk, type ChunkUnit } from './strategy';

interface LangchainOptions {
  chunkSize: number;
  overlap: number;
  /** Length of a stretch by itself, in `unit`. */
  lengthOf?: ((start: number, end: number) => number) | undefined;
  unit?: ChunkUnit;
  separators?: readonly string[] | undefined;
}

/**
 * The chunks of LangChain's `RecursiveCharacterTextSplitter` (JavaScript package
 * 1.x; default separators and lengths in UTF-16 code units unless told), as spans.
 *
 * Its ways, kept here: a separator goes with the piece that it begins; a piece
 * merges only when it is shorter than the limit, not when it meets it; chunks are
 * trimmed; a grapheme may be cut. Only a surrogate pair is never halved.
 */
export function langchainChunks(
  text: string,
  {
    chunkSize,
    overlap,
    lengthOf = (start, end) => end - start,
    unit = 'characters',
    separators,
  }: LangchainOptions,
): Chunk[] {
  checkSize('chunkSize', chunkSize);
  checkOverlap(overlap, chunkSize);
  const chunks: Chunk[] = [];
  /** The pieces of the current merge: where each begins, and its length. */
  const starts: number[] = [];
  const lengths: number[] = [];
  let head = 0;
  let end = 0;
  let merged = 0;

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
    lengths.length = 0;
    head = 0;
    merged = 0;
  }
  function take(pieceStart: number, pieceEnd: number): boolean {
    const length = lengthOf(pieceStart, pieceEnd);
    if (length >= chunkSize) return false;
    if (head < starts.length && merged + length > chunkSize) {
      emit();
      while (head < starts.length && (merged > overlap || merged + length > chunkSize))
        merged -= lengths[head++]!;
    }
    starts.push(pieceStart);
    lengths.push(length);
    merged += length;
    end = pieceEnd;
    return true;
  }

  descend(text, stringsBefore(text, separators), {
    take,
    flush,
    takeApart(start, stretchEnd) {
      for (let from = start; from < stretchEnd;) {
        const to = from + (text.codePointAt(from)! > 0xffff && from + 1 < stretchEnd ? 2 : 1);
        if (lengthOf(from, to) > chunkSize)
          throw graphemeTooLarge(text, from, to, lengthOf(from, to), 'chunkSize', chunkSize, unit);
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
