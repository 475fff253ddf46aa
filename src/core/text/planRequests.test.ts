import { describe, expect, it } from 'vitest';
import { planRequests } from './planRequests';

describe('planRequests', () => {
  it('keeps the limit of inputs', () => {
    const plan = planRequests(new Array<string>(2049).fill('word'));
    expect(plan.map((request) => request.length)).toEqual([2048, 1]);
    expect(plan.flat()).toEqual(Array.from({ length: 2049 }, (_, i) => i));
  });

  it('keeps the limit of bytes', () => {
    const plan = planRequests(new Array<string>(2048).fill('x'.repeat(1200)));
    expect(plan).toHaveLength(9);
    expect(Math.max(...plan.map((request) => request.length * 1200))).toBe(300_000);
    expect(planRequests(['汉', '汉', '汉'], { maxInputs: 9, maxBytes: 6 })).toEqual([[0, 1], [2]]);
  });

  it('never sends blank texts and keeps their slots', () => {
    expect(planRequests(['a', '\n\n\n', 'b'])).toEqual([[0, 2]]);
    expect(planRequests(['', ' ', '\ufeff'])).toEqual([]);
    expect(planRequests([])).toEqual([]);
  });

  it('lets a text over the byte limit travel alone', () => {
    expect(planRequests(['a', 'bbbbbb', 'c', 'd'], { maxInputs: 9, maxBytes: 5 })).toEqual([
      [0],
      [1],
      [2, 3],
    ]);
    expect(planRequests(['bbbbb', 'c'], { maxInputs: 9, maxBytes: 5 })).toEqual([[0], [1]]);
  });

  it('refuses limits that nothing meets', () => {
    expect(() => planRequests(['a'], { maxInputs: 0 })).toThrow(
      'maxInputs must be a whole number of at least 1, found 0',
    );
    expect(() => planRequests(['a'], { maxBytes: NaN })).toThrow(RangeError);
  });
});
