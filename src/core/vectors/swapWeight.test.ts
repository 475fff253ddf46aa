import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendDotsOf, blendedScore, type BlendDots } from './scoreTerms';
import { swapWeight } from './swapWeight';

const dots = (pieceToPiece: number, contextToContext: number): BlendDots => ({
  pieceToPiece,
  contextToContext,
  pieceToContext: 0,
  contextToPiece: 0,
  queryInner: 0,
  storedInner: 0,
});
const scoreAt = (d: BlendDots, w: number) => blendedScore(d, w, w).score;

describe('swapWeight', () => {
  it('finds the weight at which a better piece and a better context balance', () => {
    // Target wins by its piece, winner by its context: equal where 0.4 w² = 0.1 (1 − w)², so at w = 1/3.
    const swap = swapWeight(dots(0.9, 0.2), dots(0.5, 0.3), { focusWeight: 0.2 })!;
    expect(swap.weight).toBeCloseTo(1 / 3, 12);
    expect(swap.crossings).toHaveLength(1);
    expect(swap.targetLeads).toEqual([{ low: swap.weight, high: 1 }]);
    expect(swapWeight(dots(0.5, 0.3), dots(0.9, 0.2))!.targetLeads).toEqual([
      { low: 0, high: expect.closeTo(1 / 3, 12) },
    ]);
  });

  it('is null where no weight swaps the two', () => {
    expect(swapWeight(dots(0.5, 0.5), dots(0.6, 0.6))).toBeNull();
    expect(swapWeight(dots(0.5, 0.5), dots(0.5, 0.5))).toBeNull();
    // The same sentence in two contexts: tied at w = 1 and never swapped.
    expect(swapWeight(dots(0.7, 0.2), dots(0.7, 0.4))).toBeNull();
    expect(swapWeight(dots(0.7, 0.4), dots(0.7, 0.2))).toBeNull();
  });

  it('takes the nearest of several crossings', () => {
    const target: BlendDots = { ...dots(0.5, 0.5), pieceToContext: 0.4 };
    const winner: BlendDots = { ...dots(0.6, 0.55), pieceToContext: 0 };
    const near = (focusWeight: number) => swapWeight(target, winner, { focusWeight })!;
    const { crossings, targetLeads } = near(0.8);
    expect(crossings).toHaveLength(2);
    expect(targetLeads).toEqual([{ low: crossings[0], high: crossings[1] }]);
    expect(near(0.95).weight).toBe(crossings[1]);
    expect(near(0.05).weight).toBe(crossings[0]);
  });

  it('gives equal scores at every crossing, and a lead inside every range', () => {
    const vector = fc
      .array(fc.integer({ min: -5, max: 5 }), { minLength: 4, maxLength: 4 })
      .filter((v) => v.some((x) => x !== 0));
    let found = 0;
    fc.assert(
      fc.property(vector, vector, vector, vector, vector, vector, (qp, qc, tp, tc, wp, wc) => {
        const [target, winner] = [blendDotsOf(qp, qc, tp, tc), blendDotsOf(qp, qc, wp, wc)];
        const swap = swapWeight(target, winner, { focusWeight: 0.8, steps: 100 });
        if (!swap) return;
        found += 1;
        for (const w of swap.crossings) {
          const sides = Math.abs(scoreAt(target, w) - scoreAt(winner, w));
          // A blend that cancels jumps from one side to the other.
          if (
            Math.min(
              blendedScore(target, w, w).queryNorm,
              blendedScore(target, w, w).storedNorm,
              blendedScore(winner, w, w).storedNorm,
            ) > 1e-6
          )
            expect(sides).toBeLessThan(1e-9);
          expect(Math.abs(w - 0.8)).toBeGreaterThanOrEqual(Math.abs(swap.weight - 0.8));
        }
        expect(swap.targetLeads.length).toBeGreaterThan(0);
        for (const { low, high } of swap.targetLeads) expect(low).toBeLessThan(high);
      }),
      { seed: 13, numRuns: 200 },
    );
    expect(found).toBeGreaterThan(20);
  });

  it('names a weight outside 0–1', () => {
    expect(() => swapWeight(dots(1, 0), dots(0, 1), { focusWeight: 2 })).toThrow(
      'focusWeight must lie between 0 and 1, found 2',
    );
  });
});
