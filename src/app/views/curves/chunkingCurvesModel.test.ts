import { describe, expect, it } from 'vitest';
import { chunkingSummaryFixture, estimateOf, hostileName } from '../../../testing/summaryFixtures';
import { readParams, writeParams } from '../../state/params';
import { parseLocation } from '../../state/urlState';
import { chunkingCodecs, chunkingLegend, missesLink, publishedSettingId, tableNotes } from './chunkingCodecs';
import { onStairs } from '../../../experiments/chunking/budgets';
import {
  budgetSeries,
  chosenRows,
  computedSeries,
  cutoffMeasureIds,
  cutoffReference,
  cutoffSeries,
  isStored,
  planeItems,
} from './chunkingCurvesModel';
import { cutAxisNote, shareAxis, titled } from './figures';

const summary = chunkingSummaryFixture();
const codecs = chunkingCodecs(summary);
const values = readParams(codecs, {}).values;
const main = chosenRows(summary, values.strategies, values.retrievers);

describe('curves of a chunking benchmark', () => {
  it('show the first table until the reader adds rows of the second', () => {
    expect(main.map(({ row }) => row)).toEqual(['fixed_size', 'recursive', 'paragraph']);
    expect(chosenRows(summary, ['recursive'], ['bm25', 'hybrid']).map(({ row }) => row)).toEqual([
      'recursive',
      'recursive-hybrid',
    ]);
  });

  it('have a figure at each stored cutoff with its interval', () => {
    const [fixed] = cutoffSeries(main, 'hitAt');
    expect(fixed!.points.map(({ x }) => x)).toEqual([1, 3, 5, 10]);
    expect(fixed!.points[2]).toMatchObject({ y: 0.76, n: 800 });
    expect(fixed!.points[2]!.low).toBeCloseTo(0.71, 12);
  });

  it('keep a strategy’s colour and marker in every retriever and tell those apart by the line', () => {
    const [own, hybrid] = cutoffSeries(chosenRows(summary, ['recursive'], ['bm25', 'hybrid']), 'hitAt');
    expect(hybrid!.style.color).toBe(own!.style.color);
    expect(hybrid!.style.marker).toBe(own!.style.marker);
    expect(hybrid!.style.dash).not.toBe(own!.style.dash);
  });

  it('leave out rows that are still being computed', () => {
    const series = computedSeries(
      main,
      new Map([['recursive', [estimateOf(0.5, 800), estimateOf(0.6, 800)]]]),
    );
    expect(series.map(({ id }) => id)).toEqual(['recursive']);
    expect(series[0]!.points.map(({ x, y }) => [x, y])).toEqual([
      [1, 0.5],
      [2, 0.6],
    ]);
  });

  it('draw chance from the worst row to the best, only where it is stored', () => {
    expect(cutoffReference(main, 'hitAt')!.points).toEqual(
      [1, 3, 5, 10].map((x) => ({ x, low: 0.01, high: 0.01 })),
    );
    expect(cutoffReference(main, 'spanRecallAt')).toBeNull();
    expect(cutoffReference([], 'hitAt')).toBeNull();
    expect(cutoffMeasureIds.filter((id) => !isStored(id))).toEqual(['ndcgAt', 'mrrAt']);
  });

  it('are the staircase that a direct count over questions gives, at every budget', () => {
    const { rows: stored, questions, measures } = budgetCase();
    const row = main.find(({ row: id }) => id === 'recursive')!;
    for (const measure of measures) {
      const [series] = budgetSeries([row], measure.id, {
        rows: new Map([[row.row, stored]]),
        questions,
        budget: 500,
        at: new Map(),
      });
      const stairs = series!.stairs!.map(({ x, y }) => ({ tokens: x, value: y }));
      for (let budget = stairs[0]!.tokens; budget <= 4_096; budget++)
        expect(onStairs(stairs, budget), `${measure.id} at ${budget}`).toBeCloseTo(
          measure.direct(budget),
          12,
        );
      for (const { x, y } of series!.points) expect(y).toBeCloseTo(measure.direct(x), 12);
      expect(series!.points.map(({ x }) => x)).toContain(500);
    }
  });

  it('follow the budget', () => {
    const row = {
      ...main[0]!,
      budgetCurve: [
        {
          tokens: 64,
          hitRate: estimateOf(0, 800),
          spanRecall: estimateOf(0.1, 800),
          evidenceCoverage: estimateOf(0.2, 790),
        },
      ],
    };
    expect(budgetSeries([row], 'hitRate', null)[0]!.points).toEqual([
      { x: 64, y: 0, low: 0, high: 0.2, n: 800 },
    ]);
    expect(budgetSeries([row], 'evidenceCoverage', null)[0]!.points[0]!.n).toBe(790);
  });

  it('place rows by cost and quality; a row that never passes 90 % has no cost', () => {
    const items = planeItems(main, 'contextTokensAt90', 'ndcgAt10');
    expect(items.map(({ id, x, y }) => [id, x, y])).toEqual([
      ['fixed_size', 812.4, 0.71],
      ['recursive', 640.2, 0.78],
      ['paragraph', null, 0.76],
    ]);
    expect(items[0]!.xInterval).toEqual([792.4, 832.4]);
    expect(items[2]!.label).toBe(hostileName);
  });
});

