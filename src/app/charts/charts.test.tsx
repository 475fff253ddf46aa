import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { percent } from '../../core/stats/format';
import { ChartFrame } from './ChartFrame';
import { seriesCsv, seriesTable } from './chartTable';
import { conditionStyle, strategyStyle } from './colors';
import { wrapped } from './exportChart';
import { LineChart } from './LineChart';
import { ScatterChart } from './ScatterChart';
import type { ChartSeries } from './series';

afterEach(cleanup);

const series: ChartSeries[] = [
  {
    id: 'clean',
    label: 'clean',
    style: conditionStyle('clean'),
    points: [
      { x: 0, y: 1, low: 0.8, high: 1, n: 128 },
      { x: 0.8, y: 0.75, low: 0.5, high: 0.9, n: 128 },
    ],
  },
  {
    id: 'both',
    label: '<img src=x onerror=alert(1)>',
    style: conditionStyle('both'),
    points: [
      { x: 0, y: 0.25, low: 0.2, high: 0.3, n: 128 },
      { x: 0.8, y: null, low: null, high: null, n: 128 },
    ],
  },
];
const chart = (
  <LineChart
    label="Top 1 against focus weight"
    width={600}
    height={300}
    x={{ kind: 'linear', title: 'focus weight', domain: [0, 1], ticks: [0, 0.5, 1], format: String }}
    y={{ title: 'top 1', domain: [0, 1], ticks: [0, 0.5, 1], format: percent }}
    series={series}
    marks={[{ x: 0.8, label: 'prespecified' }]}
    intervals="whiskers"
    describeX={(x) => `focus weight ${x}`}
    linkOf={(id, index) => ({ href: `#/misses/${id}/${index}`, label: 'Open the misses' })}
  />
);

