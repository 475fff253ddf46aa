import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, placeLabels, textWidth } from './labelPlacement';

describe('placeLabels', () => {
  it('leaves labels where they are when none touches another', () => {
    expect(placeLabels([50, 10, 90], 15, 0, 100)).toEqual([50, 10, 90]);
  });

  it('spreads labels of one place around it, in the order given', () => {
    expect(placeLabels([50, 50, 50], 10, 0, 100)).toEqual([40, 50, 60]);
  });

  it('pushes a block back inside its bounds', () => {
    expect(placeLabels([98, 99], 10, 0, 100)).toEqual([85, 95]);
  });

  it('never overlaps, keeps the order of places, and stays inside where all fit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 12 }), (wishes) => {
        const placed = placeLabels(wishes, 20, 0, 300);
        const sorted = wishes
          .map((wish, index) => ({ wish, at: placed[index]! }))
          .sort((a, b) => a.at - b.at);
        for (let i = 1; i < sorted.length; i++) {
          expect(sorted[i]!.at - sorted[i - 1]!.at).toBeGreaterThanOrEqual(20 - 1e-6);
          expect(sorted[i]!.wish).toBeGreaterThanOrEqual(sorted[i - 1]!.wish);
        }
        for (const at of placed) {
          expect(at).toBeGreaterThanOrEqual(10 - 1e-6);
          expect(at).toBeLessThanOrEqual(290 + 1e-6);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('textWidth', () => {
  it('gives wide letters more room than narrow ones', () => {
    expect(textWidth('漢字')).toBe(24);
    expect(textWidth('ill')).toBeLessThan(textWidth('mmm'));
    expect(textWidth('')).toBe(0);
  });
});

describe('fitted', () => {
  it('leaves a text that fits, and cuts a longer one between letters, never inside one', () => {
    expect(fitted('Recursive', 100)).toBe('Recursive');
    const cut = fitted('🙂🙂🙂🙂🙂🙂🙂🙂', 60);
    expect(cut).toMatch(/^(🙂)+…$/u);
    expect(textWidth(cut)).toBeLessThanOrEqual(70);
  });
});
