import { beforeAll, describe, expect, it } from 'vitest';
import { smallBlendBlock } from '../../../testing/blendBlocks';
import { bootstrapMean } from '../../../core/stats/bootstrap';
import {
  blendColumn,
  blendCurve,
  blendOutcomes,
  evaluateBlend,
  evaluateOutcomes,
  type BlendBlocks,
  type BlendEvaluation,
  type RowOutcomes,
} from './evaluation';
import { blendResults, evaluateRankings } from './files';
import { blendHeadline, gainLiesIn, gainSentence, splitSentences } from './headline';
import {
  blendConditions,
  blendMethods,
  selectionCandidates,
  sourceMethods,
  type BlendMethod,
} from './methods';
import { familySplit, rankingOutcome, type BlendOutcome } from './outcomes';
import { rankBlendQuery } from './ranking';

const blocks: BlendBlocks = {
  context: smallBlendBlock(
    'context',
    ['development', 'development', 'evaluation', 'evaluation', 'evaluation'],
    3,
  ).block,
  intent: smallBlendBlock('intent', ['evaluation', 'evaluation', 'evaluation'], 4).block,
};
const options = { draws: 500 };
const model = { provider: 'local', name: 'a model', revision: '1', dimensions: 12, windowing: 'none' };
let evaluation: BlendEvaluation;
beforeAll(() => {
  evaluation = evaluateBlend(blocks, options);
});
const row = (name: string) => evaluation.rows.find((candidate) => candidate.row === name)!;

describe('blendMethods', () => {
  it('are the 15 rows of the protocol, nine of them candidates for the weight', () => {
    expect(sourceMethods.map((method) => method.row)).toEqual([
      'sentence',
      'whole',
      'blend95',
      'blend90',
      'blend80',
      'blend70',
      'blend60',
      'blend50',
      'blend40',
      'blend30',
      'blend20',
      'stored80-query-whole',
      'query80-stored-whole',
      'stored80-query-sentence',
      'query80-stored-sentence',
    ]);
    expect(blendMethods.slice(15)).toMatchObject([{ row: 'focus-then-whole', role: 'added' }]);
    expect(selectionCandidates.map(({ queryWeight, storedWeight }) => [queryWeight, storedWeight])).toEqual(
      [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2].map((w) => [w, w]),
    );
    expect(blendMethods.filter(({ role }) => role === 'prespecified').map((method) => method.row)).toEqual([
      'blend80',
    ]);
    expect(blendMethods.find((method) => method.row === 'query80-stored-sentence')).toMatchObject({
      queryWeight: 0.8,
      storedWeight: 1,
    });
  });
});

describe('rankingOutcome', () => {
  it('shares the first rank among tied candidates', () => {
    const order = [3, 1, 0, 2];
    expect(rankingOutcome('specific', { order, scores: [0.9, 0.8, 0.7, 0.6] }, new Set([3]))).toEqual({
      top1: 1,
      reciprocalRank: 1,
      coverageAt4: null,
    });
    expect(rankingOutcome('specific', { order, scores: [0.9, 0.8, 0.7, 0.6] }, new Set([0]))).toEqual({
      top1: 0,
      reciprocalRank: 1 / 3,
      coverageAt4: null,
    });
    const tied = rankingOutcome('specific', { order, scores: [0.9, 0.9, 0.9 - 1e-10, 0.6] }, new Set([0]));
    expect(tied.top1).toBeCloseTo(1 / 3, 12);
    expect(tied.reciprocalRank).toBeCloseTo((1 + 1 / 2 + 1 / 3) / 3, 12);
  });

  it('counts a record as tied within 1e-9 and not beyond', () => {
    expect(
      rankingOutcome('specific', { order: [0, 1], scores: [0.5000000009, 0.5] }, new Set([1])).top1,
    ).toBe(0.5);
    expect(
      rankingOutcome('specific', { order: [0, 1], scores: [0.5000000012, 0.5] }, new Set([1])).top1,
    ).toBe(0);
  });

  it('expects a share of the family where a tie crosses rank 4', () => {
    const order = [0, 1, 2, 3, 4, 5];
    const outcome = rankingOutcome(
      'generic',
      { order, scores: [0.9, 0.8, 0.7, 0.5, 0.5, 0.1] },
      new Set([0, 1, 3, 5]),
    );
    // Two above, one of two tied places is the fourth rank, the last is far below.
    expect(outcome).toEqual({ top1: null, reciprocalRank: null, coverageAt4: 2.5 / 4 });
  });
});

