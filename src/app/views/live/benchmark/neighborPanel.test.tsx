import { nothingFound } from '../../../../analysis/finding';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExperimentEntry } from '../../../../artifact/indexFile';
import type { AskedQuestion, HeldDocument } from '../../../../datasets/own/asked';
import type { BenchmarkSetup } from '../../../../experiments/chunking/own/setup';
import type { BenchmarkTasks } from '../../../../worker/protocol';
import { computePage, embedsBy, testEndpoint } from '../../../../testing/computeTasks';
import { openRun, useOpenedRuns, type OpenedRun } from '../../../state/openedRuns';
import { navigate } from '../../../state/store';
import { useParams } from '../../../state/useParams';
import { liveCodecs } from '../liveParams';
import { NeighborPanel } from './NeighborPanel';

/** The benchmark worker without a thread. */
const { run } = vi.hoisted(() => ({ run: vi.fn() }));
vi.mock('../../../data/liveCompute', () => ({ compute: () => ({ run }) }));

const documents: HeldDocument[] = [
  {
    id: 'mill.txt',
    text: 'The miller grinds rye in March. Flour is weighed twice before the cart leaves the yard. A red flag means the wheel must stop at once.',
  },
  { id: 'note.txt', text: 'Bring a lamp.' },
];
const question = (id: string, text: string, answers: string[]): AskedQuestion => ({
  id,
  text,
  answers,
  document: null,
  marks: [],
  family: null,
});
const questions = [
  question('q1', 'lamp', ['Bring a lamp']),
  question('q2', 'wheel', ['copper kettle']),
  question('q3', 'cart leaves', ['before the cart leaves the yard']),
];
const variant = {
  id: 'fixed_size-5',
  strategy: 'fixed_size' as const,
  label: 'Fixed size 5',
  parameters: { chunkSize: 5 },
};
const setup: BenchmarkSetup = {
  variants: [variant],
  embedding: { name: 'letters', retrievers: ['embedding'], focusWeight: 0.8 },
  keepWithoutGold: true,
};
const entry: ExperimentEntry = {
  id: 'live-7',
  kind: 'chunking',
  title: 'Mill',
  question: 'Which?',
  headline: 'so',
  finding: nothingFound('Nothing is established.'),
  data: '2 documents, 3 questions',
  badges: [
    { label: 'own text', title: 'own' },
    { label: '2 rows', title: 'two' },
  ],
  files: [],
  provenance: {
    program: 'chunkscope',
    command: 'Live: Benchmark on your text',
    startedAt: '2026-01-01T00:00:00Z',
    durationMs: 1,
    node: 'none',
    icu: 'none',
    packages: {},
  },
};

const { tasks, context: page } = computePage(embedsBy((text) => [text.length, 1 + text.split('e').length]));
const context = { signal: new AbortController().signal, emit: () => undefined };
const asked: string[] = [];
let opened: OpenedRun;

beforeEach(async () => {
  asked.length = 0;
  run.mockImplementation((task: keyof BenchmarkTasks, input: never) => {
    asked.push(task);
    return (tasks[task] as (input: never, given: typeof context) => Promise<unknown>)(input, context);
  });
  navigate({ page: 'live', mode: 'benchmark' }, {});
  useOpenedRuns.setState({ runs: [] });
  await tasks.hold({ documents }, context);
  const { files } = await tasks.runBenchmark(
    {
      spec: testEndpoint('letters'),
      probe: false,
      questions,
      setup,
      description: {
        id: 'live-7',
        title: 'Mill',
        corpusName: 'Mill',
        neighbors: { neighborPrev: 0, neighborNext: 2 },
      },
    },
    page,
  );
  opened = openRun({
    entry: {
      ...entry,
      files: files.map(({ name, bytes, sha256 }) => ({ name, sha256: sha256 ?? '', bytes: bytes.length })),
    },
    files: new Map(files.map(({ name, bytes }) => [name, bytes])),
  });
});
afterEach(cleanup);

function Page({ strategies = [variant] }: { strategies?: { id: string; label: string }[] }) {
  return <NeighborPanel params={useParams(liveCodecs)} run={opened} strategies={strategies} />;
}

