import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { mergeSpans } from '../text/spans';
import { prefixesWithinBudgets, prefixWithinBudget } from './budget';
import { contextTokensAt90, cutoffAbove90, uniqueContextTokensAt90 } from './contextTokens';
import type { DocumentSpan } from './spanMetrics';

const length = ({ start, end }: DocumentSpan): number => end - start;

describe('context tokens to more than 90 %', () => {
  it('need more than 90 % in whole numbers: 720 of 800 does not pass, 721 does', () => {
    const hits =
      (at3: number): Parameters<typeof cutoffAbove90>[0] =>
      (k) =>
        ({ 1: 400, 3: at3, 5: 760, 10: 800 })[k];
    expect(cutoffAbove90(hits(720), 800)).toBe(5);
    expect(cutoffAbove90(hits(721), 800)).toBe(3);
    expect(cutoffAbove90(() => 720, 800)).toBeNull();
    expect(cutoffAbove90(() => 0, 0)).toBeNull();
    expect(() => cutoffAbove90(() => 9, 8)).toThrow(RangeError);
  });

  it('are the mean sum of tokens up to that cutoff, n/a when none gets there', () => {
    const question = (
      firstRelevantRank: number | null,
    ): { firstRelevantRank: number | null; tokensByRank: number[] } => ({
      firstRelevantRank,
      tokensByRank: [10, 20, 30, 40],
    });
    expect(contextTokensAt90([question(1), question(1)])).toBe(10);
    expect(contextTokensAt90([question(1), question(3)])).toBe(60);
    expect(contextTokensAt90([question(1), question(4)])).toBe(100); // k = 5, four contexts returned
    expect(contextTokensAt90([question(1), question(null)])).toBeNull();
    expect(contextTokensAt90([question(11)])).toBeNull();
    expect(contextTokensAt90([])).toBeNull();
  });

  it('count shared text once when unique', () => {
    const spansByRank = [
      { document: 0, start: 0, end: 10 },
      { document: 0, start: 5, end: 15 },
      { document: 1, start: 0, end: 10 },
    ];
    expect(uniqueContextTokensAt90([{ firstRelevantRank: 2, spansByRank }], length)).toBe(25);
    expect(uniqueContextTokensAt90([{ firstRelevantRank: null, spansByRank }], length)).toBeNull();
  });
});

describe('prefix within a token budget', () => {
  const ranking: DocumentSpan[] = [
    { start: 0, end: 30 },
    { start: 20, end: 60 },
    { start: 100, end: 120 },
  ];

  it('counts merged text once and cuts no context', () => {
    expect(
      [29, 30, 59, 60, 79, 80, 1_000].map((budget) => prefixWithinBudget(ranking, length, budget)),
    ).toEqual([0, 1, 1, 2, 2, 3, 3]);
    expect(prefixWithinBudget([], length, 64)).toBe(0);
  });

  it('is the longest that fits, also where joining two runs saves a token', () => {
    const runs: string[] = [];
    const tokensOf = (run: DocumentSpan): number => {
      runs.push(`${run.start}-${run.end}`);
      return Math.ceil(length(run) / 4);
    };
    // 5 letters are 2 tokens, 5 + 5 apart are 4, 15 joined are 4
    const apart = [
      { start: 0, end: 5 },
      { start: 10, end: 15 },
      { start: 20, end: 25 },
      { start: 5, end: 10 },
      { start: 15, end: 20 },
    ];
    expect(prefixWithinBudget(apart, tokensOf, 5)).toBe(2);
    expect(prefixWithinBudget(apart, tokensOf, 6)).toBe(4);
    expect(runs.slice(0, 4)).toEqual(['0-5', '10-15', '20-25', '0-15']);
    const joining = [
      { start: 0, end: 5 },
      { start: 5, end: 9 },
      { start: 13, end: 17 },
      { start: 9, end: 13 },
    ];
    expect(prefixWithinBudget(joining, tokensOf, 4)).toBe(3);
    const fitsAgain = [
      { start: 0, end: 1 },
      { start: 2, end: 3 },
      { start: 1, end: 2 },
    ];
    expect(prefixWithinBudget(fitsAgain, tokensOf, 1)).toBe(3);
  });

  it('agrees with merging each prefix anew', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1 }))
      .map(([start, size, document]) => ({ document, start, end: start + size }));
    const tokensOf = (run: DocumentSpan): number => Math.ceil(length(run) / 4);
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), (spans) => {
        const total = (prefix: readonly DocumentSpan[]): number =>
          [0, 1]
            .flatMap((document) => mergeSpans(prefix.filter((s) => s.document === document)))
            .reduce((sum, run) => sum + tokensOf(run), 0);
        const budgets = [0, 3, 6, 12, 24];
        const plain = budgets.map(
          (budget) =>
            spans
              .map((_, i) => i + 1)
              .filter((n) => total(spans.slice(0, n)) <= budget)
              .at(-1) ?? 0,
        );
        expect(prefixesWithinBudgets(spans, tokensOf, budgets)).toEqual(plain);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('refuses a budget below 0', () => {
    expect(() => prefixWithinBudget(ranking, length, -1)).toThrow(/budget is -1/);
  });
});