describe('evaluateBlend', () => {
  it('averages over all evaluation queries of both blocks and nothing else', () => {
    expect(row('blend80').top1.clean.n).toBe(6 * 8);
    expect(row('blend80').coverageAt4.clean.n).toBe(6);
    expect(evaluation.bootstrap).toEqual({
      draws: 500,
      random: { seed: 101009, generator: 'd3.randomLcg' },
      cluster: 'family',
      clusters: 6,
    });
    const outcomes = blendOutcomes(blocks, { queryWeight: 0.8, storedWeight: 0.8 }, 'query');
    const values = (['context', 'intent'] as const).flatMap((block) =>
      blocks[block].queries.flatMap(({ kind, split }, i) =>
        kind === 'specific' && split === 'evaluation' ? [outcomes[block][i]!.top1!] : [],
      ),
    );
    expect(row('blend80').top1.query.value).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0) / values.length,
      9,
    );
  });

  it('draws whole families for its intervals', () => {
    const outcomes = blendOutcomes(blocks, { queryWeight: 0, storedWeight: 0 }, 'both');
    const { sums, counts } = blendColumn(blocks, outcomes, 'reciprocalRank');
    expect([...counts]).toEqual([8, 8, 8, 8, 8, 8]);
    const clusters = Array.from(sums, (sum, g) => Array.from({ length: counts[g]! }, () => sum / counts[g]!));
    const { low, high } = bootstrapMean(clusters, options);
    expect(row('whole').reciprocalRank.both.interval![0]).toBeCloseTo(low!, 9);
    expect(row('whole').reciprocalRank.both.interval![1]).toBeCloseTo(high!, 9);
  });

  it('gives a quarter to every record of a family that only the focus speaks for', () => {
    for (const condition of blendConditions) {
      expect(row('sentence').top1[condition].value).toBe(0.25);
      expect(row('query80-stored-sentence').top1[condition].value).toBe(0.25);
    }
  });

  it('puts an exact bound, not an interval of no width, beside a figure of 0 or 1', () => {
    const cell = row('sentence').coverageAt4.clean;
    expect(cell).toMatchObject({ value: 1, interval: null });
    expect(cell.exactBound![0]).toBeCloseTo(0.025 ** (1 / 6), 9);
  });

  it('knows what chance would score', () => {
    const harmonic = (n: number) =>
      Array.from({ length: n }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b, 0);
    // 24 queries among 20 records, 24 among 12.
    expect(evaluation.baseline.top1).toBeCloseTo((1 / 20 + 1 / 12) / 2, 9);
    expect(evaluation.baseline.reciprocalRank).toBeCloseTo((harmonic(20) / 20 + harmonic(12) / 12) / 2, 9);
    expect(evaluation.baseline.coverageAt4).toBeCloseTo((4 / 20 + 4 / 12) / 2, 9);
  });

  it('splits top 1 of every query in two factors', () => {
    for (const method of blendMethods) {
      for (const condition of blendConditions) {
        const outcomes = blendOutcomes(blocks, method, condition);
        for (const { top1, familyFirst, withinFamily } of [...outcomes.context, ...outcomes.intent])
          expect(top1 === null ? null : familyFirst! * withinFamily!).toBe(top1);
      }
    }
    expect(row('sentence').familyFirst.clean.value).toBe(1);
    expect(row('sentence').withinFamily.clean.value).toBe(0.25);
    // 24 queries among 20 records, 24 among 12; four records a family.
    expect(evaluation.baseline.familyFirst).toBeCloseTo((4 / 20 + 4 / 12) / 2, 9);
    expect(evaluation.baseline.withinFamily).toBe(0.25);
  });

  it('keeps the added baseline out of the tie groups and of the Holm family of the source’s rows', () => {
    for (const { groups } of evaluation.tieGroups) expect(groups.flat()).not.toContain('focus-then-whole');
    expect(evaluation.comparisons.some(({ b }) => b === 'focus-then-whole')).toBe(false);
    expect(evaluation.apart.baseline.map(({ a, b, metric, condition }) => [a, b, metric, condition])).toEqual(
      blendConditions.map((condition) => ['blend80', 'focus-then-whole', 'top1', condition]),
    );
    expect(evaluation.apart.split.map(({ a, b, metric, condition }) => [a, b, metric, condition])).toEqual(
      (['familyFirst', 'withinFamily'] as const).flatMap((metric) =>
        blendConditions.map((condition) => ['blend80', 'whole', metric, condition]),
      ),
    );
    const [smallest] = [...evaluation.apart.split].sort((x, y) => x.p! - y.p!);
    expect(smallest!.adjustedP).toBeCloseTo(Math.min(1, 8 * smallest!.p!), 9);
  });

  it('compares the declared pairs under every condition, as one family for Holm', () => {
    expect(evaluation.comparisons.map(({ a, b, condition }) => [a, b, condition])).toEqual([
      ...blendConditions.map((condition) => ['blend80', 'whole', condition]),
      ...blendConditions.map((condition) => ['blend80', 'blend95', condition]),
    ]);
    const [smallest] = [...evaluation.comparisons].sort((x, y) => x.p! - y.p!);
    expect(smallest!.adjustedP).toBeCloseTo(Math.min(1, 8 * smallest!.p!), 9);
    const first = evaluation.comparisons[1]!;
    expect(first.difference).toBeCloseTo(
      row('blend80').top1.stored.value! - row('whole').top1.stored.value!,
      9,
    );
  });

  it('says the same from stored rankings as from dot products, after a trip through JSON', () => {
    const stored = JSON.parse(
      JSON.stringify({
        context: blendResults('context', blocks.context, model),
        intent: blendResults('intent', blocks.intent, model),
      }),
    ) as Parameters<typeof evaluateRankings>[1];
    expect(evaluateRankings(blocks, stored, options)).toEqual(evaluation);
  });

  it('names a stored ranking that is missing, doubled or of another query', () => {
    const stored = {
      context: blendResults('context', blocks.context, model),
      intent: blendResults('intent', blocks.intent, model),
    };
    const change = (rankings: typeof stored.intent.rankings) => () =>
      evaluateRankings(blocks, { ...stored, intent: { ...stored.intent, rankings } }, options);
    const [first, ...rest] = stored.intent.rankings;
    expect(change(rest)).toThrow(/intent: no ranking for sentence, clean, query "intent-0-0-q1"/);
    expect(change([first!, ...stored.intent.rankings])).toThrow(/two rankings for sentence, clean/);
    expect(change([{ ...first!, query: 'who' }, ...rest])).toThrow(/query "who", which is not among 27/);
    expect(change([{ ...first!, order: [0, ...first!.order.slice(1, -1), 0] }, ...rest])).toThrow(
      /holds \d+ records and 12 scores, expected 12/,
    );
  });
});

