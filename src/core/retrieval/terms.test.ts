import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermSequence, createVocabulary, readTerms } from './terms';

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

  it.each<[string, string[]]>([
    ['退款政策：三十天内', ['退款', '款政', '政策', '三十', '十天', '天内']],
    ['好', ['好']],
    ['東京tower 3日', ['東京', 'tower', '3', '日']],
    ['コーヒーを飲む', ['コー', 'ーヒ', 'ヒー', 'ーを', 'を飲', '飲む']],
    ['か\u3099き', ['がき']],
    ['ที่นี่', ['ที่นี่']],
    ['นอนที่นี่', ['นอ', 'อน', 'นที่', 'ที่นี่']],
    ['안녕 세상', ['안녕', '세상']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['𠀀𠀁𠀂', ['𠀀𠀁', '𠀁𠀂']],
    ['q\u0331a x\u0303y п\u02bcять', ['q\u0331a', 'x\u0303y', 'п\u02bcять']],
    [
      'co\u00adoperate zero\u200bwidth \ufeffstart 退\u200b款 می\u200cخواهم',
      ['cooperate', 'zerowidth', 'start', '退款', 'میخواهم'],
    ],
    ['☃\ufe0f', []],
  ])('reads %j', (text, terms) => expect(readTerms(text)).toEqual(terms));

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

describe('createVocabulary', () => {
  it('reads the same terms as the plain reader, however they are spread over texts', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          'a',
          'B',
          '7',
          ' ',
          'é',
          'e\u0301',
          'İ',
          '答',
          '案',
          'ー',
          'ก',
          'ั',
          '\u200b',
          '𐐀',
          '🙂',
          '\ud800',
          '\u0301',
        ),
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
