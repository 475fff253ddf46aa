import { describe, expect, it } from 'vitest';
import { LOSSES, lossOf, type LossInput } from './loss';

const found: LossInput = { inCorpus: true, coveredWhole: true, required: 1, found: 1, relevantRank: 1 };

describe('loss split', () => {
  it('is null for a question that was not missed', () => {
    expect(lossOf(found)).toBeNull();
    expect(lossOf({ ...found, relevantRank: 5 })).toBeNull();
    expect(lossOf({ ...found, relevantRank: 5, withinBudget: 5 })).toBeNull();
    // an answer elsewhere is an answer, even where the gold span itself was cut
    expect(lossOf({ ...found, coveredWhole: false, found: 0, relevantRank: 2 })).toBeNull();
  });

  it('names the first stage that applies, in order', () => {
    const miss: LossInput = { ...found, found: 0, relevantRank: null };
    expect(lossOf({ ...miss, inCorpus: false, coveredWhole: false })).toBe('source');
    expect(lossOf({ ...miss, coveredWhole: false, required: 2, found: 1 })).toBe('boundary');
    expect(lossOf({ ...miss, required: 2, found: 1, relevantRank: 7 })).toBe('evidence');
    expect(lossOf({ ...miss, relevantRank: 4, withinBudget: 3 })).toBe('budget');
    expect(lossOf({ ...miss, relevantRank: 6, withinBudget: 3 })).toBe('ranking');
    expect(lossOf({ ...miss, relevantRank: 6 })).toBe('ranking');
    expect(lossOf(miss)).toBe('ranking');
    expect(lossOf({ ...miss, exactRank: 5 })).toBe('index');
    expect(lossOf({ ...miss, relevantRank: 6, exactRank: 6 })).toBe('ranking');
    expect(lossOf({ ...miss, exactRank: null })).toBe('ranking');
    expect(LOSSES).toEqual(['source', 'boundary', 'evidence', 'budget', 'index', 'ranking']);
  });

  it('moves with the cutoff', () => {
    expect(lossOf({ ...found, relevantRank: 2, cutoff: 1 })).toBe('ranking');
    expect(lossOf({ ...found, relevantRank: 9, cutoff: 10 })).toBeNull();
  });

  it('refuses counts and ranks that cannot be', () => {
    expect(() => lossOf({ ...found, found: 2 })).toThrow(/2 of 1 required spans/);
    expect(() => lossOf({ ...found, relevantRank: 0 })).toThrow(RangeError);
    expect(() => lossOf({ ...found, withinBudget: -1 })).toThrow(RangeError);
  });
});
