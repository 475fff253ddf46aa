import { describe, expect, it } from 'vitest';
import { originsText } from './expansionWords';

describe('where the answer stands, in words', () => {
  it.each([
    [[{ rank: 2, distance: 1 }], 'the answer stands in the chunk after hit 2'],
    [[{ rank: 1, distance: -2 }], 'the answer stands in the 2nd chunk before hit 1'],
    [[{ rank: 1, distance: 11 }], 'the answer stands in the 11th chunk after hit 1'],
    [
      [
        { rank: 3, distance: 0 },
        { rank: 1, distance: 0 },
      ],
      'the answer lies across hit 3 and hit 1',
    ],
    [
      [
        { rank: 1, distance: -1 },
        { rank: 1, distance: 0 },
        { rank: 1, distance: 1 },
      ],
      'the answer lies across 3 chunks, from the chunk before hit 1 to the chunk after hit 1',
    ],
    [[], 'the answer is not among what is returned'],
  ])('is told from the hits (%#)', (origins, text) => {
    expect(originsText(origins)).toBe(text);
  });
});
