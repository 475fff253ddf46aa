import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendDotsOf, blendedScore, scoreTerms, scoreTermsFromDots } from './scoreTerms';
import { chunkSearchVector, cosine, dot } from './vectors';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
  .filter((v) => v.some((x) => Math.abs(x) > 1e-3));
const weight = fc.double({ min: 0, max: 1, noNaN: true });

describe('score terms', () => {
  it('add up to the cosine of the two blended vectors', () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, weight, (qp, qc, sp, sc, w) => {
        const terms = scoreTerms(qp, qc, sp, sc, w);
        fc.pre(terms.queryNorm > 1e-3 && terms.storedNorm > 1e-3);
        const expected = cosine(chunkSearchVector(qp, qc, w), chunkSearchVector(sp, sc, w));
        expect(Math.abs(terms.score - expected)).toBeLessThan(1e-12);
        expect(
          terms.pieceToPiece + terms.pieceToContext + terms.contextToPiece + terms.contextToContext,
        ).toBe(terms.score);
      }),
      { seed: 11 },
    );
  });

  it('follow from the dot products alone, with a weight for each side', () => {
    fc.assert(
      fc.property(vector, vector, vector, vector, weight, weight, (qp, qc, sp, sc, qw, sw) => {
        const { terms, queryNorm, storedNorm, score } = blendedScore(blendDotsOf(qp, qc, sp, sc), qw, sw);
        fc.pre(queryNorm > 1e-3 && storedNorm > 1e-3);
        expect(
          Math.abs(score - dot(chunkSearchVector(qp, qc, qw), chunkSearchVector(sp, sc, sw))),
        ).toBeLessThan(1e-12);
        expect(terms.pieceToContext).toBeCloseTo(
          (qw * (1 - sw) * cosine(qp, sc)) / (queryNorm * storedNorm),
          12,
        );
      }),
      { seed: 12 },
    );
  });

  it('have values that a hand can check', () => {
    const dots = blendDotsOf([1, 0], [0, 1], [1, 0], [1, 0]);
    const terms = scoreTermsFromDots(dots, 0.8);
    expect(terms.queryNorm).toBeCloseTo(Math.sqrt(0.68), 14);
    expect(terms.storedNorm).toBeCloseTo(1, 14);
    expect(terms.pieceToPiece).toBeCloseTo(0.64 / Math.sqrt(0.68), 14);
    expect(terms.pieceToContext).toBeCloseTo(0.16 / Math.sqrt(0.68), 14);
    expect(terms.contextToPiece).toBe(0);
    expect(terms.contextToContext).toBe(0);
    expect(terms.score).toBeCloseTo(0.8 / Math.sqrt(0.68), 14);
  });

  it('leave the piece alone where a context is zero, at every weight', () => {
    for (const w of [0, 0.5, 1]) {
      const both = scoreTerms([3, 4], [0, 0], [4, 3], [0, 0], w);
      expect(both.score).toBeCloseTo(0.96, 14);
      expect(both.pieceToPiece).toBe(both.score);
      expect([both.queryNorm, both.storedNorm]).toEqual([1, 1]);
      const one = scoreTerms([3, 4], [1, 1], [4, 3], [0, 0], w);
      expect(one.score).toBeCloseTo(cosine(chunkSearchVector([3, 4], [1, 1], w), [4, 3]), 12);
    }
  });

  it('are 0 where a blend cancels to nothing', () => {
    expect(scoreTerms([1, 0], [-1, 0], [1, 0], [0, 1], 0.5)).toMatchObject({
      score: 0,
      pieceToPiece: 0,
      queryNorm: 0,
    });
  });

  it('refuse a zero piece, unlike lengths and weights outside 0–1', () => {
    expect(() => scoreTerms([0, 0], [1, 0], [1, 0], [1, 0], 0.5)).toThrow(
      'the query piece must not be all zeros',
    );
    expect(() => scoreTerms([1, 0], [1, 0, 0], [1, 0], [1, 0], 0.5)).toThrow(RangeError);
    expect(() => scoreTerms([1, 0], [1, 0], [1, 0], [1, 0], 1.2)).toThrow('found 1.2');
    expect(() => blendedScore(blendDotsOf([1], [1], [1], [1]), NaN, 1)).toThrow(
      'query weight must lie between 0 and 1, found NaN',
    );
  });
});
