import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depthRuns,
  firstStartingAfter,
  maxTracks,
  overlapping,
  packSpans,
  spanAt,
  spansWithin,
  tracksOf,
} from './spansModel';

const length = 200;
/** Spans of a document by ascending start: disjoint, overlapping, nested or equal. */
const anySpans = fc
  .array(fc.tuple(fc.nat(length - 1), fc.integer({ min: 1, max: 60 })), { maxLength: 40 })
  .map((pairs) =>
    pairs
      .map(([start, size]) => ({ start, end: Math.min(length, start + size) }))
      .sort((a, b) => a.start - b.start),
  );
const packed = anySpans.map((spans) => ({
  spans,
  packed: packSpans(spans.flatMap(({ start, end }) => [start, end])),
}));

describe('packed spans', () => {
  it('are found by what they overlap, as a plain search finds them', () => {
    fc.assert(
      fc.property(packed, fc.nat(length), fc.nat(length), ({ spans, packed }, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(overlapping(packed, start, end)).toEqual(
          spans.flatMap((span, i) => (Math.max(span.start, start) < Math.min(span.end, end) ? [i] : [])),
        );
        expect(firstStartingAfter(packed, a)).toBe(spans.filter((span) => span.start <= a).length);
      }),
      { seed: 1 },
    );
  });

  it('that merely touch a place are not over it', () => {
    const spans = packSpans([0, 10, 10, 20]);
    expect(overlapping(spans, 10, 11)).toEqual([1]);
    expect(overlapping(spans, 5, 5)).toEqual([]);
    expect(spanAt(spans, 1)).toEqual({ start: 10, end: 20 });
  });
});

describe('depth runs', () => {
  it('cover the document once, each with the number of spans over it', () => {
    fc.assert(
      fc.property(packed, ({ spans, packed }) => {
        const runs = depthRuns(packed, length);
        expect(runs[0]!.start).toBe(0);
        expect(runs.at(-1)!.end).toBe(length);
        runs.forEach(({ start, end, depth }, i) => {
          expect(end).toBeGreaterThan(start);
          if (i > 0) {
            expect(start).toBe(runs[i - 1]!.end);
            expect(depth).not.toBe(runs[i - 1]!.depth);
          }
          for (const at of [start, end - 1])
            expect(spans.filter((span) => span.start <= at && at < span.end)).toHaveLength(depth);
        });
        const total = spans.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(runs.reduce((sum, { start, end, depth }) => sum + (end - start) * depth, 0)).toBe(total);
      }),
      { seed: 2 },
    );
  });

  it('find the overlaps of windows and the gap of a blank line', () => {
    expect(depthRuns(packSpans([0, 6, 2, 8, 4, 10]), 12)).toEqual([
      { start: 0, end: 2, depth: 1 },
      { start: 2, end: 4, depth: 2 },
      { start: 4, end: 6, depth: 3 },
      { start: 6, end: 8, depth: 2 },
      { start: 8, end: 10, depth: 1 },
      { start: 10, end: 12, depth: 0 },
    ]);
    expect(depthRuns(packSpans([]), 5)).toEqual([{ start: 0, end: 5, depth: 0 }]);
    expect(depthRuns(packSpans([]), 0)).toEqual([]);
  });

  it('are cut to a stretch as a plain search cuts them', () => {
    fc.assert(
      fc.property(packed, fc.nat(length), fc.nat(length), ({ packed }, a, b) => {
        const runs = depthRuns(packed, length);
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        expect(spansWithin(runs, start, end)).toEqual(
          runs
            .filter((run) => run.start < end && run.end > start)
            .map((run) => ({ start: Math.max(start, run.start), end: Math.min(end, run.end) })),
        );
      }),
      { seed: 3 },
    );
  });
});

describe('tracks', () => {
  it('never hold two spans that overlap, as far as there are tracks', () => {
    fc.assert(
      fc.property(packed, ({ spans, packed }) => {
        const { of, count } = tracksOf(packed);
        const deepest = Math.max(0, ...depthRuns(packed, length).map(({ depth }) => depth));
        expect(count).toBe(Math.max(1, Math.min(maxTracks, deepest)));
        spans.forEach((span, i) => {
          if (of[i] === maxTracks - 1) return;
          for (const other of spans.filter((_, j) => j < i && of[j] === of[i]))
            expect(other.end).toBeLessThanOrEqual(span.start);
        });
      }),
      { seed: 4 },
    );
  });
});
