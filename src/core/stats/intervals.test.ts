import { describe, expect, it } from 'vitest';
import { clusterColumn } from './aggregate';
import { bootstrapMean } from './bootstrap';
import { estimateCells, extremeBound, tInterval } from './intervals';
import { studentQuantile } from './studentT';

/** scipy 1.17.1, `scipy.stats.t.ppf(p, df)`. */
const studentTable: [p: number, df: number, t: number][] = [
  [0.9, 1, 3.07768353717525],
  [0.9, 7, 1.41492392765051],
  [0.9, 100, 1.29007476134652],
  [0.975, 1, 12.7062047361747],
  [0.975, 2, 4.30265272974946],
  [0.975, 3, 3.18244630528371],
  [0.975, 4, 2.77644510519779],
  [0.975, 7, 2.36462425159278],
  [0.975, 15, 2.13144954555978],
  [0.975, 23, 2.06865761041905],
  [0.975, 39, 2.02269092003676],
  [0.975, 100, 1.98397151852355],
  [0.975, 1000, 1.96233908082641],
  [0.995, 1, 63.6567411628715],
  [0.995, 15, 2.94671288347524],
  [0.995, 1000, 2.58075469806595],
  [0.9995, 1, 636.61924876879],
  [0.9995, 4, 8.61030158137952],
  [0.9995, 39, 3.55812008133277],
];

describe('studentQuantile', () => {
  it.each(studentTable)('for p = %d and %d degrees of freedom is %d to 1e-9', (p, df, t) => {
    expect(Math.abs(studentQuantile(p, df) / t - 1)).toBeLessThan(1e-9);
    expect(Math.abs(studentQuantile(1 - p, df) / -t - 1)).toBeLessThan(1e-9);
  });

  it('is 0 in the middle and refuses what has no quantile', () => {
    expect(studentQuantile(0.5, 4)).toBe(0);
    expect(() => studentQuantile(1, 4)).toThrow(RangeError);
    expect(() => studentQuantile(0.9, 0)).toThrow(/degrees of freedom are 0/);
  });
});

describe('t interval', () => {
  it('is that of the cluster means when clusters are of equal size', () => {
    // means .25 .5 .75 .5; scipy 1.17.1 t.interval(.95, 3, mean, sem): 0.17519293409372227, 0.8248070659062777
    const { low, high } = tInterval(
      clusterColumn([
        [0.25, 0.25],
        [0.5, 0.5],
        [1, 0.5],
        [0, 1],
      ]),
    )!;
    expect(low).toBeCloseTo(0.17519293409372227, 12);
    expect(high).toBeCloseTo(0.8248070659062777, 12);
  });

  it('is centred on the mean over questions when sizes differ, and ignores empty clusters', () => {
    const clusters = [[1, 1, 1, 0], [0], [1, 0]];
    const mean = 4 / 7;
    const { low, high } = tInterval(clusterColumn(clusters))!;
    expect((low + high) / 2).toBeCloseTo(mean, 14);
    // by hand: e = 3 − 16/7, 0 − 4/7, 1 − 8/7; se² = 3/2 · Σe² / 49
    const error = Math.sqrt((1.5 * ((5 / 7) ** 2 + (4 / 7) ** 2 + (1 / 7) ** 2)) / 49);
    expect(high - mean).toBeCloseTo(4.30265272974946 * error, 12);
    expect(tInterval(clusterColumn([...clusters, []]))).toEqual({ low, high });
  });

  it('is null where no interval is defined', () => {
    expect(tInterval(clusterColumn([]))).toBeNull();
    expect(tInterval(clusterColumn([[1, 0, 1]]))).toBeNull();
  });
});

describe('bound of a share at an extreme', () => {
  it('is the exact Clopper–Pearson interval over clusters', () => {
    // scipy 1.17.1 beta.ppf(.975, 1, n) and binomtest(16, 16).proportion_ci(.95, 'exact')
    expect(extremeBound(0, 8).high).toBeCloseTo(0.3694166475528192, 12);
    expect(extremeBound(0, 16).high).toBeCloseTo(0.2059072142078227, 12);
    expect(extremeBound(0, 40).high).toBeCloseTo(0.08809730287880237, 12);
    expect(extremeBound(1, 16).low).toBeCloseTo(0.7940927857921769, 12);
    expect(extremeBound(0, 16).low).toBe(0);
    expect(extremeBound(1, 16).high).toBe(1);
    expect(extremeBound(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('estimateCells', () => {
  it('gives a share of all or none the exact bound instead of no width', () => {
    const [all, none, some] = estimateCells(
      [
        [[1, 1], [1], [1]],
        [[0, 0], [0], [0]],
        [[1, 0], [1], [0]],
      ].map(clusterColumn),
      { share: true },
    );
    expect(all).toEqual({
      mean: 1,
      low: 0.025 ** (1 / 3),
      high: 1,
      method: 'binomial',
      t: null,
      n: 4,
      clusters: 3,
    });
    expect(none).toEqual({
      mean: 0,
      low: 0,
      high: 1 - 0.025 ** (1 / 3),
      method: 'binomial',
      t: null,
      n: 4,
      clusters: 3,
    });
    expect(some).toMatchObject({ method: 'bootstrap', ...bootstrapMean([[1, 0], [1], [0]]) });
    expect(some!.t).toEqual({ low: 0, high: 1 }); // cut to what a share can be
  });

  it('keeps the bootstrap for quantities that are not shares', () => {
    const [tokens] = estimateCells([clusterColumn([[1, 1], [1], [1]])]);
    expect(tokens).toMatchObject({ mean: 1, low: 1, high: 1, method: 'bootstrap' });
  });

  it('says n and why there is no interval', () => {
    const [none, one] = estimateCells(
      [
        [[], []],
        [[1], []],
      ].map(clusterColumn),
      { share: true },
    );
    expect(none).toEqual({
      mean: null,
      low: null,
      high: null,
      reason: 'interval not defined with n = 0',
      method: null,
      t: null,
      n: 0,
      clusters: 0,
    });
    expect(one).toEqual({
      mean: 1,
      low: null,
      high: null,
      reason: 'interval not defined with n = 1',
      method: null,
      t: null,
      n: 1,
      clusters: 1,
    });
  });
});
