import { create } from 'zustand';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { memorySource, type ArtifactSource } from '../data/artifactSource';
import { createPromiseCache } from '../data/promiseCache';
import { keptRuns } from '../data/liveStore';
import type { RunFiles } from '../data/runBundle';

/** A run that is no published experiment: made here, dropped in, or kept on this device. Every view can show it. */
export interface OpenedRun {
  entry: ExperimentEntry;
  source: ArtifactSource;
  /** By the names that the entry lists. */
  files: RunFiles['files'];
  /** Whether this device keeps it, by the reader’s choice. */
  kept: boolean;
  /** Why it could not be kept or deleted, in words. */
  refusal: string | null;
}

interface OpenedRuns {
  /** Newest first. */
  runs: readonly OpenedRun[];
  /** Entries that this device keeps and that are not open; null until it was asked. */
  keptEntries: readonly ExperimentEntry[] | null;
}

export const useOpenedRuns = create<OpenedRuns>()(() => ({ runs: [], keptEntries: null }));

/** Ids of runs that are no published experiments begin so, whatever the files call them. */
const livePrefix = 'live-';
const openedPrefix = 'opened-';

export const isOpenedId = (id: string): boolean => id.startsWith(livePrefix) || id.startsWith(openedPrefix);

/** An id for a run that starts now. */
export function newRunId(now: Date): string {
  return `${livePrefix}${now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:]/g, '')
    .replace('T', '-')}`;
}

let opened = 0;

/** Opens a run in this page. A file of a published experiment gets an id of its own, so that the two never mix. */
export function openRun({ entry, files }: RunFiles, kept = false): OpenedRun {
  const id = isOpenedId(entry.id) ? entry.id : `${openedPrefix}${entry.id}`;
  const own = { ...entry, id };
  opened += 1;
  void restoring.take(id);
  const run: OpenedRun = {
    entry: own,
    source: memorySource(
      `opened ${opened}`,
      new Map([...files].map(([name, bytes]) => [`${id}/${name}`, bytes])),
    ),
    files,
    kept,
    refusal: null,
  };
  useOpenedRuns.setState(({ runs, keptEntries }) => ({
    runs: [run, ...runs.filter((other) => other.entry.id !== id)],
    keptEntries: keptEntries?.filter((other) => other.id !== id) ?? null,
  }));
  return run;
}

/** Closes a run; what this device keeps stays kept. */
export function closeRun(id: string): void {
  useOpenedRuns.setState(({ runs, keptEntries }) => {
    const closed = runs.find(({ entry }) => entry.id === id);
    return {
      runs: runs.filter((run) => run !== closed),
      keptEntries: closed?.kept ? [closed.entry, ...(keptEntries ?? [])] : keptEntries,
    };
  });
  void restoring.take(id);
}

export function findRun(id: string): OpenedRun | undefined {
  return useOpenedRuns.getState().runs.find(({ entry }) => entry.id === id);
}

const restoring = createPromiseCache<OpenedRun | null>();

/** A run that is open, or that this device keeps; null for neither. One promise per id, fit for `use()`. */
export function restoreRun(id: string): Promise<OpenedRun | null> {
  return restoring.get(id, async () => {
    const kept = await keptRuns.get(id);
    return (
      findRun(id) ??
      (kept ? openRun({ entry: kept.entry, files: kept.files as RunFiles['files'] }, true) : null)
    );
  });
}

/** Looks for the runs that this device keeps, newest first. */
export async function lookForKeptRuns(): Promise<void> {
  const entries = (await keptRuns.all())
    .map(({ entry }) => entry)
    .sort((a, b) => b.provenance.startedAt.localeCompare(a.provenance.startedAt));
  useOpenedRuns.setState(({ runs }) => ({
    keptEntries: entries.filter(({ id }) => runs.every(({ entry }) => entry.id !== id)),
  }));
}

/** Keeps a run on this device from now on. */
export async function keepOnDevice(id: string): Promise<void> {
  const run = findRun(id);
  if (!run) return;
  try {
    await keptRuns.keep(id, { entry: run.entry, files: run.files });
    change(id, { kept: true, refusal: null });
  } catch (error) {
    change(id, { refusal: (error as Error).message });
  }
}

/** Deletes what this device keeps of a run; an open one stays open until the page is closed. */
export async function deleteFromDevice(id: string): Promise<void> {
  try {
    await keptRuns.remove(id);
    change(id, { kept: false, refusal: null });
    useOpenedRuns.setState(({ keptEntries }) => ({
      keptEntries: keptEntries?.filter((entry) => entry.id !== id) ?? null,
    }));
  } catch (error) {
    change(id, { refusal: (error as Error).message });
  }
}

function change(id: string, patch: Partial<OpenedRun>): void {
  useOpenedRuns.setState(({ runs }) => ({
    runs: runs.map((run) => (run.entry.id === id ? { ...run, ...patch } : run)),
  }));
}
