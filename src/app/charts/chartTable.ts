import { interval, isPresent, MISSING } from '../../core/stats/format';
import { toCsv, type CsvValue } from '../../core/stats/csv';
import { distinctXs, type ChartSeries } from './series';

/** A chart's figures as a table on screen: text, since the numbers themselves go into the CSV. */
export interface ChartTableModel {
  caption: string;
  columns: string[];
  rows: { header: string; cells: string[] }[];
}

/** A value with its interval as the table and the read-out print it. */
export function figureText(
  point: { y: number | null; low: number | null; high: number | null } | undefined,
  format: (value: number) => string,
): string {
  if (!point || !isPresent(point.y)) return MISSING;
  const bounds =
    isPresent(point.low) && point.high !== null ? ` ${interval(point.low, point.high, format)}` : '';
  return format(point.y) + bounds;
}

/**
 * The figures of a chart of series: one row per x and one column per series, or turned
 * (`rowPer: 'series'`) where there are more series than places.
 */
export function seriesTable(options: {
  caption: string;
  series: readonly ChartSeries[];
  xTitle: string;
  xLabel: (x: number) => string;
  format: (value: number) => string;
  rowPer: 'x' | 'series';
}): ChartTableModel {
  const { caption, series, xTitle, xLabel, format, rowPer } = options;
  const xs = distinctXs(series);
  const cell = (one: ChartSeries, x: number) =>
    figureText(
      one.points.find((point) => point.x === x),
      one.format ?? format,
    );
  return rowPer === 'x'
    ? {
        caption,
        columns: [xTitle, ...series.map(({ label }) => label)],
        rows: xs.map((x) => ({ header: xLabel(x), cells: series.map((one) => cell(one, x)) })),
      }
    : {
        caption,
        columns: ['', ...xs.map((x) => `${xTitle} ${xLabel(x)}`)],
        rows: series.map((one) => ({ header: one.label, cells: xs.map((x) => cell(one, x)) })),
      };
}

/** The same figures for other programs: one line per figure, full precision, an empty cell for a missing one. */
export function seriesCsv(
  series: readonly ChartSeries[],
  xTitle: string,
  yTitle: string,
  xValue: (x: number) => CsvValue = (x) => x,
): string {
  return toCsv(
    series.flatMap(({ label, points }) => points.map((point) => ({ label, ...point }))),
    [
      { header: 'series', value: ({ label }) => label },
      { header: xTitle, value: ({ x }) => xValue(x) },
      { header: yTitle, value: ({ y }) => y },
      { header: 'low', value: ({ low }) => low },
      { header: 'high', value: ({ high }) => high },
      { header: 'n', value: ({ n }) => n },
    ],
  );
}
