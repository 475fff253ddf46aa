import { describe, expect, it } from 'vitest';
import { csvParse } from 'd3-dsv';
import { clusterColumn, columnMean, countBy, groupBy } from './aggregate';
import { toCsv, type CsvValue } from './csv';
import { compareMissingLast } from './order';

describe('compareMissingLast', () => {
  const column = [0.5, Number.NaN, 0.9, null, 'N/A', 0.7];

  it('puts missing values last in both directions', () => {
    expect([...column].sort(compareMissingLast('ascending'))).toEqual([
      0.5,
      0.7,
      0.9,
      Number.NaN,
      null,
      'N/A',
    ]);
    expect([...column].sort(compareMissingLast('descending'))).toEqual([
      0.9,
      0.7,
      0.5,
      Number.NaN,
      null,
      'N/A',
    ]);
  });

  it('keeps the order of equal and of missing values', () => {
    const rows = [
      [1, 'a'],
      [null, 'b'],
      [0, 'c'],
      [1, 'd'],
      [Infinity, 'e'],
      [-0, 'f'],
    ] as const;
    for (const [direction, order] of [
      ['ascending', 'cfadbe'],
      ['descending', 'adcfbe'],
    ] as const) {
      const compare = compareMissingLast(direction);
      expect(
        [...rows]
          .sort((x, y) => compare(x[0], y[0]))
          .map(([, name]) => name)
          .join(''),
      ).toBe(order);
    }
  });
});

describe('grouping', () => {
  it('is safe for any key and keeps the order of first appearance', () => {
    const keys = ['__proto__', '10', 'constructor', '9', '__proto__', '9', '__proto__'];
    expect([...countBy(keys, (key) => key)]).toEqual([
      ['__proto__', 3],
      ['10', 1],
      ['constructor', 1],
      ['9', 2],
    ]);
    expect(
      [...groupBy(keys.entries(), ([, key]) => key).values()].map((group) => group.map(([i]) => i)),
    ).toEqual([[0, 4, 6], [1], [2], [3, 5]]);
    expect(groupBy([], String).size).toBe(0);
  });

  it('adds up clusters in order, and has no mean without questions', () => {
    const column = clusterColumn([[1, 0.5], [], [2]]);
    expect([[...column.sums], [...column.counts]]).toEqual([
      [1.5, 0, 2],
      [2, 0, 1],
    ]);
    expect(columnMean(column)).toBeCloseTo(3.5 / 3, 15);
    expect(columnMean(clusterColumn([[]]))).toBeNull();
  });
});

describe('toCsv', () => {
  const one = (value: CsvValue): string =>
    toCsv([value], [{ header: 'x', value: (cell) => cell }]).slice('x\r\n'.length, -'\r\n'.length);

  it('neutralises text that a spreadsheet would run, and leaves numbers numbers', () => {
    expect(one('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
    expect(['+1', '-1', '@x', '\tx', '＝1'].map(one)).toEqual(["'+1", "'-1", "'@x", "'\tx", "'＝1"]);
    expect(one('\rx')).toBe('"\'\rx"');
    expect(one(-0.05)).toBe('-0.05');
    expect([-0, 1e21, 1e-7].map(one)).toEqual(['0', '1e+21', '1e-7']);
    expect(one('a=b')).toBe('a=b');
  });

  it('leaves missing cells empty', () => {
    expect([null, undefined, Number.NaN, -Infinity, ''].map(one)).toEqual(['', '', '', '', '']);
    expect([true, false].map(one)).toEqual(['true', 'false']);
  });

  it('quotes per RFC 4180, so that a parser gives every cell back', () => {
    const cells = ['plain', 'a,b', 'say "x"', 'two\r\nlines', 'cr\ronly', 'lf\nonly', ' spaced ', '🙂 ü', ''];
    const csv = toCsv(
      cells.map((text, id) => ({ id, text })),
      [
        { header: 'id', value: ({ id }) => id },
        { header: 'text, quoted', value: ({ text }) => text },
      ],
    );
    expect(csv.startsWith('id,"text, quoted"\r\n0,plain\r\n1,"a,b"\r\n2,"say ""x"""\r\n')).toBe(true);
    expect(csv.endsWith('\r\n')).toBe(true);
    expect(csvParse(csv).map((row) => row['text, quoted'])).toEqual(cells);
  });

  it('neutralises headers and writes a header for an empty table', () => {
    expect(toCsv([], [{ header: '=1', value: () => 1 }])).toBe("'=1\r\n");
  });
});
