import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authoredExperiment } from '../../../../testing/authoredSquad';
import { createExplainTasks } from '../../../../worker/explainTasks';
import { memorySource } from '../../../data/artifactSource';
import type { ExplainedCorpus } from '../../../data/bm25Explain';
import { sha256Hex } from '../../../../artifact/sha256';
import { followBrowserHistory, navigate, useApp } from '../../../state/store';
import type { OpenExperiment } from '../../openExperiment';
import { ChunkingFailures } from './ChunkingFailures';

// There are no workers here: the tasks of the worker run in place.
vi.mock('../../../data/bm25Explain', () => {
  const tasks = createExplainTasks();
  const context = { signal: new AbortController().signal, emit: () => undefined };
  return {
    explainBm25: async (
      { key, documents, spans, options }: ExplainedCorpus,
      query: string,
      groups: number[][],
    ) => {
      await tasks.index({ key, documents, spans, options }, context);
      return (await tasks.explain({ key, query, groups }, context)).explained;
    },
  };
});

let included: OpenExperiment;
let without: OpenExperiment;
let missed: { row: string; question: string };

beforeAll(async () => {
  const hash = async (text: string) => (await sha256Hex(new TextEncoder().encode(text)))!;
  const open = async (text: 'included' | 'not included') => {
    const { entry, files } = await authoredExperiment(hash, { text });
    return { experiment: { entry, source: memorySource(`authored ${text}`, new Map(files)) }, files };
  };
  const [a, b] = [await open('included'), await open('not included')];
  included = a.experiment;
  without = b.experiment;
  const ids = (
    JSON.parse(a.files.get('authored-chunks/questions.json')!) as { questions: { id: string }[] }
  ).questions.map(({ id }) => id);
  for (const row of ['fixed_size', 'sentence_window', 'parent_document', 'semantic', 'recursive']) {
    const { answer } = JSON.parse(a.files.get(`authored-chunks/rankings/${row}.json`)!) as {
      answer: { rank: number[] };
    };
    const place = answer.rank.findIndex((rank) => rank > 1);
    if (place >= 0) missed ??= { row, question: ids[place]! };
  }
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

async function show(experiment: OpenExperiment, params: Record<string, string> = {}) {
  navigate({ page: 'experiment', experiment: experiment.entry.id, view: 'failures' }, params);
  await act(async () => {
    render(
      <Suspense fallback="…">
        <ChunkingFailures experiment={experiment} />
      </Suspense>,
    );
  });
  await screen.findByRole('heading', { level: 2 });
}

const params = () => useApp.getState().selection.params;

describe('the failure explorer of a chunking benchmark', () => {
  it('counts misses, and shows ids until the text is there', async () => {
    await show(without, { row: missed.row, k: '1' });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^\d+ of \d+ questions missed/);
    expect(document.querySelector(`[data-miss="${missed.question}"]`)!.textContent).toBe(missed.question);
  });

  it('explains a miss by stage, gold, ranking and words once the text is there', async () => {
    await show(included, { row: missed.row, k: '1', question: missed.question });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/\?|؟|？/u);
    expect(
      within(screen.getByRole('heading', { name: 'Where it was lost' }).parentElement!).getAllByRole(
        'listitem',
      ),
    ).toHaveLength(5);
    const words = await screen.findByRole('region', { name: 'Words of both scores' });
    const numbers = [...words.querySelectorAll('tbody tr')].map((line) =>
      Number(line.querySelectorAll('td')[4]!.textContent),
    );
    const total = Number(words.querySelectorAll('tfoot td')[4]!.textContent);
    expect(numbers.reduce((sum, value) => sum + value, 0)).toBeCloseTo(total, 1);
    expect(screen.queryByText(/differ from the stored scores/)).toBeNull();
    expect(document.querySelector('mark')).not.toBeNull();
    expect(document.querySelector('img')).toBeNull();
  });

  it('changes the cutoff and the rule, and keeps the question open', async () => {
    await show(included, { row: missed.row, k: '1', question: missed.question });
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '10' })));
    expect(params()).toMatchObject({ k: '10', question: missed.question });
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'evidence' })));
    expect(params()).toMatchObject({ rule: 'evidence', question: missed.question });
    expect(await screen.findByRole('heading', { name: 'Ranked above it' })).toBeTruthy();
  });

  it('opens a question that filters hide, names them, and clears them', async () => {
    await show(included, {
      row: missed.row,
      k: '1',
      question: missed.question,
      stage: 'source',
      family: 'what',
      grouping: 'questionWord',
    });
    const notice = screen.getByText(/The list does not hold question/);
    expect(notice.textContent).toContain('“lost at: source”');
    await act(
      async () =>
        void fireEvent.click(within(notice.closest('[role=status]') as HTMLElement).getByRole('button')),
    );
    expect(screen.queryByText(/The list does not hold question/)).toBeNull();
    expect(params()).toMatchObject({ row: missed.row, question: missed.question, grouping: 'questionWord' });
  });

  it('drops what it does not know with one notice, and keeps the rest', async () => {
    await show(without, { row: 'nothing', k: '2.5', rule: 'evidence', question: 'nobody', stage: 'lost' });
    const notice = screen.getByText(/unknown here/).parentElement!;
    for (const part of ['row “nothing”', 'k “2.5”', 'question “nobody”', 'stage “lost”'])
      expect(notice.textContent).toContain(part);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'evidence' }).checked).toBe(true);
  });

  it('leads to the inspector at the place of the gold', async () => {
    await show(included, { row: missed.row, k: '1', question: missed.question });
    const link = await screen.findByRole('link', { name: 'See this place in the chunk inspector' });
    const address = new URLSearchParams(link.getAttribute('href')!.split('?')[1]);
    expect(address.get('question')).toBe(missed.question);
    expect(address.get('strategies')).toBe(missed.row);
    expect(Number(address.get('at'))).toBeGreaterThanOrEqual(0);
  });
});
