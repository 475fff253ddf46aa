import { randomLcg } from 'd3-random';
import { describe, expect, it } from 'vitest';
import { buildBm25, scoreWith, type Bm25Options } from './bm25';
import { indexTokens } from './bm25Index';
import { readTerms } from './terms';

const documents = [
  'guests cannot export a workspace',
  'trial workspace exports last seven days',
  'paid workspace exports last thirty days',
  'deleting a workspace starts a recovery period',
];

/** Okapi BM25 as one would write it on a blackboard. */
function slowBm25(
  texts: readonly string[],
  query: string,
  options: Bm25Options = {},
): { index: number; score: number }[] {
  const { k1 = 1.2, b = 0.75, idf = 'lucene', tokenRule = 'unicode' } = options;
  const corpus = texts.map((text) => readTerms(text, tokenRule));
  const average = corpus.reduce((sum, terms) => sum + terms.length, 0) / corpus.length;
  const asked = readTerms(query, tokenRule).map((term) => ({
    term,
    n: corpus.filter((other) => other.includes(term)).length,
  }));
  return corpus
    .map((terms, index) => {
      let score = 0;
      for (const { term, n } of asked) {
        const tf = terms.filter((other) => other === term).length;
        if (tf === 0) continue;
        const odds = (corpus.length - n + 0.5) / (n + 0.5);
        const weight = idf === 'lucene' ? Math.log(1 + odds) : Math.log(odds);
        score += (weight * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * terms.length) / average));
      }
      return { index, score };
    })
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.index - y.index);
}

/** Texts over a vocabulary in which low words are common and high words rare. */
function randomTexts(seed: number, count: number, words: number, vocabulary: number): string[] {
  const random = randomLcg(seed);
  const word = () => `w${Math.floor(vocabulary * random() ** 3)}`;
  return Array.from({ length: count }, () =>
    Array.from({ length: Math.floor(random() * words) }, word).join(' '),
  );
}

