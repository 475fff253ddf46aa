import { openDB, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import type { AskedQuestion } from './benchmarkQuestions';
import { clearRemoval, finishRemoval, removeForGood } from './removal';

/** Documents and questions that the reader chose to keep. */
export interface KeptInput {
  documents: readonly { id: string; text: string }[];
  questions: readonly AskedQuestion[];
}

const mark = z.object({ document: z.string(), start: z.number(), end: z.number() });
const keptInput = z.object({
  documents: z.array(z.object({ id: z.string(), text: z.string() })),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      document: z.nullable(z.string()),
      answers: z.array(z.string()),
      marks: z.array(mark),
      family: z.nullable(z.string()),
    }),
  ),
});

const store = 'input';
const key = 'benchmark';
const removalName = 'benchmark input';
let opening: Promise<IDBPDatabase> | undefined;

/** Nothing is opened before the first question. */
function database(): Promise<IDBPDatabase> {
  opening ??= openDB('chunkscope-benchmark', 1, {
    upgrade: (created) => void created.createObjectStore(store),
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** What was kept; nothing where the browser refuses storage, or where what is there cannot be read. */
export async function readKeptInput(): Promise<KeptInput | null> {
  try {
    if (await finishRemoval(removalName, remove)) return null;
    const found = keptInput.safeParse(await (await database()).get(store, key));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** Rejects when the browser refuses or its storage is full: the reader asked for it and must hear so. */
export async function keepInput(input: KeptInput): Promise<void> {
  clearRemoval(removalName);
  await (await database()).put(store, input, key);
}

export function deleteKeptInput(): Promise<void> {
  return removeForGood(removalName, remove);
}

async function remove(): Promise<void> {
  await (await database()).delete(store, key);
}
