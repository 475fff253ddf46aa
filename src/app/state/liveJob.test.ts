import { describe, expect, it, vi } from 'vitest';
import { createLiveJob, type JobHooks } from './liveJob';

vi.mock('../data/liveProviders', () => ({
  isAbortError: (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  onModelLoad: () => () => {},
}));

const embed = {
  kind: 'embed',
  stage: 'all',
  done: 0,
  total: 9,
  cached: 0,
  doneBytes: 0,
  totalBytes: 90,
  cachedBytes: 0,
  embeddingMs: 0,
} as const;

const untilAborted = ({ signal }: Pick<JobHooks, 'signal'>) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
  );

describe('a live job', () => {
  it('tells its progress and its end', async () => {
    const job = createLiveJob();
    const kinds: string[] = [];
    job.use.subscribe((state) => kinds.push(state.kind));
    await job.start('a', async ({ onProgress }) => {
      onProgress({ ...embed, done: 1, waitingMs: 3000, attempt: 2, message: 'slow down' });
      expect(job.use.getState()).toMatchObject({
        kind: 'running',
        running: { progress: { waitingMs: 3000 } },
      });
      onProgress({ kind: 'step', step: { kind: 'searching' }, done: 0, total: 1 });
    });
    expect(kinds).toEqual(['running', 'running', 'running', 'done']);
  });

  it('is cancelled at once and keeps its progress in sight', async () => {
    const job = createLiveJob();
    const ended = job.start('a', async (hooks) => {
      hooks.onProgress({ ...embed, done: 3, cached: 1 });
      await untilAborted(hooks);
    });
    job.cancel();
    expect(job.use.getState()).toMatchObject({
      kind: 'cancelled',
      running: { progress: { done: 3, total: 9 } },
    });
    await ended;
    expect(job.use.getState().kind).toBe('cancelled');
  });

  it('keeps the failure of an ended job away from the one that follows it', async () => {
    const job = createLiveJob();
    let fail = (_: Error) => {};
    const first = job.start('a', () => new Promise((_, reject) => (fail = reject)));
    const second = job.start('b', untilAborted);
    fail(new Error('late'));
    await first;
    expect(job.use.getState()).toMatchObject({ kind: 'running', of: 'b' });
    job.cancel();
    await second;
  });

  it('plans, and is idle again when planning is cancelled', async () => {
    const job = createLiveJob();
    const planning = job.plan('a', untilAborted);
    expect(job.use.getState().kind).toBe('planning');
    job.cancel();
    await planning;
    expect(job.use.getState().kind).toBe('idle');
    await job.plan('a', async () => Promise.reject(new Error('no')));
    expect(job.use.getState()).toMatchObject({ kind: 'failed', error: { message: 'no' } });
  });
});