/** Renders and waits for what it suspends on: a bare render would not be taken up again. */
const show = () => act(async () => void render(<Page />));

const figures = () => screen.findByRole('region', { name: 'Hits alone and with their neighbors' });
const cells = async (search: string) =>
  within((await figures()).querySelector('tbody')!).getByRole('row', { name: new RegExp(`^${search}`) });

/** Sets a knob and waits for its figures. */
async function set(name: string, value: number, width: string) {
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value: String(value) } });
  await waitFor(async () => {
    expect((await figures()).textContent).toContain(`at ±${width}, n = 3`);
  });
}

describe('the neighbors of a finished run', () => {
  it('are off at first, then move the figures of every search at once, and nothing is cut or embedded again', async () => {
    await show();
    const alone = (await cells('BM25')).textContent;
    expect((await cells('Embedding')).textContent).toMatch(/^Embedding/);
    expect(
      screen.getByText('At ±0/0 nothing is added: these are the hits alone.', { exact: false }),
    ).toBeTruthy();
    await set('Neighbors before', 1, '1/0');
    await set('Neighbors after', 1, '1/1');
    expect((await cells('BM25')).textContent).not.toBe(alone);
    expect(new Set(asked)).toEqual(new Set(['expand']));
    expect(location.hash).toContain('prev=1');
    expect(location.hash).toContain('next=1');
  });

  it('list the questions that they rescue first, and show the chosen one as tree and in words', async () => {
    navigate({ page: 'live', mode: 'benchmark' }, { prev: '1', next: '1' });
    await show();
    const list = await screen.findByRole('group', { name: 'Questions, rescued first' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['rescued by neighborscart leaves', 'still missedwheel', 'found by a hitlamp']);
    expect(within(list).getAllByRole('button')[0]!.getAttribute('aria-pressed')).toBe('true');
    const words = screen.getByRole('region', { name: 'In words, in document order' });
    const shown = within(words)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent!);
    expect(shown.some((text) => text.startsWith('hit mill.txt'))).toBe(true);
    expect(shown.some((text) => text.startsWith('neighbor mill.txt'))).toBe(true);
    const numbers = shown.map((text) => Number(/chunk (\d+)/.exec(text)![1]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect([...words.querySelectorAll('mark')].map(({ textContent }) => textContent).join('')).toBe(
      'before the cart leaves the yard',
    );
    fireEvent.click(within(list).getByRole('button', { name: /lamp$/ }));
    expect(screen.getByText(/Hit 1 holds the answer by itself/)).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'In words, in document order' })).getAllByRole('listitem'),
    ).toHaveLength(1);
    fireEvent.click(within(list).getByRole('button', { name: /wheel$/ }));
    expect(screen.getByText(/No run of chunks holds the answer/)).toBeTruthy();
  });

  it('lead to the rows of the run that have their width, and say of another that it is none', async () => {
    navigate({ page: 'live', mode: 'benchmark' }, { next: '2' });
    await show();
    const views = await screen.findByRole('navigation', { name: 'Views of neighbor expansion ±0/2' });
    expect(
      within(views)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Scorecard', 'Failures at ±0/2', 'Compare ±0/0 with ±0/2']);
    expect(
      within(views)
        .getByRole('link', { name: /^Failures/ })
        .getAttribute('href'),
    ).toContain('width=fixed_size-5-0-2');
    await set('Neighbors before', 3, '3/2');
    expect(screen.getByText(/^±3\/2 is none of the run’s rows/)).toBeTruthy();
    expect(useOpenedRuns.getState().runs).toHaveLength(1);
  });

  it('say so when the worker holds another run by now', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    opened = openRun({ entry: { ...opened.entry, id: 'live-6' }, files: opened.files });
    await show();
    expect(
      await screen.findByText('the hits of the run live-6 are gone: the worker holds those of live-7'),
    ).toBeTruthy();
  });

  it('are no part of a run without fixed windows', () => {
    const { container } = render(<Page strategies={[]} />);
    expect(container.textContent).toBe('');
  });
});
