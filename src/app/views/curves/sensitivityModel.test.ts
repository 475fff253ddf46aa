import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ndcgAt } from '../../../core/metrics/ndcg';
import { hitAt, mrrAt } from '../../../core/metrics/ranks';
import {
  matchRules,
  flipReport,
  isMeasured,
  measureId,
  measures,
  questionFigure,
  rankStrategies,
  separationOf,
  settingId,
  singleSwitches,
  tallyWinners,
  type JudgedVariation,
  type SensitivityInput,
  type SwitchSetting,
} from './sensitivityModel';

const bits = (mask: number) => Array.from({ length: 10 }, (_, index) => (mask >> index) & 1);
const questions = 40;
const repeat = <T>(value: T) => new Array<T>(questions).fill(value);

/** Under Lucene's idf A finds everything first and B second; under Robertson's the other way round. C finds half of it, always. */
function input(): SensitivityInput {
  const setting = (
    idf: 'lucene' | 'robertson',
    k1: number,
    b: number,
    tokenRule: 'unicode' | 'ascii',
  ): SwitchSetting => {
    const [a, b_] = idf === 'lucene' ? [0b1, 0b10] : [0b10, 0b1];
    const outcome = (mask: number, tokens: number | null) => ({
      answerMask: repeat(mask),
      evidenceMask: repeat(0b1),
      tokensToHit: repeat(tokens),
    });
    return {
      idf,
      k1,
      b,
      tokenRule,
      strategies: {
        A: outcome(a, 900),
        B: outcome(b_, 100),
        C: { ...outcome(0, null), answerMask: repeat(0).map((_, index) => index % 2) },
      },
    };
  };
  const settings = (['unicode', 'ascii'] as const).flatMap((tokenRule) =>
    (
      [
        [1.2, 0.75],
        [0.9, 0.4],
      ] as const
    ).flatMap(([k1, b]) => (['lucene', 'robertson'] as const).map((idf) => setting(idf, k1, b, tokenRule))),
  );
  const totals = { answer: repeat(1), evidence: repeat(1) };
  return {
    settings,
    strategies: ['A', 'B', 'C'],
    rules: matchRules,
    relevant: { A: totals, B: totals, C: totals },
    clusters: Array.from({ length: 10 }, (_, cluster) => [0, 1, 2, 3].map((place) => cluster * 4 + place)),
  };
}

const published = { setting: 0, rule: 'answer', measure: { kind: 'ndcg' } } as const;

describe('figures from stored masks', () => {
  it('equal the metrics of the core', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1023 }),
        fc.integer({ min: 0, max: 15 }),
        fc.constantFrom(1, 3, 5, 10),
        (mask, more, cutoff) => {
          const total = bits(mask).reduce((sum, bit) => sum + bit, 0) + more;
          expect(questionFigure({ kind: 'ndcg' }, mask, total, null)).toBeCloseTo(
            ndcgAt(10, bits(mask), total),
            12,
          );
          expect(questionFigure({ kind: 'mrr' }, mask, total, null)).toBeCloseTo(mrrAt(10, bits(mask)), 12);
          expect(questionFigure({ kind: 'hit', cutoff }, mask, total, null)).toBe(hitAt(cutoff, bits(mask)));
        },
      ),
      { seed: 5, numRuns: 400 },
    );
  });

  it('hit within a budget only when a relevant context fits into it', () => {
    const within = (tokens: number, needed: number | null) =>
      questionFigure({ kind: 'budget', tokens }, 1, 1, needed);
    expect([within(256, 256), within(256, 257), within(256, null)]).toEqual([1, 0, 0]);
  });
});

describe('ranks', () => {
  it('go by the mean over all questions; equal means share a rank and keep the published order', () => {
    expect(rankStrategies(input(), published).map(({ strategy, rank }) => [strategy, rank])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
    ]);
    const shared = rankStrategies(input(), { ...published, measure: { kind: 'hit', cutoff: 3 } });
    expect(shared.map(({ strategy, rank, place }) => [strategy, rank, place])).toEqual([
      ['A', 1, 1],
      ['B', 1, 2],
      ['C', 3, 3],
    ]);
  });

  it('name what is not in the file', () => {
    expect(() => rankStrategies({ ...input(), strategies: ['gone'] }, published)).toThrow(
      'switch setting 0 has no strategy "gone"',
    );
    expect(() => singleSwitches(input().settings, { ...published, setting: 99 })).toThrow(
      'there is no switch setting 99, only 8',
    );
  });
});

