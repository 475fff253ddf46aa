import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as BrowserDatabase from '../../worker/browserDatabase';
import { keptReviews, type ReviewLine } from '../data/reviewStorage';
import {
  addReview,
  clearReviews,
  judgeReview,
  openSheet,
  removeReview,
  sheetKey,
  useReviewSheets,
} from './reviewSheets';

const device = vi.hoisted(() => ({ values: new Map<string, unknown>(), fault: null as Error | null }));
vi.mock('../../worker/browserDatabase', async (original) => ({
  ...(await original<typeof BrowserDatabase>()),
  browserDatabase: () => async () => ({
    get: async (_: string, key: string) => device.values.get(key),
    put: async (_: string, value: unknown, key: string) => {
      if (device.fault) throw device.fault;
      device.values.set(key, value);
    },
    delete: async (_: string, key: string) => void device.values.delete(key),
  }),
}));

const stages = {
  source: 's',
  extraction: 'e',
  boundary: 'b',
  candidates: 'c',
  context: 'x',
  answer: 'a',
};
const miss = (id: string, setup = 'row') => ({ id, setup, question: `${id}?`, stages });
const sheet = (key: string): readonly ReviewLine[] => useReviewSheets.getState().sheets[key] ?? [];

beforeEach(() => {
  device.values.clear();
  device.fault = null;
  useReviewSheets.setState({ sheets: {}, problem: null });
});

describe('review sheets', () => {
  it('are kept by artifact, and read again in another visit', async () => {
    await addReview('one', miss('q1'));
    await judgeReview('one', sheet('one')[0]!, { verdict: 'boundary', note: 'cut' });
    await addReview('two', miss('q9'));
    useReviewSheets.setState({ sheets: {} });
    await openSheet('one');
    expect(sheet('one').map(({ id, verdict, note }) => [id, verdict, note])).toEqual([
      ['q1', 'boundary', 'cut'],
    ]);
    expect(sheet('two')).toEqual([]);
  });

  it('fill a miss in anew when it is added again, and keep what the reader said of it', async () => {
    await addReview('three', miss('q1'));
    await judgeReview('three', sheet('three')[0]!, { verdict: 'source', note: 'mine' });
    await addReview('three', { ...miss('q1'), question: 'in words' });
    await addReview('three', miss('q1', 'another row'));
    expect(sheet('three').map(({ question, setup, note }) => [question, setup, note])).toEqual([
      ['in words', 'row', 'mine'],
      ['q1?', 'another row', ''],
    ]);
  });

  it('leave nothing behind when they are cleared', async () => {
    await addReview('four', miss('q1'));
    await addReview('four', miss('q2'));
    await removeReview('four', sheet('four')[0]!);
    expect(sheet('four').map(({ id }) => id)).toEqual(['q2']);
    await clearReviews('four');
    expect(await keptReviews.get('four')).toBeNull();
  });

  it('belong to the figures that they were made on', () => {
    const file = { name: 'summary.json', sha256: 'aa', bytes: 1 };
    expect(sheetKey({ id: 'x', files: [file] })).not.toBe(
      sheetKey({ id: 'x', files: [{ ...file, sha256: 'bb' }] }),
    );
  });

  it('stay for the visit where the browser keeps nothing, and say so', async () => {
    device.fault = new Error('refused');
    await addReview('five', miss('q1'));
    expect(sheet('five')).toHaveLength(1);
    expect(useReviewSheets.getState().problem).toContain('does not let the page keep the review sheet');
  });

  it('are empty where what is kept is damaged', async () => {
    device.values.set('six', [{ id: 7 }]);
    await openSheet('six');
    expect(sheet('six')).toEqual([]);
  });
});
