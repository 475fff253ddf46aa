import { describe, expect, it } from 'vitest';
import { chunkText, type StrategyId } from './registry';
import { distanceThreshold } from './semantic';
import { lexicalDistances, vectorDistances } from './sentenceDistances';
import { sentenceSpans } from '../text/sentences';
import type { ChunkingParameters } from './strategy';
import type { Tokenizer } from './tokens';

const points: Tokenizer = {
  name: 'code points',
  encode(text) {
    let end = 0;
    return Array.from(text, (point) => (end += point.length));
  },
};

const texts = (text: string, id: StrategyId, parameters?: ChunkingParameters) =>
  chunkText(text, id, parameters).map(({ indexed }) => text.slice(indexed.start, indexed.end));
const spans = (text: string, id: StrategyId, parameters?: ChunkingParameters) =>
  chunkText(text, id, parameters).map(({ indexed }) => [indexed.start, indexed.end]);

describe('fixed_size', () => {
  it('keeps a waving hand whole in one-token windows', () => {
    const bytes: Tokenizer = { name: 'three and three tokens', encode: () => [2, 2, 2, 4, 4, 4] };
    expect(texts('👋🏻', 'fixed_size', { chunkSize: 1, tokenizer: bytes })).toEqual(['👋🏻']);
    expect(texts('👋🏻', 'fixed_size', { chunkSize: 1 })).toEqual(['👋🏻']);
  });

  it('counts code points when those are the tokens', () => {
    expect(texts('ab🙂cd🙂ef', 'fixed_size', { chunkSize: 3, tokenizer: points })).toEqual([
      'ab🙂',
      'cd🙂',
      'ef',
    ]);
  });

  it('moves an edge inside a character forward, and drops a window with nothing left', () => {
    expect(texts('ae\u0301\u0301\u0301b', 'fixed_size', { chunkSize: 2, tokenizer: points })).toEqual([
      'ae\u0301\u0301\u0301',
      'b',
    ]);
  });

  it('drops a blank window', () => {
    expect(texts('ab    cd', 'fixed_size', { chunkSize: 2, tokenizer: points })).toEqual(['ab', 'cd']);
  });

  it('refuses a tokenizer whose ends fall, leave the text, or stop short', () => {
    const giving = (...ends: number[]) => ({ chunkSize: 2, tokenizer: { name: 'odd', encode: () => ends } });
    expect(() => chunkText('abc', 'fixed_size', giving(2, 1))).toThrow(
      'tokenizer odd: expected token 1 to end between 2 and 3, found 1',
    );
    expect(() => chunkText('abc', 'fixed_size', giving(4))).toThrow(/found 4/);
    expect(() => chunkText('abc', 'fixed_size', giving(1, 2))).toThrow(
      'expected the last token to end at 3, found 2',
    );
  });
});

describe('fixed_overlap', () => {
  it('steps by size less overlap and stops at the end', () => {
    expect(spans('abcdefghij', 'fixed_overlap', { chunkSize: 6, overlap: 4, tokenizer: points })).toEqual([
      [0, 6],
      [2, 8],
      [4, 10],
    ]);
  });

  it('has one window for 991 tokens at 1,024 with 256', () => {
    expect(
      spans('x'.repeat(991), 'fixed_overlap', { chunkSize: 1024, overlap: 256, tokenizer: points }),
    ).toEqual([[0, 991]]);
  });

  it('takes a quarter of the window as overlap unless told', () => {
    expect(spans('abcdefghij', 'fixed_overlap', { chunkSize: 4, tokenizer: points })).toEqual([
      [0, 4],
      [3, 7],
      [6, 10],
    ]);
  });

  it('keeps the larger of two windows that begin at the same moved edge', () => {
    expect(
      texts('a\u0301\u0301bc', 'fixed_overlap', { chunkSize: 3, overlap: 2, tokenizer: points }),
    ).toEqual(['a\u0301\u0301', 'bc']);
  });
});

