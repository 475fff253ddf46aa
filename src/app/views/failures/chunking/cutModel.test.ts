import { describe, expect, it } from 'vitest';
import { around, contextSpan, cutsInside, documentOf, goldShares, spansOf } from './cutModel';
import { decidingTerms, placesOf, termShares } from './termModel';

describe('where a gold span is cut', () => {
  const contexts = spansOf([0, 10, 10, 20, 15, 30]);
  const gold = { start: 8, end: 18 };

  it('reads flat spans', () => {
    expect(contexts).toEqual([
      { start: 0, end: 10 },
      { start: 10, end: 20 },
      { start: 15, end: 30 },
    ]);
    expect(spansOf([])).toEqual([]);
  });

  it('gives each context its share and its rank', () => {
    expect(goldShares(gold, contexts, 100, [102, 7, 100])).toEqual([
      { start: 0, end: 10, context: 100, share: 0.2, rank: 3 },
      { start: 10, end: 20, context: 101, share: 0.8, rank: 0 },
      { start: 15, end: 30, context: 102, share: 0.3, rank: 1 },
    ]);
  });

  it('shares nothing with a context that only touches it', () => {
    expect(goldShares({ start: 20, end: 25 }, spansOf([10, 20, 25, 30]), 0, [])).toEqual([]);
    expect(goldShares({ start: 5, end: 5 }, contexts, 0, [])).toEqual([]);
  });

  it('finds the boundaries inside, each once, none at its edges', () => {
    expect(cutsInside(gold, contexts)).toEqual([10, 15]);
    expect(cutsInside({ start: 10, end: 20 }, spansOf([0, 10, 10, 20]))).toEqual([]);
  });

  it('numbers contexts over the corpus', () => {
    const offsets = [0, 3, 3, 8];
    expect([0, 2, 3, 7].map((context) => documentOf(context, offsets))).toEqual([0, 0, 2, 2]);
    const chunks = new Map([
      [
        2,
        {
          formatVersion: 1 as const,
          kind: 'chunking-chunks' as const,
          document: 2,
          strategies: { s: { indexed: [], contexts: [0, 4, 4, 9], contextOf: [] } },
        },
      ],
    ]);
    expect(contextSpan(4, offsets, 's', chunks)).toEqual({ document: 2, start: 4, end: 9 });
    expect(contextSpan(5, offsets, 's', chunks)).toBeNull();
    expect(contextSpan(0, offsets, 's', chunks)).toBeNull();
  });

  it('shows text around a span, cut at whitespace, whole at the ends', () => {
    expect(around('one two three four five', { start: 8, end: 13 }, 6)).toEqual({
      before: 'two ',
      inside: 'three',
      after: ' four',
    });
    expect(around('one two', { start: 0, end: 3 }, 50)).toEqual({ before: '', inside: 'one', after: ' two' });
  });
});

describe('the words of two scores', () => {
  const term = (name: string, tf: number, contribution: number) => ({
    term: name,
    idf: 1,
    documentFrequency: 2,
    tf,
    documentLength: 9,
    queryOccurrences: 1,
    contribution,
  });
  const target = { place: 0, score: 3, terms: [term('a', 1, 1), term('b', 2, 2), term('c', 0, 0)] };
  const other = { place: 1, score: 5, terms: [term('a', 1, 1), term('b', 0, 0), term('c', 3, 4)] };

  it('stand side by side in query order', () => {
    expect(termShares(target, other).map(({ term: name, tf, shares }) => [name, tf, shares])).toEqual([
      ['a', [1, 1], [1, 1]],
      ['b', [2, 0], [2, 0]],
      ['c', [0, 3], [0, 4]],
    ]);
    expect(termShares(null, other)[2]!.shares).toEqual([0, 4]);
    expect(termShares(null, null)).toEqual([]);
  });

  it('name the word that decides for either side', () => {
    const { forOther, forTarget } = decidingTerms(termShares(target, other));
    expect([forOther?.term, forTarget?.term]).toEqual(['c', 'b']);
    expect(decidingTerms([])).toEqual({ forOther: null, forTarget: null });
  });

  it('are those of the indexed texts behind a context', () => {
    const documents = [{ contextOf: [0, 0, 1] }, { contextOf: [] }, { contextOf: [0, 1, 1] }];
    const offsets = [0, 2, 2, 4];
    expect([0, 1, 2, 3, 9].map((context) => placesOf(context, offsets, documents))).toEqual([
      [0, 1],
      [2],
      [3],
      [4, 5],
      [],
    ]);
  });
});
