import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinRuns, type CompareQuestion } from '../../../analysis/compare/compare';
import { columnMean } from '../../../core/stats/aggregate';
import { compareColumns, compareFigures } from '../../../analysis/compare/figures';
import { mergedRowId } from '../../../experiments/chunking/neighbors/stored';
import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import type { BlendSummary } from '../../../experiments/blend/formats';
import { followBrowserHistory, navigate, useApp } from '../../state/store';
import { RunsPage } from '../experiments/RunsPage';
import type { LoadedRun } from './adapters/adapter';
import { Comparison } from './Comparison';
import { ComparePage } from './ComparePage';
import { compareCodecs } from './compareParams';
import { readParams } from '../../state/params';
import { loadRuns } from './loadRuns';

// There are no workers here: the figures are computed in place, from fewer draws.
vi.mock('./compareTask', () => ({
  useCompareFigures: ({
    columns,
    pair,
  }: {
    columns: Parameters<typeof compareFigures>[0];
    pair: [number, number];
  }) => ({ figures: compareFigures(columns, pair, { draws: 40 }), fault: null }),
}));

const artifacts = import.meta.glob<string>('../../../../artifacts/**/*.json', {
  query: '?raw',
  import: 'default',
});
const read = async (path: string) => artifacts[`../../../../artifacts/${path}`]!();
const json = async <T,>(path: string) => JSON.parse(await read(path)) as T;

let stop: () => void;
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async (address: string) =>
      new Response(await read(new URL(address).pathname.replace(/^\/artifacts\//, ''))),
  );
  Element.prototype.scrollIntoView = vi.fn();
  stop = followBrowserHistory();
});
afterEach(() => {
  cleanup();
  stop();
  vi.unstubAllGlobals();
});

const answer = { k: 5, rule: 'answer' } as const;
const meanOf = (run: LoadedRun, metric: 'hit' | 'reciprocalRank') => {
  const { values, clusterOf } = compareColumns(joinRuns([run]).shared, metric, '');
  return columnMean({ sums: values[0]!, counts: new Float64Array(clusterOf.length).fill(1) });
};

describe('runs as the comparison reads them', () => {
  it('reach the means of the scorecards they come from', { timeout: 30_000 }, async () => {
    const [squad, blend] = [
      await json<ChunkingSummary>('chunking-squad/summary.json'),
      await json<BlendSummary>('contextual-blend/summary.json'),
    ];
    const { runs, unknown } = await loadRuns(
      ['chunking-squad~paragraph', 'chunking-squad~fixed_size-1-1', 'contextual-blend~blend80~both'],
      answer,
    );
    expect(unknown).toEqual([]);
    const [paragraph, widened, blended] = runs as [LoadedRun, LoadedRun, LoadedRun];
    const row = squad.rows.find(({ row }) => row === 'paragraph')!.metrics;
    expect(meanOf(paragraph, 'hit')).toBeCloseTo(row.hitAt['5'].value!, 9);
    expect(meanOf(paragraph, 'reciprocalRank')).toBeCloseTo(row.mrrAt10.value!, 9);
    const wide = squad.expansions[0]!.rows.find(({ row }) => row === 'fixed_size-1-1')!.metrics;
    expect(meanOf(widened, 'hit')).toBeCloseTo(wide.expandedHitAt['5'].value!, 9);
    expect(meanOf(widened, 'reciprocalRank')).toBeCloseTo(wide.expandedMrrAt10.value!, 9);
    const method = blend.rows.find(({ row }) => row === 'blend80')!;
    expect(meanOf(blended, 'hit')).toBeCloseTo(method.top1.both.value!, 9);
    expect(meanOf(blended, 'reciprocalRank')).toBeCloseTo(method.reciprocalRank.both.value!, 9);
    const { runs: deep } = await loadRuns(['chunking-squad~paragraph'], { k: 10, rule: 'evidence' });
    expect(meanOf(deep[0]!, 'hit')).toBeCloseTo(row.evidenceHitAt['10'].value!, 9);
    expect(paragraph.corpus.hash).toBe(widened.corpus.hash);
  });
});

async function show(params: Record<string, string>) {
  navigate({ page: 'compare' }, params);
  await act(async () => {
    render(<ComparePage />);
  });
}

