import { graphemeAtOrBefore, nextGraphemeBoundary } from '../text/graphemes';
import { checkSize, codePointLength } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import type { Span } from '../units';
import { graphemeTooLarge, type Chunk, type ChunkingStrategy } from './strategy';

const defaults = { parentSize: 1000, childSize: 250 } as const;

/** Consecutive windows of at most `size` code points, cut between graphemes. A larger grapheme is an error. */
function characterWindows(text: string, { start, end }: Span, size: number, parameter: string): Span[] {
  const windows: Span[] = [];
  for (let from = start; from < end; ) {
    let to = from;
    for (let points = 0; points < size && to < end; points++) to += text.codePointAt(to)! > 0xffff ? 2 : 1;
    if (to < end) to = graphemeAtOrBefore(text, to, from);
    if (to === from) {
      const next = nextGraphemeBoundary(text, from);
      throw graphemeTooLarge(text, from, next, codePointLength(text, from, next), parameter, size, 'characters');
    }
    windows.push({ start: from, end: to });
    from = to;
  }
  return windows;
}

export const parentDocument: ChunkingStrategy = {
  label: 'Parent document',
  description: 'Small children are searched, and the larger parent that holds the best of them is returned once.',
  unit: 'characters',
  defaults,
  note: 'A parent alone on its size takes children of a quarter of it, as in the committed 250 of 1,000.',
  chunk(text, { parentSize = defaults.parentSize, childSize = Math.max(1, Math.floor(parentSize / 4)) }) {
    checkSize('parentSize', parentSize);
    checkSize('childSize', childSize);
    if (childSize > parentSize) throw new RangeError(`childSize must be at most parentSize ${parentSize}, found ${childSize}`);
    const chunks: Chunk[] = [];
    for (const parent of characterWindows(text, { start: 0, end: text.length }, parentSize, 'parentSize')) {
      for (const child of characterWindows(text, parent, childSize, 'childSize')) {
        if (!isBlank(text, child.start, child.end)) chunks.push({ indexed: child, returned: { ...parent } });
      }
    }
    return chunks;
  },
};