describe('LineChart', () => {
  it('draws the same calm SVG every time', () => {
    const svg = /<svg.*<\/svg>/s.exec(renderToStaticMarkup(chart))![0].replace(/ class="[^"]*"/g, '');
    expect(svg).toMatchSnapshot();
    expect(svg).not.toMatch(/NaN|undefined|\d\.\d{3,}/);
  });

  it('sets a title that is wider than the drawing narrower, so that it is read whole', () => {
    const titled = (title: string) =>
      render(
        <LineChart
          label="Narrow"
          width={200}
          height={200}
          x={{ kind: 'linear', title, domain: [0, 1], format: String }}
          y={{ title: 'top 1', domain: [0, 1], format: percent }}
          series={series}
          intervals="none"
          describeX={String}
        />,
      );
    titled('focus weight (0 = whole text, 1 = focus alone)');
    const title = screen.getByText(/whole text/);
    expect([title.getAttribute('x'), title.getAttribute('textLength')]).toEqual(['100', '200']);
    cleanup();
    titled('focus weight');
    expect(screen.getByText('focus weight').getAttribute('textLength')).toBeNull();
  });

  it('draws text from data as text', () => {
    const { container } = render(chart);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
  });

  it('moves through its points by keys, says each in words, and links to what lies behind', () => {
    render(chart);
    const plot = screen.getByRole('application', { name: 'Top 1 against focus weight' });
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    expect(screen.getByRole('status').textContent).toBe('clean, focus weight 0: 100 % [80.0, 100], n = 128');
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    expect(screen.getByRole('status').textContent).toBe(
      'clean, focus weight 0.8: 75.0 % [50.0, 90.0], n = 128',
    );
    expect(screen.getByRole('link', { name: 'Open the misses' }).getAttribute('href')).toBe(
      '#/misses/clean/1',
    );
    fireEvent.keyDown(plot, { key: 'Home' });
    fireEvent.keyDown(plot, { key: 'ArrowDown' });
    expect(screen.getByRole('status').textContent).toBe(
      '<img src=x onerror=alert(1)>, focus weight 0: 25.0 % [20.0, 30.0], n = 128',
    );
    fireEvent.keyDown(plot, { key: 'Escape' });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('keeps its place by series, not by position, when a series goes', () => {
    const { rerender } = render(chart);
    const plot = screen.getByRole('application');
    fireEvent.keyDown(plot, { key: 'ArrowRight' });
    fireEvent.keyDown(plot, { key: 'ArrowDown' });
    rerender({ ...chart, props: { ...chart.props, series: series.slice(1) } });
    expect(screen.getByRole('status').textContent).toContain('25.0 %');
    rerender({ ...chart, props: { ...chart.props, series: series.slice(0, 1) } });
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('ScatterChart', () => {
  const plane = (
    <ScatterChart
      label="Cost and quality"
      width={600}
      height={300}
      x={{ title: 'tokens', format: String }}
      y={{ title: 'nDCG@10', domain: [0, 1], ticks: [0, 0.5, 1], format: String }}
      items={[
        { id: 'a', label: 'a', style: strategyStyle('paragraph'), x: 0, y: 0.5, low: 0.4, high: 0.6, n: 800 },
        {
          id: 'b',
          label: 'b',
          style: strategyStyle('recursive'),
          x: 400,
          y: 0.7,
          low: 0.6,
          high: 0.8,
          n: 800,
        },
        {
          id: 'c',
          label: 'c',
          style: strategyStyle('semantic'),
          x: 800,
          y: 0.6,
          low: 0.5,
          high: 0.7,
          n: 800,
        },
      ]}
    />
  );

  it('draws the same calm SVG every time, a zero cost and the front included', () => {
    const svg = /<svg.*<\/svg>/s.exec(renderToStaticMarkup(plane))![0].replace(/ class="[^"]*"/g, '');
    expect(svg).toMatchSnapshot();
    expect(svg).not.toMatch(/NaN|undefined|\d\.\d{3,}/);
  });

  it('says what is on the front', () => {
    render(plane);
    fireEvent.keyDown(screen.getByRole('application'), { key: 'End' });
    expect(screen.getByRole('status').textContent).toBe('c: nDCG@10 0.6 [0.5, 0.7], tokens 800, n = 800');
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowLeft' });
    expect(screen.getByRole('status').textContent).toContain('on the Pareto front');
  });
});

describe('ChartFrame', () => {
  const frame = (
    more: { shape?: 'chart' | 'table'; onChange?: (shown: string[]) => void; onShape?: () => void } = {},
  ) => (
    <ChartFrame
      title="A chart"
      caption="What it shows."
      notes={['The axis is cut.']}
      shape={more.shape ?? 'chart'}
      onShape={more.onShape ?? (() => undefined)}
      legend={[
        {
          label: 'Conditions',
          onChange: more.onChange ?? (() => undefined),
          entries: series.map(({ id, label, style }, index) => ({ id, label, style, on: index === 0 })),
        },
      ]}
      table={seriesTable({
        caption: 'Figures',
        series,
        xTitle: 'focus weight',
        xLabel: String,
        format: percent,
        rowPer: 'x',
      })}
      csv={() => seriesCsv(series, 'focus weight', 'top 1')}
      fileName="chart"
    >
      {() => chart}
    </ChartFrame>
  );

  it('shows and hides series by named buttons that say their state', () => {
    const onChange = vi.fn();
    render(frame({ onChange }));
    const group = screen.getByRole('group', { name: 'Conditions' });
    const [clean, both] = within(group).getAllByRole('button');
    expect([clean, both].map((button) => button!.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
    fireEvent.click(both!);
    fireEvent.click(clean!);
    fireEvent.click(both!, { shiftKey: true });
    fireEvent.click(within(group).getByRole('button', { name: 'Show all of Conditions' }));
    expect(onChange.mock.calls.map(([shown]) => shown)).toEqual([
      ['clean', 'both'],
      [],
      ['both'],
      ['clean', 'both'],
    ]);
  });

  it('gives the same figures as a real table', () => {
    render(frame({ shape: 'table' }));
    const table = screen.getByRole('table', { name: 'Figures' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['focus weight', 'clean', '<img src=x onerror=alert(1)>']);
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent),
    ).toEqual(['0', '0.8']);
    expect(screen.queryByRole('button', { name: 'SVG' })).toBeNull();
    expect(screen.getByRole('button', { name: 'CSV' })).toBeDefined();
  });
});

describe('wrapped', () => {
  it('breaks at spaces and loses no word', () => {
    const lines = wrapped('one two three four five six seven', 60);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe('one two three four five six seven');
  });
});
