import { describe, expect, it } from 'vitest';
import type { JobProgress } from '../../../state/liveJob';
import { benchmarkSteps, showProgress } from './progressModel';

const running = (progress: JobProgress['progress'], rest: Partial<JobProgress> = {}): JobProgress => ({
  progress,
  load: null,
  notices: [],
  startedAtMs: 0,
  stepAtMs: 1000,
  ...rest,
});
const embed = {
  kind: 'embed',
  stage: 'all',
  done: 0,
  total: 400,
  cached: 0,
  doneBytes: 0,
  totalBytes: 40_000,
  cachedBytes: 0,
  embeddingMs: 0,
} as const;

describe('the progress of a run', () => {
  it('names the step, its place among all, and what of it is done', () => {
    const shown = showProgress(
      running({ kind: 'step', step: { kind: 'searching', of: 'Recursive' }, done: 120, total: 300 }),
      1500,
      benchmarkSteps(false),
    );
    expect(shown).toEqual({
      label: 'Searching',
      place: { step: 5, of: 8 },
      value: 120,
      of: 300,
      text: 'Recursive: 120 of 300',
    });
    expect(
      showProgress(
        running({ kind: 'step', step: { kind: 'searching', of: 'Recursive' }, done: 120, total: 300 }),
        1500,
        benchmarkSteps(true),
      ).place,
    ).toEqual({ step: 8, of: 11 });
  });

  it('tells the time left of a step once it has lasted', () => {
    const { text } = showProgress(
      running({ kind: 'step', step: { kind: 'grouping ties' }, done: 10, total: 40 }),
      11_000,
      benchmarkSteps(false),
    );
    expect(text).toBe('10 of 40 · about 30 s left of this step');
  });

  it('tells the time left of embedding by the bytes that were embedded, not by those that were kept', () => {
    const half = showProgress(
      running({
        ...embed,
        done: 200,
        cached: 100,
        doneBytes: 20_000,
        cachedBytes: 10_000,
        embeddingMs: 5000,
      }),
      9000,
      benchmarkSteps(true),
    );
    expect(half).toMatchObject({
      label: 'Embedding questions and chunks',
      place: { step: 7, of: 11 },
      value: 20_000,
      of: 40_000,
      text: '200 of 400 texts · 100 of them kept from before · about 10 s left',
    });
    expect(
      showProgress(
        running({ ...embed, done: 200, cached: 200, doneBytes: 20_000, cachedBytes: 20_000 }),
        9000,
        benchmarkSteps(true),
      ).text,
    ).not.toContain('left');
  });

  it('shows the model being loaded before the first text', () => {
    expect(
      showProgress(
        running(embed, { load: { loadedBytes: 14_000_000, totalBytes: 28_000_000 } }),
        2000,
        benchmarkSteps(true),
      ),
    ).toMatchObject({ label: 'Loading the model', value: 14_000_000, of: 28_000_000 });
  });

  it('has words before anything is known, and for a step of one', () => {
    expect(showProgress(running(null), 0, benchmarkSteps(false))).toMatchObject({
      label: 'Starting',
      value: null,
    });
    expect(
      showProgress(
        running({ kind: 'step', step: { kind: 'intervals' }, done: 0, total: 1 }),
        1200,
        benchmarkSteps(false),
      ),
    ).toMatchObject({ label: 'Drawing 10,000 bootstrap samples', value: null });
  });
});
