import { describe, expect, it } from 'vitest';
import { estimateOf } from '../../testing/summaryFixtures';
import {
  columnShade,
  estimateFigure,
  figureSentences,
  figureText,
  intervalText,
  plainFigure,
  shownInterval,
} from './figure';

const share = (value: number | null, n: number, patch = {}) =>
  estimateFigure(estimateOf(value, n, patch), 'share');
const basis = { questions: 'queries', cluster: 'family', clusters: 16, total: 2500 };

describe('a figure', () => {
  it('is never all when one is missing, nor none when one is there', () => {
    expect(figureText(share(2499 / 2500, 2500))).toBe('99.96 %');
    expect(figureText(share(1 / 2500, 2500))).toBe('0.04 %');
  });

  it('prints 0, −0, tiny, huge and missing values readably', () => {
    expect([0, null, -0, 1e-7, 1e21].map((value) => figureText(plainFigure(value, 'score')))).toEqual([
      '0',
      'n/a',
      '0',
      '1e-7',
      '1e21',
    ]);
  });

  it('is n/a without questions, and says n = 0', () => {
    expect(figureText(share(null, 0))).toBe('n/a');
    expect(intervalText(share(null, 0), 'bootstrap')).toBe('n = 0');
  });

  it('says that one question defines no interval', () => {
    expect(
      intervalText(share(1, 1, { interval: null, tInterval: null, exactBound: null }), 'bootstrap'),
    ).toBe('interval not defined (n = 1)');
    expect(figureSentences(share(0.5, 1, { interval: null, tInterval: null }), basis).at(-1)).toBe(
      'An interval is not defined with n = 1.',
    );
  });

  it('shows the exact bound in place of an interval without width', () => {
    const all = share(1, 128);
    expect(shownInterval(all, 't')).toEqual({ bounds: [0.8, 1], how: 'exact' });
    expect(intervalText(all, 'bootstrap')).toBe('[80.0, 100] exact');
    expect(intervalText(all, 'off')).toBe('');
  });

  it('shows the interval that is asked for', () => {
    const half = share(0.5, 128);
    expect(intervalText(half, 'bootstrap')).toBe('[45.0, 55.0]');
    expect(intervalText(half, 't')).toBe('[44.0, 56.0]');
    expect(intervalText({ ...half, t: null }, 't')).toBe('no t interval');
  });

  it('names the questions that it rests on when some are left out', () => {
    expect(figureSentences(share(0.5, 2400), basis)[0]).toBe('n = 2,400 of 2,500 queries.');
    expect(figureSentences(share(0.5, 2500), basis)).toEqual([
      'n = 2,500 queries.',
      '95 % bootstrap interval over 16 families: [45.0, 55.0].',
      '95 % t interval: [44.0, 56.0].',
    ]);
  });

  it('explains an interval without width', () => {
    expect(figureSentences(share(0.25, 128, { interval: [0.25, 0.25] }), basis)).toContain(
      'Every family has the same value, so resampling cannot vary it.',
    );
  });
});

describe('shading', () => {
  it('runs from the worst to the best of the column, whichever end is good', () => {
    expect([10, 20, 30, null].map(columnShade([10, 20, 30, null], 'higher'))).toEqual([0, 0.5, 1, null]);
    expect([10, 20, 30].map(columnShade([10, 20, 30], 'lower'))).toEqual([1, 0.5, 0]);
  });

  it('is absent where neither end is good, where all are equal, and without values', () => {
    expect([1, 2].map(columnShade([1, 2], null))).toEqual([null, null]);
    expect([1, 1].map(columnShade([1, 1], 'higher'))).toEqual([null, null]);
    expect([null].map(columnShade([null], 'higher'))).toEqual([null]);
  });
});
