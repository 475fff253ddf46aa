import { describe, expect, it } from 'vitest';
import { expectedNdcgAt, ndcgAt } from './ndcg';
import { firstRelevantRank, hitAt, mrrAt, recallAt } from './ranks';

describe('rank metrics', () => {
  const relevances = [1, 0, 1, 0, 0];

  it('give nDCG .508740 for hits at 1 and 3 of 5 relevant', () => {
    expect(ndcgAt(10, relevances, 5)).toBeCloseTo(0.50874, 6);
  });

  it('count relevant contexts that were not returned in the ideal, up to the cutoff', () => {
    expect(ndcgAt(10, [1], 1)).toBe(1);
    expect(ndcgAt(1, [true, false], 7)).toBe(1);
    expect(ndcgAt(3, [0, 0, 1], 1)).toBeCloseTo(0.5, 15);
  });

  it('give .690979 for all tied with gains 10, 0, 0, 1, 5', () => {
    expect(expectedNdcgAt(5, [10, 0, 0, 1, 5], [1, 1, 1, 1, 1])).toBeCloseTo(0.690979, 6);
  });

  it('give expected nDCG its plain value where nothing ties', () => {
    // (1·1 + 3/log2(3)) / (3·1 + 1/log2(3)), by hand
    expect(expectedNdcgAt(10, [1, 3], [0.9, 0.8])).toBeCloseTo(
      (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)),
      14,
    );
    expect(expectedNdcgAt(10, [0, 0], [0.9, 0.8])).toBe(0);
    expect(expectedNdcgAt(10, [], [])).toBe(0);
    expect(() => expectedNdcgAt(10, [-1], [1])).toThrow(/gain 0 is -1/);
  });

  it('tell hit, recall and reciprocal rank apart', () => {
    expect([1, 3].map((k) => hitAt(k, relevances))).toEqual([1, 1]);
    expect([1, 3, 10].map((k) => recallAt(k, relevances, 5))).toEqual([0.2, 0.4, 0.4]);
    expect(mrrAt(10, [0, 0, 1])).toBeCloseTo(1 / 3, 15);
    expect(mrrAt(2, [0, 0, 1])).toBe(0);
    expect(hitAt(2, [0, 0, 1])).toBe(0);
    expect(firstRelevantRank([false, true])).toBe(2);
    expect(firstRelevantRank([])).toBeNull();
  });

  it('score 0 without any relevant context', () => {
    expect([hitAt(5, [0, 0]), recallAt(5, [0, 0], 0), mrrAt(5, []), ndcgAt(5, [0], 0)]).toEqual([0, 0, 0, 0]);
  });

  it('refuse fewer relevant contexts in all than in the ranking', () => {
    expect(() => recallAt(1, [1, 1], 1)).toThrow(/totalRelevant is 1, expected a whole number of at least 2/);
    expect(() => ndcgAt(1, [1, 1], 1)).toThrow(RangeError);
    expect(() => hitAt(0, [1])).toThrow(RangeError);
  });
});