describe('familySplit', () => {
  const order = [0, 1, 2, 3, 4, 5];

  it('is 1 and 1 for a target alone at the top, 0 and 1 for one that only another family outranks', () => {
    const split = (target: number, family: number[]) =>
      familySplit({ order, scores: [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] }, new Set([target]), new Set(family));
    expect(split(0, [0, 2, 4, 5])).toEqual({ familyFirst: 1, withinFamily: 1 });
    expect(split(1, [1, 2, 4, 5])).toEqual({ familyFirst: 0, withinFamily: 1 });
    expect(split(2, [0, 2, 4, 5])).toEqual({ familyFirst: 1, withinFamily: 0 });
    expect(split(4, [1, 2, 4, 5])).toEqual({ familyFirst: 0, withinFamily: 0 });
  });

  it('shares the first place among those that are tied', () => {
    const scores = [0.9, 0.9, 0.9, 0.6, 0.5, 0.4];
    // Two of the three at the top are of the family; among the family alone the target ties with one.
    const { familyFirst, withinFamily } = familySplit({ order, scores }, new Set([1]), new Set([1, 2, 3, 4]));
    expect(familyFirst).toBeCloseTo(2 / 3, 12);
    expect(withinFamily).toBe(1 / 2);
  });
});

describe('focus-then-whole', () => {
  const method = blendMethods.find(({ row }) => row === 'focus-then-whole')!;
  const { context } = blocks;

  it('ranks by the cosine of the focus, and equals by that of the whole texts', () => {
    for (const condition of blendConditions) {
      context.queries.forEach(({ family }, query) => {
        const pieces = context.pieceToPiece[context.families.indexOf(family)]!;
        const focusOf = (record: number) =>
          pieces[context.families.indexOf(context.records[record]!.family)]!;
        const whole = new Map(
          (({ order, scores }) => order.map((record, rank) => [record, scores[rank]!]))(
            rankBlendQuery(context, { queryWeight: 0, storedWeight: 0 }, condition, query),
          ) as [number, number][],
        );
        const slow = context.records
          .map((_, record) => record)
          .sort((a, b) => focusOf(b) - focusOf(a) || whole.get(b)! - whole.get(a)! || a - b);
        const { order, scores } = rankBlendQuery(context, method, condition, query);
        expect(order).toEqual(slow);
        // Records of the nearest focus keep the cosine of their whole text.
        expect(scores.slice(0, 4)).toEqual(order.slice(0, 4).map((record) => whole.get(record)));
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      });
    }
  });

  it('never misses the family, and tells its records apart as whole texts do', () => {
    for (const condition of blendConditions) {
      expect(row('focus-then-whole').familyFirst[condition].value).toBe(1);
      expect(row('focus-then-whole').withinFamily[condition].value).toBe(
        row('whole').withinFamily[condition].value,
      );
    }
  });
});

