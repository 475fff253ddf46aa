import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { evidenceCoverage, evidenceCovered, evidenceFound } from './evidence';
import { precisionOmega, spanIoU, spanPrecision, spanRecall, type DocumentSpan } from './spanMetrics';

const at = (start: number, end: number, document?: number): DocumentSpan =>
  document === undefined ? { start, end } : { document, start, end };

describe('span metrics', () => {
  it('count shared code units once, however often they were returned', () => {
    const returned = [at(0, 10), at(5, 15), at(0, 10)];
    const gold = [at(8, 20)];
    expect(spanRecall(returned, gold)).toBeCloseTo(7 / 12, 15);
    expect(spanPrecision(returned, gold)).toBeCloseTo(7 / 15, 15);
    expect(spanIoU(returned, gold)).toBeCloseTo(7 / 20, 15);
  });

  it('share nothing when spans touch or lie in other documents', () => {
    expect(spanRecall([at(0, 5)], [at(5, 9)])).toBe(0);
    expect(spanRecall([at(0, 9, 1)], [at(0, 9, 2)])).toBe(0);
    expect(spanRecall([at(0, 9, 1), at(0, 3, 2)], [at(0, 9, 2)])).toBeCloseTo(1 / 3, 15);
  });

  it('are null without gold and 0 when nothing was returned', () => {
    expect([
      spanRecall([at(0, 5)], []),
      spanPrecision([at(0, 5)], []),
      spanIoU([], []),
      precisionOmega([at(0, 5)], []),
    ]).toEqual([null, null, null, null]);
    expect([
      spanRecall([], [at(0, 5)]),
      spanPrecision([], [at(0, 5)]),
      spanIoU([], [at(0, 5)]),
      precisionOmega([], [at(0, 5)]),
    ]).toEqual([0, 0, 0, 0]);
  });

  it('let precision Ω take every chunk that overlaps the gold, and none that touches it', () => {
    const chunks = [at(0, 10), at(10, 20), at(20, 30), at(30, 40)];
    expect(precisionOmega(chunks, [at(15, 30)])).toBeCloseTo(15 / 20, 15);
    expect(precisionOmega(chunks, [at(10, 20)])).toBe(1);
    expect(precisionOmega([at(0, 10, 0), at(0, 100, 1)], [at(0, 5, 0)])).toBe(0.5);
  });

  it('agree with counting code units one by one', () => {
    const spans = fc.array(
      fc
        .tuple(
          fc.integer({ min: 0, max: 30 }),
          fc.integer({ min: 0, max: 8 }),
          fc.integer({ min: 0, max: 1 }),
        )
        .map(([start, length, document]) => at(start, start + length, document)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(spans, spans, (returned, gold) => {
        const units = (list: readonly DocumentSpan[]): Set<string> =>
          new Set(
            list.flatMap(({ document, start, end }) =>
              Array.from({ length: end - start }, (_, i) => `${document} ${start + i}`),
            ),
          );
        const inReturned = units(returned);
        const inGold = units(gold);
        const shared = [...inGold].filter((unit) => inReturned.has(unit)).length;
        const none = inGold.size === 0;
        expect(spanRecall(returned, gold)).toBe(none ? null : shared / inGold.size);
        expect(spanPrecision(returned, gold)).toBe(
          none ? null : inReturned.size === 0 ? 0 : shared / inReturned.size,
        );
        expect(spanIoU(returned, gold)).toBe(none ? null : shared / new Set([...inReturned, ...inGold]).size);
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe('evidence coverage', () => {
  it('needs every required span whole, in the union of the contexts', () => {
    expect(evidenceFound([at(3, 8), at(20, 25)], [at(0, 5), at(5, 10), at(20, 24)])).toEqual([true, false]);
    expect(evidenceFound([at(20, 24), at(19, 24)], [at(20, 24)])).toEqual([true, false]);
    expect(evidenceCovered([at(3, 8)], [at(0, 5), at(5, 10)])).toBe(true);
    expect(evidenceCovered([at(3, 8, 1)], [at(0, 10, 2)])).toBe(false);
  });

  it('leaves out questions that require nothing, and counts them', () => {
    expect(evidenceCoverage([true, null, false, true, null])).toEqual({ value: 2 / 3, n: 3, excluded: 2 });
    expect(evidenceCoverage([evidenceCovered([], [at(0, 5)])])).toEqual({ value: null, n: 0, excluded: 1 });
  });
});
