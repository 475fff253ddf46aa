import { describe, expect, it } from 'vitest';
import { categoryAxis, gutterWidth, linearAxis, logAxis, zoomedDomain } from './axisModel';

const format = String;

describe('linearAxis', () => {
  it('places values between the ends of its range', () => {
    const axis = linearAxis({ domain: [0, 1], range: [200, 0], title: 'top 1', format });
    expect([0, 0.25, 1].map(axis.at)).toEqual([200, 150, 0]);
    expect(axis.at(NaN)).toBeNull();
  });

  it('draws only the ticks asked for, thinned out where labels would touch, the last one always kept', () => {
    const axis = linearAxis({ domain: [1, 10], range: [0, 90], title: 'k', ticks: [1, 3, 5, 10], format });
    expect(axis.ticks.map(({ value }) => value)).toEqual([1, 5, 10]);
  });

  it('refuses a domain without extent and names it', () => {
    expect(() => linearAxis({ domain: [1, 1], range: [0, 1], title: 'top 1', format })).toThrow(
      'axis "top 1" runs from 1 to 1',
    );
  });
});

describe('logAxis', () => {
  it('places equal ratios at equal distances', () => {
    const axis = logAxis({ values: [64, 4096], range: [0, 600], title: 'tokens', format });
    expect([64, 128, 512, 4096].map((value) => Math.round(axis.at(value)!))).toEqual([0, 100, 300, 600]);
    expect(axis.zeroGutter).toBeNull();
    expect(axis.at(0)).toBeNull();
  });

  it('draws a cost of 0 in a marked gutter and keeps every other value where it can be read', () => {
    const axis = logAxis({ values: [0, 10, 1000], range: [0, 244], title: 'tokens', format });
    expect(axis.zeroGutter).toEqual({ at: 14, breakAt: 29 });
    expect(axis.at(0)).toBe(14);
    expect(axis.at(10)).toBe(gutterWidth);
    expect(axis.at(100)).toBeCloseTo(144, 10);
    expect(axis.at(1000)).toBe(244);
    expect(axis.ticks[0]).toEqual({ value: 0, at: 14, label: '0' });
  });

  it.each([
    ['only zeros', [0, 0]],
    ['no values', []],
    ['one value', [300]],
    ['negative and infinite values', [-3, Infinity, NaN]],
  ])('survives %s', (_, values) => {
    const axis = logAxis({ values, range: [0, 300], title: 'tokens', format });
    for (const { at } of axis.ticks) expect(Number.isFinite(at)).toBe(true);
    expect(axis.at(-3)).toBeNull();
    expect(axis.at(Infinity)).toBeNull();
  });

  it('names at least its ends when no round number lies between them', () => {
    expect(
      logAxis({ values: [310, 390], range: [0, 300], title: 'tokens', format }).ticks.map(
        ({ value }) => value,
      ),
    ).toEqual([310, 390]);
  });
});

describe('categoryAxis', () => {
  it('puts places in the middle of equal parts', () => {
    const axis = categoryAxis({ labels: ['a', 'b'], range: [0, 100], title: '' });
    expect([0, 1, 2, 0.5].map(axis.at)).toEqual([25, 75, null, null]);
  });
});

describe('zoomedDomain', () => {
  it('widens to round bounds and stays within the full domain', () => {
    expect(zoomedDomain([0.72, 0.78], [0, 1])).toEqual([0.7, 0.8]);
    expect(zoomedDomain([0.97, 1], [0, 1])[1]).toBe(1);
  });

  it('is the full domain without values, and has an extent for equal ones', () => {
    expect(zoomedDomain([null], [0, 1])).toEqual([0, 1]);
    const [low, high] = zoomedDomain([0.5, 0.5], [0, 1]);
    expect(high).toBeGreaterThan(low);
  });
});
