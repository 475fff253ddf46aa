import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText } from '../../testing/nastyTexts';
import { isGraphemeBoundary } from './graphemes';
import { coveredLength, isBlank, mergeSpans, overlapLength, spansOverlap, trimSpan } from './spans';

const span = (start: number, end: number) => ({ start, end });
const anySpan = fc.tuple(fc.nat(40), fc.nat(10)).map(([start, length]) => span(start, start + length));

describe('overlap of spans', () => {
  it('is the shared length, and nothing where spans only touch', () => {
    expect(overlapLength(span(0, 5), span(3, 9))).toBe(2);
    expect(overlapLength(span(0, 5), span(5, 9))).toBe(0);
    expect(overlapLength(span(0, 2), span(6, 9))).toBe(0);
    expect(spansOverlap(span(0, 5), span(5, 9))).toBe(false);
    expect(spansOverlap(span(0, 5), span(4, 4))).toBe(false);
    expect(spansOverlap(span(0, 5), span(4, 9))).toBe(true);
  });
});

describe('mergeSpans', () => {
  it('joins overlapping and touching spans, drops empty ones and leaves its input alone', () => {
    const input = [span(8, 9), span(0, 3), span(3, 5), span(4, 4), span(2, 4)];
    expect(mergeSpans(input)).toEqual([span(0, 5), span(8, 9)]);
    expect(input[1]).toEqual(span(0, 3));
    expect(mergeSpans([])).toEqual([]);
  });

  it('covers the same units as the spans did', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), (spans) => {
        const units = new Set(
          spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
        );
        expect(coveredLength(spans)).toBe(units.size);
        const merged = mergeSpans(spans);
        merged.slice(1).forEach((next, i) => expect(next.start).toBeGreaterThan(merged[i]!.end));
      }),
      { seed: 1 },
    );
  });
});

describe('trimSpan', () => {
  it('drops white space of every kind at both ends', () => {
    expect(trimSpan('\ufeff a b\u00a0\r\n', span(0, 7))).toEqual(span(2, 5));
    const blank = trimSpan('a \n b', span(1, 4));
    expect(blank.start).toBe(blank.end);
  });

  it('keeps a space that carries a mark', () => {
    expect(trimSpan('a  \u0301b ', span(1, 6))).toEqual(span(2, 5));
  });

  it('loses nothing but white space and never leaves a cluster cut', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        const { start, end } = trimSpan(text, span(0, text.length));
        expect(isBlank(text, 0, start)).toBe(true);
        expect(isBlank(text, end)).toBe(true);
        if (start < end) {
          expect(isGraphemeBoundary(text, start)).toBe(true);
          expect(isGraphemeBoundary(text, end)).toBe(true);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
