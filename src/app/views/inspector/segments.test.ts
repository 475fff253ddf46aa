import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOf, type Marks } from './segments';

const none: Marks = { cuts: [], gold: [], returned: [], selected: null, overlaps: [], gaps: [] };
const block = { start: 100, end: 200 };
const anySpan = fc
  .tuple(fc.integer({ min: 80, max: 219 }), fc.integer({ min: 1, max: 60 }))
  .map(([start, size]) => ({ start, end: start + size }));

describe('segments of a block', () => {
  it('cover it without holes, and nothing that is marked begins or ends within one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 90, max: 210 }), { maxLength: 8 }),
        fc.array(anySpan, { maxLength: 4 }),
        fc.array(anySpan, { maxLength: 4 }),
        (cuts, gold, returned) => {
          const segments = segmentsOf(block, {
            ...none,
            cuts: cuts.sort((a, b) => a - b),
            gold: gold.map((span) => ({ ...span, isChosen: false })),
            returned: returned.map((span, i) => ({ ...span, rank: i + 1 })),
          });
          expect(segments[0]!.start).toBe(100);
          expect(segments.at(-1)!.end).toBe(200);
          const edges = [
            ...cuts,
            ...gold.flatMap(({ start, end }) => [start, end]),
            ...returned.flatMap(({ start, end }) => [start, end]),
          ];
          segments.forEach(({ start, end, gold: mark, rank }, i) => {
            if (i > 0) expect(start).toBe(segments[i - 1]!.end);
            expect(edges.some((edge) => edge > start && edge < end)).toBe(false);
            expect(mark !== null).toBe(gold.some((span) => span.start <= start && end <= span.end));
            const ranks = returned.flatMap((span, place) =>
              span.start <= start && end <= span.end ? [place + 1] : [],
            );
            expect(rank).toBe(ranks.length === 0 ? null : Math.min(...ranks));
          });
        },
      ),
      { seed: 8 },
    );
  });

  it('are one when nothing is marked', () => {
    expect(segmentsOf(block, none)).toEqual([
      { start: 100, end: 200, gold: null, rank: null, isSelected: false, depth: null },
    ]);
  });

  it('tell the chosen gold from the others, the chosen chunk, overlaps and gaps', () => {
    const segments = segmentsOf(block, {
      ...none,
      gold: [
        { start: 110, end: 120, isChosen: true },
        { start: 115, end: 130, isChosen: false },
      ],
      selected: { start: 90, end: 140 },
      overlaps: [{ start: 130, end: 140 }],
      gaps: [{ start: 140, end: 150 }],
    });
    expect(segments.map(({ start, gold, isSelected, depth }) => [start, gold, isSelected, depth])).toEqual([
      [100, null, true, null],
      [110, 'chosen', true, null],
      [115, 'chosen', true, null],
      [120, 'other', true, null],
      [130, null, true, 'overlap'],
      [140, null, false, 'gap'],
      [150, null, false, null],
    ]);
  });
});
