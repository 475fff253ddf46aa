import { quantile as d3Quantile } from 'd3-array';
import { randomLcg } from 'd3-random';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { clusterColumn } from './aggregate';
import { bootstrapCells, bootstrapDifference, bootstrapMean } from './bootstrap';
import { quantile, quantiles } from './quantile';
import { randomSource, shuffled } from './rng';

/** The obvious bootstrap: objects, one draw after the other, d3's quantile. */
function plainBootstrap(
  clusters: readonly number[][],
  draws: number,
  seed: number,
): { mean: number; low: number | undefined; high: number | undefined } {
  const random = randomLcg(seed);
  const totals = clusters.map((values) => ({ sum: values.reduce((a, b) => a + b, 0), count: values.length }));
  const statistics: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const taken = totals.map(() => totals[Math.floor(random() * totals.length)]!);
    const n = taken.reduce((sum, { count }) => sum + count, 0);
    if (n > 0) statistics.push(taken.reduce((sum, cluster) => sum + cluster.sum, 0) / n);
  }
  const n = totals.reduce((sum, { count }) => sum + count, 0);
  return {
    mean: totals.reduce((sum, cluster) => sum + cluster.sum, 0) / n,
    low: d3Quantile(statistics, 0.025),
    high: d3Quantile(statistics, 0.975),
  };
}

const families = [[1, 0, 1, 1], [0, 0, 0.5], [1, 1, 1, 1, 1], [0.25, 1], [0], [1, 0.5, 0.125]];