describe('the comparison', () => {
  it(
    'drops an unknown run with one notice and keeps the others, the sort and the filter',
    { timeout: 30_000 },
    async () => {
      await show({
        runs: 'chunking-squad~sentence_pack,chunking-squad~gone,chunking-squad~fixed_size',
        sort: '-a',
        cell: 'onlyA',
      });
      const list = await screen.findByRole('region', { name: 'Questions of the pair' }, { timeout: 10_000 });
      expect(screen.getAllByText(/Parts of this link are unknown/)).toHaveLength(1);
      expect(screen.getByText(/run “chunking-squad~gone”/)).toBeTruthy();
      expect(within(list).getByRole('columnheader', { name: /^A/ }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      const counts = screen.getByRole('link', { name: /^only A: \d+ of 800 questions; show all again$/ });
      expect(within(list).getAllByRole('row')).toHaveLength(
        1 + Number(/only A: (\d+)/.exec(counts.getAttribute('aria-label')!)![1]),
      );
      expect(screen.getByRole('region', { name: 'Paired differences' }).textContent).toContain('A − B');
    },
  );

  it(
    'tells of a mistyped run and of one chosen twice, with the nearest name',
    { timeout: 30_000 },
    async () => {
      await show({
        runs: 'chunking-squad~sentnce_pack,chunking-squad~fixed_size,chunking-squad~fixed_size',
      });
      const mend = await screen.findByRole('link', { name: /^Compare Sentence pack/ }, { timeout: 10_000 });
      expect(decodeURIComponent(decodeURIComponent(mend.getAttribute('href')!))).toContain(
        'runs=chunking-squad~sentence_pack,chunking-squad~fixed_size',
      );
      expect(screen.getByText(/Fixed size, BM25 was chosen twice/)).toBeTruthy();
      expect(screen.queryByText(/Parts of this link are unknown/)).toBeNull();
    },
  );

  it(
    'says the verdict first, then the 2 × 2 beside the costs, then the questions, with the setups folded',
    { timeout: 30_000 },
    async () => {
      await show({ runs: 'chunking-squad~sentence_pack,chunking-squad~fixed_size' });
      const list = await screen.findByRole('region', { name: 'Questions of the pair' }, { timeout: 10_000 });
      const figures = screen.getByRole('region', { name: 'Runs side by side' });
      const setups = screen.getByText(/^Setups side by side/).closest('details')!;
      const parts = [
        screen.getByRole('heading', { name: /is established$| finds more answers than / }),
        screen.getByRole('heading', { name: 'Which run found it' }),
        figures,
        list,
        setups,
      ];
      for (const [place, part] of parts.slice(1).entries())
        expect(parts[place]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      expect(setups.open).toBe(false);
      const { rows } = await json<ChunkingSummary>('chunking-squad/summary.json');
      const [pack, fixed] = ['sentence_pack', 'fixed_size'].map((id) => rows.find(({ row }) => row === id)!);
      expect(within(figures).getByRole('row', { name: /^Contexts in the index/ }).textContent).toContain(
        `+${pack!.contexts - fixed!.contexts}`,
      );
    },
  );

  it('opens a question that a filter hides, says which, and clears it', { timeout: 30_000 }, async () => {
    const { shared } = joinRuns(
      (await loadRuns(['chunking-squad~sentence_pack', 'chunking-squad~fixed_size'], answer)).runs,
    );
    const flip = shared.find(({ sides: [a, b] }) => a!.outcome === 1 && b!.outcome === 0)!;
    await show({
      runs: 'chunking-squad~sentence_pack,chunking-squad~fixed_size',
      cell: 'neither',
      question: flip.id,
    });
    expect(
      (await screen.findByText(/the filter “neither” hides it/, {}, { timeout: 10_000 })).textContent,
    ).toContain(flip.id);
    expect(await screen.findByRole('region', { name: /^Ranking of B/ }, { timeout: 10_000 })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(useApp.getState().selection.params).toMatchObject({ question: flip.id });
    expect(useApp.getState().selection.params).not.toHaveProperty('cell');
  });

  it('refuses different corpora and names both hashes', { timeout: 30_000 }, async () => {
    const { corpus } = await json<ChunkingSummary>('chunking-squad/summary.json');
    const { corpusHash } = await json<BlendSummary>('contextual-blend/summary.json');
    await show({ runs: 'chunking-squad~paragraph,contextual-blend~whole~clean' });
    expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain(
      'These runs are not compared.',
    );
    expect(screen.getByText(corpus.hash)).toBeTruthy();
    expect(screen.getByText(`${corpusHash.context} ${corpusHash.intent}`)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Paired differences' })).toBeNull();
  });

  it('warns of unlike embedding models and expansion, softly', { timeout: 30_000 }, async () => {
    await show({
      runs: 'chunking-squad~fixed_size,chunking-squad~fixed_size-1-1,chunking-squad~fixed_size-local',
    });
    const warning = await screen.findByText(
      /Embedding model: none in A and B; universal-sentence-encoder-lite .* in C/,
      {},
      { timeout: 10_000 },
    );
    const notice = warning.closest('[role=status]')!;
    expect(notice.textContent).toContain('Neighbor expansion: none in A and C; ±1/1 in B');
    expect(notice.textContent).toMatch(
      /not stored in A; [\d.,]+ in B, [\d.,]+ of them added by neighbors; not stored in C/,
    );
    expect(notice.textContent).toContain('Search: BM25 in A and B; embedding in C');
    expect(
      within(screen.getByRole('region', { name: 'Paired differences' })).getAllByRole('row'),
    ).toHaveLength(4);
  });
});

describe('a comparison with an expansion', () => {
  const widths = {
    runs: 'chunking-squad~fixed_size-0-0,chunking-squad~fixed_size-1-1,chunking-squad~fixed_size,chunking-squad~paragraph',
    a: 'chunking-squad~fixed_size-0-0',
    b: 'chunking-squad~fixed_size-1-1',
  };
  /** A question that ±1/1 finds by a neighbor and the hits alone do not. */
  const rescued = async () => {
    const { runs } = await loadRuns(
      ['chunking-squad~fixed_size-0-0', 'chunking-squad~fixed_size-1-1'],
      answer,
    );
    return joinRuns(runs).shared.find(({ sides: [a, b] }) => a!.outcome === 0 && b!.broughtBy?.length === 1)!;
  };

  it(
    'tells tokens as the scorecard does, and what brought every answer that no hit holds',
    { timeout: 30_000 },
    async () => {
      const [expansion] = (await json<ChunkingSummary>('chunking-squad/summary.json')).expansions;
      const { rows } = expansion!;
      const { runs } = await loadRuns(
        rows.map((row) => `chunking-squad~${mergedRowId(expansion!, row)}`),
        answer,
      );
      expect(runs.length).toBeGreaterThan(2);
      runs.forEach(({ questions }, place) => {
        const { metrics, rescuedAt, n } = rows[place]!;
        const mean = (of: (question: CompareQuestion) => number) =>
          questions.reduce((sum, question) => sum + of(question), 0) / n;
        expect(mean(({ tokens }) => tokens!.handedOver)).toBeCloseTo(metrics.expandedTokensAt['5'].value!, 6);
        expect(mean(({ tokens }) => tokens!.hits)).toBeCloseTo(metrics.hitTokensAt['5'].value!, 6);
        expect(
          questions.filter(({ outcome, broughtBy }) => outcome === 1 && broughtBy).length,
        ).toBeGreaterThanOrEqual(rescuedAt['5']);
        expect(
          questions.every(
            ({ rank, broughtBy }) =>
              !broughtBy || (rank !== null && broughtBy.every((origin) => origin.rank <= rank)),
          ),
        ).toBe(true);
      });
    },
  );

  it(
    'shows the tree of every run, hits alone at 0/0, and the reason in the chunk beside a hit',
    { timeout: 30_000 },
    async () => {
      const { id, sides } = await rescued();
      await show({ ...widths, question: id });
      const trees = await screen.findByRole(
        'region',
        { name: 'Expansion trees, run by run' },
        { timeout: 10_000 },
      );
      const tree = (letter: string) =>
        within(trees).getByRole('region', { name: new RegExp(`^Expansion tree of ${letter}`) });
      const hits = (letter: string) => tree(letter).querySelectorAll('ol > li').length;
      expect(['A', 'B', 'C', 'D'].map(hits)).toEqual([5, 5, 5, 5]);
      expect(tree('A').textContent).toContain('At ±0/0 nothing is added');
      expect(tree('A').querySelectorAll('details li')).toHaveLength(5);
      expect(tree('B').querySelectorAll('details li').length).toBeGreaterThan(5);
      expect(tree('B').textContent).toMatch(/Adds \d+ chunks, [\d,]+ tokens/);
      const { rank, distance } = sides[1]!.broughtBy![0]!;
      const reason = `the answer stands in the chunk ${distance < 0 ? 'before' : 'after'} hit ${rank}`;
      expect(tree('B').textContent).toContain(reason);
      expect(screen.getByRole('heading', { level: 2 }).parentElement!.textContent).toContain(reason);
      expect(tree('D').textContent).toContain('fixed_size was not in this run');
      expect(within(tree('B')).getByRole('button', { name: '±1/1: about neighbor expansion' })).toBeTruthy();
      expect(
        within(tree('D')).getByRole('button', { name: '±0/0, does not apply: about neighbor expansion' }),
      ).toBeTruthy();
    },
  );

  it('has the badge of either run in the head of the list', { timeout: 30_000 }, async () => {
    await show(widths);
    const list = await screen.findByRole('region', { name: 'Questions of the pair' }, { timeout: 10_000 });
    expect(
      within(within(list).getByRole('columnheader', { name: /^B/ })).getByRole('button', {
        name: '±1/1: about neighbor expansion',
      }),
    ).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: /^B/ }));
    expect(useApp.getState().selection.params).toMatchObject({ sort: 'b' });
  });

  it('draws no trees where no run was expanded', { timeout: 30_000 }, async () => {
    const { id } = await rescued();
    await show({ runs: 'chunking-squad~fixed_size,chunking-squad~paragraph', question: id });
    expect(await screen.findByRole('region', { name: /^Ranking of B/ }, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Expansion trees, run by run' })).toBeNull();
  });
});

describe('runs of unlike questions', () => {
  const question = (id: string, outcome: number): CompareQuestion => ({
    id,
    cluster: `c${id}`,
    families: {},
    outcome,
    reciprocalRank: outcome,
    rank: outcome ? 1 : null,
    loss: null,
  });

  it('are counted over the shared ones, with the others listed as only in A', async () => {
    const [base] = (await loadRuns(['contextual-blend~whole~clean'], answer)).runs;
    const runs = [
      {
        ...base!,
        id: 'A',
        label: 'First',
        questions: [question('q1', 1), question('q2', 0), question('<img src=x onerror=alert(1)>', 1)],
      },
      { ...base!, id: 'B', label: 'Second', questions: [question('q2', 1), question('q1', 1)] },
    ];
    const { values } = readParams(compareCodecs, {});
    render(
      <Comparison
        runs={runs}
        joined={joinRuns(runs)}
        a={0}
        b={1}
        values={values}
        moves={{ set: vi.fn(), href: () => '#' }}
        choose="#"
      />,
    );
    const partial = screen.getByRole('region', { name: 'Questions that are not in every run' });
    expect(within(partial).getByRole('link').textContent).toBe('<img src=x onerror=alert(1)>');
    expect(partial.textContent).toContain('only in A');
    expect(screen.getByRole('link', { name: 'only B: 1 of 2 questions' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'both hit: 1 of 2 questions' })).toBeTruthy();
  });
});

describe('the list of runs', () => {
  it('finds and selects, and leads to the comparison', { timeout: 30_000 }, async () => {
    navigate({ page: 'runs' }, { find: 'sentence pack bm25 squad' });
    await act(async () => {
      render(<RunsPage />);
    });
    fireEvent.click(
      await screen.findByRole('checkbox', { name: 'Sentence pack, BM25' }, { timeout: 10_000 }),
    );
    act(() => navigate({ page: 'runs' }, { ...useApp.getState().selection.params, find: 'paragraph squad' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Paragraph, BM25' }));
    const link = screen.getByRole('link', { name: 'Compare 2 runs' });
    expect(decodeURIComponent(decodeURIComponent(link.getAttribute('href')!))).toContain(
      '#/compare?v=1&runs=chunking-squad~sentence_pack,chunking-squad~paragraph',
    );
  });
});
