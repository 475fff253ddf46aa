import { describe, expect, it } from 'vitest';
import { randomSource } from '../stats/rng';
import { auroc, clusteredAuroc, falsePositiveRate, floorKeeping, riskByCoverage } from './abstention';

describe('a floor that keeps a share of the answerable questions', () => {
  it('is the highest one that does', () => {
    const scores = Array.from({ length: 20 }, (_, i) => i / 20);
    const floor = floorKeeping(scores, 0.95)!;
    expect(floor).toBe(0.05);
    expect(falsePositiveRate(scores, floor)).toBe(0.95);
    expect(floorKeeping([3, 1, 2], 1)).toBe(1);
    expect(floorKeeping([3, 1, 2], 0.5)).toBe(2);
  });

  it('is −∞ where too many found nothing, and none without questions', () => {
    expect(floorKeeping([-Infinity, 0.4], 0.95)).toBe(-Infinity);
    expect(floorKeeping([], 0.95)).toBeNull();
  });
});

describe('risk by coverage', () => {
  it('is the share of wrong answers among the first so many', () => {
    expect(riskByCoverage([0.9, 0.1, 0.5], [false, true, true])).toEqual([0, 1 / 2, 2 / 3]);
  });

  it('takes the mean over the orders of a tie', () => {
    expect(riskByCoverage([1, 1, 0], [true, false, false])).toEqual([0.5, 0.5, 1 / 3]);
    expect(riskByCoverage([], [])).toEqual([]);
    expect(() => riskByCoverage([1], [])).toThrow(RangeError);
  });
});

describe('AUROC over clusters', () => {
  const random = randomSource(7);
  const scores = (n: number, lift: number) =>
    Array.from({ length: n }, (_, i) => ({ score: random() + lift, cluster: i % 6 }));

  it('is the plain AUROC with an interval round it', () => {
    const [answerable, open] = [scores(60, 0.3), scores(24, 0)];
    const { value, low, high } = clusteredAuroc(answerable, open, 6, { draws: 500 });
    expect(value).toBe(
      auroc(
        answerable.map(({ score }) => score),
        open.map(({ score }) => score),
      ),
    );
    expect(low!).toBeLessThan(value!);
    expect(high!).toBeGreaterThan(value!);
  });

  it('equals drawing the questions of the clusters one draw at a time', () => {
    const [answerable, open] = [scores(12, 0.1), scores(12, 0)];
    const { low, high } = clusteredAuroc(answerable, open, 6, { draws: 1, seed: 3 });
    const stream = randomSource(3);
    const clusters = Array.from({ length: 6 }, () => Math.floor(stream() * 6));
    const of = (list: typeof open) =>
      clusters.flatMap((cluster) => list.filter((one) => one.cluster === cluster).map(({ score }) => score));
    expect(low).toBeCloseTo(auroc(of(answerable), of(open))!, 12);
    expect(high).toBe(low);
  });

  it('has no interval with a single cluster that holds both kinds', () => {
    const one = [{ score: 1, cluster: 0 }];
    expect(clusteredAuroc(one, one, 2)).toEqual({ value: 0.5, low: null, high: null });
    expect(clusteredAuroc([], one, 2)).toEqual({ value: null, low: null, high: null });
  });
});
