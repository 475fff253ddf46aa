import { describe, expect, it } from 'vitest';
import { reciprocalRankFusion } from './fusion';

const ranking = (...indexes: number[]) => indexes.map((index) => ({ index }));

describe('reciprocalRankFusion', () => {
  it('adds 1 / (60 + rank) over the lists, and nothing for an absent item', () => {
    expect(reciprocalRankFusion([ranking(7, 3), ranking(3, 9)])).toEqual([
      { index: 3, score: expect.closeTo(1 / 62 + 1 / 61, 15), ranks: [2, 1] },
      { index: 7, score: expect.closeTo(1 / 61, 15), ranks: [1, null] },
      { index: 9, score: expect.closeTo(1 / 62, 15), ranks: [null, 2] },
    ]);
  });

  it('keeps corpus order among ties, also when the equal ranks come from other lists', () => {
    const fused = reciprocalRankFusion([
      ranking(8, 2, 10, 11, 12, 13, 14, 5),
      ranking(2, 5, 20, 21, 22, 23, 24, 8),
      ranking(5, 8, 30, 31, 32, 33, 34, 2),
    ]);
    expect(fused.slice(0, 3).map(({ index }) => index)).toEqual([2, 5, 8]);
    expect(new Set(fused.slice(0, 3).map(({ score }) => score)).size).toBe(1);
  });

  it('cuts each list at the depth', () => {
    const long = ranking(...Array.from({ length: 150 }, (_, i) => i));
    expect(reciprocalRankFusion([long])).toHaveLength(100);
    expect(reciprocalRankFusion([long], { depth: 2, rrfK: 0 })).toEqual([
      { index: 0, score: 1, ranks: [1] },
      { index: 1, score: 0.5, ranks: [2] },
    ]);
  });

  it('counts an item listed twice at its better rank', () => {
    expect(reciprocalRankFusion([ranking(4, 4)], { rrfK: 1 })).toEqual([
      { index: 4, score: 0.5, ranks: [1] },
    ]);
  });

  it('has no hits without lists, and refuses bad parameters', () => {
    expect(reciprocalRankFusion([])).toEqual([]);
    expect(() => reciprocalRankFusion([], { depth: 0 })).toThrow(/depth: .* found 0/);
    expect(() => reciprocalRankFusion([], { rrfK: NaN })).toThrow(/rrfK: .* found NaN/);
  });
});
