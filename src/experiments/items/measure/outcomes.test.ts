import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitAt, mrrAt, recallAt } from '../../../core/metrics/ranks';
import { ndcgAt } from '../../../core/metrics/ndcg';
import { decidingLength, firstRelevant, importedOutcome, orderResults, type RankedResult } from './outcomes';

const results = (...scores: number[]): RankedResult[] =>
  scores.map((score, place) => ({ id: `d${place}`, score }));
const grades = (...pairs: [string, number][]) => new Map(pairs);

describe('the order of results', () => {
  it('is by score, and by id downwards where scores are equal, as trec_eval has it', () => {
    const given = [
      { id: 'a', score: 1 },
      { id: 'c', score: 2 },
      { id: 'b', score: 2 },
      { id: '10', score: 2 },
      { id: '9', score: 2 },
    ];
    expect(orderResults(given).map(({ id }) => id)).toEqual(['c', 'b', '9', '10', 'a']);
  });

  it('holds ten and all that tie with the tenth', () => {
    expect(decidingLength(results(1, 1))).toBe(2);
    expect(
      decidingLength(
        results(...Array.from({ length: 30 }, (_, place) => (place < 9 ? 9 : place < 14 ? 5 : 1))),
      ),
    ).toBe(14);
  });
});

describe('an outcome', () => {
  it('of hits at ranks 1 and 3 with five relevant has the nDCG of the definition', () => {
    const outcome = importedOutcome(
      results(4, 3, 2),
      grades(['d0', 1], ['d2', 1], ['x', 1], ['y', 1], ['z', 1]),
    );
    expect(outcome.ndcgAt10).toBeCloseTo(0.50874, 6);
    expect(outcome).toMatchObject({
      hitAt: { 1: 1, 10: 1 },
      mrrAt10: 1,
      recallAt: { 1: 0.2, 3: 0.4, 10: 0.4 },
      tied: false,
    });
  });

  it('of two tied results, one of them relevant, is shared between their orders', () => {
    const outcome = importedOutcome(results(1, 1), grades(['d1', 1]));
    expect(outcome).toMatchObject({ hitAt: { 1: 0.5, 3: 1 }, mrrAt10: 0.75, tied: true });
    expect(outcome.ndcgAt10).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 12);
  });

  it('of all tied with gains 10, 0, 0, 1, 5 has the graded nDCG of the definition', () => {
    const outcome = importedOutcome(
      results(0, 0, 0, 0, 0),
      grades(['d0', 10], ['d1', 0], ['d2', 0], ['d3', 1], ['d4', 5]),
    );
    expect(outcome.gradedNdcgAt10).toBeCloseTo(0.690979, 6);
  });

  it('takes grades of 0 and below as not relevant, and is 0 without a relevant document or a result', () => {
    const none = {
      hitAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      recallAt: { 1: 0, 3: 0, 5: 0, 10: 0 },
      mrrAt10: 0,
      ndcgAt10: 0,
      gradedNdcgAt10: 0,
      tied: false,
    };
    expect(importedOutcome(results(2, 1), grades(['d0', 0], ['d1', -1]))).toEqual(none);
    expect(importedOutcome([], grades(['d0', 1]))).toEqual(none);
    expect(firstRelevant(results(2, 1), grades(['d0', -1], ['d1', 2]))).toBe(2);
    expect(firstRelevant([], grades(['d0', 1]))).toBe(0);
  });

  it('without ties is that of the plain metrics, on random rankings', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 25 }),
        fc.integer({ min: 0, max: 4 }),
        (flags, missed) => {
          const ranking = flags.map((_, place) => ({ id: `d${place}`, score: 100 - place }));
          const judged = new Map([
            ...flags.map((flag, place) => [`d${place}`, Number(flag)] as const),
            ...Array.from({ length: missed }, (_, place) => [`x${place}`, 1] as const),
          ]);
          const total = flags.filter(Boolean).length + missed;
          const outcome = importedOutcome(ranking, judged);
          for (const k of [1, 3, 5, 10] as const) {
            expect(outcome.hitAt[k]).toBe(hitAt(k, flags));
            expect(outcome.recallAt[k]).toBeCloseTo(recallAt(k, flags, total), 12);
          }
          expect(outcome.mrrAt10).toBeCloseTo(mrrAt(10, flags), 12);
          expect(outcome.ndcgAt10).toBeCloseTo(ndcgAt(10, flags, total), 12);
          expect(outcome.gradedNdcgAt10).toBeCloseTo(outcome.ndcgAt10, 12);
          expect(outcome.tied).toBe(false);
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});
