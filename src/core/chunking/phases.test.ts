import { describe, expect, it } from 'vitest';
import { phasedWindows, reachability } from './phases';

describe('windows of every phase', () => {
  it('begin with a first window that ends at the phase', () => {
    expect(phasedWindows(25, 10, 0, 4)).toEqual([
      { start: 0, end: 4 },
      { start: 4, end: 14 },
      { start: 14, end: 24 },
      { start: 24, end: 25 },
    ]);
    expect(phasedWindows(20, 10, 4, 6)).toEqual([
      { start: 0, end: 6 },
      { start: 2, end: 12 },
      { start: 8, end: 18 },
      { start: 14, end: 20 },
    ]);
    expect(phasedWindows(0, 10, 4, 1)).toEqual([]);
    expect(() => phasedWindows(9, 10, 10, 1)).toThrow(RangeError);
    expect(() => phasedWindows(9, 10, 4, 7)).toThrow(RangeError);
  });

  it.each([
    [80, 0, 33],
    [80, 30, 33],
    [80, 30, 31],
    [40, 10, 41],
    [12, 5, 12],
  ])('hold a target as often as the closed form says: n %i, o %i, L %i', (size, overlap, target) => {
    const step = size - overlap;
    for (const at of [size, size + 7, 3 * size + 1]) {
      const phases = Array.from({ length: step }, (_, i) => i + 1);
      const held = phases.filter((phase) =>
        phasedWindows(at + target + 5 * size, size, overlap, phase).some(
          ({ start, end }) => start <= at && at + target <= end,
        ),
      );
      expect(held.length / step).toBeCloseTo(reachability(target, size, overlap), 12);
    }
  });
});
