import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { checkSize, codePointLength, utf16OffsetOf, utf16OffsetsOf, utf8Length } from './sizes';

/** UTF-8 bytes the slow way, as an encoder replaces half pairs. */
function slowBytes(text: string): number {
  return Array.from(text).reduce((sum, character) => {
    const point = character.codePointAt(0)!;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }, 0);
}

describe('sizes', () => {
  it.each(namedNastyTexts)('agree with the slow count in %s', (_, text) => {
    expect(utf8Length(text)).toBe(slowBytes(text));
    expect(codePointLength(text)).toBe(Array.from(text).length);
  });

  it('agree with the slow count in any part of random text', () => {
    fc.assert(
      fc.property(nastyText(), fc.nat(80), fc.nat(80), (text, a, b) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        expect(utf8Length(text, start, end)).toBe(slowBytes(text.slice(start, end)));
        expect(codePointLength(text, start, end)).toBe(Array.from(text.slice(start, end)).length);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('turn code point offsets into UTF-16 offsets', () => {
    const text = '🙂 答案\r\nأجوبة';
    const [start, end] = [utf16OffsetOf(text, 2), utf16OffsetOf(text, 4)];
    expect(text.slice(start, end)).toBe('答案');
    expect(utf16OffsetOf(text, codePointLength(text))).toBe(text.length);
    expect(() => utf16OffsetOf('ab', 3)).toThrow(
      'code point offset 3 lies past the end of a text of 2 code points',
    );
    expect(() => utf16OffsetOf('ab', -1)).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, NaN, Infinity])('refuse %s and name it', (value) => {
    expect(() => checkSize('maxBytes', value)).toThrow(RangeError);
    expect(() => checkSize('maxBytes', value)).toThrow(
      `maxBytes must be a whole number of at least 1, found ${value}`,
    );
  });
});

describe('many code point offsets of one text', () => {
  it('are those that are counted one by one; what is no offset of it is null', () => {
    for (const text of ['', 'plain', 'a🚢b𝛃𝛃c', '🚢', '\ud83d half \udea2 pairs']) {
      const offsetOf = utf16OffsetsOf(text);
      const length = codePointLength(text);
      for (let index = 0; index <= length; index++) expect(offsetOf(index)).toBe(utf16OffsetOf(text, index));
      for (const index of [-1, 0.5, length + 1, NaN]) expect(offsetOf(index)).toBeNull();
    }
  });
});
