import { describe, expect, it } from 'vitest';
import { smallBlendBlock } from '../../../testing/blendBlocks';
import { blendedScore } from '../../../core/vectors/scoreTerms';
import { blendConditions } from './methods';
import { explainBlendMiss } from './miss';
import { rankBlendQuery, relevantRecords } from './ranking';

const { block } = smallBlendBlock('context', ['evaluation', 'evaluation', 'evaluation'], 21);
const weights = { queryWeight: 0.8, storedWeight: 0.8 };
const every = blendConditions.flatMap((condition) =>
  block.queries.map((query, index) => ({
    condition,
    query,
    index,
    miss: explainBlendMiss(block, weights, condition, index),
  })),
);

describe('explainBlendMiss', () => {
  it('sets the target against the best other record, with what each score is made of', () => {
    for (const { condition, index, miss } of every) {
      const { order, scores } = rankBlendQuery(block, weights, condition, index);
      const relevant = relevantRecords(block, index);
      expect(relevant.has(miss.target.record)).toBe(true);
      expect(relevant.has(miss.winner.record)).toBe(false);
      for (const side of [miss.target, miss.winner]) {
        expect(order[side.rank - 1]).toBe(side.record);
        expect(scores[side.rank - 1]).toBe(side.score);
        const { pieceToPiece, pieceToContext, contextToPiece, contextToContext } = side.terms;
        expect(pieceToPiece + pieceToContext + contextToPiece + contextToContext).toBeCloseTo(side.score, 9);
      }
      expect(miss.margin).toBeCloseTo(miss.winner.score - miss.target.score, 12);
    }
  });

  it('lists a specific query as missed exactly when another record is first', () => {
    const specific = every.filter(({ query }) => query.kind === 'specific');
    expect(new Set(specific.map(({ miss }) => miss.kind))).toEqual(new Set(['hit', 'missed']));
    for (const { miss } of specific) {
      expect(miss.kind === 'missed').toBe(miss.margin > 0);
      expect(miss.loss).toBe(miss.kind === 'missed' ? 1 : 0);
    }
  });

  it('lists a query as tied where the first rank is shared, and counts the missing part', () => {
    const miss = explainBlendMiss(block, { queryWeight: 1, storedWeight: 1 }, 'clean', 0);
    expect(miss).toMatchObject({ kind: 'tied', loss: 0.75, margin: 0, swap: null });
  });

  it('finds a weight at which target and winner change places', () => {
    const swaps = every.filter(({ miss }) => miss.kind === 'missed' && miss.swap !== null);
    expect(swaps.length).toBeGreaterThan(0);
    for (const { miss } of swaps) {
      const w = miss.swap!.weight;
      const lead = (weight: number) =>
        blendedScore(miss.target.dots, weight, weight).score -
        blendedScore(miss.winner.dots, weight, weight).score;
      expect(Math.abs(lead(w))).toBeLessThan(1e-9);
    }
  });

  it('offers no swap where the two sides have unlike weights', () => {
    expect(explainBlendMiss(block, { queryWeight: 0, storedWeight: 0.8 }, 'both', 1).swap).toBeNull();
  });

  it('sets the last record of the family against the first of another for a generic query', () => {
    const generic = every.filter(({ query }) => query.kind === 'generic');
    for (const { miss, condition, index } of generic) {
      const { order } = rankBlendQuery(block, weights, condition, index);
      const relevant = relevantRecords(block, index);
      expect(miss.target.rank).toBe(
        1 + Math.max(...order.flatMap((record, rank) => (relevant.has(record) ? [rank] : []))),
      );
      expect(miss.outcome.coverageAt4).not.toBeNull();
    }
  });

  it('names a query that nothing could beat', () => {
    const alone = smallBlendBlock('intent', ['evaluation'], 1).block;
    expect(() => explainBlendMiss(alone, weights, 'clean', 8)).toThrow(
      /query "intent-0-generic" has no other record/,
    );
  });
});
