import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  blendSummaryFixture,
  chunkingSummaryFixture,
  entryFixture,
  estimateOf,
  hostileName,
} from '../../../testing/summaryFixtures';
import { memorySource } from '../../data/artifactSource';
import { sha256Hex } from '../../../artifact/sha256';
import { followBrowserHistory, navigate, useApp } from '../../state/store';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { BlendCurves } from './BlendCurves';
import { ChunkingCurves } from './ChunkingCurves';

let stop: () => void;
beforeEach(() => {
  stop = followBrowserHistory();
});
afterEach(() => {
  cleanup();
  stop();
});

let opened = 0;

async function openWith(kind: 'contextual-blend' | 'chunking', summary: object): Promise<OpenExperiment> {
  const bytes = new TextEncoder().encode(JSON.stringify(summary));
  opened += 1;
  return {
    source: memorySource(`curves-${opened}`, new Map([['x/summary.json', bytes]])),
    entry: entryFixture(kind, 'x', [
      { name: 'summary.json', sha256: (await sha256Hex(bytes)) ?? '', bytes: bytes.length },
    ]),
  };
}

async function show(
  View: ComponentType<ExperimentViewProps>,
  experiment: OpenExperiment,
  params: Record<string, string> = {},
) {
  navigate({ page: 'experiment', experiment: 'x', view: 'curves' }, params);
  await act(async () => {
    render(
      <Suspense fallback="…">
        <View experiment={experiment} />
      </Suspense>,
    );
  });
  await waitFor(() => expect(screen.queryByText('…')).toBeNull());
}

const params = () => useApp.getState().selection.params;

describe('blend curves', () => {
  it('write what is toggled into the URL and draw what the URL says', async () => {
    await show(BlendCurves, await openWith('contextual-blend', blendSummaryFixture()), {
      conditions: 'clean,both',
      coverage: '0',
      metric: 'reciprocalRank',
      gone: '1',
    });
    expect(screen.getByText(/Parts of this link are unknown/).parentElement!.textContent).toContain(
      'parameter “gone”',
    );
    const plot = screen.getByRole('application', { name: 'Reciprocal rank against the focus weight' });
    expect(plot).toBeDefined();
    const [conditions] = screen.getAllByRole('group', { name: 'Conditions' });
    expect(
      within(conditions!).getByRole('button', { name: 'Noise in queries' }).getAttribute('aria-pressed'),
    ).toBe('false');
    fireEvent.click(within(conditions!).getByRole('button', { name: 'Noise in queries' }));
    expect(params()).toMatchObject({ conditions: 'clean,query,both', coverage: '0' });
  });

  it('say so when nothing is left to draw', async () => {
    await show(BlendCurves, await openWith('contextual-blend', blendSummaryFixture()), { conditions: '' });
    expect(screen.getAllByText(/No condition is chosen/)).toHaveLength(2);
    expect(screen.queryByRole('application')).toBeNull();
  });

  it('show hostile names literally', async () => {
    await show(BlendCurves, await openWith('contextual-blend', blendSummaryFixture()), { sided: 'table' });
    const table = screen.getByRole('table', { name: /Methods that treat the two sides differently/ });
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent),
    ).toContain('80/20 blend');
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('chunking curves', () => {
  const summary = () => {
    const fixture = chunkingSummaryFixture();
    return {
      ...fixture,
      rows: fixture.rows.map((row) => ({
        ...row,
        budgetCurve: [64, 512].map((tokens) => ({
          tokens,
          hitRate: estimateOf(tokens / 1000, 800),
          spanRecall: estimateOf(0.2, 800),
          evidenceCoverage: estimateOf(0.3, 800),
        })),
      })),
    };
  };

  it('give the figures of the chart as a table, hostile names as text', async () => {
    await show(ChunkingCurves, await openWith('chunking', summary()), { chart: 'budget', as: 'table' });
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Tokens 64', 'Tokens 512']);
    expect(within(table).getByRole('rowheader', { name: hostileName }).parentElement!.textContent).toBe(
      `${hostileName}6.4 % [1.4, 11.4]51.2 % [46.2, 56.2]`,
    );
    expect(document.querySelector('img')).toBeNull();
  });

  it('read one point aloud and link to the misses behind it', async () => {
    await show(ChunkingCurves, await openWith('chunking', summary()), { chart: 'cutoff' });
    const plot = screen.getByRole('application', { name: 'R@k against k' });
    for (const key of ['ArrowRight', 'ArrowRight']) fireEvent.keyDown(plot, { key });
    expect(screen.getByText('Fixed size, k = 3: 74.0 % [69.0, 79.0], n = 800')).toBeDefined();
    const link = screen
      .getByRole('link', { name: 'Open the questions that it misses' })
      .getAttribute('href')!;
    expect(link).toContain('row=fixed_size&k=3&rule=answer');
    fireEvent.keyDown(plot, { key: 'Enter' });
    expect(window.location.hash).toBe(link);
  });

  it('name rows that the plane cannot place, and the front in the table', async () => {
    await show(ChunkingCurves, await openWith('chunking', summary()), { chart: 'cost', as: 'table' });
    expect(
      screen.getByText(`Not drawn, because no cutoff up to 10 brings them past 90 %: ${hostileName}.`),
    ).toBeDefined();
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.map(([name, , , front]) => [name, front])).toEqual([
      ['Recursive', 'yes'],
      ['Fixed size', 'no'],
      [hostileName, 'no'],
    ]);
  });

  it('say that an experiment without switches has none', async () => {
    await show(ChunkingCurves, await openWith('chunking', summary()), { chart: 'flip' });
    expect(screen.getByText(/was run without the switches/)).toBeDefined();
  });
});