describe('bootstrapMean', () => {
  it('equals the plain bootstrap bit for bit', () => {
    expect(bootstrapMean(families, { draws: 10_000, seed: 101009 })).toEqual(
      plainBootstrap(families, 10_000, 101009),
    );
    expect(bootstrapMean(families)).toEqual(bootstrapMean(families, { draws: 10_000, seed: 101009 }));
  });

  it('does so for any clusters, also empty ones, and any number of draws', () => {
    const cluster = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(cluster, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(),
        (clusters, draws, seed) => {
          fc.pre(clusters.filter((values) => values.length > 0).length > 1);
          const found = bootstrapMean(clusters, { draws, seed });
          const plain = plainBootstrap(clusters, draws, seed);
          expect(found).toEqual({ ...plain, low: plain.low ?? null, high: plain.high ?? null });
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  it('weighs clusters by their questions, not equally', () => {
    expect(bootstrapMean([[1, 1, 1], [0]]).mean).toBe(0.75);
  });

  it('contains its mean, and narrows with more clusters', () => {
    const wide = bootstrapMean(families);
    const narrow = bootstrapMean(Array.from({ length: 10 }, () => families).flat());
    expect(wide.low!).toBeLessThan(wide.mean!);
    expect(wide.high!).toBeGreaterThan(wide.mean!);
    expect(narrow.high! - narrow.low!).toBeLessThan((wide.high! - wide.low!) / 2);
  });

  it('says why there is no interval', () => {
    expect(bootstrapMean([])).toEqual({
      mean: null,
      low: null,
      high: null,
      reason: 'interval not defined with n = 0',
    });
    expect(bootstrapMean([[], []])).toEqual({
      mean: null,
      low: null,
      high: null,
      reason: 'interval not defined with n = 0',
    });
    expect(bootstrapMean([[1]])).toEqual({
      mean: 1,
      low: null,
      high: null,
      reason: 'interval not defined with n = 1',
    });
    expect(bootstrapMean([[1, 0], []])).toEqual({
      mean: 0.5,
      low: null,
      high: null,
      reason: 'interval not defined with 1 cluster (n = 2)',
    });
  });

  it('refuses values, draws and seeds that are none', () => {
    expect(() => bootstrapMean([[1, Number.NaN]])).toThrow(/value 1 of cluster 0 is NaN/);
    expect(() => bootstrapMean(families, { draws: 0 })).toThrow(/draws is 0/);
    expect(() => bootstrapMean(families, { seed: 0.5 })).toThrow(/seed is 0.5/);
  });
});

describe('bootstrapCells', () => {
  it('gives every cell of a table the numbers it has alone', () => {
    const random = randomSource(7);
    const cells = Array.from({ length: 20 }, (_, cell) =>
      Array.from({ length: 9 }, (_, g) =>
        Array.from({ length: cell % 2 ? 4 : (g * cell) % 5 }, () => (random() < 0.6 ? 1 : random())),
      ),
    );
    const found = bootstrapCells(cells.map(clusterColumn), { draws: 1_001, seed: 3 });
    expect(found).toEqual(cells.map((cell) => bootstrapMean(cell, { draws: 1_001, seed: 3 })));
  });

  it('equals the plain bootstrap for whole numbers and fractions, few clusters and many, odd and even', () => {
    for (const clusters of [2, 7, 16, 24, 25, 40]) {
      for (const scale of [1, 0.1]) {
        const random = randomSource(clusters);
        const cells = Array.from({ length: 11 }, () =>
          Array.from({ length: clusters }, () =>
            Array.from({ length: 3 }, () => Math.floor(random() * 3) * scale),
          ),
        );
        expect(
          bootstrapCells(cells.map(clusterColumn), { draws: 300, seed: 2 }),
          `${clusters} clusters`,
        ).toEqual(cells.map((cell) => plainBootstrap(cell, 300, 2)));
      }
    }
  });

  it('leaves draws without any question out', () => {
    const [cell] = bootstrapCells([clusterColumn([[], [], [1], [0]])], { draws: 500, seed: 1 });
    expect(cell).toEqual(plainBootstrap([[], [], [1], [0]], 500, 1));
  });

  it('is empty without cells and refuses unlike clusters', () => {
    expect(bootstrapCells([])).toEqual([]);
    expect(() => bootstrapCells([clusterColumn([[1], [0]]), clusterColumn([[1]])])).toThrow(/1 sums/);
  });
});

describe('bootstrapDifference', () => {
  it('of a system against itself is exactly 0', () => {
    expect(bootstrapDifference(families, families)).toEqual({ mean: 0, low: 0, high: 0 });
  });

  it('is the interval of the paired differences', () => {
    const other = families.map((values) => values.map((value, i) => (i % 2 ? value : 0)));
    const differences = families.map((values, g) => values.map((value, i) => value - other[g]![i]!));
    expect(bootstrapDifference(families, other)).toEqual(bootstrapMean(differences));
  });

  it('takes rounding for no difference', () => {
    expect(bootstrapDifference([[0.1 + 0.2], [0.3]], [[0.3], [0.1 + 0.2]])).toEqual({
      mean: 0,
      low: 0,
      high: 0,
    });
  });

  it('refuses other questions', () => {
    expect(() => bootstrapDifference([[1], [0]], [[1]])).toThrow(/2 and 1 clusters/);
    expect(() => bootstrapDifference([[1], [0]], [[1], [0, 1]])).toThrow(/cluster 1 has 1 and 2 values/);
  });
});

describe('quantile', () => {
  it('is type 7: p80 of 1, 2, 3, 4 is 3.4', () => {
    expect(quantile([1, 2, 3, 4], 0.8)).toBeCloseTo(3.4, 12);
    expect([0.025, 0.8, 0.975].map((p) => quantile([3, 1, 2, 2, 9, 7], p))).toEqual([1.125, 7, 8.75]); // numpy 2.4.6
    expect(quantile([5], 0.3)).toBe(5);
    expect(quantile([], 0.5)).toBeNull();
    expect(() => quantile([1], 80)).toThrow(RangeError);
  });

  it('by selection equals d3.quantile on any values', () => {
    const values = fc.array(
      fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
      { minLength: 1, maxLength: 200 },
    );
    fc.assert(
      fc.property(values, fc.constantFrom(0, 0.025, 0.2, 0.5, 0.8, 0.975, 1), (list, p) => {
        expect(quantiles(Float64Array.from(list), [p])[0]! + 0).toBe(d3Quantile(list, p)! + 0);
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  it('leaves the list it reads as it was', () => {
    const list = [3, 1, 2];
    quantile(list, 0.5);
    expect(list).toEqual([3, 1, 2]);
  });
});

describe('random source', () => {
  it('is d3.randomLcg, and shuffles like d3.shuffler on a copy', () => {
    const random = randomSource(20260729);
    const first = [random(), random()];
    const reference = randomLcg(20260729);
    expect(first).toEqual([reference(), reference()]);
    const list = [0, 1, 2, 3, 4, 5, 6, 7];
    const found = shuffled(list, randomSource(1));
    expect(found).toEqual(shuffled(list, randomSource(1)));
    expect([...found].sort()).toEqual(list);
    expect(found).not.toEqual(list);
  });

  it('takes whole seeds only', () => {
    for (const seed of [-1, 1.5, Number.NaN, 2 ** 32]) expect(() => randomSource(seed)).toThrow(RangeError);
  });
});
