import { describe, expect, it } from 'vitest';
import { spansOf, spansPath, toOffset, toX } from './overviewModel';
import { packSpans } from './spansModel';

const scale = { length: 1_000, width: 500 };

describe('the document to scale', () => {
  it('turns offsets into pixels and back', () => {
    expect([toX(scale, 0), toX(scale, 250), toX(scale, 1_000)]).toEqual([0, 125, 500]);
    expect([toOffset(scale, -5), toOffset(scale, 125), toOffset(scale, 900)]).toEqual([0, 250, 1_000]);
    expect(toX({ length: 0, width: 500 }, 0)).toBe(0);
  });

  it('draws every second span, so that neighbours are told apart', () => {
    const spans = packSpans([0, 100, 100, 200, 200, 300]);
    expect(spansPath(spans, scale, 0, 10, 4)).toBe('M0 10h50v4h-50zM100 10h50v4h-50z');
    expect(spansPath(spans, scale, 1, 10, 4)).toBe('M50 10h50v4h-50z');
  });

  it('costs no more than its width, however many spans there are', () => {
    const many = packSpans(Array.from({ length: 200_000 }, (_, i) => [i, i + 1]).flat());
    const path = spansPath(many, { length: 200_000, width: 500 }, 0, 0, 4);
    expect(path.split('z').length - 1).toBeLessThanOrEqual(500 * 4 + 1);
  });

  it('keeps a narrow mark in sight', () => {
    expect(spansOf([{ start: 500, end: 501 }], scale, 2, 0, 9)).toBe('M250 0h2v9h-2z');
  });
});
