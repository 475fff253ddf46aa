import { describe, expect, it } from 'vitest';
import { collapseWhitespace, isBlank, isWhitespace } from './whitespace';

describe('white space', () => {
  it('is exactly what a regular expression calls white space', () => {
    const differ = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(
      (unit) => isWhitespace(unit) !== /\s/.test(String.fromCharCode(unit)),
    );
    expect(differ).toEqual([]);
  });

  it('is told apart from text in a stretch', () => {
    expect(isBlank('')).toBe(true);
    expect(isBlank(' \r\n\u00a0\ufeff\u3000')).toBe(true);
    expect(isBlank(' \u200b')).toBe(false);
    expect(isBlank('a  b', 1, 3)).toBe(true);
  });

  it('collapses to single spaces with none at the ends', () => {
    expect(collapseWhitespace(' a\r\n\u00a0b\u2028c ')).toBe('a b c');
    expect(collapseWhitespace('\ufeff \n')).toBe('');
  });
});
