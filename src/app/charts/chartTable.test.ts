import { describe, expect, it } from 'vitest';
import { percent } from '../../core/stats/format';
import { strategyStyle } from './colors';
import { figureText, seriesCsv, seriesTable } from './chartTable';
import type { ChartSeries } from './series';

const series: ChartSeries[] = [
  {
    id: 'a',
    label: '=cmd()',
    style: strategyStyle('a'),
    points: [
      { x: 1, y: 0.5, low: 0.4, high: 0.6, n: 800 },
      { x: 3, y: null, low: null, high: null, n: 0 },
    ],
  },
  {
    id: 'b',
    label: 'b',
    style: strategyStyle('b'),
    points: [{ x: 1, y: 2499 / 2500, low: null, high: null, n: 2500 }],
  },
];

describe('chart tables', () => {
  it('give each figure with its interval, missing ones as n/a, and never all where one is missing', () => {
    const table = seriesTable({
      caption: 'c',
      series,
      xTitle: 'k',
      xLabel: String,
      format: percent,
      rowPer: 'x',
    });
    expect(table.columns).toEqual(['k', '=cmd()', 'b']);
    expect(table.rows).toEqual([
      { header: '1', cells: ['50.0 % [40.0, 60.0]', '99.96 %'] },
      { header: '3', cells: ['n/a', 'n/a'] },
    ]);
  });

  it('can be turned', () => {
    const table = seriesTable({
      caption: 'c',
      series,
      xTitle: 'k',
      xLabel: String,
      format: percent,
      rowPer: 'series',
    });
    expect(table.columns).toEqual(['', 'k 1', 'k 3']);
    expect(table.rows[1]).toEqual({ header: 'b', cells: ['99.96 %', 'n/a'] });
  });

  it('write full numbers into the CSV, and neutralise names that a spreadsheet would run', () => {
    expect(seriesCsv(series, 'k', 'hit rate')).toBe(
      "series,k,hit rate,low,high,n\r\n'=cmd(),1,0.5,0.4,0.6,800\r\n'=cmd(),3,,,,0\r\nb,1,0.9996,,,2500\r\n",
    );
  });

  it('print a lone figure', () => {
    expect(figureText(undefined, percent)).toBe('n/a');
    expect(figureText({ y: 0, low: 0, high: 0.206 }, percent)).toBe('0 % [0, 20.6]');
  });
});
