import { describe, expect, it } from 'vitest';
import { blendCurve } from '../../../experiments/blend/measure/evaluation';
import { blendSummaryFixture } from '../../../testing/summaryFixtures';
import { smallBlendBlock } from '../../../testing/blendBlocks';
import { blendConditions, type BlendSummary } from '../../../experiments/blend/formats';
import { parseLocation } from '../../state/urlState';
import { queriesLink } from './blendCodecs';
import {
  blendAxis,
  captionOf,
  explorationOrder,
  exploredSeries,
  measureTitle,
  oneSidedSeries,
  weightMarks,
  weightSeries,
  type ShownCurves,
} from './blendCurvesModel';
import { exploreWeight } from './exploreWeight';

/** The fixture with weights that differ: whole 0, 80/20, one chosen at 0.6, and a one-sided method. */
function summary(): BlendSummary {
  const fixture = blendSummaryFixture();
  const weights: Record<string, [number, number]> = {
    whole: [0, 0],
    blend80: [0.8, 0.8],
    hostile: [0.6, 0.6],
    ['__proto__']: [0.8, 0],
    nothing: [1, 1],
  };
  return {
    ...fixture,
    rows: fixture.rows.map((row) => ({
      ...row,
      queryWeight: weights[row.row]![0],
      storedWeight: weights[row.row]![1],
    })),
  };
}
const all: ShownCurves = { metric: 'top1', coverage: true, conditions: blendConditions, block: 'both' };

describe('curves over the focus weight', () => {
  it('go from the whole text to the focus alone, symmetric methods only, a method without queries missing', () => {
    const [clean] = weightSeries(summary(), all);
    expect(clean!.points.map(({ x, y, n }) => [x, y, n])).toEqual([
      [0, 0.4, 128],
      [0.6, 0.7, 128],
      [0.8, 0.75, 128],
      [1, null, 0],
    ]);
  });

  it('give coverage as a second, hollow series of every condition, with exact bounds where nothing is missed', () => {
    const series = weightSeries(summary(), all);
    expect(series).toHaveLength(8);
    const coverage = series[4]!;
    expect(coverage.hollow).toBe(true);
    expect(coverage.label).toBe('Clean texts, coverage@4');
    expect(coverage.points[0]).toMatchObject({ y: 1, low: 0.8, high: 1, n: 16 });
  });

  it('draw only what is chosen, in the order of the conditions', () => {
    const series = weightSeries(summary(), { ...all, coverage: false, conditions: ['both', 'clean'] });
    expect(series.map(({ label }) => label)).toEqual(['Clean texts', 'Noise in both']);
    expect(weightSeries(summary(), { ...all, conditions: [] })).toEqual([]);
  });

  it('take a block’s own figures', () => {
    expect(weightSeries(summary(), { ...all, block: 'intent' })[0]!.points[0]).toMatchObject({
      y: 0.4,
      n: 64,
    });
  });

  it('set one-sided methods beside the prespecified one, as points', () => {
    const { rows, series } = oneSidedSeries(summary(), all);
    expect(rows.map(({ row }) => row)).toEqual(['blend80', '__proto__']);
    expect(series.every(({ line }) => line === 'none')).toBe(true);
    expect(series[0]!.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0.75],
      [1, 0.3],
    ]);
  });

  it('mark the prespecified weight and the development choice, once where they agree', () => {
    expect(weightMarks(summary())).toEqual([
      { x: 0.8, label: 'prespecified 80/20' },
      { x: 0.6, label: 'development choice 60/40' },
    ]);
    const agreed = summary();
    expect(weightMarks({ ...agreed, selection: { ...agreed.selection, chosen: 'blend80' } })).toEqual([
      { x: 0.8, label: 'prespecified 80/20, also the development choice' },
    ]);
  });

  it('say what they rest on', () => {
    expect(measureTitle(all)).toBe('Top 1 and generic coverage');
    expect(captionOf(summary(), all)).toMatch(/^128 specific evaluation queries and 16 generic ones\. /);
    expect(captionOf(summary(), { ...all, coverage: false, block: 'context' })).toMatch(
      /^64 specific evaluation queries of the context block\. /,
    );
  });

  it('stand on a fixed axis from 0 to 1 unless it is zoomed', () => {
    expect(blendAxis(all, null).domain).toEqual([0, 1]);
    const [low, high] = blendAxis(all, weightSeries(summary(), { ...all, coverage: false })).domain;
    expect(low).toBeGreaterThanOrEqual(0.3);
    expect(high).toBeLessThanOrEqual(0.9);
  });

  it('lead to the queries behind a point', () => {
    const experiment = { entry: { id: 'a/b' } } as Parameters<typeof queriesLink>[0];
    const link = queriesLink(experiment, 'intent', 'blend80', 'coverageAt4.stored')!;
    expect(parseLocation(link.href)).toEqual({
      place: { page: 'experiment', experiment: 'a/b', view: 'failures' },
      params: { method: 'blend80', condition: 'stored', kind: 'generic', block: 'intent' },
      dropped: [],
    });
    expect(queriesLink(experiment, 'both', undefined, 'top1.clean')).toBeNull();
  });
});

describe('exploration between the measured weights', () => {
  const blocks = {
    context: smallBlendBlock('context', ['development', 'evaluation', 'evaluation'], 7).block,
    intent: smallBlendBlock('intent', ['evaluation', 'evaluation'], 8).block,
  };

  it('visits every hundredth once, coarse before fine', () => {
    const order = explorationOrder();
    expect(order.slice(0, 11)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect([...order].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 101 }, (_, percent) => percent / 100),
    );
  });

  it('agrees with the figures of the core at the same weight', () => {
    const explored = exploreWeight(blocks, 0.8);
    const [expected] = blendCurve(blocks, [0.8], { draws: 1 });
    for (const condition of blendConditions) {
      for (const metric of ['top1', 'reciprocalRank', 'coverageAt4'] as const)
        expect(explored.figures.both[metric][condition]).toBeCloseTo(expected![metric][condition].value!, 9);
    }
  });

  it('weighs the blocks of “both” by their queries', () => {
    const { figures } = exploreWeight(blocks, 0.4);
    // Two evaluation families in each block: the mean of the two.
    expect(figures.both.top1.query).toBeCloseTo(
      (figures.context.top1.query! + figures.intent.top1.query!) / 2,
      12,
    );
  });

  it('is drawn in the order of the weights, whatever order they came in, without markers or intervals', () => {
    const series = exploredSeries(
      [exploreWeight(blocks, 0.5), exploreWeight(blocks, 0), exploreWeight(blocks, 1)],
      { ...all, coverage: false },
    );
    expect(series).toHaveLength(4);
    expect(series[0]!.points.map(({ x }) => x)).toEqual([0, 0.5, 1]);
    expect(series[0]!.style.marker).toBe('none');
    expect(series[0]!.points.every(({ low, n }) => low === null && n === null)).toBe(true);
  });
});
