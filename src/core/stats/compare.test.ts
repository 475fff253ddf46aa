import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { clusterColumn, columnDifference } from './aggregate';
import { comparePairs, holm, verdict } from './compare';
import { signFlipTest, signFlipTests } from './signFlip';

/** Every sign pattern, one after the other. */
function enumerated(differences: readonly number[]): number {
  const total = Math.abs(differences.reduce((a, b) => a + b, 0));
  let asFar = 0;
  for (let bits = 0; bits < 2 ** differences.length; bits++) {
    const sum = differences.reduce((acc, value, g) => acc + ((bits >> g) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= total - 1e-9) asFar++;
  }
  return asFar / 2 ** differences.length;
}

describe('sign-flip test', () => {
  it('has the exact p of scipy', () => {
    // scipy 1.17.1 permutation_test((d,), np.sum, permutation_type='samples', n_resamples=np.inf)
    expect(signFlipTest([0.5, 1.5, -0.25, 2, 0.75, 0, 1, -0.5, 0.25, 1.25, 0.1, -0.2])).toMatchObject({
      p: 0.0380859375,
      exact: true,
    });
    expect(signFlipTest([3, 1, 2, -1, 0, 4, 2, 1])).toMatchObject({ p: 0.0625, exact: true });
  });

  it('equals the enumeration of all patterns', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.integer({ min: -3, max: 3 }),
            fc.integer({ min: -20, max: 20 }).map((n) => n / 7),
          ),
          { minLength: 1, maxLength: 9 },
        ),
        (differences) => {
          expect(signFlipTest(differences).p).toBe(enumerated(differences));
        },
      ),
      { seed: 8, numRuns: 200 },
    );
  });

  it('does not lose equal patterns to rounding', () => {
    expect(signFlipTest([0.1, 0.2, 0.3]).p).toBe(enumerated([1, 2, 3]));
    expect(signFlipTest([0.3, -0.1, -0.2]).p).toBe(1);
  });

  it('is exact to 2^16 patterns and draws 100,000 beyond', () => {
    const same = (n: number): number[] => Array.from({ length: n }, () => 1);
    expect(signFlipTest(same(16))).toEqual({ p: 2 / 2 ** 16, exact: true, patterns: 2 ** 16 });
    expect(signFlipTest(same(40))).toEqual({ p: 1 / 100_001, exact: false, patterns: 100_000 });
    expect(signFlipTest([...same(16), 0, 0, 0]).exact).toBe(true); // a zero has no sign to flip
  });

  it('drawn is near the p of many more patterns, and the same each time', () => {
    const differences = Array.from({ length: 30 }, (_, i) => ((((i + 1) * 37) % 11) - 4) / 3);
    const found = signFlipTest(differences);
    expect(found.exact).toBe(false);
    expect(Math.abs(found.p! - 0.0636)).toBeLessThan(0.003); // scipy 1.17.1, 2,000,000 patterns: 0.06359
    expect(signFlipTest(differences)).toEqual(found);
    expect(signFlipTest(differences, { seed: 1 }).p).not.toBe(found.p);
    expect(
      signFlipTests([differences, differences.map((d) => -d / 2), [1, ...differences.slice(1).fill(0)]]),
    ).toEqual([found, found, signFlipTest([1])]);
  });

  it('gives p = 1 for no difference, null without clusters', () => {
    expect(signFlipTest([0, 0, 0]).p).toBe(1);
    expect(signFlipTest([]).p).toBeNull();
    expect(signFlipTest([2]).p).toBe(1);
    expect(() => signFlipTest([Number.NaN])).toThrow(/cluster 0 is NaN/);
  });
});

describe('Holm', () => {
  it('multiplies the i-th smallest by the number of those left, never falling', () => {
    // by hand: .01·4, max(.04, .02·3), max(.06, .03·2), max(.06, .04·1)
    expect(holm([0.01, 0.04, 0.03, 0.02]).map((p) => Number(p!.toFixed(12)))).toEqual([
      0.04, 0.06, 0.06, 0.06,
    ]);
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });

  it('does not count an undefined comparison', () => {
    expect(holm([null, 0.02, null, 0.01])).toEqual([null, 0.02, null, 0.02]);
  });

  it('refuses what is no p value', () => {
    expect(() => holm([1.2])).toThrow(/p value 0 is 1.2/);
  });
});

describe('verdict', () => {
  const gain = { mean: 0.1, low: 0.02, high: 0.18 };

  it('needs the adjusted p below 0.05 and an interval without 0', () => {
    expect(verdict('X', 'Y', { difference: gain, adjustedP: 0.049 })).toEqual({
      kind: 'beats',
      winner: 'X',
      loser: 'Y',
      text: 'X beats Y',
    });
    expect(verdict('X', 'Y', { difference: gain, adjustedP: 0.05 })).toEqual({
      kind: 'notEstablished',
      text: 'not established',
    });
    expect(verdict('X', 'Y', { difference: { ...gain, low: 0 }, adjustedP: 0.001 }).kind).toBe(
      'notEstablished',
    );
    expect(
      verdict('X', 'Y', { difference: { mean: 0.1, low: null, high: null }, adjustedP: 0.001 }).kind,
    ).toBe('notEstablished');
    expect(verdict('X', 'Y', { difference: gain, adjustedP: null }).kind).toBe('notEstablished');
  });

  it('names the better row, also where lower is better', () => {
    expect(
      verdict('X', 'Y', { difference: { mean: -0.1, low: -0.18, high: -0.02 }, adjustedP: 0.01 }).text,
    ).toBe('Y beats X');
    expect(verdict('X', 'Y', { difference: gain, adjustedP: 0.01 }, 'lower').text).toBe('Y beats X');
  });
});

describe('comparePairs', () => {
  const rows = new Map([
    ['good', clusterColumn(Array.from({ length: 12 }, () => [1, 1, 0]))],
    ['poor', clusterColumn(Array.from({ length: 12 }, (_, g) => [g % 4 === 0 ? 1 : 0, 0, 0]))],
  ]);

  it('finds a steady difference and none of a row against itself', () => {
    const [difference, none] = comparePairs(rows, [
      ['good', 'poor'],
      ['good', 'good'],
    ]);
    expect(difference!.verdict.text).toBe('good beats poor');
    expect(difference!.p).toBeCloseTo(2 / 2 ** 12, 12);
    expect(difference!.adjustedP).toBeCloseTo(4 / 2 ** 12, 12);
    expect(none).toMatchObject({
      difference: { mean: 0, low: 0, high: 0 },
      p: 1,
      adjustedP: 1,
      verdict: { kind: 'notEstablished' },
    });
  });

  it('refuses unknown rows and rows on other questions', () => {
    expect(() => comparePairs(rows, [['good', 'gone']])).toThrow(/no row "gone"/);
    expect(() => columnDifference(clusterColumn([[1]]), clusterColumn([[1, 1]]))).toThrow(
      /cluster 0 has 1 and 2 values/,
    );
    expect(() => columnDifference(clusterColumn([[1]]), clusterColumn([]))).toThrow(/1 and 0 clusters/);
  });
});
