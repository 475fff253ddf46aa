import { graphemeBoundaries } from '../text/graphemes';
import { checkSize, codePointLength } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import { langchainChunks } from './recursiveLangchain';
import { cutsBehindSeparators, descend } from './separators';
import { checkOverlap, graphemeTooLarge, plainChunk, type Chunk, type ChunkingStrategy } from './strategy';

const defaults = { chunkSize: 1000, overlap: 0 } as const;

/**
 * Pieces merged while they fit, cut by the first separator that helps of blank
 * line, line, `. `, white space and grapheme. A separator stays with the piece
 * that it ends and counts in its length, in code points.
 *
 * With an overlap a merge begins with the last whole pieces of the one before,
 * as many as fit in it; an oversized piece is a fresh start on both sides.
 */
function recursiveChunks(text: string, chunkSize: number, overlap: number): Chunk[] {
  checkSize('chunkSize', chunkSize);
  checkOverlap(overlap, chunkSize);
  if (isBlank(text)) return [];
  const chunks: Chunk[] = [];
  /** Where the pieces of the current merge begin: offsets and lengths of the text before them. */
  const starts: number[] = [];
  const measures: number[] = [];
  let head = 0;
  let end = 0;
  let endMeasure = 0;

  function emit(): void {
    if (head < starts.length && !isBlank(text, starts[head]!, end)) chunks.push(plainChunk(starts[head]!, end));
  }
  function restart(): void {
    starts.length = 0;
    measures.length = 0;
    head = 0;
  }
  function add(pieceStart: number, pieceEnd: number, startMeasure: number, measure: number): void {
    if (head < starts.length && measure - measures[head]! > chunkSize) {
      emit();
      if (overlap === 0) restart();
      else while (head < starts.length && (endMeasure - measures[head]! > overlap || measure - measures[head]! > chunkSize)) head++;
    }
    if (overlap > 0 || starts.length === 0) {
      starts.push(pieceStart);
      measures.push(startMeasure);
    }
    end = pieceEnd;
    endMeasure = measure;
  }

  const cuts = cutsBehindSeparators(text);
  if (cuts.measures[cuts.count - 1]! <= chunkSize) return [plainChunk(0, text.length)];
  descend(cuts, {
    fits: (measure) => measure <= chunkSize,
    add,
    flush() {
      emit();
      restart();
    },
    takeApart(start, stretchEnd, startMeasure) {
      const edges = graphemeBoundaries(text, start, stretchEnd);
      let measure = startMeasure;
      for (let i = 1; i < edges.length; i++) {
        const from = edges[i - 1]!;
        const to = edges[i]!;
        const size = to - from === 1 ? 1 : codePointLength(text, from, to);
        if (size > chunkSize) throw graphemeTooLarge(text, from, to, size, 'chunkSize', chunkSize, 'characters');
        add(from, to, measure, measure + size);
        measure += size;
      }
    },
  });
  return chunks;
}

export const recursive: ChunkingStrategy = {
  label: 'Recursive',
  description: 'Cut at the first separator that helps of blank line, line, full stop, space and character, and merged while it fits.',
  unit: 'characters',
  defaults,
  note: 'What papers mean by this name is mostly the splitter of LangChain, which also trims its chunks and counts UTF-16 code units: compatibility "langchain" gives its chunks.',
  chunk(text, { chunkSize = defaults.chunkSize, overlap = defaults.overlap, compatibility }) {
    if (compatibility === undefined) return recursiveChunks(text, chunkSize, overlap);
    if (compatibility === 'langchain') return langchainChunks(text, chunkSize, overlap);
    throw new RangeError(`compatibility must be langchain or absent, found ${String(compatibility)}`);
  },
};
