import { line } from 'd3-shape';
import { linearAxis, logAxis, type AxisModel } from './axisModel';
import type { SeriesStyle } from './colors';
import { placeLabels, textWidth } from './labelPlacement';
import type { VerticalAxis } from './lineChartModel';

/** One thing on a plane of cost (across, lower is better) and quality (up, higher is better). */
export interface ScatterItem {
  id: string;
  label: string;
  style: SeriesStyle;
  x: number | null;
  y: number | null;
  low: number | null;
  high: number | null;
  /** Interval of the cost, where it is a mean over questions. */
  /** A high end of null has no bound: it is drawn to the edge. */
  xInterval?: readonly [number, number | null] | null;
  n: number | null;
}

/**
 * The items that no other item beats: none costs at most as much *and* is at least as
 * good, with one of the two strictly. Cheapest first. Items of equal cost and quality are
 * on the front together; items without a cost or a quality are not on it.
 */
export function paretoFront<T extends { x: number | null; y: number | null }>(items: readonly T[]): T[] {
  const placed = items.filter(
    (item): item is T & { x: number; y: number } =>
      item.x !== null && item.y !== null && Number.isFinite(item.x) && Number.isFinite(item.y),
  );
  const sorted = [...placed].sort((a, b) => a.x - b.x || b.y - a.y);
  const front: (T & { x: number; y: number })[] = [];
  for (const item of sorted) {
    const best = front.at(-1);
    if (!best || item.y > best.y || (item.y === best.y && item.x === best.x)) front.push(item);
  }
  return front;
}

export interface ScatterInput {
  width: number;
  height: number;
  x: { title: string; format: (value: number) => string };
  y: VerticalAxis;
  items: readonly ScatterItem[];
}

export interface DrawnItem {
  item: ScatterItem;
  x: number;
  y: number;
  whisker: readonly [number, number] | null;
  /** Pixels of the cost's interval. */
  reach: readonly [number, number] | null;
  onFront: boolean;
  label: { x: number; y: number; anchor: 'start' | 'end' } | null;
}

export interface ScatterModel {
  width: number;
  height: number;
  plot: { left: number; right: number; top: number; bottom: number };
  xAxis: AxisModel;
  yAxis: AxisModel;
  /** In reading order: from low cost to high. */
  drawn: DrawnItem[];
  /** Stairs below the front: what can be had for at most that cost. */
  frontPath: string;
  /** Items without a cost or a quality. */
  missing: ScatterItem[];
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Turns items and a size into everything that a cost and quality plane draws, in pixels. */
export function scatterModel({ width, height, x, y, items }: ScatterInput): ScatterModel {
  const vertical = (range: readonly [number, number]) =>
    linearAxis({
      domain: y.domain,
      range,
      title: y.title,
      format: y.tickFormat ?? y.format,
      spacing: 26,
      ...(y.ticks ? { ticks: y.ticks } : {}),
    });
  const left = 18 + Math.max(26, ...vertical([height, 0]).ticks.map(({ label }) => textWidth(label) + 8));
  const plot = { left, right: width - 14, top: 14, bottom: height - 42 };
  const xAxis = logAxis({
    values: items.flatMap((item) =>
      item.x === null || item.y === null
        ? []
        : [item.x, ...[...(item.xInterval ?? [])].filter((end) => end !== null)],
    ),
    range: [plot.left + 26, plot.right - 30],
    title: x.title,
    format: x.format,
  });
  const yAxis = vertical([plot.bottom, plot.top]);
  const clamp = (at: number) => Math.max(plot.top, Math.min(plot.bottom, at));
  const front = paretoFront(items);
  const missing: ScatterItem[] = [];
  const drawn = items.flatMap((item): DrawnItem[] => {
    const px = item.x === null ? null : xAxis.at(item.x);
    const py = item.y === null ? null : yAxis.at(item.y);
    if (px === null || py === null) {
      missing.push(item);
      return [];
    }
    const whisker =
      item.low === null || item.high === null
        ? null
        : ([rounded(clamp(yAxis.at(item.low)!)), rounded(clamp(yAxis.at(item.high)!))] as const);
    const reach = item.xInterval
      ? ([
          rounded(xAxis.at(item.xInterval[0]) ?? px),
          rounded(item.xInterval[1] === null ? plot.right : (xAxis.at(item.xInterval[1]) ?? px)),
        ] as const)
      : null;
    return [
      {
        item,
        x: rounded(px),
        y: rounded(clamp(py)),
        whisker,
        reach,
        onFront: front.includes(item),
        label: null,
      },
    ];
  });
  drawn.sort((a, b) => a.x - b.x || a.y - b.y);
  if (width >= 480) labelItems(drawn, plot);
  return {
    width,
    height,
    plot,
    xAxis,
    yAxis,
    drawn,
    frontPath: stairs(front, xAxis, yAxis, clamp, plot),
    missing,
  };
}

/** Labels to the right of their points, or to the left near the edge, moved up or down where they would touch another. */
function labelItems(drawn: DrawnItem[], plot: ScatterModel['plot']): void {
  const sideOf = ({ x, item }: DrawnItem) =>
    x + 12 + textWidth(item.label) * 1.08 > plot.right ? 'end' : 'start';
  const reach = (one: DrawnItem): [number, number] => {
    const width = 14 + textWidth(one.item.label) * 1.08;
    return sideOf(one) === 'start' ? [one.x, one.x + width] : [one.x - width, one.x];
  };
  // Only labels that share columns of pixels can touch.
  const groups: DrawnItem[][] = [];
  for (const one of drawn) {
    const [from, to] = reach(one);
    const touching = groups.filter((group) =>
      group.some((other) => reach(other)[0] < to && reach(other)[1] > from),
    );
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push([...touching.flat(), one]);
  }
  for (const group of groups) {
    const ys = placeLabels(
      group.map(({ y }) => y),
      14,
      plot.top - 6,
      plot.bottom + 6,
    );
    group.forEach((one, index) => {
      const anchor = sideOf(one);
      one.label = { x: rounded(one.x + (anchor === 'start' ? 13 : -13)), y: rounded(ys[index]!), anchor };
    });
  }
}

function stairs(
  front: readonly ScatterItem[],
  xAxis: AxisModel,
  yAxis: AxisModel,
  clamp: (at: number) => number,
  plot: ScatterModel['plot'],
): string {
  const corners: [number, number][] = [];
  for (const item of front) {
    const px = xAxis.at(item.x!);
    const py = clamp(yAxis.at(item.y!)!);
    if (px === null) continue;
    const previous = corners.at(-1);
    if (previous) corners.push([px, previous[1]]);
    corners.push([px, py]);
  }
  const last = corners.at(-1);
  if (!last) return '';
  return line().digits(1)([[corners[0]![0], plot.bottom], ...corners, [plot.right, last[1]]]) ?? '';
}
