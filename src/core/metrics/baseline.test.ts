import { describe, expect, it } from 'vitest';
import { auroc, falsePositiveRate } from './abstention';
import { meanRandomBaseline, randomBaseline } from './baseline';
import { ndcgAt } from './ndcg';
import { hitAt, mrrAt, recallAt } from './ranks';

describe('random-ranking baseline', () => {
  it('is the mean over every set of places that the relevant contexts can take', () => {
    const contexts = 12;
    for (const relevant of [0, 1, 2, 5, 12]) {
      const placings = Array.from({ length: 2 ** contexts }, (_, bits) =>
        Array.from({ length: contexts }, (_, i) => (bits >> i) & 1),
      ).filter((places) => places.reduce((a, b) => a + b, 0) === relevant);
      const mean = (metric: (places: number[]) => number): number =>
        placings.reduce((sum, places) => sum + metric(places), 0) / placings.length;
      const baseline = randomBaseline(contexts, relevant);
      for (const k of [1, 3, 5, 10] as const) {
        expect(baseline.hitAt[k]).toBeCloseTo(
          mean((places) => hitAt(k, places)),
          12,
        );
        expect(baseline.recallAt[k]).toBeCloseTo(
          mean((places) => recallAt(k, places, relevant)),
          12,
        );
      }
      expect(baseline.mrrAt10).toBeCloseTo(
        mean((places) => mrrAt(10, places)),
        12,
      );
      expect(baseline.ndcgAt10).toBeCloseTo(
        mean((places) => ndcgAt(10, places.slice(0, 10), relevant)),
        12,
      );
    }
  });

  it('has 1/N by hand for one of 64 records', () => {
    expect(randomBaseline(64, 1).hitAt[1]).toBeCloseTo(1 / 64, 15);
    expect(randomBaseline(2, 1).ndcgAt10).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 15);
    expect(randomBaseline(64, 4).recallAt[3]).toBeCloseTo(3 / 64, 15);
  });

  it('is 0 without relevant contexts and for an empty corpus, and refuses more relevant than there are', () => {
    expect(randomBaseline(0, 0)).toEqual({
      hitAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      recallAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      mrrAt10: 0,
      ndcgAt10: 0,
    });
    expect(() => randomBaseline(3, 4)).toThrow(/4 of 3/);
  });

  it('averages over all questions, also those without relevant contexts', () => {
    expect(
      meanRandomBaseline([
        { contexts: 10, relevant: 1 },
        { contexts: 10, relevant: 0 },
      ])!.hitAt[1],
    ).toBeCloseTo(0.05, 15);
    expect(meanRandomBaseline([])).toBeNull();
  });
});

describe('abstention', () => {
  it('has the AUROC of the Mann–Whitney statistic, equal scores counting half', () => {
    expect(auroc([0.9, 0.8, 0.7, 0.7, 0.4], [0.7, 0.3, 0.4, 0.1])).toBe(0.875); // scipy 1.17.1 mannwhitneyu / (5 · 4)
    expect(auroc([1, 1], [1])).toBe(0.5);
    expect(auroc([], [1])).toBeNull();
    expect(() => auroc([1], [Number.NaN])).toThrow(RangeError);
  });

  it('counts a score at the floor as returned', () => {
    expect(falsePositiveRate([0.34, 0.35, 0.5, 0.1], 0.35)).toBe(0.5);
    expect(falsePositiveRate([], 0.35)).toBeNull();
  });
});