describe('single switches', () => {
  const variations = singleSwitches(input().settings, published);

  it('begin with the reference and change one thing each', () => {
    expect(variations[0]!.label).toBe('reference');
    expect(variations.slice(1, 5).map(({ phrase }) => phrase)).toEqual([
      'Robertson’s raw idf',
      'k1 0.9, b 0.4',
      'ASCII tokens',
      'the evidence rule',
    ]);
    expect(variations).toHaveLength(1 + 3 + 1 + measures.length - 1);
    expect(new Set(variations.map(({ id }) => id)).size).toBe(variations.length);
  });

  it('hold no budget under the evidence rule, and no evidence rule for a budget', () => {
    const evidence = singleSwitches(input().settings, { ...published, rule: 'evidence' });
    expect(evidence.some(({ measure }) => measure.kind === 'budget')).toBe(false);
    const budget = singleSwitches(input().settings, {
      ...published,
      measure: { kind: 'budget', tokens: 256 },
    });
    expect(budget.every(({ rule, measure }) => isMeasured(rule, measure))).toBe(true);
    expect(budget.some(({ rule }) => rule === 'evidence')).toBe(false);
  });

  it('tell settings and measures apart by id', () => {
    expect(new Set(input().settings.map(settingId)).size).toBe(8);
    expect(new Set(measures.map(measureId)).size).toBe(measures.length);
  });
});

describe('whether the winner flips', () => {
  const data = input();
  const judge = (tested: boolean): JudgedVariation[] =>
    singleSwitches(data.settings, published).map((variation) => ({
      variation,
      ranked: rankStrategies(data, variation),
      separation: tested ? separationOf(data, variation) : null,
    }));
  const name = (id: string) => `strategy ${id}`;

  it('is said in words, with what the change is worth once that is known', () => {
    const { answer, reference, flips, worth } = flipReport(judge(true), name);
    expect(answer).toBe('Yes: strategy A loses the first place under 4 of 16 single switches.');
    expect(reference).toBe(
      'In the reference, strategy A comes first (nDCG@10 1), and the data separate it from every other strategy.',
    );
    expect(flips).toEqual([
      {
        winner: 'B',
        switches: [
          { phrase: 'Robertson’s raw idf', established: true },
          { phrase: 'hit within 128 tokens', established: true },
          { phrase: 'hit within 256 tokens', established: true },
          { phrase: 'hit within 512 tokens', established: true },
        ],
      },
    ]);
    expect(worth).toBe('All changes, set in bold, are established: there the new winner beats strategy A.');
  });

  it('claims nothing while the tests run', () => {
    const { flips, worth } = flipReport(judge(false), name);
    expect(flips[0]!.switches.every(({ established }) => established === null)).toBe(true);
    expect(worth).toBeNull();
  });

  it('calls a change by luck not established', () => {
    const judged = judge(true).map((one) => ({
      ...one,
      separation: { ...one.separation!, notSeparatedFrom: ['A', 'B', 'C'] },
    }));
    expect(flipReport(judged, name).worth).toContain('None of these changes is established');
  });

  it('says no when the first place stays, a shared one included', () => {
    const judged = judge(true).filter(
      ({ variation }) =>
        ['hitAt3', 'ndcgAt10'].includes(measureId(variation.measure)) && variation.setting === 0,
    );
    expect(flipReport(judged, name)).toMatchObject({
      answer: 'No: strategy A stays first under all 2 single switches.',
      flips: [],
      worth: null,
    });
    expect(flipReport([], name).answer).toBe('There is nothing to rank.');
  });

  it('counts over every combination of switches', () => {
    const { combinations, rows } = tallyWinners(data);
    expect(combinations).toBe(
      8 * (measures.length + measures.filter((measure) => isMeasured('evidence', measure)).length),
    );
    expect(rows.find(({ strategy }) => strategy === 'C')).toMatchObject({ best: 1, worst: 3 });
  });

  it('know one rule where spans are all that counts', () => {
    const spansOnly = { ...data, rules: ['answer'] as const };
    expect(tallyWinners(spansOnly).combinations).toBe(8 * measures.length);
    const variations = singleSwitches(data.settings, published, spansOnly.rules);
    expect(variations.some(({ rule }) => rule === 'evidence')).toBe(false);
  });
});
