import { describe, expect, it } from 'vitest';
import { strategyStyle } from './colors';
import { lineChartModel, movedBy, nearestPoint, type LineChartInput } from './lineChartModel';
import type { ChartPoint, ChartSeries } from './series';

const point = (
  x: number,
  y: number | null,
  low: number | null = null,
  high: number | null = null,
): ChartPoint => ({ x, y, low, high, n: 128 });
const series = (id: string, points: ChartPoint[]): ChartSeries => ({
  id,
  label: id,
  style: strategyStyle(id),
  points,
});

function input(list: ChartSeries[], more: Partial<LineChartInput> = {}): LineChartInput {
  return {
    width: 400,
    height: 300,
    x: { kind: 'linear', title: 'focus weight', domain: [0, 1], ticks: [0, 0.5, 1], format: String },
    y: { title: 'top 1', domain: [0, 1], ticks: [0, 0.5, 1], format: String },
    series: list,
    intervals: 'bands',
    ...more,
  };
}

describe('lineChartModel', () => {
  it('keeps the fixed domain whatever the figures are', () => {
    const model = lineChartModel(input([series('a', [point(0, 0.9), point(1, 0.95)])]));
    expect(model.yAxis.at(0)).toBe(model.plot.bottom);
    expect(model.yAxis.at(1)).toBe(model.plot.top);
    expect(model.drawn[0]!.points.map(({ y }) => y)).toEqual(
      [0.9, 0.95].map(
        (share) => Math.round((model.plot.bottom - share * (model.plot.bottom - model.plot.top)) * 10) / 10,
      ),
    );
  });

  it('breaks a line at a missing figure instead of joining its neighbours', () => {
    const model = lineChartModel(input([series('a', [point(0, 0.2), point(0.5, null), point(1, 0.4)])]));
    expect(model.drawn[0]!.path.match(/M/g)).toHaveLength(2);
    expect(model.drawn[0]!.points.map(({ index }) => index)).toEqual([0, 2]);
  });

  it('draws intervals as bands or as whiskers, and cuts them at the plot', () => {
    const one = series('a', [point(0, 0.5, 0.4, 0.6), point(1, 0.7, 0.2, 0.99)]);
    const bands = lineChartModel(input([one]));
    expect(bands.drawn[0]!.band).not.toBe('');
    const zoomed = lineChartModel(
      input([one], { y: { title: '', domain: [0.45, 0.8], format: String }, intervals: 'whiskers' }),
    );
    expect(zoomed.drawn[0]!.band).toBe('');
    expect(zoomed.drawn[0]!.points[1]!.whisker).toEqual([zoomed.plot.bottom, zoomed.plot.top]);
  });

  it('sets series apart when whiskers would hide one another, less than the way to the next x', () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      series(`s${index}`, [point(0, 0.5, 0.4, 0.6), point(0.5, 0.5, 0.4, 0.6), point(1, 0.5, 0.4, 0.6)]),
    );
    const model = lineChartModel(input(many, { intervals: 'whiskers' }));
    const xs = model.drawn.map(({ points }) => points.map(({ x }) => x));
    expect(new Set(xs.map((list) => list[0])).size).toBe(8);
    expect(Math.max(...xs.map((list) => list[0]!))).toBeLessThan(Math.min(...xs.map((list) => list[1]!)));
    expect(new Set(lineChartModel(input(many)).drawn.map(({ points }) => points[0]!.x)).size).toBe(1);
  });

  it('names the lines at their ends without overlap where there is room, and leaves it to the legend where there is not', () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      series(`series ${index}`, [point(0, 0.5), point(1, 0.5)]),
    );
    expect(lineChartModel(input(many)).labels).toEqual([]);
    const { labels } = lineChartModel(input(many, { width: 800 }));
    expect(labels.map(({ text }) => text)).toEqual(many.map(({ label }) => label));
    const ys = labels.map(({ y }) => y).sort((a, b) => a - b);
    for (let i = 1; i < ys.length; i++) expect(ys[i]! - ys[i - 1]!).toBeGreaterThanOrEqual(15 - 0.2);
  });

  it('keeps a zero of a logarithmic axis on the chart', () => {
    const model = lineChartModel(
      input([series('a', [point(0, 0.1), point(64, 0.4), point(4096, 0.9)])], {
        x: { kind: 'log', title: 'tokens', format: String },
      }),
    );
    expect(model.xAxis.zeroGutter).not.toBeNull();
    expect(model.drawn[0]!.points).toHaveLength(3);
    expect(model.stops.map(({ value }) => value)).toEqual([0, 64, 4096]);
  });

  it('turns the axis over for ranks: 1 is on top', () => {
    const model = lineChartModel(
      input([series('a', [point(0, 1), point(1, 8)])], {
        x: { kind: 'category', title: '', labels: ['p', 'q'] },
        y: { title: 'rank', domain: [8.5, 0.5], format: String },
      }),
    );
    expect(model.drawn[0]!.points[0]!.y).toBeLessThan(model.drawn[0]!.points[1]!.y);
  });

  it('puts the labels of marks on rows of their own where they would overlap', () => {
    const marks = [
      { x: 0.8, label: 'prespecified 80/20' },
      { x: 0.95, label: 'chosen on development families' },
    ];
    const model = lineChartModel(input([series('a', [point(0, 0.5), point(1, 0.5)])], { marks }));
    expect(new Set(model.marks.map(({ labelY }) => labelY)).size).toBe(2);
    expect(model.marks.map(({ anchor }) => anchor)).toEqual(['middle', 'end']);
    expect(model.plot.top).toBeGreaterThan(Math.max(...model.marks.map(({ labelY }) => labelY)));
  });

  it('survives no series at all', () => {
    const model = lineChartModel(input([]));
    expect(model.drawn).toEqual([]);
    expect(movedBy('ArrowRight', model, null)).toBeNull();
    expect(nearestPoint(model, 10, 10)).toBeNull();
  });

  it('draws the band of chance at least thick enough to be seen', () => {
    const model = lineChartModel(
      input([series('a', [point(0, 0.5), point(1, 0.5)])], {
        reference: {
          label: 'random',
          points: [
            { x: 0, low: 0.02, high: 0.02 },
            { x: 1, low: 0.02, high: 0.02 },
          ],
        },
      }),
    );
    expect(model.reference!.label).toBe('random');
    const ys = [...model.reference!.path.matchAll(/,(\d+(?:\.\d+)?)/g)].map((match) => Number(match[1]));
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThanOrEqual(1.4);
  });
});

