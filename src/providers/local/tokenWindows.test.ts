import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenWindows } from './tokenWindows';

/** Ids of which every tenth starts a word. */
const startsWord = (id: number) => id % 10 === 0;
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('tokenWindows', () => {
  it('cuts at sentence ends', () => {
    expect(tokenWindows([ids(0, 10), ids(10, 20), ids(20, 30)], 25, startsWord)).toEqual([
      ids(0, 20),
      ids(20, 30),
    ]);
  });

  it('cuts a long sentence before a word, and its rest goes on with the next sentence', () => {
    expect(tokenWindows([ids(0, 32), ids(32, 40)], 25, startsWord)).toEqual([ids(0, 20), ids(20, 40)]);
  });

  it('cuts inside a word only when the word is over the limit', () => {
    expect(tokenWindows([ids(1, 9)], 3, startsWord)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ]);
  });

  it('loses nothing and keeps the limit', () => {
    const sentences = fc.array(fc.array(fc.nat(99), { maxLength: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(sentences, fc.integer({ min: 1, max: 40 }), (lists, limit) => {
        const windows = tokenWindows(lists, limit, startsWord);
        expect(windows.flat()).toEqual(lists.flat());
        for (const window of windows) {
          expect(window.length).toBeGreaterThan(0);
          expect(window.length).toBeLessThanOrEqual(limit);
        }
      }),
      { seed: 3 },
    );
  });
});
