import { describe, expect, it } from 'vitest';
import { compareSortable, descendingFirst, headerRuns, sortable, sortedBy } from './tableModel';

describe('sort values', () => {
  it('count as missing in a column of numbers unless they are finite numbers', () => {
    expect(
      [0.5, Number.NaN, 0.9, null, 'N/A', 0.7, undefined, Number.POSITIVE_INFINITY, -0].map((value) =>
        sortable(value),
      ),
    ).toEqual([0.5, undefined, 0.9, undefined, undefined, 0.7, undefined, undefined, -0]);
  });

  it('are text alone in a column of text', () => {
    expect(['b', 1, null].map((value) => sortable(value, true))).toEqual(['b', undefined, undefined]);
  });

  it('compare numbers in names as numbers, and 0 with -0 as equal', () => {
    expect(['95/5 blend', '5/95 blend', '20/80 blend'].sort(compareSortable)).toEqual([
      '5/95 blend',
      '20/80 blend',
      '95/5 blend',
    ]);
    expect(compareSortable(0, -0)).toBe(0);
  });
});

describe('a first click', () => {
  it('brings the good end to the top, and text from A', () => {
    expect(descendingFirst({ better: 'higher' })).toBe(true);
    expect(descendingFirst({ better: 'lower' })).toBe(false);
    expect(descendingFirst({ better: null })).toBe(true);
    expect(descendingFirst({ better: null, text: true })).toBe(false);
  });
});

describe('header runs', () => {
  it('join neighbours of one group and keep the same group apart when it is interrupted', () => {
    const columns = [
      { id: 'name' },
      { id: 'a', group: 'x' },
      { id: 'b', group: 'x' },
      { id: 'c', group: 'y' },
      { id: 'd', group: 'x' },
    ];
    expect(
      headerRuns(columns).map(({ group, columns: members }) => [group, members.map(({ id }) => id)]),
    ).toEqual([
      [null, ['name']],
      ['x', ['a', 'b']],
      ['y', ['c']],
      ['x', ['d']],
    ]);
  });
});

describe('the sort menu', () => {
  it('turns a direction in place, and otherwise starts a new sort', () => {
    const keys = [
      { column: 'a', descending: true },
      { column: 'b', descending: false },
    ];
    expect(sortedBy('b', true, keys)).toEqual([
      { column: 'a', descending: true },
      { column: 'b', descending: true },
    ]);
    expect(sortedBy('c', true, keys)).toEqual([{ column: 'c', descending: true }]);
  });
});
