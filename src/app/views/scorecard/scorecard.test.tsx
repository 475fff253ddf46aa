import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  blendSummaryFixture,
  chunkingSummaryFixture,
  entryFixture,
  hostileName,
} from '../../../testing/summaryFixtures';
import { memorySource } from '../../data/artifactSource';
import { navigate, useApp } from '../../state/store';
import { BlendScorecard } from './BlendScorecard';
import { ChunkingScorecard } from './ChunkingScorecard';
import type { OpenExperiment } from '../openExperiment';
import { sha256Hex } from '../../../artifact/sha256';

afterEach(cleanup);

let opened = 0;

/** Each call its own source, so that no file is taken from an earlier test's cache. */
async function openSummary(
  kind: 'contextual-blend' | 'chunking',
  summary: { id: string },
): Promise<OpenExperiment> {
  const text = JSON.stringify(summary);
  const bytes = new TextEncoder().encode(text);
  const file = { name: 'summary.json', sha256: (await sha256Hex(bytes)) ?? '', bytes: bytes.length };
  return {
    source: memorySource(`test-${opened++}`, new Map([[`${summary.id}/summary.json`, bytes]])),
    entry: entryFixture(kind, summary.id, [file]),
  };
}

async function show(
  View: typeof BlendScorecard,
  experiment: OpenExperiment,
  params: Record<string, string> = {},
) {
  navigate({ page: 'experiment', experiment: experiment.entry.id, view: 'scorecard' }, params, {
    replace: true,
  });
  await act(async () => {
    render(
      <Suspense fallback="…">
        <View experiment={experiment} />
      </Suspense>,
    );
  });
  await screen.findByText('What this shows');
}

// By its label alone: looking a region up by role names every element of a large page, which is slow.
const regionEnding = (end: string) =>
  document.querySelector<HTMLElement>(`[role="region"][aria-label$="${end}"]`);
const table = () => regionEnding(': scorecard') ?? regionEnding('with BM25')!;
const rowNames = () => rowHeaders(table()).map((cell) => cell.textContent);
/** Heads of rows, not of groups of rows. */
function rowHeaders(region: HTMLElement): HTMLElement[] {
  return [...region.querySelectorAll<HTMLElement>('th[scope="row"]')];
}
const params = () => useApp.getState().selection.params;

