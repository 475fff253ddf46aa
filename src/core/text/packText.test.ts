import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedNastyTexts, nastyText } from '../../testing/nastyTexts';
import { graphemeBoundaries, isGraphemeBoundary } from './graphemes';
import { packTextPieces, packTextSpans } from './packText';
import { utf8Length } from './sizes';
import { isBlank } from './spans';
import { collapseWhitespace } from './whitespace';

const bytes = (text: string) => utf8Length(text);

/** The published rule the plain way, for texts whose words all fit. */
function slowPack(text: string, maxBytes: number): string[] {
  const pieces: string[] = [];
  let current: string | null = null;
  const add = (sentence: string, joint: string): void => {
    if (current !== null && bytes(current + joint + sentence) <= maxBytes) current += joint + sentence;
    else {
      if (current !== null) pieces.push(current);
      current = sentence;
    }
  };
  for (const line of text.split(/\n+/)) {
    let joint = '\n';
    for (const raw of line.split(/(?<=[.!?])\s+/)) {
      const sentence = raw.replace(/\s+/g, ' ').trim();
      if (sentence === '') continue;
      let rest: string[] = sentence.split(' ');
      while (rest.length > 0) {
        let fit = 1;
        while (fit < rest.length && bytes(rest.slice(0, fit + 1).join(' ')) <= maxBytes) fit += 1;
        add(rest.slice(0, fit).join(' '), joint);
        joint = ' ';
        rest = rest.slice(fit);
      }
    }
  }
  return current === null ? pieces : [...pieces, current];
}

const largestGrapheme = (text: string) =>
  Math.max(
    1,
    ...Array.from(graphemeBoundaries(text)).map((edge, i, edges) =>
      i === 0 ? 0 : utf8Length(text, edges[i - 1], edge),
    ),
  );

function expectPacked(text: string, maxBytes: number): void {
  if (largestGrapheme(text) > maxBytes) return;
  const pieces = packTextSpans(text, maxBytes);
  expect(packTextPieces(text, maxBytes)).toEqual(pieces.map((piece) => piece.text));
  let last = 0;
  for (const piece of pieces) {
    expect(bytes(piece.text)).toBeLessThanOrEqual(maxBytes);
    expect(piece.text.replaceAll('\n', ' ')).toBe(collapseWhitespace(text.slice(piece.start, piece.end)));
    expect(isBlank(piece.text)).toBe(false);
    expect(isBlank(text, last, piece.start), 'nothing but white space is dropped').toBe(true);
    expect(isGraphemeBoundary(text, piece.start) && isGraphemeBoundary(text, piece.end)).toBe(true);
    last = piece.end;
  }
  expect(isBlank(text, last)).toBe(true);
}

describe('packTextPieces', () => {
  const text = 'Alpha one. Beta two.\nGamma three.';

  it('packs whole sentences while they fit and keeps line ends between them', () => {
    expect(packTextPieces(text, 20)).toEqual(['Alpha one. Beta two.', 'Gamma three.']);
    expect(packTextPieces(text, 33)).toEqual([text]);
    expect(packTextPieces(text, 32)).toEqual(['Alpha one. Beta two.', 'Gamma three.']);
    expect(packTextPieces('a.\n\n\n  b\tc.   d', 100)).toEqual(['a.\nb c. d']);
    expect(packTextPieces('a\r\nb\rc', 100)).toEqual(['a\nb c']);
  });

  it('cuts a sentence at the last word that fits, and lets the rest go on', () => {
    expect(packTextPieces('one two three four. Five.', 10)).toEqual([
      'one two',
      'three',
      'four. Five.'.slice(0, 5),
      'Five.',
    ]);
    expect(packTextPieces('one two three four. V.', 10)).toEqual(['one two', 'three', 'four. V.']);
    expect(packTextPieces('go abcdefghijkl mn op', 5)).toEqual(['go', 'abcde', 'fghij', 'kl mn', 'op']);
  });

  it('cuts a word over the budget at a grapheme', () => {
    expect(packTextPieces('汉'.repeat(401), 1200).map(bytes)).toEqual([1200, 3]);
    expect(packTextPieces('x👋🏻👋🏻', 9)).toEqual(['x👋🏻', '👋🏻']);
  });

  it('names a grapheme over the budget', () => {
    expect(() => packTextPieces('ab 👋🏻', 7)).toThrow(
      'the grapheme "👋🏻" (U+1F44B U+1F3FB) at 3 takes 8 bytes, over the budget of 7',
    );
    for (const size of [0, -1, 1.5, NaN])
      expect(() => packTextPieces('a', size)).toThrow(
        `maxBytes must be a whole number of at least 1, found ${size}`,
      );
  });

  it('gives no piece for empty and blank text', () => {
    expect(packTextPieces('', 10)).toEqual([]);
    expect(packTextPieces(' \n\u2028\ufeff', 10)).toEqual([]);
  });

  it('equals the published rule wherever every word fits', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,8}[.!?]?$/),
      fc.constantFrom('汉字。', 'é.', 'x.y', '...', '!'),
    );
    const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\n\n', '\r\n', '\t', '\u00a0', ' \n ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, gap), { maxLength: 40 }),
        fc.integer({ min: 10, max: 60 }),
        (list, maxBytes) => {
          const source = list.flat().join('');
          expect(packTextPieces(source, maxBytes)).toEqual(slowPack(source, maxBytes));
        },
      ),
      { seed: 23, numRuns: 400 },
    );
  });
});

describe('packTextSpans', () => {
  it('gives the source span of each piece', () => {
    const source = '  Alpha one.  Beta two.\nGamma three. ';
    expect(packTextSpans(source, 20)).toEqual([
      { text: 'Alpha one. Beta two.', start: 2, end: 23 },
      { text: 'Gamma three.', start: 24, end: 36 },
    ]);
  });

  it.each(namedNastyTexts)('drops nothing, keeps the budget and cuts no cluster in %s', (_, text) => {
    for (const maxBytes of [1, 4, 12, 25, 40, 120, 1200]) expectPacked(text, maxBytes);
  });

  it('drops nothing, keeps the budget and cuts no cluster in random text', () => {
    fc.assert(fc.property(nastyText(120), fc.integer({ min: 8, max: 200 }), expectPacked), {
      seed: 24,
      numRuns: 400,
    });
  });

  it('needs linear time', () => {
    expect(packTextSpans('汉'.repeat(48_000), 1200)).toHaveLength(120);
    expect(packTextSpans('x'.repeat(50_000), 1200)).toHaveLength(42);
    expect(packTextSpans('x '.repeat(50_000), 1200)).toHaveLength(84);
    expect(packTextSpans('🙂'.repeat(24_000), 1200)).toHaveLength(80);
    expect(packTextSpans('x.\n'.repeat(50_000), 1200)).toHaveLength(125);
    expect(packTextSpans(' '.repeat(100_000) + 'x', 1200)).toHaveLength(1);
  });
});
