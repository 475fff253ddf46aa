import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chunkingStrategies, strategyIds, type StrategyId } from '../core/chunking/registry';
import { plainChunk, type ChunkingStrategy } from '../core/chunking/strategy';
import { authoredExperiment, type AuthoredExperiment } from './authoredSquad';
import { memorySource } from '../app/data/artifactSource';
import { sha256Hex } from '../artifact/sha256';
import { navigate } from '../app/state/store';
import { atBudget, type BudgetColumns } from '../app/views/budget/atBudget';
import type { OpenExperiment } from '../app/views/openExperiment';

/** A strategy as its file would export it. */
const halves: ChunkingStrategy = {
  label: 'Toy halves',
  slot: 8,
  description: 'Every text in two.',
  unit: 'characters',
  defaults: { chunkSize: 12 },
  settings: [{ name: 'chunkSize', label: 'Toy size', unit: 'characters', low: 1, high: 99 }],
  returns: 'itself',
  chunk(text) {
    const middle = text.indexOf(' ', text.length / 2);
    return middle < 0
      ? [plainChunk(0, text.length)]
      : [plainChunk(0, middle), plainChunk(middle + 1, text.length)];
  },
};
const toy = 'toy_halves' as StrategyId;

/**
 * The line in the registry, for this file alone (its process ends with it): everything
 * below must find the strategy without being told of it anywhere else.
 */
let made: AuthoredExperiment;
let experiment: OpenExperiment;
beforeAll(async () => {
  Object.assign(chunkingStrategies, { [toy]: halves });
  strategyIds.push(toy);
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const sha256 = async (text: string) => (await sha256Hex(new TextEncoder().encode(text)))!;
  made = await authoredExperiment(sha256, { text: 'included' });
  experiment = { entry: made.entry, source: memorySource('toy', new Map(made.files)) };
});
afterAll(() => {
  strategyIds.pop();
  delete (chunkingStrategies as Record<string, unknown>)[toy];
});
afterEach(cleanup);

/** The worker of token budgets, in this thread. */
class BudgetWorker {
  onmessage: (event: { data: unknown }) => void = () => {};
  postMessage(rows: BudgetColumns) {
    queueMicrotask(() => this.onmessage({ data: { kind: 'done', value: atBudget(rows) } }));
  }
  terminate() {}
}

async function showView(view: 'scorecard' | 'inspector'): Promise<void> {
  const { panels } = await import('../app/views/panels');
  const Part = panels.chunking.views[view];
  navigate({ page: 'experiment', experiment: experiment.entry.id, view });
  await act(async () => {
    render(
      <Suspense fallback="…">
        <Part experiment={experiment} />
      </Suspense>,
    );
  });
}

describe('a strategy that is added by its file and one line', () => {
  it('stands in the scorecard', async () => {
    vi.stubGlobal('Worker', BudgetWorker);
    await showView('scorecard');
    expect((await screen.findAllByText(halves.label)).length).toBeGreaterThan(0);
  });

  it('has a lane in the inspector', async () => {
    await showView('inspector');
    expect((await screen.findAllByText(halves.label)).length).toBeGreaterThan(0);
  });

  it('is offered in the live panel with its sizes', async () => {
    const { variantsOf } = await import('../experiments/chunking/own/variants');
    const { SetupPanel } = await import('../app/views/live/benchmark/SetupPanel');
    const { liveCodecs } = await import('../app/views/live/liveParams');
    expect(variantsOf([toy], { [toy]: { chunkSize: [7, 9] } }).variants.map(({ label }) => label)).toEqual([
      'Toy halves 7',
      'Toy halves 9',
    ]);
    const values = Object.fromEntries(
      Object.entries(liveCodecs).map(([name, codec]) => [name, codec.initial]),
    );
    const params = { values: { ...values, strategies: strategyIds }, set: () => {} } as never;
    render(<SetupPanel params={params} made={variantsOf(strategyIds, {})} withoutGold={0} model="a model" />);
    expect(screen.getByLabelText(halves.label)).toBeDefined();
    expect(screen.getByLabelText(`${halves.label}: Toy size, characters`)).toBeDefined();
  });

  it('is in the report and on the command line', async () => {
    const { buildReport } = await import('../analysis/report/report');
    const { chunkingKind } = await import('../experiments/chunking/kind');
    const { chunkingScorecard } = await import('../builder/chunking/scorecard');
    const files = new Map(
      [...made.files].map(([path, text]) => [path.slice(made.entry.id.length + 1), JSON.parse(text)]),
    );
    expect(buildReport(chunkingKind, made.entry, files)).toContain(halves.label);
    const { rows, text } = chunkingScorecard(made.summary);
    expect(rows.some(({ row }) => row === toy)).toBe(true);
    expect(text).toContain(toy);
  });
});