describe('recursive', () => {
  it('cuts by the first separator that helps and lets it end its piece', () => {
    const text = 'One two.\n\nThree four five six. Seven.\nEight';
    expect(texts(text, 'recursive', { chunkSize: 22 })).toEqual([
      'One two.\n\n',
      'Three four five six. ',
      'Seven.\n',
      'Eight',
    ]);
    expect(texts(text, 'recursive', { chunkSize: 28 })).toEqual([
      'One two.\n\n',
      'Three four five six. Seven.\n',
      'Eight',
    ]);
  });

  it('merges pieces that meet the limit exactly, separators counted', () => {
    expect(texts('ab cd ef', 'recursive', { chunkSize: 6 })).toEqual(['ab cd ', 'ef']);
    expect(texts('ab cd ef', 'recursive', { chunkSize: 5 })).toEqual(['ab ', 'cd ef']);
  });

  it('does not merge the pieces of an oversized one with its neighbours', () => {
    expect(texts('a\nbbbb bbbb b\nc', 'recursive', { chunkSize: 5 })).toEqual([
      'a\n',
      'bbbb ',
      'bbbb ',
      'b\n',
      'c',
    ]);
  });

  it('falls back to characters, counted as code points and never halved', () => {
    expect(texts('ab🙂cd🙂ef', 'recursive', { chunkSize: 3 })).toEqual(['ab🙂', 'cd🙂', 'ef']);
    expect(texts('👨‍👩‍👧👨‍👩‍👧', 'recursive', { chunkSize: 7 })).toEqual(['👨‍👩‍👧', '👨‍👩‍👧']);
    expect(() => chunkText('x 👨‍👩‍👧', 'recursive', { chunkSize: 4 })).toThrow(
      'the character "👨‍👩‍👧" at offset 2 takes 5 characters, more than chunkSize 4',
    );
  });

  it('does not tear a mark from the space that carries it', () => {
    expect(texts('aaaa \u0301bbbb', 'recursive', { chunkSize: 5 })).toEqual(['aaaa', ' \u0301bbb', 'b']);
  });

  it('takes a run of blank lines, with white space on them, as one separator', () => {
    expect(texts('aaaa\r\n \t\r\n\r\nbbbb', 'recursive', { chunkSize: 10 })).toEqual([
      'aaaa\r\n \t\r\n',
      'bbbb',
    ]);
    expect(texts('aa\n\n\nbbbb', 'recursive', { chunkSize: 5 })).toEqual(['aa\n\n\n', 'bbbb']);
  });

  it('begins a merge with the last pieces of the one before when told to overlap', () => {
    expect(texts('aa bb cc dd ee', 'recursive', { chunkSize: 9, overlap: 3 })).toEqual([
      'aa bb cc ',
      'cc dd ee',
    ]);
  });

  it('is the whole text when that fits', () => {
    expect(spans(' a b ', 'recursive')).toEqual([[0, 5]]);
  });
});

describe('sentence_pack', () => {
  it('packs whole sentences while the slice between them fits', () => {
    const text = 'One two. Three.\n\nFour five six. Seven.';
    expect(texts(text, 'sentence_pack', { maxBytes: 17 })).toEqual([
      'One two. Three.',
      'Four five six.',
      'Seven.',
    ]);
    expect(texts(text, 'sentence_pack', { maxBytes: 31 })).toEqual([
      'One two. Three.\n\nFour five six.',
      'Seven.',
    ]);
    expect(texts('Text 1. Text 2.', 'sentence_pack', { maxBytes: 10 })).toEqual(['Text 1.', 'Text 2.']);
    expect(texts('好。哈哈哈', 'sentence_pack', { maxBytes: 9 })).toEqual(['好。', '哈哈哈']);
  });

  it('cuts a longer sentence at the last word that fits, and a longer word between characters', () => {
    expect(texts('aaa bbb  ccc ddddddddddddd ee', 'sentence_pack', { maxBytes: 8 })).toEqual([
      'aaa bbb',
      'ccc',
      'dddddddd',
      'ddddd ee',
    ]);
    expect(texts('汉'.repeat(401), 'sentence_pack')).toEqual(['汉'.repeat(400), '汉']);
    expect(texts('aaaa \u0301bbbb', 'sentence_pack', { maxBytes: 6 })).toEqual(['aaaa', ' \u0301bbb', 'b']);
    expect(texts('aaaa  \u0301bb', 'sentence_pack', { maxBytes: 6 })).toEqual(['aaaa', ' \u0301bb']);
    expect(texts('aa\u0600 bb', 'sentence_pack', { maxBytes: 5 })).toEqual(['aa\u0600 ', 'bb']);
    expect(() => chunkText('👨‍👩‍👧', 'sentence_pack', { maxBytes: 17 })).toThrow(
      'takes 18 bytes, more than maxBytes 17',
    );
  });
});

describe('paragraph', () => {
  it('keeps blocks between blank lines whole', () => {
    expect(texts('\n one\ntwo\n \t\n\nthree\r\n\r\nfour\u2029\u2029five', 'paragraph')).toEqual([
      'one\ntwo',
      'three',
      'four',
      'five',
    ]);
  });
});

