import { create } from 'zustand';
import { holdThreads, readFacts, runThreads, type HeldThreads, type ThreadsInput } from '../data/ownThreads';
import { createLiveJob, type JobHooks } from './liveJob';
import { lookAtKeptVectors } from './liveKept';
import { newRunId, openRun } from './openedRuns';

/** Threads and facts of the reader: in memory only, gone on reload. */
export interface ThreadsInputState {
  held: HeldThreads | null;
  /** What the files were called. */
  names: readonly string[];
  reading: boolean;
  fault: Error | null;
  facts: string;
  /** What was read of the facts; null while nothing was, or while it is being read. */
  read: { facts: number; notices: readonly string[] } | null;
  factsFault: Error | null;
}

const nothing: ThreadsInputState = {
  held: null,
  names: [],
  reading: false,
  fault: null,
  facts: '',
  read: null,
  factsFault: null,
};

export const useThreadsInput = create<ThreadsInputState>()(() => nothing);

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
let asked = 0;

/** Reads files in place of those before; facts that were written are read again for them. */
export async function addThreads(files: readonly { name: string; content: Blob }[]): Promise<void> {
  const own = ++asked;
  useThreadsInput.setState({ reading: true, fault: null });
  try {
    const held = await holdThreads(files);
    if (own !== asked) return;
    useThreadsInput.setState({ held, names: files.map(({ name }) => name), reading: false });
    await writeFacts(useThreadsInput.getState().facts);
  } catch (error) {
    if (own === asked) useThreadsInput.setState({ reading: false, fault: asError(error) });
  }
}

/** Facts as they stand in the field, and what they give for the threads that are held. */
export async function writeFacts(facts: string): Promise<void> {
  useThreadsInput.setState({ facts, read: null, factsFault: null });
  if (facts.trim() === '' || !useThreadsInput.getState().held) return;
  try {
    const read = await readFacts(facts);
    if (useThreadsInput.getState().facts === facts) useThreadsInput.setState({ read });
  } catch (error) {
    if (useThreadsInput.getState().facts === facts) useThreadsInput.setState({ factsFault: asError(error) });
  }
}

export function clearThreads(): void {
  asked += 1;
  useThreadsInput.setState(nothing, true);
  threadsJob.reset();
}

/** The experiment that a run opened, and what to know of it. */
export interface ThreadsDone {
  runId: string;
  notes: readonly string[];
}

export const threadsJob = createLiveJob<ThreadsDone>('threads');

/** Measures the threads that are held and opens the result. */
export async function measureOwnThreads(
  input: ThreadsInput,
  title: string,
  hooks: JobHooks,
): Promise<ThreadsDone> {
  try {
    const { run, notes } = await runThreads(input, { id: newRunId(new Date()), title }, hooks);
    hooks.signal.throwIfAborted();
    return { runId: openRun(run).entry.id, notes };
  } finally {
    void lookAtKeptVectors();
  }
}
