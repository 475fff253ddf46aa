import { nothingFound } from '../analysis/finding';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExperimentEntry } from '../artifact/indexFile';
import { lazyPart } from '../app/components/lazyPart';
import { openRun } from '../app/state/openedRuns';
import { navigate } from '../app/state/store';
import type { ExperimentView } from '../app/state/urlState';
import type { ExperimentViewProps } from '../app/views/openExperiment';
import { ExperimentPage } from '../app/views/experiment/ExperimentPage';
import { panels, type KindPanels } from '../app/views/panels';

const shown = (view: string) =>
  lazyPart<ExperimentViewProps>(async () => ({ experiment }) => (
    <p>
      The {view} of {experiment.entry.title}
    </p>
  ));

/** A kind’s line in the record of panels, as its author would write it. */
const toyPanels: KindPanels = {
  label: 'Toy',
  views: {
    scorecard: shown('scorecard'),
    curves: { absent: 'A toy has no budgets.' },
    inspector: { absent: 'A toy has no chunks.' },
    failures: shown('failures'),
    method: shown('method'),
    data: shown('data'),
    limits: shown('limits'),
  },
  runs: () => Promise.reject(new RangeError('a toy has no rows')),
  hasCorpus: false,
  aboutOwnRun: lazyPart(async () => () => <p>Made of wood.</p>),
};

const { limits: _, ...withoutLimits } = toyPanels.views;
// @ts-expect-error a kind that lacks the panel of a view does not compile
export const lacking: KindPanels = { ...toyPanels, views: withoutLimits };

const entry: ExperimentEntry = {
  id: 'opened-toy',
  kind: 'toy',
  title: 'A toy experiment',
  question: 'Does it play?',
  headline: 'It plays.',
  finding: nothingFound('Nothing is established.'),
  data: 'nothing',
  badges: [],
  files: [],
  provenance: {
    program: 'toy',
    command: 'toy',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    node: 'none',
    icu: 'none',
    packages: {},
  },
};

beforeAll(() => {
  Object.assign(panels, { toy: toyPanels });
  openRun({ entry, files: new Map() });
});
afterAll(() => {
  delete (panels as Record<string, unknown>)['toy'];
});
afterEach(cleanup);

async function show(view: ExperimentView): Promise<void> {
  navigate({ page: 'experiment', experiment: entry.id, view });
  await act(async () => {
    render(<ExperimentPage id={entry.id} view={view} />);
  });
}

describe('a kind of experiment that only has its line of panels', () => {
  it('has a tab for every view that shows it, and for no other', async () => {
    await show('scorecard');
    const tabs = within(screen.getByRole('navigation', { name: 'Views of this experiment' }));
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Scorecard',
      'Failures',
      'Method',
      'Data',
      'Limits',
    ]);
    expect(await screen.findByText('The scorecard of A toy experiment')).toBeTruthy();
    expect(await screen.findByText('Made of wood.')).toBeTruthy();
  });

  it('says of a view that cannot show it why not', async () => {
    await show('curves');
    expect(screen.getByText(/^The view “Curves” does not exist .* A toy has no budgets\.$/)).toBeTruthy();
  });
});
