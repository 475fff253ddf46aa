import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  bytes,
  count,
  decimal,
  dollars,
  duration,
  formatValue,
  interval,
  percent,
  points,
  pValue,
  score,
  shareOf,
  signedScore,
  type Maybe,
  type Unit,
} from './format';

describe('percent', () => {
  it('never says 100 % for 2,499 of 2,500 nor 0 % for 1 of 2,500', () => {
    expect(percent(2_499 / 2_500)).toBe('99.96 %');
    expect(percent(1 / 2_500)).toBe('0.04 %');
    expect(percent(1, 2_500)).toBe('100 %');
    expect(percent(0, 2_500)).toBe('0 %');
  });

  it.each([
    [0.367, '36.7 %'],
    [0.5, '50.0 %'],
    [0.9996, '99.96 %'],
    [0.99996, '99.996 %'],
    [0.9999999, '>99.999 %'],
    [1e-7, '<0.001 %'],
    [-0, '0 %'],
    [0.1 + 0.2 + 0.7 - 1e-16, '100 %'],
    [1e-17, '0 %'],
    [1.25, '125.0 %'],
    [1e21, '1e23 %'],
    [-0.05, '−5.0 %'],
    [-1e-7, '>−0.001 %'],
    [-0.9999999, '<−99.999 %'],
    [1.0000001, '>100 %'],
  ])('%d is %s', (value, text) => expect(percent(value)).toBe(text));

  it('says only for all that it is all, only for none that it is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(), (n, draw) => {
        const hits = draw % (n + 1);
        expect(percent(hits / n, n) === '100 %').toBe(hits === n);
        expect(percent(hits / n, n) === '0 %').toBe(hits === 0);
        expect(percent(hits / n, n)).not.toMatch(/^(0\.0+|100\.0+) %$/);
      }),
      { seed: 9, numRuns: 500 },
    );
  });

  it('shows counts beside a share, and n = 0', () => {
    expect(shareOf(47, 128)).toBe('36.7 % (47 of 128)');
    expect(shareOf(2_499, 2_500)).toBe('99.96 % (2,499 of 2,500)');
    expect(shareOf(null, 0)).toBe('n/a (n = 0)');
    expect(percent(0, 0)).toBe('n/a');
  });
});

describe('metric values 0, null, −0, 1e-7 and 1e21', () => {
  it.each([
    [0, '0'],
    [null, 'n/a'],
    [-0, '0'],
    [1e-7, '1e-7'],
    [1e21, '1e21'],
    [-1.234e-7, '−1.23e-7'],
    [Number.NaN, 'n/a'],
    [-Infinity, 'n/a'],
  ])('score of %s is %s', (value, text) => expect(score(value)).toBe(text));

  it('are readable in every unit, without −0', () => {
    const units: Unit[] = ['share', 'score', 'tokens', 'count', 'bytes', 'milliseconds'];
    for (const unit of units) {
      expect(formatValue(0, unit)).toBe(formatValue(-0, unit));
      expect(formatValue(0, unit)).toMatch(/^0( |$)/);
      expect(formatValue(null, unit)).toBe('n/a');
      expect(formatValue(0.5, unit, 0)).toBe('n/a');
      expect(formatValue(1e-7, unit)).not.toMatch(/^0( |$)/);
      expect(formatValue(1e21, unit).length, unit).toBeLessThan(20);
    }
  });
});

describe('score', () => {
  it.each([
    [0.50874, '0.5087'],
    [3.441072, '3.441'],
    [12.3456, '12.35'],
    [123.456, '123.5'],
    [1_234.5, '1,235'],
    [1, '1'],
    [-0.25, '−0.2500'],
    [0.99999, '>0.9999'],
    [-0.99999, '>−0.9999'],
    [0.00012, '0.0001'],
    [0.00004, '4e-5'],
    [1.0000001, '1.000'],
  ])('%d is %s', (value, text) => expect(score(value)).toBe(text));

  it('of a difference has its sign', () => {
    expect([0.0123, -0.05, 0, -0, null].map((value) => signedScore(value))).toEqual([
      '+0.0123',
      '−0.0500',
      '0',
      '0',
      'n/a',
    ]);
  });
});

