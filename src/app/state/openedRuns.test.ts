import { nothingFound } from '../../analysis/finding';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExperimentEntry } from '../../artifact/indexFile';
import type * as BrowserDatabase from '../../worker/browserDatabase';
import {
  closeRun,
  deleteFromDevice,
  findRun,
  isOpenedId,
  keepOnDevice,
  lookForKeptRuns,
  newRunId,
  openRun,
  restoreRun,
  useOpenedRuns,
} from './openedRuns';

const device = vi.hoisted(() => ({ runs: new Map<string, unknown>(), refuses: false }));
vi.mock('../../worker/browserDatabase', async (original) => ({
  ...(await original<typeof BrowserDatabase>()),
  browserDatabase: () => async () => ({
    get: async (_: string, id: string) => device.runs.get(id),
    getAllKeys: async () => [...device.runs.keys()],
    put: async (_: string, run: unknown, id: string) => {
      if (device.refuses) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      device.runs.set(id, run);
    },
    delete: async (_: string, id: string) => void device.runs.delete(id),
  }),
}));

const entry = (id: string): ExperimentEntry => ({
  id,
  kind: 'chunking',
  title: id,
  question: '',
  headline: '',
  finding: nothingFound('Nothing is established.'),
  data: '',
  badges: [],
  files: [{ name: 'summary.json', sha256: '', bytes: 2 }],
  provenance: { program: '', command: '', startedAt: '', durationMs: 0, node: '', icu: '', packages: {} },
});
const run = (id: string, text = '{}') => ({
  entry: entry(id),
  files: new Map([['summary.json', new TextEncoder().encode(text)]]),
});
const ids = () => useOpenedRuns.getState().runs.map(({ entry: { id } }) => id);

beforeEach(() => {
  device.runs.clear();
  device.refuses = false;
  for (const id of ids()) closeRun(id);
  useOpenedRuns.setState({ runs: [], keptEntries: null });
});

describe('opened runs', () => {
  it('never share an id with a published experiment', () => {
    expect(openRun(run('chunking-squad')).entry.id).toBe('opened-chunking-squad');
    expect(openRun(run('live-1')).entry.id).toBe('live-1');
    expect(['opened-chunking-squad', 'live-1', 'chunking-squad'].map(isOpenedId)).toEqual([
      true,
      true,
      false,
    ]);
    expect(newRunId(new Date('2026-03-04T05:06:07.890Z'))).toBe('live-20260304-050607');
  });

  it('are read by the views from memory, the newer of one id in the place of the older', async () => {
    const older = openRun(run('live-1', 'old'));
    const newer = openRun(run('live-1', 'new'));
    expect(ids()).toEqual(['live-1']);
    expect(newer.source.id).not.toBe(older.source.id);
    expect(new TextDecoder().decode((await newer.source.read('live-1/summary.json')) as Uint8Array)).toBe(
      'new',
    );
    await expect(newer.source.read('live-1/gone.json')).rejects.toMatchObject({ kind: 'missing' });
  });

  it('come back from the device only when they were kept, and go when they are deleted', async () => {
    openRun(run('live-1'));
    openRun(run('live-2'));
    await keepOnDevice('live-1');
    expect(findRun('live-1')).toMatchObject({ kept: true });
    closeRun('live-1');
    closeRun('live-2');
    await lookForKeptRuns();
    expect(useOpenedRuns.getState().keptEntries!.map(({ id }) => id)).toEqual(['live-1']);
    expect(await restoreRun('live-2')).toBeNull();
    expect(await restoreRun('live-1')).toMatchObject({ kept: true, entry: { id: 'live-1' } });
    await deleteFromDevice('live-1');
    expect(findRun('live-1')).toMatchObject({ kept: false });
    closeRun('live-1');
    expect(await restoreRun('live-1')).toBeNull();
  });

  it('are the same promise as long as nothing changes, and are found once they are opened', async () => {
    const first = restoreRun('live-9');
    expect(restoreRun('live-9')).toBe(first);
    expect(await first).toBeNull();
    openRun(run('live-9'));
    expect(await restoreRun('live-9')).toMatchObject({ entry: { id: 'live-9' } });
  });

  it('say why they could not be kept', async () => {
    openRun(run('live-1'));
    device.refuses = true;
    await keepOnDevice('live-1');
    expect(findRun('live-1')).toMatchObject({ kept: false, refusal: expect.stringContaining('full') });
  });
});
