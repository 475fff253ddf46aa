import { scaleLinear } from 'd3-scale';

export interface Tick {
  value: number;
  /** Pixels. */
  at: number;
  label: string;
}

/** An axis as plain data: where values lie, which ticks are drawn, what it is called. */
export interface AxisModel {
  title: string;
  ticks: Tick[];
  /** Pixels of the low and the high end; the end may be smaller (an axis that points up). */
  range: readonly [number, number];
  /** Pixels of a value; null for one that cannot be drawn. */
  at(value: number): number | null;
  /** On a logarithmic axis with a zero among the values: where zeros are drawn and where the axis is broken. */
  zeroGutter: { at: number; breakAt: number } | null;
}

interface Placed {
  title: string;
  range: readonly [number, number];
  format: (value: number) => string;
}

const ordered = (a: number, b: number) => Math.abs(b - a);

/** A linear axis over a fixed domain; `ticks` are thinned out where their labels would touch. */
export function linearAxis({
  domain,
  range,
  title,
  format,
  ticks,
  spacing = 40,
}: Placed & { domain: readonly [number, number]; ticks?: readonly number[]; spacing?: number }): AxisModel {
  const [low, high] = domain;
  if (!(low < high))
    throw new RangeError(`axis "${title}" runs from ${low} to ${high}, expected a low end below a high end`);
  const scale = scaleLinear().domain(domain).range(range);
  const at = (value: number) => (Number.isFinite(value) ? scale(value) : null);
  const values = ticks ?? scale.ticks(Math.max(2, Math.floor(ordered(...range) / spacing)));
  return {
    title,
    range,
    at,
    zeroGutter: null,
    ticks: thinned(
      values.map((value) => ({ value, at: scale(value), label: format(value) })),
      spacing,
    ),
  };
}

/** Pixels that the zero gutter takes from a logarithmic axis. */
export const gutterWidth = 44;

/**
 * A logarithmic axis over the values given. A zero has no logarithm but is a cost like
 * any other, and a cheap one: it is drawn in a marked gutter at the low end, so that it
 * neither vanishes nor breaks the chart. Negative values cannot be drawn.
 */
export function logAxis({
  values,
  range,
  title,
  format,
  ticks,
  spacing = 44,
}: Placed & { values: readonly number[]; ticks?: readonly number[]; spacing?: number }): AxisModel {
  const positive = [...values, ...(ticks ?? [])].filter((value) => value > 0 && value < Infinity);
  const hasZero = values.some((value) => value === 0);
  const [start, end] = range;
  const direction = Math.sign(end - start);
  const logStart = hasZero ? start + direction * gutterWidth : start;
  let [low, high] = positive.length === 0 ? [1, 10] : [Math.min(...positive), Math.max(...positive)];
  if (low === high) [low, high] = [low / 2, high * 2];
  const place = (value: number) =>
    logStart + ((Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (end - logStart);
  const zeroAt = start + direction * 14;
  const zeroGutter = hasZero ? { at: zeroAt, breakAt: start + direction * 29 } : null;
  const at = (value: number) =>
    value > 0 && value < Infinity ? place(value) : value === 0 && zeroGutter ? zeroAt : null;
  const candidates = (ticks ?? niceLogTicks(low, high)).filter((value) => value >= low && value <= high);
  const logTicks = thinned(
    candidates.map((value) => ({ value, at: place(value), label: format(value) })),
    spacing,
  );
  return {
    title,
    range,
    at,
    zeroGutter,
    ticks: zeroGutter ? [{ value: 0, at: zeroAt, label: format(0) }, ...logTicks] : logTicks,
  };
}

/** 1, 2 and 5 times the powers of ten within the bounds; where that gives fewer than two, the bounds themselves. */
function niceLogTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of [1, 2, 5]) {
      const tick = Number(`${factor}e${power}`);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks.length >= 2 ? ticks : [low, high];
}

/** Named places at equal distances, the values 0, 1, 2 … */
export function categoryAxis({
  labels,
  range,
  title,
}: {
  labels: readonly string[];
  range: readonly [number, number];
  title: string;
}): AxisModel {
  const [start, end] = range;
  const place = (index: number) => start + ((end - start) * (index + 0.5)) / labels.length;
  return {
    title,
    range,
    zeroGutter: null,
    at: (value) => (Number.isInteger(value) && value >= 0 && value < labels.length ? place(value) : null),
    ticks: labels.map((label, value) => ({ value, at: place(value), label })),
  };
}

/** Keeps the first tick and every later one that is `spacing` pixels from the last kept; the last tick wins over its neighbour. */
function thinned(ticks: readonly Tick[], spacing: number): Tick[] {
  const last = ticks.at(-1);
  if (!last) return [];
  const kept: Tick[] = [];
  for (const tick of ticks) {
    const previous = kept.at(-1);
    if (!previous || ordered(previous.at, tick.at) >= spacing * 0.75) kept.push(tick);
  }
  if (kept.at(-1) === last) return kept;
  while (kept.length > 1 && ordered(kept.at(-1)!.at, last.at) < spacing * 0.75) kept.pop();
  return [...kept, last];
}

/**
 * A domain for shares that shows what there is: the values' own extent, widened to round
 * bounds, never beyond `within`. The full domain where there are no values.
 */
export function zoomedDomain(
  values: readonly (number | null)[],
  within: readonly [number, number],
): [number, number] {
  const present = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (present.length === 0) return [...within];
  const low = Math.min(...present);
  const high = Math.max(...present);
  const room = Math.max((high - low) * 0.05, 0.005);
  const [niceLow, niceHigh] = scaleLinear()
    .domain([low - room, high + room])
    .nice(5)
    .domain() as [number, number];
  return [Math.max(within[0], niceLow), Math.min(within[1], niceHigh)];
}
