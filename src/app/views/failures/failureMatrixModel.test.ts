import { describe, expect, it } from 'vitest';
import { addCounts, columnRuns, failureMatrix, missRate, sumLost } from './failureMatrixModel';
import { sortedBy } from './sortedBy';
import { barPlace, waterfall, waterfallDomain } from './waterfallModel';

const column = (id: string, group: string) => ({ id, label: id, fullLabel: id, group });

describe('the matrix of misses', () => {
  const lost: Record<string, number> = { 'a x': 1, 'a y': 0.75, 'b x': 0, 'b y': 2 };
  const model = failureMatrix(
    [column('x', 'one'), column('y', 'two')],
    [
      {
        id: 'g',
        label: 'G',
        families: [
          { id: 'a', label: 'a' },
          { id: '__proto__', label: '__proto__' },
          { id: 'b', label: 'b' },
        ],
      },
    ],
    (family, of) =>
      family === '__proto__'
        ? { lost: 0, n: 0 }
        : { lost: lost[`${family} ${of}`]!, n: family === 'a' ? 2 : 8 },
  );

  it('adds up rows, columns and groups', () => {
    expect(model.groups[0]!.rows.map(({ total }) => total)).toEqual([
      { lost: 1.75, n: 4 },
      { lost: 0, n: 0 },
      { lost: 2, n: 16 },
    ]);
    expect(model.totals).toEqual([
      { lost: 1, n: 10 },
      { lost: 2.75, n: 10 },
    ]);
    expect(model.groups[0]!.totals).toEqual(model.totals);
  });

  it('has no rate where there are no questions', () => {
    expect(model.groups[0]!.rows.map(({ cells }) => missRate(cells[0]!))).toEqual([0.5, null, 0]);
  });

  it('sums shares without the dust of floating point', () => {
    expect(sumLost(Array.from({ length: 64 }, () => 1 - 1 / 4))).toBe(48);
    expect(sumLost([0.1, 0.2])).toBe(0.3);
    expect(addCounts([])).toEqual({ lost: 0, n: 0 });
  });

  it('heads neighbouring columns of one group once', () => {
    expect(columnRuns([column('a', 'p'), column('b', 'p'), column('c', 'q'), column('d', 'p')])).toEqual([
      { group: 'p', span: 2 },
      { group: 'q', span: 1 },
      { group: 'p', span: 1 },
    ]);
  });
});

describe('sorting a list', () => {
  it('keeps missing values last in both directions and equal ones in their order', () => {
    const list = [
      { id: 1, v: 0.5 },
      { id: 2, v: null },
      { id: 3, v: 0.9 },
      { id: 4, v: null },
      { id: 5, v: 0.5 },
    ];
    expect(sortedBy(list, ({ v }) => v, false).map(({ id }) => id)).toEqual([1, 5, 3, 2, 4]);
    expect(sortedBy(list, ({ v }) => v, true).map(({ id }) => id)).toEqual([3, 1, 5, 2, 4]);
  });
});

describe('a waterfall', () => {
  it('steps from total to total, back for a negative value', () => {
    expect(waterfall([0.5, -0.2, 0.1])).toEqual([
      { from: 0, to: 0.5 },
      { from: 0.5, to: 0.3 },
      { from: 0.3, to: 0.4 },
    ]);
    expect(waterfall([])).toEqual([]);
  });

  it('shares one scale that holds zero and every total of both sides', () => {
    expect(
      waterfallDomain([
        [0.5, -0.2],
        [-0.1, 0.3],
      ]),
    ).toEqual([-0.1, 0.5]);
    expect(waterfallDomain([[], []])).toEqual([0, 1]);
    expect(barPlace({ from: 0.5, to: 0.3 }, [-0.5, 0.5])).toEqual({
      start: 80,
      length: expect.closeTo(20, 9),
    });
  });
});