describe('the URL of the chunking curves', () => {
  it('keeps what it knows, drops the rest by name, and leaves defaults out', () => {
    const { values: read, dropped } = readParams(codecs, {
      chart: 'cost',
      strategies: 'recursive,gone',
      retrievers: 'bm25,hybrid',
      measure: 'within512',
      quality: 'nonsense',
    });
    expect(read).toMatchObject({
      chart: 'cost',
      strategies: ['recursive'],
      retrievers: ['bm25', 'hybrid'],
      measure: 'within512',
      quality: 'ndcgAt10',
    });
    expect(dropped).toEqual(['strategies “gone”', 'quality “nonsense”']);
    expect(writeParams(codecs, values)).toEqual({});
    expect(readParams(codecs, writeParams(codecs, read)).values).toEqual(read);
  });

  it('names the published search setting', () => {
    expect(publishedSettingId(summary)).toBe('lucene-1.2-0.75-unicode');
    expect(values.setting).toBe('lucene-1.2-0.75-unicode');
  });

  it('leads to the misses of a row, by the cutoff and rule of the point', () => {
    const experiment = { entry: { id: 'x' } } as Parameters<typeof missesLink>[0];
    expect(
      parseLocation(missesLink(experiment, 'recursive', { cutoff: 3, rule: 'evidence' }).href).params,
    ).toEqual({ row: 'recursive', k: '3', rule: 'evidence' });
    expect(parseLocation(missesLink(experiment, 'a/b & c').href).params).toEqual({ row: 'a/b & c' });
  });
});

describe('the legend', () => {
  it('sets the second table apart, and a press in one group leaves the other alone', () => {
    const changes: object[] = [];
    const groups = chunkingLegend({ summary, values, set: (patch) => changes.push(patch) });
    expect(groups.map(({ label }) => label)).toEqual(['Strategies', 'Search', 'Second table']);
    groups[2]!.onChange(['hybrid']);
    groups[1]!.onChange([]);
    groups[0]!.onChange(['paragraph']);
    expect(changes).toEqual([
      { retrievers: ['bm25', 'hybrid'] },
      { retrievers: [] },
      { strategies: ['paragraph'] },
    ]);
    expect(tableNotes({ summary, values })).toEqual([]);
    expect(tableNotes({ summary, values: { ...values, retrievers: ['hybrid'] } })[0]).toContain('toy-model');
  });
});

describe('axes and titles', () => {
  it('are fixed unless zoomed, and a cut axis is said', () => {
    const fixed = shareAxis('R@k', 'share', null);
    expect(fixed.domain).toEqual([0, 1]);
    expect(cutAxisNote(fixed)).toEqual([]);
    const zoomed = shareAxis('R@k', 'share', [{ x: 1, y: 0.72, low: 0.7, high: 0.78, n: 800 }]);
    expect(cutAxisNote(zoomed)).toEqual([
      'The vertical axis is cut: it runs from 68 % to 80 %, not from 0 % to 100 %.',
    ]);
    expect([0, 0.2, 0.125].map((value) => shareAxis('', 'score', null).tickFormat!(value))).toEqual([
      '0',
      '0.2',
      '0.125',
    ]);
  });

  it('keep the spelling of names', () => {
    expect(['span recall@k', 'nDCG@k', 'R@k', 'top 1'].map(titled)).toEqual([
      'Span recall@k',
      'nDCG@k',
      'R@k',
      'Top 1',
    ]);
  });
});

/** Questions of which some are never found, some at once and some at one budget, with a plain count of what each budget holds. */
function budgetCase() {
  const tokens = [17, 17, 400, 500, 501, 4_096, 5_000, null, 76, 1_200];
  const questions = tokens.map((_, q) => ({
    id: String(q),
    document: 0,
    families: {},
    gold: [{ document: 0, start: 0, end: 10 + q }],
  }));
  const partial = tokens.map((at, q) => (at === null ? [] : [Math.ceil(at / 2), 5, at, 10 + q]));
  const mean = (held: (q: number) => number) =>
    tokens.reduce<number>((sum, _, q) => sum + held(q), 0) / tokens.length;
  const found = (q: number, budget: number) => Number(tokens[q] !== null && tokens[q]! <= budget);
  return {
    rows: { row: 'recursive', answer: tokens, evidence: tokens, spanRecall: partial },
    questions,
    measures: [
      { id: 'hitRate' as const, direct: (budget: number) => mean((q) => found(q, budget)) },
      { id: 'evidenceCoverage' as const, direct: (budget: number) => mean((q) => found(q, budget)) },
      {
        id: 'spanRecall' as const,
        direct: (budget: number) =>
          mean((q) =>
            found(q, budget)
              ? 1
              : tokens[q] !== null && Math.ceil(tokens[q]! / 2) <= budget
                ? 5 / (10 + q)
                : 0,
          ),
      },
    ],
  };
}
