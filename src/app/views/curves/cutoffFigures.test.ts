import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ndcgAt } from '../../../core/metrics/ndcg';
import { mrrAt } from '../../../core/metrics/ranks';
import { cutoffFigures, questionAtCutoffs, questionClusters, rankedRow } from './cutoffFigures';

const bits = (mask: number) => Array.from({ length: 10 }, (_, index) => (mask >> index) & 1);

describe('figures at every cutoff', () => {
  it('equal the metrics of the core', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1023 }), fc.integer({ min: 0, max: 20 }), (mask, more) => {
        const total = bits(mask).reduce((sum, bit) => sum + bit, 0) + more;
        const ndcg = questionAtCutoffs('ndcg', mask, total);
        const mrr = questionAtCutoffs('mrr', mask, total);
        for (let k = 1; k <= 10; k++) {
          expect(ndcg[k - 1]).toBeCloseTo(ndcgAt(k, bits(mask), total), 12);
          expect(mrr[k - 1]).toBeCloseTo(mrrAt(k, bits(mask)), 12);
        }
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('give hits at 1 and 3 of five relevant contexts an nDCG of 0.508740 from the fifth cutoff on', () => {
    expect(questionAtCutoffs('ndcg', 0b101, 5)[4]!.toFixed(6)).toBe('0.508740');
    expect(questionAtCutoffs('ndcg', 0b101, 5)[9]!.toFixed(6)).toBe('0.508740');
  });

  it('count a question without relevant contexts as 0, not as missing', () => {
    expect(questionAtCutoffs('ndcg', 0, 0)).toEqual(new Array(10).fill(0));
  });

  it('read the first ten ranks of a ranking', () => {
    const found = { rank: [2], context: [7], score: [1] };
    const rankings = {
      formatVersion: 1 as const,
      kind: 'chunking-rankings' as const,
      row: 'r',
      strategy: 's',
      depth: 12,
      contexts: [[4, 7, 1, 2, 3, 5, 6, 8, 9, 10, 11, 12]],
      scores: [[]],
      answer: found,
      evidence: found,
      tokensToHit: [1],
      loss: [null],
    };
    const relevant = {
      formatVersion: 1 as const,
      kind: 'chunking-relevant' as const,
      strategy: 's',
      answer: [[7, 10, 11]],
      evidence: [[]],
    };
    expect(rankedRow(rankings, relevant)).toEqual({ row: 'r', masks: [0b1000000010], totals: [3] });
  });

  it('come with intervals over clusters, and exact bounds at all or none', () => {
    const [figures] = cutoffFigures({
      measure: 'mrr',
      clusters: [
        [0, 1],
        [2, 3],
      ],
      rows: [{ row: 'r', masks: [1, 1, 1, 2], totals: [1, 1, 1, 1] }],
    });
    expect(figures!.row).toBe('r');
    expect(figures!.estimates).toHaveLength(10);
    expect(figures!.estimates[0]).toMatchObject({ value: 0.75, n: 4, interval: [0.5, 1], exactBound: null });
    const [none] = cutoffFigures({
      measure: 'mrr',
      clusters: [[0], [1]],
      rows: [{ row: 'r', masks: [0, 0], totals: [1, 1] }],
    });
    expect(none!.estimates[3]!.value).toBe(0);
    expect(none!.estimates[3]!.exactBound![1]).toBeGreaterThan(0.8);
  });

  it('group questions by their family, whatever it is called, and by document without one', () => {
    const question = (document: number, families: Record<string, string>) => ({ document, families });
    expect(
      questionClusters(
        [
          question(0, { article: 'constructor' }),
          question(1, { article: '10' }),
          question(0, { article: 'constructor' }),
        ],
        'article',
      ),
    ).toEqual([[0, 2], [1]]);
    expect(questionClusters([question(0, {}), question(1, {}), question(0, {})], 'article')).toEqual([
      [0, 2],
      [1],
    ]);
  });
});
