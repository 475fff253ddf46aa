import { area, curveStepAfter, line } from 'd3-shape';
import { categoryAxis, linearAxis, logAxis, type AxisModel } from './axisModel';
import { fitted, placeLabels, textWidth } from './labelPlacement';
import {
  distinctXs,
  type ChartMark,
  type ChartReference,
  type ChartSeries,
  type IntervalStyle,
} from './series';

export type HorizontalAxis =
  | {
      kind: 'linear';
      title: string;
      domain: readonly [number, number];
      ticks?: readonly number[];
      format: (value: number) => string;
    }
  | { kind: 'log'; title: string; ticks?: readonly number[]; format: (value: number) => string }
  | { kind: 'category'; title: string; labels: readonly string[] };

export interface VerticalAxis {
  title: string;
  /** Low end first; a higher first number turns the axis over (rank 1 on top). */
  domain: readonly [number, number];
  ticks?: readonly number[];
  /** Whether it begins past the zero that its figures are measured from: marked where it is drawn. */
  broken?: boolean;
  format: (value: number) => string;
  /** Shorter text for the ticks, which are round numbers. */
  tickFormat?: (value: number) => string;
}

export interface LineChartInput {
  width: number;
  height: number;
  x: HorizontalAxis;
  y: VerticalAxis;
  series: readonly ChartSeries[];
  /** Fine lines under the series, without points, names or stops of their own. */
  guides?: readonly ChartSeries[];
  marks?: readonly ChartMark[];
  reference?: ChartReference | null;
  intervals: IntervalStyle;
}

export interface DrawnPoint {
  /** Index among the points of its series. */
  index: number;
  x: number;
  y: number;
  /** Where its interval is drawn: beside those of other series at this x. */
  whiskerX: number;
  /** Pixels of the low and the high end of the interval. */
  whisker: readonly [number, number] | null;
}

export interface DrawnSeries {
  series: ChartSeries;
  path: string;
  band: string;
  points: DrawnPoint[];
}

export interface DrawnLabel {
  id: string;
  text: string;
  x: number;
  y: number;
  /** Where the labelled line ends. */
  anchor: { x: number; y: number };
}

export interface DrawnMark {
  x: number;
  label: string;
  labelX: number;
  labelY: number;
  anchor: 'start' | 'middle' | 'end';
}

export interface LineChartModel {
  width: number;
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  xAxis: AxisModel;
  yAxis: AxisModel;
  /** Whether the names below the plot stand upright because they would touch side by side. */
  turned: boolean;
  drawn: DrawnSeries[];
  guides: { id: string; path: string; series: ChartSeries }[];
  /** Beside the line ends; empty where the chart is too narrow for them and the legend has to do. */
  labels: DrawnLabel[];
  marks: DrawnMark[];
  reference: { path: string; label: string; x: number; y: number } | null;
  /** The shared x of all series in pixels: where the crosshair stops. */
  stops: { value: number; x: number }[];
}

const labelHeight = 15;
const narrow = 560;
const digits = 1;
/** Pixels between the intervals of staircases at one x; their lines stay where they are. */
const stairStep = 5;
/** Pixels between neighbouring series at one x, at most. */
const widestStep = 7;
const rounded = (value: number) => Math.round(value * 10) / 10;