describe('buildBm25', () => {
  it('gives the reference scores of the four workspace sentences', () => {
    const hits = buildBm25(documents).search('can guests export a workspace', 10);
    const scores = new Map(hits.map(({ index, score }) => [index, score]));
    expect(scores.get(0)).toBeCloseTo(3.441072, 6);
    expect(scores.get(1)).toBeCloseTo(0.105361, 6);
    expect(scores.get(2)).toBeCloseTo(0.105361, 6);
    expect(scores.get(3)).toBeCloseTo(1.009038, 6);
    expect(hits.map(({ index }) => index)).toEqual([0, 3, 1, 2]);
  });

  it('weighs a term in every document above zero, and one in half of them by its rarity', () => {
    const both = buildBm25(['a b', 'a c']).search('a', 10);
    expect(both.map(({ index }) => index)).toEqual([0, 1]);
    for (const { score } of both) expect(score).toBeCloseTo(0.182322, 6);
    const one = buildBm25(['a b', 'c d']).search('a', 10);
    expect(one).toHaveLength(1);
    expect(one[0]!.index).toBe(0);
    expect(one[0]!.score).toBeCloseTo(0.693147, 6);
  });

  it('finds nothing, and no NaN, in empty documents and an empty corpus', () => {
    expect(buildBm25(['', '']).search('a', 5)).toEqual([]);
    expect(buildBm25([]).search('a', 5)).toEqual([]);
    expect(buildBm25(['', 'a']).search('a', 5)).toEqual([
      { index: 1, score: expect.closeTo(1.2 * 0 + (2.2 * Math.log(2)) / (1 + 1.2 * (0.25 + 0.75 * 2)), 9) },
    ]);
    expect(buildBm25(['a']).search('', 5)).toEqual([]);
  });

  it('returns all three documents when ten are asked for', () => {
    expect(buildBm25(['a', 'a b', 'a b c']).search('a', 10)).toHaveLength(3);
  });

  it('counts each occurrence of a query word', () => {
    const index = buildBm25(documents);
    expect(index.search('export export', 1)[0]!.score).toBeCloseTo(
      2 * index.search('export', 1)[0]!.score,
      12,
    );
  });

  it('keeps corpus order among equal scores at the edge of k', () => {
    const index = buildBm25(Array.from({ length: 5000 }, () => 'same words here'));
    expect(index.search('words', 3).map(({ index: found }) => found)).toEqual([0, 1, 2]);
  });

  it.each<Bm25Options>([
    {},
    { k1: 0.9, b: 0.4 },
    { k1: 0, b: 0 },
    { b: 1 },
    { idf: 'robertson' },
    { tokenRule: 'ascii' },
  ])('equals the slow obvious version on random corpora with %o', (options) => {
    for (let seed = 1; seed <= 12; seed++) {
      const texts = randomTexts(seed / 13, 40, 30, 25);
      const index = buildBm25(texts, options);
      for (const query of randomTexts(seed / 17, 10, 8, 30)) {
        const expected = slowBm25(texts, query, options);
        expect(index.search(query, Infinity)).toEqual(expected);
        expect(index.search(query, 5)).toEqual(expected.slice(0, 5));
      }
    }
  });

  it('skips documents without changing a bit of the result', () => {
    const texts = randomTexts(0.31, 12_000, 60, 3000);
    const index = buildBm25(texts);
    for (const query of [
      'w0 w0 w1',
      'w2999 w0 w3 w1',
      'w1500 w1400 w2 w0 w0 w7',
      ...randomTexts(0.77, 60, 14, 3200),
    ]) {
      for (const k of [1, 10, 100]) expect(index.search(query, k)).toEqual(index.searchPlain(query, k));
    }
    expect(index.search('w0 w90', 10)).toEqual(slowBm25(texts, 'w0 w90').slice(0, 10));
  });

  it('does not retrieve what raw idf scores at or below zero', () => {
    const raw = buildBm25(['a b', 'a c', 'a d'], { idf: 'robertson' });
    expect(raw.search('a', 10)).toEqual([]);
    expect(raw.search('b', 10)).toHaveLength(1);
    expect(raw.explain('a', 0)[0]!.contribution).toBeLessThan(0);
  });

  it('explains a score as shares of distinct terms that add up to it', () => {
    const index = buildBm25(documents);
    const rows = index.explain('Can guests export, export a workspace?', 0);
    expect(rows.map(({ term, tf, queryOccurrences }) => [term, tf, queryOccurrences])).toEqual([
      ['can', 0, 1],
      ['guests', 1, 1],
      ['export', 1, 2],
      ['a', 1, 1],
      ['workspace', 1, 1],
    ]);
    expect(rows.every(({ documentLength }) => documentLength === 5)).toBe(true);
    expect(rows[0]!.contribution).toBe(0);
    expect(rows.map(({ documentFrequency }) => documentFrequency)).toEqual([0, 1, 1, 2, 4]);
    expect(rows.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
      index.search('can guests export export a workspace', 1)[0]!.score,
      12,
    );
  });

  it('serves several parameter sets from one reading of the texts', () => {
    const index = indexTokens(documents);
    for (const parameters of [{}, { k1: 0.9, b: 0.4 }, { idf: 'robertson' as const }]) {
      expect(scoreWith(index, parameters).search('guests export workspace', 4)).toEqual(
        buildBm25(documents, parameters).search('guests export workspace', 4),
      );
    }
  });

  it('refuses parameters outside their range, naming the value', () => {
    expect(() => buildBm25(['a'], { k1: -1 })).toThrow(
      new RangeError('k1: expected a number of at least 0, found -1'),
    );
    expect(() => buildBm25(['a'], { b: NaN })).toThrow(/b: .* found NaN/);
    expect(() => buildBm25(['a']).search('a', 1.5)).toThrow(/k: .* found 1.5/);
    expect(() => buildBm25(['a']).explain('a', 1)).toThrow(/found 1/);
    expect(() => buildBm25([undefined as unknown as string])).toThrow(/texts\[0\].*undefined/);
  });
});
