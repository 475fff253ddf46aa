import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { graphemeBoundaries } from './graphemes';
import { utf8Length } from './sizes';
import { queryContext, tailWithinBytes } from './tail';

/** The longest end that fits, tried edge by edge; undefined when not even the last cluster does. */
function slowTail(text: string, maxBytes: number): string | undefined {
  const edges = Array.from(graphemeBoundaries(text)).slice(0, -1);
  if (text === '') return '';
  const edge = edges.find((start) => utf8Length(text, start) <= maxBytes);
  return edge === undefined ? undefined : text.slice(edge);
}

function expectTail(text: string, maxBytes: number): void {
  const expected = slowTail(text, maxBytes);
  if (expected === undefined) expect(() => tailWithinBytes(text, maxBytes)).toThrow(RangeError);
  else expect(tailWithinBytes(text, maxBytes)).toBe(expected);
}

describe('tailWithinBytes', () => {
  it('keeps the end and starts on a grapheme edge', () => {
    expect(tailWithinBytes('abcdef', 3)).toBe('def');
    expect(tailWithinBytes('ab', 2)).toBe('ab');
    expect(tailWithinBytes('汉字汉字', 7)).toBe('汉字');
    expect(tailWithinBytes('x👋🏻yz', 9)).toBe('yz');
    expect(tailWithinBytes('x👋🏻yz', 10)).toBe('👋🏻yz');
    expect(tailWithinBytes('', 1)).toBe('');
  });

  it('is the longest end that fits in nasty text', () => {
    for (const [, text] of namedNastyTexts)
      for (const maxBytes of [1, 2, 3, 4, 5, 11, 30, 200]) expectTail(text, maxBytes);
    fc.assert(fc.property(nastyText(25), fc.integer({ min: 1, max: 60 }), expectTail), {
      seed: 21,
      numRuns: 300,
    });
  });

  it('names a last grapheme over the budget', () => {
    expect(() => tailWithinBytes('ab👨‍👩‍👧', 10)).toThrow(
      'the grapheme "👨‍👩‍👧" (U+1F468 U+200D U+1F469 U+200D U+1F467) at 2 takes 18 bytes, over the budget of 10',
    );
    expect(() => tailWithinBytes('a' + '\u0301'.repeat(50_000), 8000)).toThrow(
      'U+0301 …) at 0 takes 100001 bytes',
    );
    for (const size of [0, -3, 2.5, NaN]) expect(() => tailWithinBytes('a', size)).toThrow(`found ${size}`);
  });
});

describe('queryContext', () => {
  it('is the whole message up to 8,000 bytes, and its end beyond', () => {
    const message = ' Twice\nasked. ';
    expect(queryContext(message)).toBe(message);
    expect(queryContext('x'.repeat(8000))).toHaveLength(8000);
    expect(queryContext('a' + 'x'.repeat(8000))).toBe('x'.repeat(8000));
    expect(utf8Length(queryContext('汉'.repeat(48_000)))).toBe(7998);
  });
});