/** Turns figures and a size into everything that a line chart draws, in pixels. */
export function lineChartModel({
  width,
  height,
  x,
  y,
  series,
  guides = [],
  marks = [],
  reference = null,
  intervals,
}: LineChartInput): LineChartModel {
  const withLabels = width >= narrow && series.length > 1 && series.some(({ line: kind }) => kind !== 'none');
  const labelRoom = withLabels
    ? Math.min(width * 0.32, 34 + 1.08 * Math.max(...series.map(({ label }) => textWidth(label))))
    : 14;
  const flipped = y.domain[0] > y.domain[1];
  const vertical = (range: readonly [number, number]) =>
    linearAxis({
      domain: flipped ? [y.domain[1], y.domain[0]] : y.domain,
      range: flipped ? [range[1], range[0]] : range,
      title: y.title,
      format: y.tickFormat ?? y.format,
      spacing: 26,
      ...(y.ticks ? { ticks: y.ticks } : {}),
    });
  const left = 18 + Math.max(26, ...vertical([height, 0]).ticks.map(({ label }) => textWidth(label) + 8));
  const markRows = marks.length === 0 ? 0 : markLevels(marks, width - left - labelRoom);
  const top = 12 + markRows * labelHeight;
  const names =
    x.kind === 'category'
      ? nameRoom(x.labels, (width - labelRoom - left) / Math.max(1, x.labels.length))
      : { turned: false, room: 16 };
  const plot = { left, right: width - labelRoom, top, bottom: height - 26 - names.room };

  const xs = distinctXs(series);
  const stairs = series.some((one) => one.stairs);
  const dodged = (intervals === 'whiskers' && !stairs) || series.every(({ line: kind }) => kind === 'none');
  // Room for the series that stand beside the outermost x.
  const margin =
    10 +
    (dodged
      ? (Math.min(widestStep, (plot.right - plot.left) / 4 / Math.max(1, series.length)) *
          (series.length - 1)) /
        2
      : 0);
  const horizontal: readonly [number, number] = [plot.left + margin, plot.right - margin];
  const xAxis =
    x.kind === 'category'
      ? categoryAxis({ labels: x.labels, range: [plot.left, plot.right], title: x.title })
      : x.kind === 'log'
        ? logAxis({
            values: xs,
            range: horizontal,
            title: x.title,
            format: x.format,
            ...(x.ticks ? { ticks: x.ticks } : {}),
          })
        : linearAxis({
            domain: x.domain,
            range: horizontal,
            title: x.title,
            format: x.format,
            ...(x.ticks ? { ticks: x.ticks } : {}),
          });
  const yAxis = vertical([plot.bottom, plot.top]);

  const stops = xs.flatMap((value) => {
    const at = xAxis.at(value);
    return at === null ? [] : [{ value, x: at }];
  });
  const step = dodgeStep(
    stops.map((stop) => stop.x),
    series.length,
    dodged,
  );
  const clamp = (at: number) => Math.max(plot.top, Math.min(plot.bottom, at));
  // A missing figure breaks the line: joining its neighbours would invent it.
  const toPath = line<DrawnPoint | null>()
    .defined((point) => point !== null)
    .x((point) => point!.x)
    .y((point) => point!.y)
    .digits(digits);
  const toBand = area<DrawnPoint | null>()
    .defined((point) => point !== null && point.whisker !== null)
    .x((point) => point!.x)
    .y0((point) => point!.whisker![0])
    .y1((point) => point!.whisker![1])
    .digits(digits);
  const toStairs = line<{ x: number; y: number }>()
    .x((point) => xAxis.at(point.x) ?? 0)
    .y((point) => clamp(yAxis.at(point.y)!))
    .curve(curveStepAfter)
    .digits(digits);
  const place = (one: ChartSeries, shift: number): (DrawnPoint | null)[] =>
    one.points.map((point, index) => {
      const px = xAxis.at(point.x);
      const py = point.y === null ? null : yAxis.at(point.y);
      if (px === null || py === null) return null;
      const whisker =
        point.low === null || point.high === null
          ? null
          : ([rounded(clamp(yAxis.at(point.low)!)), rounded(clamp(yAxis.at(point.high)!))] as const);
      const x = rounded(px + shift);
      return { index, x: one.stairs ? rounded(px) : x, y: rounded(clamp(py)), whiskerX: x, whisker };
    });
  const drawn = series.map((one, order): DrawnSeries => {
    const points = place(one, (order - (series.length - 1) / 2) * (stairs ? stairStep : step));
    const joined = one.line !== 'none';
    return {
      series: one,
      path: one.stairs
        ? (toStairs(one.stairs) ?? '')
        : joined && one.line !== 'bandOnly'
          ? (toPath(points) ?? '')
          : '',
      band: joined && intervals === 'bands' ? (toBand(points) ?? '') : '',
      points: points.filter((point) => point !== null),
    };
  });

  return {
    width,
    height,
    plot,
    xAxis,
    yAxis,
    turned: names.turned,
    drawn,
    guides: guides.map((one) => ({ id: one.id, series: one, path: toPath(place(one, 0)) ?? '' })),
    labels: withLabels ? endLabels(drawn, plot, width) : [],
    marks: placeMarks(marks, xAxis, plot),
    reference:
      reference &&
      reference.points.some(({ low, high }) => high >= Math.min(...y.domain) && low <= Math.max(...y.domain))
        ? drawReference(reference, xAxis, yAxis, clamp)
        : null,
    stops,
  };
}

/** Whether names at such a distance have to be turned, and the pixels that they then take below the plot. */
function nameRoom(labels: readonly string[], distance: number): { turned: boolean; room: number } {
  const lines = labels.map((label) => label.split('\n'));
  const widest = Math.max(0, ...lines.flat().map(textWidth));
  return widest * 0.92 > distance - 2
    ? { turned: true, room: widest + 8 }
    : { turned: false, room: 3 + 13 * Math.max(1, ...lines.map((parts) => parts.length)) };
}

/** How far apart neighbouring series stand at one x, so that their whiskers can be told apart: never so far that they reach the next x. */
function dodgeStep(xs: readonly number[], series: number, wanted: boolean): number {
  if (!wanted || series < 2) return 0;
  const gap = xs.length < 2 ? 60 : Math.min(...xs.slice(1).map((x, index) => x - xs[index]!));
  return Math.min(widestStep, (gap * 0.6) / series);
}

