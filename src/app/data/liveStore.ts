import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { clearRemoval, finishRemoval, removeForGood } from './removal';

/** Pasted text that the reader chose to keep. */
export interface KeptText {
  stored: string;
  message: string;
}

/** A run that the reader chose to keep: its entry and the bytes of its files, by name. */
export interface KeptRun {
  entry: ExperimentEntry;
  files: Map<string, Uint8Array>;
}

interface LiveStore extends DBSchema {
  texts: { key: string; value: KeptText };
  runs: { key: string; value: KeptRun };
}

const textKey = 'method';
let opening: Promise<IDBPDatabase<LiveStore>> | undefined;

function database(): Promise<IDBPDatabase<LiveStore>> {
  opening ??= openDB<LiveStore>('chunkscope-live', 1, {
    upgrade(created) {
      created.createObjectStore('texts');
      created.createObjectStore('runs');
    },
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** What was kept, where the browser lets the page look; nothing otherwise. */
async function readOr<T>(work: (opened: IDBPDatabase<LiveStore>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work(await database());
  } catch {
    return otherwise;
  }
}

const textRemoval = 'pasted text';
const runRemoval = (id: string): string => `run ${id}`;
const removeText = async (): Promise<void> => (await database()).delete('texts', textKey);
const removeRun = async (id: string): Promise<void> => (await database()).delete('runs', id);

export function readKeptText(): Promise<KeptText | undefined> {
  return readOr(
    async (opened) =>
      (await finishRemoval(textRemoval, removeText)) ? undefined : opened.get('texts', textKey),
    undefined,
  );
}

/** Rejects when the browser refuses or its storage is full: the reader asked for it and must hear so. */
export async function keepText(text: KeptText): Promise<void> {
  clearRemoval(textRemoval);
  await (await database()).put('texts', text, textKey);
}

export function deleteKeptText(): Promise<void> {
  return removeForGood(textRemoval, removeText);
}

export function readKeptRun(id: string): Promise<KeptRun | undefined> {
  return readOr(
    async (opened) =>
      (await finishRemoval(runRemoval(id), () => removeRun(id))) ? undefined : opened.get('runs', id),
    undefined,
  );
}

/** Entries of the kept runs, newest first. */
export function listKeptRuns(): Promise<ExperimentEntry[]> {
  return readOr(async (opened) => {
    const runs = await opened.getAll('runs');
    const removed = await Promise.all(
      runs.map(({ entry }) => finishRemoval(runRemoval(entry.id), () => removeRun(entry.id))),
    );
    return runs
      .filter((_, place) => !removed[place])
      .map(({ entry }) => entry)
      .sort((a, b) => b.provenance.startedAt.localeCompare(a.provenance.startedAt));
  }, []);
}

export async function keepRun(run: KeptRun): Promise<void> {
  clearRemoval(runRemoval(run.entry.id));
  await (await database()).put('runs', run, run.entry.id);
}

export function deleteKeptRun(id: string): Promise<void> {
  return removeForGood(runRemoval(id), () => removeRun(id));
}