describe('points', () => {
  it.each([
    [0.140625, '+14.1 points'],
    [-0.05, '−5.0 points'],
    [0, '0 points'],
    [-0, '0 points'],
    [0.0004, '+0.04 points'],
    [-0.00001, '−0.001 points'],
    [1e-7, '<+0.001 points'],
    [-1e-7, '>−0.001 points'],
    [1, '+100 points'],
    [null, 'n/a'],
  ])('%s is %s', (value, text) => expect(points(value)).toBe(text));
});

describe('counts and quantities', () => {
  it.each([
    [2_499, '2,499'],
    [0, '0'],
    [1_234_567, '1,234,567'],
    [243.71, '243.7'],
    [999.96, '1,000.0'],
    [0.04, '<0.1'],
    [-0.04, '>−0.1'],
    [-1_200, '−1,200'],
    [1e21, '1e21'],
    [undefined, 'n/a'],
  ])('%s is %s', (value, text) => expect(count(value)).toBe(text));

  it('keep the decimals asked for', () => {
    expect(decimal(0.579, 3)).toBe('0.579');
    expect(decimal(0.0001, 3)).toBe('<0.001');
  });
});

describe('p values', () => {
  it.each([
    [0.0312, '0.031'],
    [0.0078125, '0.0078'],
    [1, '1'],
    [1 / 100_001, '<0.0001'],
    [0.04996, '0.04996'],
    [0.05, '0.050'],
    [0.0500001, '0.050'],
    [0.5, '0.500'],
    [0.9996, '>0.999'],
    [null, 'n/a'],
  ])('%s is %s', (value, text) => expect(pValue(value)).toBe(text));
});

describe('intervals, sizes and times', () => {
  it('print prices', () => {
    expect([12.5, 1234.567, 0.456, 0.00456, 0, null].map(dollars)).toEqual([
      'US$ 12.50',
      'US$ 1,234.57',
      'US$ 0.456',
      'US$ 0.00456',
      'US$ 0.00',
      'n/a',
    ]);
  });

  it('show both ends or none', () => {
    expect(interval(0.921, 0.975)).toBe('[92.1, 97.5]');
    expect(interval(-0.02, 0.141, points)).toBe('[−2.0, +14.1]');
    expect(interval(441.4, Infinity, decimal)).toBe('[441.4, ∞]');
    expect(interval(null, 1)).toBe('n/a');
  });

  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1_200, '1.20 kB'],
    [26_000_000, '26.0 MB'],
    [999_600, '1.00 MB'],
    [14_500_000_000, '14.5 GB'],
    [null, 'n/a'],
  ])('%s bytes are %s', (value, text) => expect(bytes(value)).toBe(text));

  it.each([
    [0, '0 ms'],
    [0.42, '0.4 ms'],
    [0.01, '<0.1 ms'],
    [850, '850 ms'],
    [12_340, '12.3 s'],
    [59_990, '1 min 00 s'],
    [245_000, '4 min 05 s'],
    [7_380_000, '2 h 03 min'],
    [3_599_900, '1 h 00 min'],
    [-850, '−850 ms'],
    [null, 'n/a'],
  ])('%s ms are %s', (value, text) => expect(duration(value)).toBe(text));
});

describe('every formatter', () => {
  const all: [string, (value: Maybe) => string][] = [
    ['percent', percent],
    ['score', score],
    ['signedScore', signedScore],
    ['points', points],
    ['count', count],
    ['bytes', bytes],
    ['duration', duration],
    ['pValue', pValue],
  ];

  it.each(all)('%s prints any number without −0, NaN or a hyphen for a minus', (_, format) => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = format(value);
        expect(text).not.toMatch(/NaN|undefined|Infinity|^-|−0(?![.\d])/);
        if (value !== 0 && Math.abs(value) > 1e-12) expect(text).not.toMatch(/^[−+]?0(\.0+)?( |$)/);
      }),
      { seed: 10, numRuns: 1_000 },
    );
  });
});
