import { describe, expect, it } from 'vitest';
import { numberContexts, rankContexts } from './contexts';

const parents = [
  [0, 100],
  [0, 100],
  [0, 100],
  [0, 100],
  [100, 200],
  [200, 260],
].map(([start, end]) => ({ document: 0, returned: { start: start!, end: end! } }));

describe('rankContexts', () => {
  it('goes down the ranking to three parents when the first four children share one', () => {
    const { contexts, contextOf } = numberContexts(parents);
    const ranking = [2, 0, 3, 1, 5, 4].map((index, place) => ({ index, score: 10 - place }));
    expect(rankContexts(ranking, contextOf, 3)).toEqual([
      { index: 0, score: 10, chunk: 2 },
      { index: 2, score: 6, chunk: 5 },
      { index: 1, score: 5, chunk: 4 },
    ]);
    expect(contexts).toHaveLength(3);
  });

  it('keeps the same span of another document apart', () => {
    expect(numberContexts([parents[0]!, { ...parents[0]!, document: 1 }]).contexts).toHaveLength(2);
  });

  it('is shorter when the ranking ends first, and refuses a chunk outside the corpus', () => {
    expect(rankContexts([{ index: 0, score: 1 }], [0], 5)).toHaveLength(1);
    expect(() => rankContexts([{ index: 4, score: 1 }], [0], 5)).toThrow(/found 4/);
  });
});
