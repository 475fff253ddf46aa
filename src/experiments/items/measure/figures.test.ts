import { describe, expect, it } from 'vitest';
import { importedDraws, importedFigures, importedVerdicts, type ImportedRow } from './figures';
import { importedOutcome } from './outcomes';

const clusters = (n: number) => ({
  names: Array.from({ length: n }, (_, place) => String(place)),
  of: Int32Array.from({ length: n }, (_, place) => place),
});
/** A row that finds the one relevant document of each question at a rank; 0 for not at all, null for a question that is not judged. */
const rowOf = (row: string, ranks: readonly (number | null)[]): ImportedRow => ({
  row,
  graded: false,
  outcomes: ranks.map((rank) =>
    rank === null
      ? null
      : importedOutcome(
          Array.from({ length: 10 }, (_, place) => ({
            id: place + 1 === rank ? 'gold' : `d${place}`,
            score: -place,
          })),
          new Map([['gold', 1]]),
        ),
  ),
});
const steady = (rank: number): number[] => Array.from({ length: 30 }, () => rank);

describe('figures of imported rows', () => {
  it('keep every judged question in the mean and leave out those that are not judged', () => {
    const [figures] = importedFigures([rowOf('a', [1, 2, 0, null])], clusters(4), { draws: 50 });
    expect(figures).toMatchObject({ n: 3, metrics: { gradedNdcgAt10: null } });
    expect(figures!.metrics.hitAt['1'].value).toBeCloseTo(1 / 3, 9);
    expect(figures!.metrics.mrrAt10).toMatchObject({ value: 0.5, n: 3 });
  });

  it('have no interval with one question, and n = 0 with none', () => {
    const [one, none] = importedFigures([rowOf('a', [1]), rowOf('b', [null])], clusters(1), { draws: 50 });
    expect(one!.metrics.ndcgAt10).toEqual({
      value: 1,
      n: 1,
      interval: null,
      tInterval: null,
      exactBound: null,
    });
    expect(none!.metrics.ndcgAt10).toEqual({
      value: null,
      n: 0,
      interval: null,
      tInterval: null,
      exactBound: null,
    });
  });
});

describe('verdicts on imported rows', () => {
  it('say which row the data put first, and which rows share its place', async () => {
    const { best, comparisons, tieGroups } = await importedVerdicts(
      [rowOf('10', steady(2)), rowOf('9', steady(1)), rowOf('__proto__', steady(1))],
      clusters(30),
      { draws: 200, patterns: 2000 },
    );
    expect(best).toEqual({ row: '9', notSeparatedFrom: ['__proto__'] });
    expect(comparisons.map(({ a, b, verdict }) => [a, b, verdict])).toEqual([
      ['9', '10', 'a beats b'],
      ['9', '__proto__', 'not established'],
    ]);
    expect(tieGroups.find(({ metric }) => metric === 'ndcgAt10')!.groups).toEqual([
      ['9', '__proto__'],
      ['10'],
    ]);
    expect(tieGroups.map(({ metric }) => metric)).not.toContain('gradedNdcgAt10');
  });

  it('are none where rows were judged on different questions', async () => {
    expect(await importedVerdicts([rowOf('a', [1, null]), rowOf('b', [1, 1])], clusters(2))).toEqual({
      best: null,
      comparisons: [],
      tieGroups: [],
    });
    expect(await importedVerdicts([], clusters(0))).toEqual({ best: null, comparisons: [], tieGroups: [] });
  });
});

it('random draws are as many as usual up to two hundred clusters, and fewer where they would take long', () => {
  expect(importedDraws(200)).toEqual({ draws: 10_000, patterns: 100_000 });
  expect(importedDraws(1000)).toEqual({ draws: 10_000, patterns: 20_000 });
  expect(importedDraws(6980)).toEqual({ draws: 2_000, patterns: 2_000 });
  expect(importedDraws(50_000)).toEqual({ draws: 500, patterns: 2_000 });
});
