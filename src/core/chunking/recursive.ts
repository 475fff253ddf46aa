import { graphemeBoundaries } from '../text/graphemes';
import { checkSize, codePointLength } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import type { Tokens } from '../units';
import { characterWindows } from './characterWindows';
import { langchainChunks } from './recursiveLangchain';
import { createTokenCounter } from './tokens';
import { descend, separatorsBehind, stringsBehind } from './separators';
import {
  characterSetting,
  checkOverlap,
  type Chunk,
  type ChunkingStrategy,
  graphemeTooLarge,
  overlapConflict,
  plainChunk,
} from './strategy';

const defaults = { chunkSize: 1000, overlap: 0 } as const;

interface RecursiveOptions {
  chunkSize: number;
  overlap: number;
  /** Tokens of a stretch by itself, where limit and overlap count tokens. */
  tokensOf?: ((start: number, end: number) => Tokens) | undefined;
  separators?: readonly string[] | undefined;
}

/** Separators as strings to look for: an empty last one, which other programs write, is the cut between characters that comes anyway. */
function literalSeparators(separators: readonly string[]): readonly string[] {
  const given = separators.at(-1) === '' ? separators.slice(0, -1) : separators;
  if (given.some((separator) => typeof separator !== 'string' || separator === ''))
    throw new RangeError(
      `separators must be strings, an empty one the last, found ${JSON.stringify(separators)}`,
    );
  return given;
}

/**
 * Pieces merged while they fit, cut by the first separator that helps of blank
 * line, line, `. `, white space and grapheme. A separator stays with the piece
 * that it ends and counts in its length, in code points.
 *
 * With an overlap a merge begins with the last whole pieces of the one before,
 * as many as fit in it; an oversized piece is a fresh start on both sides.
 */
function recursiveChunks(
  text: string,
  { chunkSize, overlap, tokensOf, separators }: RecursiveOptions,
): Chunk[] {
  checkSize('chunkSize', chunkSize);
  checkOverlap(overlap, chunkSize);
  if (isBlank(text)) return [];
  const hasPairs = /[\ud800-\udbff]/.test(text);
  const chunks: Chunk[] = [];
  const sizeOf = (from: number, to: number): number =>
    tokensOf ? tokensOf(from, to) : hasPairs ? codePointLength(text, from, to) : to - from;
  /** The pieces of the current merge: where each begins, and its size. */
  const starts: number[] = [];
  const sizes: number[] = [];
  let head = 0;
  let end = 0;
  let merged = 0;

  function emit(start: number): void {
    if (!isBlank(text, start, end)) chunks.push(plainChunk(start, end));
  }
  function flush(): void {
    if (head < starts.length) emit(starts[head]!);
    starts.length = 0;
    sizes.length = 0;
    head = 0;
    merged = 0;
  }
  function take(pieceStart: number, pieceEnd: number): boolean {
    // Even if all of them were pairs: not worth counting.
    if (!tokensOf && pieceEnd - pieceStart > 2 * chunkSize) return false;
    const size = sizeOf(pieceStart, pieceEnd);
    if (size > chunkSize) return false;
    if (merged + size > chunkSize) {
      emit(starts[head]!);
      for (; merged > overlap || (merged > 0 && merged + size > chunkSize); head++) merged -= sizes[head]!;
    }
    if (overlap === 0 && merged > 0) sizes[head]! += size;
    else {
      starts.push(pieceStart);
      sizes.push(size);
    }
    merged += size;
    end = pieceEnd;
    return true;
  }

  if (take(0, text.length)) flush();
  else {
    descend(text, separators ? stringsBehind(text, separators) : separatorsBehind(text), {
      take,
      flush,
      takeApart(start, stretchEnd) {
        if (overlap === 0 && !tokensOf) {
          for (const window of characterWindows(text, { start, end: stretchEnd }, chunkSize, 'chunkSize'))
            take(window.start, window.end);
          return;
        }
        const edges = graphemeBoundaries(text, start, stretchEnd);
        for (let i = 1; i < edges.length; i++) {
          const from = edges[i - 1]!;
          const to = edges[i]!;
          if (!take(from, to))
            throw graphemeTooLarge(
              text,
              from,
              to,
              sizeOf(from, to),
              'chunkSize',
              chunkSize,
              tokensOf ? 'tokens' : 'characters',
            );
        }
      },
    });
  }
  return chunks;
}

export const recursive: ChunkingStrategy = {
  label: 'Recursive',
  slot: 2,
  description:
    'Cut at the first separator that helps of blank line, line, full stop, space and character, and merged while it fits.',
  unit: 'characters',
  defaults,
  settings: [characterSetting('chunkSize', 'Limit'), characterSetting('overlap', 'Overlap', 0)],
  choosesCutting: true,
  conflict: overlapConflict,
  returns: 'itself',
  note: 'What papers mean by this name is mostly the splitter of LangChain, which also trims its chunks and counts UTF-16 code units: compatibility "langchain" gives its chunks.',
  chunk(
    text,
    {
      chunkSize = defaults.chunkSize,
      overlap = defaults.overlap,
      compatibility,
      lengthIn,
      separators,
      tokenizer,
    },
  ) {
    if (lengthIn !== undefined && lengthIn !== 'tokens')
      throw new RangeError(`lengthIn must be tokens or absent, found ${String(lengthIn)}`);
    const count = lengthIn && createTokenCounter(tokenizer);
    const tokensOf = count && ((start: number, end: number): number => count(text.slice(start, end)));
    const given = separators && literalSeparators(separators);
    if (compatibility === undefined)
      return recursiveChunks(text, { chunkSize, overlap, tokensOf, separators: given });
    if (compatibility === 'langchain')
      return langchainChunks(text, {
        chunkSize,
        overlap,
        separators: given,
        lengthOf: tokensOf,
        unit: tokensOf ? 'tokens' : 'characters',
      });
    throw new RangeError(`compatibility must be langchain or absent, found ${String(compatibility)}`);
  },
};