describe('the scorecard of the controlled experiment', () => {
  it('shows hostile names literally, and runs nothing', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    expect(rowNames().some((name) => name.startsWith(hostileName))).toBe(true);
    expect(document.querySelector('img')).toBeNull();
    expect(alert).not.toHaveBeenCalled();
  });

  it('sorts by the last condition at first, missing last, chance apart below', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    expect(rowNames().map((name) => name.slice(0, 5))).toEqual([
      '80/20',
      '<img ',
      'Whole',
      '=1+1o',
      'No qu',
      'Rando',
    ]);
  });

  it('moves nobody by a filter, and says that rows are hidden', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()), {
      role: 'baseline',
    });
    expect(rowNames().slice(0, -1)).toEqual([expect.stringMatching(/^Whole passage/)]);
    const [line] = within(table())
      .getAllByRole('row')
      .filter((candidate) => candidate.textContent.includes('Whole passage'));
    expect(within(line!).getAllByRole('cell')[0]!.textContent).toBe('3–4, tied');
    fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(params()).toEqual({});
  });

  it('writes sort, columns, block and interval into the link, and leaves out what is initial', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    fireEvent.click(within(table()).getByRole('button', { name: /^Method/ }));
    expect(params()).toEqual({ sort: 'name' });
    fireEvent.click(screen.getByRole('radio', { name: 'context' }));
    fireEvent.click(screen.getByRole('radio', { name: 't' }));
    fireEvent.click(screen.getByRole('button', { name: 'Coverage', hidden: true }));
    expect(params()).toEqual({
      sort: 'name',
      block: 'context',
      interval: 't',
      columns: 'coverageAt4.clean,coverageAt4.stored,coverageAt4.query,coverageAt4.both',
    });
  });

  it('keeps what it knows of a link and names the rest once', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()), {
      sort: '-top1.clean,-nosuch',
      columns: 'top1.clean,GONE',
      block: 'intent',
    });
    expect(screen.getByText(/sort “nosuch”, columns “GONE”/)).toBeTruthy();
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((cell) => cell.getAttribute('aria-sort'))
        .filter(Boolean),
    ).toEqual(['descending']);
  });

  it('makes every measured number a link to the queries behind it', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    const link = within(table()).getByRole('link', {
      name: '75.0 %, top 1, noise in both, 80/20 blend: open the questions behind it',
    });
    expect(link.getAttribute('href')).toBe(
      '#/experiment/blend-fixture/failures?v=1&method=blend80&condition=both&kind=specific',
    );
    expect(within(table()).getAllByRole('link')).toHaveLength(5 * 12);
  });

  it('says n = 0 for a row without queries', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    const [line] = within(table())
      .getAllByRole('row')
      .filter((candidate) => candidate.textContent.startsWith('No queries'));
    expect(line!.textContent).toContain('n/an = 0');
  });

  it('reads a figure in full when it is focused', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    fireEvent.focus(within(table()).getByRole('link', { name: /^75.0 %, top 1, noise in both/ }));
    expect(
      screen.getByText(
        /n = 128 queries. 95 % bootstrap interval over 16 families: \[70.0, 80.0\]. 95 % t interval/,
      ),
    ).toBeTruthy();
  });

  it('keeps the figures of the source in a table of their own', async () => {
    await show(BlendScorecard, await openSummary('contextual-blend', blendSummaryFixture()));
    const reported = screen.getByRole('region', { name: 'Figures reported by the source' });
    expect(within(reported).getByRole('rowheader').textContent).toBe('Whole passage (reported)');
    expect(within(reported).getByRole('row', { name: /reported/ }).textContent).toContain('57.8 %n/a');
    expect(table().textContent).not.toContain('reported');
  });
});

describe('the scorecard of a chunking benchmark', () => {
  it('sets the second table apart and says that it answers another question', async () => {
    await show(ChunkingScorecard, await openSummary('chunking', chunkingSummaryFixture()));
    expect(rowNames().map((name) => name.replace('chunkSize 256 (tokens)', ''))).toEqual([
      'Recursivebest nDCG@10',
      `${hostileName}≈ best`,
      'Fixed size',
    ]);
    const second = regionEnding(': strategies with an embedding model')!;
    expect(rowHeaders(second).map((cell) => cell.textContent.slice(0, 17))).toEqual([
      'Recursive, hybrid',
      'Recursive, embedd',
    ]);
    expect(screen.getByText(/It answers a different retrieval question/)).toBeTruthy();
  });

  it('sorts a cost by its low end first and keeps rows without one last', async () => {
    await show(ChunkingScorecard, await openSummary('chunking', chunkingSummaryFixture()));
    fireEvent.click(within(table()).getByRole('button', { name: /^context tokens/ }));
    expect(params()).toEqual({ sort: 'contextTokensAt90' });
    expect(rowNames().map((name) => name.slice(0, 4))).toEqual(['Recu', 'Fixe', '<img']);
    fireEvent.click(within(table()).getByRole('button', { name: /^context tokens/ }));
    expect(rowNames().map((name) => name.slice(0, 4))).toEqual(['Fixe', 'Recu', '<img']);
  });

  it('shows the words of each comparison’s verdict', async () => {
    await show(ChunkingScorecard, await openSummary('chunking', chunkingSummaryFixture()));
    expect(screen.getByText('Recursive beats Fixed size')).toBeTruthy();
    expect(screen.getAllByText('not established')).toHaveLength(1);
  });

  it('sorts each table on its own', async () => {
    await show(ChunkingScorecard, await openSummary('chunking', chunkingSummaryFixture()), {
      sort2: 'hitAt.1',
    });
    const second = regionEnding(': strategies with an embedding model')!;
    expect(rowHeaders(second)[0]!.textContent).toContain('Recursive, embedding');
    expect(rowNames()[0]).toContain('Recursive');
  });
});
