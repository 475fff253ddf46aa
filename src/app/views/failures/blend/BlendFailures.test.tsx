import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { blendSummaryFixture, entryFixture, hostileName } from '../../../../testing/summaryFixtures';
import { smallBlendBlock } from '../../../../testing/blendBlocks';
import { memorySource } from '../../../data/artifactSource';
import { sha256Hex } from '../../../../artifact/sha256';
import { followBrowserHistory, navigate, useApp } from '../../../state/store';
import type { OpenExperiment } from '../../openExperiment';
import { BlendFailures } from './BlendFailures';

const oddId = 'doc/a#1?x=%2F&y=ü 🙂';
const oddFamily = '__proto__';
let experiment: OpenExperiment;

/** Two small blocks, one of whose queries and families have names that break things. */
beforeAll(async () => {
  const made = {
    context: smallBlendBlock('context', ['development', 'evaluation', 'evaluation'], 7),
    intent: smallBlendBlock('intent', ['evaluation', 'evaluation'], 8),
  };
  const rename = (text: string) =>
    text
      .replaceAll('"context-1-0-q1"', JSON.stringify(oddId))
      .replaceAll('"context-2"', JSON.stringify(oddFamily))
      .replaceAll('"context-1-3"', JSON.stringify(hostileName));
  const model = { provider: 'local', name: 'toy', revision: '1', dimensions: 12, windowing: 'none' };
  const files = new Map<string, Uint8Array>();
  const listed: { name: string; sha256: string; bytes: number }[] = [];
  const add = async (name: string, value: object) => {
    const bytes = new TextEncoder().encode(rename(JSON.stringify(value)));
    files.set(`small/${name}`, bytes);
    listed.push({ name, sha256: (await sha256Hex(bytes)) ?? '', bytes: bytes.length });
  };
  await add('similarities.json', {
    formatVersion: 1,
    kind: 'blend-similarities',
    model,
    context: made.context.block,
    intent: made.intent.block,
  });
  await add('summary.json', blendSummaryFixture());
  for (const block of ['context', 'intent'] as const) {
    const { families, records, queries } = made[block].texts;
    await add(`${block}-fixtures.json`, {
      formatVersion: 1,
      kind: 'blend-fixtures',
      block,
      noiseDraw: {
        seed: 1,
        generator: 'd3.randomLcg',
        rule: 'none',
        sentencesPerText: 0,
        maxTokens: 128,
        tokenizer: 'toy',
        longestText: 10,
        redrawn: [],
      },
      families: families.map((family) => ({ ...family, title: family.id, domain: 'a domain' })),
      records: records.map((record) => ({ ...record, meaning: `meaning of ${record.id}`, noise: [] })),
      queries: queries.map((query) => ({ ...query, noise: [] })),
    });
  }
  experiment = {
    source: memorySource('small-blend', files),
    entry: entryFixture('contextual-blend', 'small', listed),
  };
});

let stop: () => void;
beforeEach(() => {
  stop = followBrowserHistory();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  stop();
});

async function show(params: Record<string, string> = {}) {
  navigate({ page: 'experiment', experiment: 'small', view: 'failures' }, params);
  await act(async () => {
    render(
      <Suspense fallback="…">
        <BlendFailures experiment={experiment} />
      </Suspense>,
    );
  });
  await screen.findByRole('heading', { level: 2 });
}