describe('semantic', () => {
  it('keeps fewer than three sentences in one chunk', () => {
    expect(texts('One sentence.', 'semantic')).toEqual(['One sentence.']);
    expect(texts('One. Two!', 'semantic', { percentile: 0 })).toEqual(['One. Two!']);
  });

  it('takes the type 7 quantile of the distances', () => {
    expect(distanceThreshold([1, 2, 3, 4], 80)).toBeCloseTo(3.4, 12);
    expect(distanceThreshold([], 80)).toBeNull();
  });

  it('cuts where the distance reaches the percentile of its own document', () => {
    const text = 'Cats purr. Cats sleep. Cats purr and sleep. Ships sail. Ships sail far.';
    expect(texts(text, 'semantic')).toEqual([
      'Cats purr. Cats sleep. Cats purr and sleep.',
      'Ships sail. Ships sail far.',
    ]);
    expect(
      texts('Same words. Same words. Same words. Same words.', 'semantic', { percentile: 0 }),
    ).toHaveLength(1);
  });

  it('gives the distances of hand-worked TF-IDF vectors, and 1 to a sentence without terms', () => {
    const text = 'a b. a c. !';
    const idf = (df: number) => Math.log(4 / (1 + df)) + 1;
    const cosine = idf(2) ** 2 / (idf(2) ** 2 + idf(1) ** 2);
    const distances = lexicalDistances(text, sentenceSpans(text));
    expect(distances[0]).toBeCloseTo(1 - cosine, 12);
    expect(distances[1]).toBe(1);
  });

  it('does not take rounding for a distance', () => {
    expect(
      Array.from(
        vectorDistances([
          [1, 2, 3],
          [0.1, 0.2, 0.3],
          [0.7, 1.4, 2.1],
        ]),
      ),
    ).toEqual([0, 0]);
    expect(
      Array.from(
        vectorDistances([
          [1, 0],
          [-1, 0],
          [0, 0],
        ]),
      ),
    ).toEqual([2, 1]);
    expect(() => vectorDistances([[1], [1, 2]])).toThrow(
      'sentenceVectors must have one length, found 1 and 2 at 0 and 1',
    );
  });

  it('takes distances or sentence vectors from outside, one set a document', () => {
    const text = 'A. B. C. D. E.';
    expect(texts(text, 'semantic', { distances: [0.1, 0.9, 0.2, 0.1] })).toEqual(['A. B.', 'C. D. E.']);
    expect(
      texts(text, 'semantic', {
        sentenceVectors: [
          [1, 0],
          [1, 0.1],
          [0, 1],
          [0.1, 1],
          [0, 2],
        ],
      }),
    ).toEqual(['A. B.', 'C. D. E.']);
    expect(() => chunkText(text, 'semantic', { distances: [1] })).toThrow(
      'distances must hold 4 values for 5 sentences, found 1',
    );
    expect(() => chunkText(text, 'semantic', { sentenceVectors: [[1]] })).toThrow(
      'sentenceVectors must hold 5 vectors, one a sentence, found 1',
    );
    expect(() => chunkText(text, 'semantic', { distances: [0, NaN, 0, 0] })).toThrow(
      'distances must be finite, found NaN at 1',
    );
  });
});

describe('sentence_window', () => {
  it('returns each sentence with its neighbours, fewer at the edges', () => {
    const text = 'hello. foo bar. cat dog. mouse';
    const returned = chunkText(text, 'sentence_window', { neighbors: 1 }).map((chunk) =>
      text.slice(chunk.returned.start, chunk.returned.end),
    );
    expect(returned).toEqual([
      'hello. foo bar.',
      'hello. foo bar. cat dog.',
      'foo bar. cat dog. mouse',
      'cat dog. mouse',
    ]);
    expect(texts(text, 'sentence_window')).toEqual(['hello.', 'foo bar.', 'cat dog.', 'mouse']);
  });

  it('finds every one of six equal sentences in its own place', () => {
    expect(spans('Hi. '.repeat(6), 'sentence_window').map(([start]) => start)).toEqual([0, 4, 8, 12, 16, 20]);
  });

  it('takes neighbours across lines and paragraphs', () => {
    expect(chunkText('A.\n\nB.\nC.', 'sentence_window')[0]!.returned).toEqual({ start: 0, end: 9 });
  });
});

describe('parent_document', () => {
  it('cuts parents into children that return them', () => {
    const chunks = chunkText('x'.repeat(1100), 'parent_document');
    expect(chunks.map(({ indexed }) => indexed.end)).toEqual([250, 500, 750, 1000, 1100]);
    expect(chunks.map(({ returned }) => returned)).toEqual([
      ...Array.from({ length: 4 }, () => ({ start: 0, end: 1000 })),
      { start: 1000, end: 1100 },
    ]);
  });

  it('counts code points and keeps characters whole', () => {
    expect(texts('🙂'.repeat(5), 'parent_document', { parentSize: 4, childSize: 2 })).toEqual([
      '🙂🙂',
      '🙂🙂',
      '🙂',
    ]);
    expect(() => chunkText('a' + '\u0301'.repeat(300), 'parent_document')).toThrow(
      /takes 301 characters, more than childSize 250/,
    );
  });
});
