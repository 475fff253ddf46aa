import { checkSize } from '../text/sizes';
import { isBlank } from '../text/whitespace';
import { characterWindows } from './characterWindows';
import { characterSetting, type Chunk, type ChunkingStrategy } from './strategy';

const defaults = { parentSize: 1000, childSize: 250 } as const;

export const parentDocument: ChunkingStrategy = {
  label: 'Parent document',
  slot: 7,
  description:
    'Small children are searched, and the larger parent that holds the best of them is returned once.',
  unit: 'characters',
  defaults,
  settings: [characterSetting('childSize', 'Child'), characterSetting('parentSize', 'Parent')],
  conflict: ({ childSize = 0, parentSize = Infinity }) =>
    childSize > parentSize ? `a child of ${childSize} does not fit into a parent of ${parentSize}` : null,
  returns: 'parent',
  note: 'A parent alone on its size takes children of a quarter of it, as in the committed 250 of 1,000.',
  chunk(text, { parentSize = defaults.parentSize, childSize = Math.max(1, Math.floor(parentSize / 4)) }) {
    checkSize('parentSize', parentSize);
    checkSize('childSize', childSize);
    if (childSize > parentSize)
      throw new RangeError(`childSize must be at most parentSize ${parentSize}, found ${childSize}`);
    const chunks: Chunk[] = [];
    for (const parent of characterWindows(text, { start: 0, end: text.length }, parentSize, 'parentSize')) {
      for (const child of characterWindows(text, parent, childSize, 'childSize')) {
        if (!isBlank(text, child.start, child.end)) chunks.push({ indexed: child, returned: { ...parent } });
      }
    }
    return chunks;
  },
};