describe('selection of the weight', () => {
  const constant = (value: (method: BlendMethod) => { top1: number; coverageAt4: number }) =>
    evaluateOutcomes(
      blocks,
      (method): RowOutcomes => {
        const of = (block: keyof BlendBlocks) =>
          blocks[block].queries.map(({ kind, split }): BlendOutcome => {
            // Evaluation families say the opposite: they must not be listened to.
            const { top1, coverageAt4 } =
              split === 'development' ? value(method) : { top1: 1 - value(method).top1, coverageAt4: 0.5 };
            const none = { familyFirst: null, withinFamily: null };
            return kind === 'specific'
              ? { top1, reciprocalRank: top1, coverageAt4: null, ...none }
              : { top1: null, reciprocalRank: null, coverageAt4, ...none };
          });
        return { context: of('context'), intent: of('intent') };
      },
      { draws: 50 },
    ).selection;

  it('takes the highest harmonic mean on development families', () => {
    const selection = constant(({ queryWeight }) => ({
      top1: queryWeight === 0.3 ? 0.9 : 0.6,
      coverageAt4: 0.8,
    }));
    expect(selection.chosen).toBe('blend30');
    const { harmonicMean } = selection.candidates.find((candidate) => candidate.row === 'blend30')!;
    expect(harmonicMean).toBeCloseTo((2 * 0.9 * 0.8) / 1.7, 9);
  });

  it('takes the weight nearest 0.8 of equals, and the higher one of two as near', () => {
    expect(constant(() => ({ top1: 0.5, coverageAt4: 0.5 })).chosen).toBe('blend80');
    expect(
      constant(({ queryWeight }) => ({ top1: queryWeight === 0.8 ? 0.1 : 0.5, coverageAt4: 0.5 })).chosen,
    ).toBe('blend90');
    expect(
      constant(() => ({ top1: 0, coverageAt4: 0 })).candidates.every(
        ({ harmonicMean }) => harmonicMean === 0,
      ),
    ).toBe(true);
  });
});

