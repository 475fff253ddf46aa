import { describe, expect, it } from 'vitest';
import { knownRanking, readRanking } from './rankingReader';

const chunks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, score: count - index }));

describe('a ranking of contexts', () => {
  it('goes down the ranking of chunks to as many contexts as are asked for', () => {
    // The four best chunks are children of one parent.
    const contextOf = [0, 0, 0, 0, 1, 1, 2, 3];
    const asked: number[] = [];
    const ranking = readRanking((k) => (asked.push(k), chunks(8).slice(0, k)), contextOf, 4);
    expect([1, 2, 3].map((rank) => ranking.at(rank)?.index)).toEqual([0, 1, 2]);
    expect(ranking.at(2)).toEqual({ index: 1, score: 4, chunk: 4 });
    expect(asked).toEqual([4, 32]);
  });

  it('ends with the chunks that were found, and does not search again', () => {
    let searches = 0;
    const ranking = readRanking((k) => (searches++, chunks(3).slice(0, k)), [0, 1, 2, 3, 4, 5], 10);
    expect(ranking.at(4)).toBeUndefined();
    expect(ranking.at(3)?.index).toBe(2);
    expect(searches).toBe(1);
  });

  it('does not search before it is read', () => {
    readRanking(() => expect.unreachable('searched'), [], 10);
  });

  it('may be known in full', () => {
    const ranking = knownRanking([{ index: 7, score: 0.5 }]);
    expect(ranking.at(1)).toMatchObject({ index: 7, score: 0.5 });
    expect(ranking.at(2)).toBeUndefined();
  });
});
