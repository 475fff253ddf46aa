import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCl100k, type CountingTokenizer } from '../../providers/tokenizer';
import { nastyText } from '../../testing/nastyTexts';
import { estimateTokens } from '../../core/chunking/tokens';
import { documentTokens } from '../../experiments/chunking/measure/documentTokens';

const words = fc
  .array(
    fc.constantFrom(
      'The',
      'guild',
      "isn't",
      'I',
      "'ll",
      'of',
      '1412',
      'kept',
      'naïve',
      'über',
      'x',
      ' ',
      '\n',
      '\n\n',
      '.',
      ',',
      '"No."',
      '-',
      '漢字',
      'ships',
      'a b',
      '  ',
    ),
    { maxLength: 120 },
  )
  .map((list) => list.join(' '));
/** A slice by two fractions, moved off the inside of a surrogate pair. */
const slice = (text: string, a: number, b: number): [number, number] => {
  const off = (offset: number): number =>
    /[\udc00-\udfff]/.test(text[offset] ?? '') && /[\ud800-\udbff]/.test(text[offset - 1] ?? '')
      ? offset + 1
      : offset;
  const [x, y] = [off(Math.round(a * text.length)), off(Math.round(b * text.length))];
  return [Math.min(x, y), Math.max(x, y)];
};
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

describe('tokens of a slice of a document', () => {
  let cl100k: CountingTokenizer;
  beforeAll(async () => void (cl100k = await loadCl100k()));

  it('are those of the slice tokenised by itself, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(words, nastyText(30)),
        fc.array(fc.tuple(fraction, fraction), { minLength: 1, maxLength: 8 }),
        (text, cuts) => {
          const tokens = documentTokens(text, cl100k);
          for (const [a, b] of cuts) {
            const [start, end] = slice(text, a, b);
            expect(tokens.count(start, end), JSON.stringify(text.slice(start, end))).toBe(
              cl100k.countTokens(text.slice(start, end)),
            );
          }
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  it('are the estimate of the slice where no tokenizer is given', () => {
    fc.assert(
      fc.property(nastyText(30), fraction, fraction, (text, a, b) => {
        const [start, end] = slice(text, a, b);
        expect(documentTokens(text).count(start, end)).toBe(estimateTokens(text.slice(start, end)));
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('are read from the slice with a tokenizer of which nothing is known', () => {
    const asked: string[] = [];
    const tokens = documentTokens('one two three', {
      name: 'by letter',
      encode: (text) => (asked.push(text), Array.from(text, (_, i) => i + 1)),
    });
    expect(tokens.count(4, 13)).toBe(9);
    expect(tokens.count(4, 13)).toBe(9);
    expect(asked).toEqual(['two three']);
    expect(tokens.count(5, 5)).toBe(0);
  });
});