describe('blendCurve', () => {
  it('passes through the rows of the scorecard and takes any weight between', () => {
    const [blend80, whole, between, oneSided] = blendCurve(
      blocks,
      [0.8, 0, 0.637, { queryWeight: 0.8, storedWeight: 0 }],
      options,
    );
    expect(blend80!.top1.both.value).toBe(row('blend80').top1.both.value);
    expect(whole!.reciprocalRank.query).toEqual(row('whole').reciprocalRank.query);
    expect(oneSided!.coverageAt4.stored.value).toBe(row('query80-stored-whole').coverageAt4.stored.value);
    expect(between!.top1.clean.value).toBeGreaterThan(0);
    expect(blendCurve(blocks, [], options)).toEqual([]);
  });
});

describe('blendHeadline', () => {
  type Verdict = 'a beats b' | 'b beats a' | 'not established';
  const verdicts = (metric: string, list: readonly Verdict[], b = 'whole') =>
    blendConditions.map((condition, i) => ({
      ...evaluation.comparisons[0]!,
      b,
      metric,
      condition,
      difference: 0.1,
      interval: [-0.02, 0.21] as [number, number],
      verdict: list[i]!,
    }));
  const open: Verdict[] = ['not established', 'not established', 'not established', 'not established'];
  const found = (
    top1: readonly Verdict[],
    family: readonly Verdict[] = open,
    within: readonly Verdict[] = open,
  ) => ({
    comparisons: verdicts('top1', top1),
    apart: {
      baseline: verdicts('top1', open, 'focus-then-whole'),
      split: [...verdicts('familyFirst', family), ...verdicts('withinFamily', within)],
    },
  });

  it('says per condition what is established, with its interval, and where the gain lies', () => {
    const some: Verdict[] = ['not established', 'a beats b', 'b beats a', 'a beats b'];
    expect(blendHeadline(found(some, some), model)).toBe(
      'Measured with a model. The 80/20 blend finds the right record first more often than the whole passage with noise in the stored texts (+10.0 points [−2.0, +21.0]) and with noise on both sides (+10.0 points [−2.0, +21.0]). ' +
        'The 80/20 blend finds the right record first less often than the whole passage with noise in the queries (+10.0 points [−2.0, +21.0]). ' +
        'No difference between them is established on clean texts (+10.0 points [−2.0, +21.0]). ' +
        'What the blend gains over whole passages is the right family, not the right context.',
    );
  });

  it('names both sides where nothing is established', () => {
    expect(blendHeadline(found(open), model)).toMatch(
      /^Measured with a model\. No difference between the 80\/20 blend and the whole passage is established on clean texts/,
    );
  });

  it('says whichever way the split falls', () => {
    const gain: Verdict[] = ['not established', 'not established', 'not established', 'a beats b'];
    const loss: Verdict[] = ['not established', 'not established', 'b beats a', 'not established'];
    expect(gainLiesIn(found(gain, gain))).toBe('family');
    expect(gainLiesIn(found(gain, open, gain))).toBe('context');
    expect(gainLiesIn(found(gain, gain, gain))).toBe('both');
    expect(gainLiesIn(found(gain, open, loss))).toBe('neither');
    expect(gainSentence(found(gain, gain, gain))).toMatch(/both in the family and in the context/);
    expect(splitSentences(found(gain, gain, loss))).toEqual([
      'Right family first: the blend is ahead with noise on both sides (+10.0 points [−2.0, +21.0]).',
      'Right record among the four of its family: it is behind with noise in the queries (+10.0 points [−2.0, +21.0]).',
      'Against a ranking by the focus with ties settled by whole texts: no difference is established under any condition.',
    ]);
  });
});