describe('moving among points', () => {
  const model = lineChartModel(
    input([
      series('a', [point(0, 0.2), point(0.5, null), point(1, 0.4)]),
      series('b', [point(0, 0.6), point(0.5, 0.7), point(1, 0.3)]),
    ]),
  );

  it('starts at the first point and goes along a series, stopping at its ends', () => {
    expect(movedBy('ArrowRight', model, null)).toEqual({ series: 0, point: 0 });
    expect(movedBy('ArrowRight', model, { series: 0, point: 0 })).toEqual({ series: 0, point: 1 });
    expect(movedBy('ArrowRight', model, { series: 0, point: 1 })).toEqual({ series: 0, point: 1 });
    expect(movedBy('End', model, { series: 1, point: 0 })).toEqual({ series: 1, point: 2 });
    expect(movedBy('Home', model, { series: 1, point: 2 })).toEqual({ series: 1, point: 0 });
  });

  it('goes up and down by what is drawn above and below at the same x', () => {
    expect(movedBy('ArrowUp', model, { series: 0, point: 0 })).toEqual({ series: 1, point: 0 });
    expect(movedBy('ArrowDown', model, { series: 0, point: 1 })).toEqual({ series: 1, point: 2 });
    expect(movedBy('ArrowUp', model, { series: 1, point: 1 })).toEqual({ series: 1, point: 1 });
  });

  it('leaves other keys to the page', () => {
    expect(movedBy('Tab', model, { series: 0, point: 0 })).toBeNull();
    expect(movedBy('j', model, null)).toBeNull();
  });

  it('finds the nearest point, within reach', () => {
    const { x, y } = model.drawn[1]!.points[1]!;
    expect(nearestPoint(model, x + 3, y + 3)).toEqual({ series: 1, point: 1 });
    expect(nearestPoint(model, x + 30, y + 30, 10)).toBeNull();
  });
});