/** Follows a link as the browser does. */
async function follow(link: HTMLElement) {
  await act(async () => {
    fireEvent.click(link);
    window.location.hash = link.getAttribute('href')!;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

const params = () => useApp.getState().selection.params;
const listed = () =>
  [...document.querySelectorAll<HTMLElement>('[data-miss]')].map((link) => link.dataset['miss']);
const matrix = () => screen.getByRole('region', { name: 'Matrix of misses' });

describe('the failure explorer of the controlled blend', () => {
  it('lists misses and counts them family by family, whatever a family is called', async () => {
    await show({ method: 'whole', condition: 'query' });
    const names = within(matrix())
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(names).toEqual([
      'All queries',
      'context: one word, four senses',
      'context-1',
      oddFamily,
      'intent: one subject, four operations',
      'intent-0',
      'intent-1',
    ]);
    expect(listed().length).toBeGreaterThan(0);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/of 32 queries missed/);
  });

  it('opens a family’s misses from a cell, and one miss from the list', async () => {
    await show({ method: 'whole', condition: 'query', show: 'all' });
    await follow(within(matrix()).getByRole('link', { name: /^intent-0, 50\/50 blend:/ }));
    expect(params()).toMatchObject({ family: 'intent-0', method: 'blend50', condition: 'query' });
    expect(await screen.findByText('meaning of intent-0-2')).toBeTruthy();
    await follow(document.querySelector<HTMLElement>('[data-miss="intent-0-1-q2"]')!);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('intent-0-1-q2');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
  });

  it('opens a query with an odd id from its own link, and returns to its line', async () => {
    await show({ show: 'all' });
    const link = document.querySelectorAll<HTMLElement>('[data-miss]')[0]!;
    expect(link.dataset['miss']).toBe(oddId);
    await follow(link);
    expect(params()['query']).toBe(oddId);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(oddId);
    await follow(screen.getByRole('link', { name: /All queries/ }));
    expect((document.activeElement as HTMLElement).dataset['miss']).toBe(oddId);
  });

  it('opens a query that filters hide, names them, and clears them', async () => {
    await show({ query: 'context-0-generic', block: 'intent', family: 'intent-1' });
    const notice = screen.getByText(/The list does not hold query context-0-generic/);
    for (const filter of [
      'kind: specific queries',
      'block: intent',
      'families: evaluation',
      'family: intent-1',
    ])
      expect(notice.textContent).toContain(`“${filter}”`);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Clear these filters' })));
    expect(screen.queryByText(/The list does not hold/)).toBeNull();
    expect(params()).toMatchObject({ query: 'context-0-generic', kind: 'generic', split: 'all' });
    expect(params()['block']).toBeUndefined();
  });

  it('drops what it does not know with one notice, and keeps the rest', async () => {
    await show({ query: 'nobody', method: 'blend70', family: 'gone', weight: '7', cells: 'rates' });
    const notice = screen.getByText(/unknown here/).parentElement!;
    for (const part of ['query “nobody”', 'family “gone”', 'weight “7”'])
      expect(notice.textContent).toContain(part);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Method' }).value).toBe('blend70');
  });

  it('steps with j and k in place, and not while a list is being chosen from', async () => {
    await show({ show: 'all', query: 'intent-0-0-q1' });
    const order = ['intent-0-0-q1', 'intent-0-0-q2'];
    const before = history.length;
    const press = (key: string, target: Element = document.body) =>
      act(async () => void fireEvent.keyDown(target, { key }));
    await press('j');
    expect(params()['query']).toBe(order[1]);
    await press('k');
    expect(params()['query']).toBe(order[0]);
    await press('j', screen.getByRole('combobox', { name: 'Method' }));
    expect(params()['query']).toBe(order[0]);
    expect(history.length).toBe(before);
  });

  it('shows texts, terms and the ranking of a miss, and sets another record beside the target', async () => {
    await show({ show: 'all', query: 'context-1-3-q1', method: 'blend60', condition: 'both' });
    expect(await screen.findByText('noisy context-1-3-q1')).toBeTruthy();
    const terms = within(screen.getByRole('region', { name: 'Score terms' }));
    expect(terms.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'query focus · stored focus',
      'query focus · stored text',
      'query text · stored focus',
      'query text · stored text',
      'Score',
    ]);
    expect(within(screen.getByRole('region', { name: 'Ranking' })).getByText(hostileName)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    await follow(
      within(screen.getByRole('region', { name: 'Ranking' }))
        .getAllByRole('link')
        .at(-1)!,
    );
    expect(screen.getByText('The record you chose')).toBeTruthy();
  });

  it('ranks anew as the weight moves, without a step in the history', async () => {
    await show({ show: 'all', query: 'intent-0-0-q1' });
    const before = history.length;
    await act(async () => void fireEvent.change(screen.getByRole('slider'), { target: { value: '0.3' } }));
    expect(screen.getByText(/Ranked anew at 0.30 on both sides/)).toBeTruthy();
    await waitFor(() => expect(params()['weight']).toBe('0.3'));
    expect(screen.getByText(/Ranked anew at 0.30 on both sides/)).toBeTruthy();
    expect(history.length).toBe(before);
  });

  it('counts records for generic queries', async () => {
    await show({ kind: 'generic', method: 'whole', condition: 'query', show: 'all' });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/of 16 records not found/);
    expect(listed()).toHaveLength(4);
  });

  it('moves between cells with the arrow keys, over lines without links', async () => {
    await show({ show: 'all' });
    const cell = (name: RegExp) => within(matrix()).getByRole('link', { name });
    cell(/^All queries, 80\/20 blend:/).focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    press('ArrowDown');
    expect(document.activeElement).toBe(cell(/^context-1, 80\/20 blend:/));
    press('ArrowRight');
    expect(document.activeElement).toBe(cell(/^context-1, 70\/30 blend:/));
    press('Home');
    expect(document.activeElement).toBe(cell(/^context-1, Isolated sentence:/));
    press('ArrowUp');
    expect(document.activeElement).toBe(cell(/^All queries, Isolated sentence:/));
  });
});
