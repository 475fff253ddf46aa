import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { expectedNdcgAt } from './ndcg';
import {
  expectedHitAt,
  expectedRecallAt,
  expectedReciprocalRank,
  tieGroup,
  tieGroupAt,
  tieOutcome,
  type TieCounts,
} from './ties';

/** All orders of a short list. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}

/** Every ranking that breaks equal scores in some order, each equally likely. */
function rankings(scores: readonly number[]): number[][] {
  const levels = [...new Set(scores)].sort((a, b) => b - a);
  return levels.reduce<number[][]>(
    (heads, level) =>
      heads.flatMap((head) =>
        permutations(scores.flatMap((score, i) => (score === level ? [i] : []))).map((group) => [
          ...head,
          ...group,
        ]),
      ),
    [[]],
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Up to 7 candidates on three score levels, some relevant. */
const candidates = fc.array(fc.record({ score: fc.constantFrom(1, 2, 3), relevant: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

describe('expected metrics of tied rankings', () => {
  it('equal the mean over every order of the tied scores', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.constantFrom(1, 2, 3, 4, 7, 10),
        fc.integer({ min: 0, max: 2 }),
        (list, k, unretrieved) => {
          const scores = list.map(({ score }) => score);
          const relevant = list.map((candidate) => candidate.relevant);
          const total = relevant.filter(Boolean).length + unretrieved;
          const all = rankings(scores);
          const firstRanks = all.map((ranking) => 1 + ranking.findIndex((index) => relevant[index]));
          const within = (rank: number): boolean => rank > 0 && rank <= k;

          const best = tieGroup(scores, relevant, 1e-9, total);
          expect(expectedHitAt(k, best)).toBeCloseTo(
            mean(firstRanks.map((rank) => Number(within(rank)))),
            12,
          );
          expect(expectedReciprocalRank(k, best)).toBeCloseTo(
            mean(firstRanks.map((rank) => (within(rank) ? 1 / rank : 0))),
            12,
          );
          expect(expectedReciprocalRank(Infinity, best)).toBeCloseTo(
            mean(firstRanks.map((rank) => (rank > 0 ? 1 / rank : 0))),
            12,
          );

          const atCutoff = tieGroupAt(k, scores, relevant, 1e-9, total);
          const recall = mean(
            all.map((ranking) => ranking.slice(0, k).filter((index) => relevant[index]).length),
          );
          expect(expectedRecallAt(k, atCutoff)).toBeCloseTo(total === 0 ? 0 : recall / total, 12);
          expect(expectedHitAt(k, atCutoff)).toBeCloseTo(expectedHitAt(k, best), 12);
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });

  it('give the nDCG that the mean over every order gives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(0, 1, 5, 10)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 7 }),
        (list, k) => {
          const scores = list.map(([score]) => score);
          const gains = list.map(([, gain]) => gain);
          const worth = (order: readonly number[]): number =>
            order.slice(0, k).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
          const ideal = worth([...gains].sort((a, b) => b - a));
          const found = mean(rankings(scores).map((ranking) => worth(ranking.map((index) => gains[index]!))));
          expect(expectedNdcgAt(k, gains, scores)).toBeCloseTo(ideal === 0 ? 0 : found / ideal, 12);
        },
      ),
      { seed: 2, numRuns: 100 },
    );
  });

  it('give hit@1 of one half for two tied, one relevant', () => {
    expect(expectedHitAt(1, { above: 0, relevantAbove: 0, tied: 2, relevantTied: 1, totalRelevant: 1 })).toBe(
      0.5,
    );
  });

  it('give top-1 success of 0 below anything, and 1 / tie count otherwise', () => {
    expect(expectedHitAt(1, { above: 1, relevantAbove: 0, tied: 1, relevantTied: 1, totalRelevant: 1 })).toBe(
      0,
    );
    expect(
      expectedHitAt(1, { above: 0, relevantAbove: 0, tied: 4, relevantTied: 1, totalRelevant: 1 }),
    ).toBeCloseTo(0.25, 15);
    expect(expectedHitAt(1, { above: 0, relevantAbove: 0, tied: 1, relevantTied: 1, totalRelevant: 1 })).toBe(
      1,
    );
  });

  it('agree with the binomial form by hand: s = 2, t = 5, r = 2', () => {
    const ties: TieCounts = { above: 2, relevantAbove: 0, tied: 5, relevantTied: 2, totalRelevant: 4 };
    // k = 4: m = 2, 1 − C(3,2)/C(5,2) = 1 − 3/10
    expect(expectedHitAt(4, ties)).toBeCloseTo(0.7, 15);
    // Σ 1/(2+j) · C(5−j,1)/C(5,2) = 4/30 + 3/40 + 2/50 + 1/60
    expect(expectedReciprocalRank(Infinity, ties)).toBeCloseTo(4 / 30 + 3 / 40 + 2 / 50 + 1 / 60, 15);
    expect(expectedReciprocalRank(4, ties)).toBeCloseTo(4 / 30 + 3 / 40, 15);
    // (0 + 2·2/5) / 4
    expect(expectedRecallAt(4, ties)).toBeCloseTo(0.2, 15);
  });

  it('are exact when a relevant candidate is above the group', () => {
    const ties: TieCounts = { above: 3, relevantAbove: 1, tied: 4, relevantTied: 2, totalRelevant: 3 };
    expect(expectedHitAt(5, ties)).toBe(1);
    expect(expectedRecallAt(5, ties)).toBeCloseTo((1 + (2 * 2) / 4) / 3, 15);
    expect(expectedReciprocalRank(10, { ...ties, relevantAbove: 3, totalRelevant: 5 })).toBe(1);
  });

  it('refuse to guess where a relevant candidate above the group stands', () => {
    const ties: TieCounts = { above: 3, relevantAbove: 1, tied: 4, relevantTied: 2, totalRelevant: 3 };
    expect(() => expectedHitAt(2, ties)).toThrow(RangeError);
    expect(() => expectedReciprocalRank(10, ties)).toThrow(/leaves open/);
    expect(() => expectedRecallAt(2, ties)).toThrow(RangeError);
  });

  it('are 0 without any relevant candidate, and without any candidate', () => {
    for (const ties of [tieGroup([3, 2], [false, false]), tieGroup([], [])]) {
      expect(expectedHitAt(5, ties)).toBe(0);
      expect(expectedReciprocalRank(5, ties)).toBe(0);
      expect(expectedRecallAt(5, ties)).toBe(0);
    }
  });

  it('leave out the tied part of recall without a tie group', () => {
    expect(
      expectedRecallAt(5, { above: 3, relevantAbove: 1, tied: 0, relevantTied: 0, totalRelevant: 2 }),
    ).toBe(0.5);
  });

  it('stay exact for groups too large for binomials', () => {
    const ties: TieCounts = { above: 0, relevantAbove: 0, tied: 100_000, relevantTied: 1, totalRelevant: 1 };
    expect(expectedHitAt(10, ties)).toBeCloseTo(1e-4, 12);
    expect(expectedReciprocalRank(Infinity, ties)).toBeCloseTo(12.090146129863 / 100_000, 12); // harmonic number H(100000)
  });

  it('refuse impossible counts and cutoffs', () => {
    const ties: TieCounts = { above: 0, relevantAbove: 0, tied: 2, relevantTied: 1, totalRelevant: 1 };
    expect(() => expectedHitAt(0, ties)).toThrow(/cutoff is 0/);
    expect(() => expectedHitAt(1.5, ties)).toThrow(RangeError);
    expect(() => expectedHitAt(1, { ...ties, relevantTied: 3 })).toThrow(RangeError);
    expect(() => expectedRecallAt(1, { ...ties, totalRelevant: 0 })).toThrow(RangeError);
  });
});

describe('tie groups', () => {
  it('hold the best relevant candidate and what ties with it', () => {
    expect(tieGroup([0.5, 0.9, 0.9, 0.9, 0.2], [1, 0, 1, 0, 1])).toEqual({
      above: 0,
      relevantAbove: 0,
      tied: 3,
      relevantTied: 1,
      totalRelevant: 3,
    });
  });

  it('are measured from their first member, so that drift cannot chain', () => {
    const scores = [1, 1 - 0.8e-9, 1 - 1.6e-9, 1 - 2.4e-9];
    expect(tieGroup(scores, [false, false, true, false])).toEqual({
      above: 2,
      relevantAbove: 0,
      tied: 2,
      relevantTied: 1,
      totalRelevant: 1,
    });
  });

  it('tie equal scores alone at tolerance 0', () => {
    expect(tieGroup([1, 1, 1 - 1e-12], [false, true, false], 0).tied).toBe(2);
  });

  it('at a cutoff hold the candidate at that rank', () => {
    expect(tieGroupAt(2, [3, 2, 2, 1], [1, 1, 0, 1])).toEqual({
      above: 1,
      relevantAbove: 1,
      tied: 2,
      relevantTied: 1,
      totalRelevant: 3,
    });
    expect(tieGroupAt(3, [3, 2, 2, 1], [1, 1, 0, 1])).toEqual(tieGroupAt(2, [3, 2, 2, 1], [1, 1, 0, 1]));
    expect(tieGroupAt(9, [3, 2], [1, 1])).toEqual({
      above: 2,
      relevantAbove: 2,
      tied: 0,
      relevantTied: 0,
      totalRelevant: 2,
    });
  });

  it('refuse scores that are not numbers and lists of unlike length', () => {
    expect(() => tieGroup([1, Number.NaN], [true, false])).toThrow(/score 1 is NaN/);
    expect(() => tieGroup([1], [true, false])).toThrow(RangeError);
  });
});

describe('tieOutcome', () => {
  it('lists a query below certainty as tied or missed with what it lost', () => {
    expect(tieOutcome(1)).toEqual({ kind: 'hit', loss: 0 });
    expect(tieOutcome(0.25)).toEqual({ kind: 'tied', loss: 0.75 });
    expect(tieOutcome(0)).toEqual({ kind: 'missed', loss: 1 });
    expect(() => tieOutcome(1.1)).toThrow(RangeError);
  });
});