function endLabels(drawn: readonly DrawnSeries[], plot: LineChartModel['plot'], width: number): DrawnLabel[] {
  const room = (width - plot.right - 26) / 1.05;
  const ends = drawn.flatMap(({ series, points }) => {
    const end = points.at(-1);
    return end ? [{ series, end }] : [];
  });
  const ys = placeLabels(
    ends.map(({ end }) => end.y),
    labelHeight,
    plot.top - 8,
    plot.bottom + 8,
  );
  return ends.map(({ series, end }, index) => ({
    id: series.id,
    text: fitted(series.label, room),
    x: plot.right + 12,
    y: rounded(ys[index]!),
    anchor: { x: end.x, y: end.y },
  }));
}

/** Rows that the labels of marks need when `width` pixels are there for all of them. */
function markLevels(marks: readonly ChartMark[], width: number): number {
  return marks.length > 1 && marks.reduce((sum, { label }) => sum + textWidth(label) + 16, 0) > width * 0.25
    ? marks.length
    : 1;
}

function placeMarks(
  marks: readonly ChartMark[],
  xAxis: AxisModel,
  plot: LineChartModel['plot'],
): DrawnMark[] {
  const rows = marks.length === 0 ? 0 : markLevels(marks, plot.right - plot.left);
  return marks.flatMap(({ x, label }, index) => {
    const at = xAxis.at(x);
    if (at === null) return [];
    const half = textWidth(label) / 2;
    const anchor = at + half > plot.right + 10 ? 'end' : at - half < plot.left ? 'start' : 'middle';
    return [
      {
        x: rounded(at),
        label,
        anchor,
        labelX: rounded(anchor === 'end' ? at + 4 : anchor === 'start' ? at - 4 : at),
        labelY: 12 + (rows === 1 ? 0 : index) * labelHeight,
      },
    ];
  });
}

function drawReference(
  reference: ChartReference,
  xAxis: AxisModel,
  yAxis: AxisModel,
  clamp: (at: number) => number,
): LineChartModel['reference'] {
  const points = reference.points.flatMap(({ x, low, high }) => {
    const at = xAxis.at(x);
    if (at === null) return [];
    // A band of no height would not be seen: it is at least a pixel and a half.
    const bottom = clamp(yAxis.at(low)!);
    return [{ x: at, bottom, top: Math.min(clamp(yAxis.at(high)!), bottom - 1.5) }];
  });
  const first = points[0];
  if (!first) return null;
  const path =
    area<(typeof points)[number]>()
      .x((point) => point.x)
      .y0((point) => point.bottom)
      .y1((point) => point.top)
      .digits(digits)(points) ?? '';
  return { path, label: reference.label, x: rounded(first.x), y: rounded(first.top) };
}

/** The drawn point nearest to a place, within `reach` pixels; null when none is so near. */
export function nearestPoint(
  model: Pick<LineChartModel, 'drawn'>,
  x: number,
  y: number,
  reach = Infinity,
): { series: number; point: number } | null {
  let best: { series: number; point: number } | null = null;
  let nearest = reach;
  model.drawn.forEach(({ points }, series) => {
    points.forEach((drawnPoint, point) => {
      const distance = Math.hypot(drawnPoint.x - x, drawnPoint.y - y);
      if (distance <= nearest) {
        nearest = distance;
        best = { series, point };
      }
    });
  });
  return best;
}

/**
 * Where a key moves the reader among the points: left and right along a series, up and
 * down to the series that lies above or below at the same x. Null for keys that are not ours.
 */
export function movedBy(
  key: string,
  model: Pick<LineChartModel, 'drawn'>,
  at: { series: number; point: number } | null,
): { series: number; point: number } | null {
  const first = model.drawn.findIndex(({ points }) => points.length > 0);
  if (first < 0) return null;
  if (!at || !model.drawn[at.series]?.points[at.point])
    return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)
      ? { series: first, point: 0 }
      : null;
  const { points } = model.drawn[at.series]!;
  switch (key) {
    case 'ArrowLeft':
      return { ...at, point: Math.max(0, at.point - 1) };
    case 'ArrowRight':
      return { ...at, point: Math.min(points.length - 1, at.point + 1) };
    case 'Home':
      return { ...at, point: 0 };
    case 'End':
      return { ...at, point: points.length - 1 };
    case 'ArrowUp':
    case 'ArrowDown': {
      const value = model.drawn[at.series]!.series.points[points[at.point]!.index]!.x;
      const column = model.drawn
        .flatMap(({ series, points: candidates }, place) =>
          candidates.flatMap(({ index, y }, point) =>
            series.points[index]!.x === value ? [{ series: place, point, y }] : [],
          ),
        )
        .sort((a, b) => a.y - b.y || a.series - b.series);
      const here = column.findIndex(({ series }) => series === at.series);
      const next = column[here + (key === 'ArrowUp' ? -1 : 1)] ?? column[here]!;
      return { series: next.series, point: next.point };
    }
    default:
      return null;
  }
}
