import { describe, expect, it } from 'vitest';
import { compareCostsAt90, costOf, costsAt90, type CutoffColumns } from './costAtShare';
import { signFlipTest } from './signFlip';

/** A row of clusters with one question each: at which cutoff it hits (2 for never), and what each cutoff costs. */
const row = (hitAt: readonly number[], costs: readonly [number, number]): CutoffColumns => ({
  hits: [0, 1].map((cutoff) => Float64Array.from(hitAt, (first) => Number(first <= cutoff))),
  costs: costs.map((cost) => new Float64Array(hitAt.length).fill(cost)),
  counts: new Float64Array(hitAt.length).fill(1),
});
const times = (value: number, n: number): number[] => new Array<number>(n).fill(value);

describe('the cost of passing 90 %', () => {
  it('is that at the first cutoff that passes, in whole numbers', () => {
    // 18 of 20 is 90 % and does not pass; 19 of 20 does.
    expect(costOf(row([...times(0, 18), 1, 2], [100, 300]))).toBe(300);
    expect(costOf(row([...times(0, 19), 2], [100, 300]))).toBe(100);
    expect(costOf(row([...times(0, 17), 2, 2, 2], [100, 300]))).toBe(Infinity);
  });

  it('has an interval that reaches the cutoffs that other samples would have needed', () => {
    const [near] = costsAt90([row([...times(0, 37), ...times(1, 3)], [100, 300])]);
    expect(near).toMatchObject({ cutoff: 0, cost: 100, interval: [100, 300], noneShare: 0 });
  });

  it('counts draws in which no cutoff passes as larger than any, and says their share', () => {
    const [some] = costsAt90([row([...times(0, 28), ...times(2, 2)], [100, 300])]);
    expect(some!.cost).toBe(100);
    expect(some!.interval).toEqual([100, Infinity]);
    // Of 30 drawn, 27 or fewer hits: at least 3 of the 2 in 30 that miss.
    expect(some!.noneShare).toBeGreaterThan(0.25);
    expect(some!.noneShare).toBeLessThan(0.4);
    const [never] = costsAt90([row(times(2, 10), [100, 300])]);
    expect(never).toEqual({ cutoff: null, cost: null, interval: null, noneShare: 1 });
  });

  it('has no interval over one cluster', () => {
    expect(costsAt90([row([0], [100, 300])])).toEqual([
      { cutoff: 0, cost: 100, interval: null, noneShare: 0 },
    ]);
  });
});

describe('two rows that pass 90 %', () => {
  const compare = (a: CutoffColumns, b: CutoffColumns) =>
    compareCostsAt90(
      new Map([
        ['a', a],
        ['b', b],
      ]),
      [['a', 'b']],
      { direction: 'lower', patterns: 5_000, draws: 2_000 },
    )[0]!;

  it('differ by nothing when they are the same row, also where neither passes', () => {
    const same = row([...times(0, 37), ...times(1, 3)], [100, 300]);
    expect(compare(same, same)).toMatchObject({ difference: { mean: 0, low: 0, high: 0 }, p: 1 });
    const never = row(times(2, 10), [100, 300]);
    expect(compare(never, never)).toMatchObject({ difference: { mean: 0 }, p: 1 });
  });

  it('are told apart where one is cheaper at a cutoff that holds', () => {
    const found = compare(row(times(0, 30), [100, 300]), row(times(0, 30), [120, 300]));
    expect(found.difference).toMatchObject({ mean: -20, low: -20, high: -20 });
    expect(found.verdict.kind).toBe('beats');
    expect(found.p).toBeLessThan(0.001);
  });

  it('are not told apart by a cutoff that another sample would have changed', () => {
    const near = row([...times(0, 28), ...times(1, 2)], [100, 300]);
    const safe = row(times(0, 30), [150, 300]);
    expect(compare(near, safe)).toMatchObject({
      difference: { mean: -50 },
      verdict: { kind: 'notEstablished' },
    });
  });

  it('give the p of the sign-flip test where every cutoff holds', () => {
    const all = times(0, 12);
    const a = {
      ...row(all, [0, 0]),
      costs: [Float64Array.from(all, (_, i) => 100 + i * i), new Float64Array(12)],
    };
    const b = {
      ...row(all, [0, 0]),
      costs: [Float64Array.from(all, (_, i) => 110 + i), new Float64Array(12)],
    };
    const differences = a.costs[0]!.map((cost, i) => cost - b.costs[0]![i]!);
    const found = compare(a, b);
    expect(found.exact).toBe(true);
    expect(found.p).toBeCloseTo(signFlipTest(differences).p!, 12);
  });
});
