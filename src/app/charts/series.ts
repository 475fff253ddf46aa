import type { SeriesStyle } from './colors';

/** One figure of a chart with its uncertainty; null is missing and is never drawn as 0. */
export interface ChartPoint {
  x: number;
  y: number | null;
  low: number | null;
  high: number | null;
  /** Questions behind the figure; null where it is not a mean over questions. */
  n: number | null;
  /** Drawn as an open marker: what that says stands in the chart's notes. */
  open?: boolean;
}

/** Figures that belong together: one line, one column of the table. */
export interface ChartSeries {
  id: string;
  label: string;
  style: SeriesStyle;
  points: readonly ChartPoint[];
  /** `none`: points alone, where what lies between them means nothing. `bandOnly`: a guide draws what lies between. */
  line?: 'joined' | 'bandOnly' | 'none';
  /** A staircase that is drawn in place of a line through the points: each value holds from its x to the next. */
  stairs?: readonly { x: number; y: number }[];
  /** A second measure of the same thing: hollow markers. */
  hollow?: boolean;
  /** How its figures print where that differs from the axis. */
  format?: (value: number) => string;
}

/** A value of the horizontal axis at which something is marked for all series. */
export interface ChartMark {
  x: number;
  label: string;
}

/** What chance alone would give, as a band between a low and a high end. */
export interface ChartReference {
  label: string;
  points: readonly { x: number; low: number; high: number }[];
}

/** How uncertainty is drawn. */
export type IntervalStyle = 'bands' | 'whiskers' | 'none';

/** The distinct x of all series, ascending. */
export function distinctXs(series: readonly ChartSeries[]): number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
}
