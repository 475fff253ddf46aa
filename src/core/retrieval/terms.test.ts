import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermSequence, createVocabulary, readTerms, termSpans } from './terms';

describe('readTerms', () => {
  it('reads letters, marks and numbers of every script in lower case', () => {
    expect(readTerms("Can't stop: ÉCOLE №5, 答案 और ½ x²")).toEqual([
      'can',
      't',
      'stop',
      'école',
      '5',
      '答案',
      'और',
      '½',
      'x²',
    ]);
    expect(readTerms('𝐀𐐀 and 🙂𠀀')).toEqual(['𝐀𐐨', 'and', '𠀀']);
  });

  it('reads composed and decomposed letters as the same term', () => {
    expect(readTerms('cafe\u0301')).toEqual(readTerms('caf\u00e9'));
  });

  it('reads only ASCII letters and digits under the ascii rule', () => {
    expect(readTerms('Résumé B2B 答案', 'ascii')).toEqual(['r', 'sum', 'b2b']);
  });

  it('finds no terms where there are none', () => {
    expect(readTerms('')).toEqual([]);
    expect(readTerms(' \n—!\udfff\ud800')).toEqual([]);
  });
});

describe('termSpans', () => {
  it('points into the text as written, not into its lower-cased copy', () => {
    expect(termSpans('İrfan said yes').find(({ term }) => term === 'said')).toEqual({
      term: 'said',
      start: 6,
      end: 10,
    });
  });

  it('covers the source of each term', () => {
    expect(termSpans('🙂 Ab, 答案')).toEqual([
      { term: 'ab', start: 3, end: 5 },
      { term: '答案', start: 7, end: 9 },
    ]);
  });
});

describe('createVocabulary', () => {
  it('reads the same terms as the plain reader, however they are spread over texts', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('a', 'B', '7', ' ', 'é', 'e\u0301', 'İ', '答', '𐐀', '🙂', '\ud800', '\u0301'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.constantFrom('unicode' as const, 'ascii' as const),
        (texts, rule) => {
          const vocabulary = createVocabulary(rule);
          for (const each of texts) {
            const sequence = createTermSequence();
            vocabulary.read(each, sequence);
            const terms = Array.from(sequence.ids.subarray(0, sequence.length), (id) => vocabulary.term(id));
            expect(terms).toEqual(readTerms(each, rule));
            expect(vocabulary.look(each).ids).toEqual(Array.from(sequence.ids.subarray(0, sequence.length)));
          }
        },
      ),
      { seed: 7, numRuns: 400 },
    );
  });

  it('gives 50,000 distinct terms 50,000 ids', () => {
    const vocabulary = createVocabulary();
    const sequence = createTermSequence();
    vocabulary.read(Array.from({ length: 50_000 }, (_, i) => `t${i}`).join(' '), sequence);
    expect(vocabulary.size).toBe(50_000);
    expect(vocabulary.term(49_999)).toBe('t49999');
    expect(vocabulary.look('T31 unseen t5')).toEqual({ ids: [31, -1, 5], terms: ['t31', 'unseen', 't5'] });
  });
});
