import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { parseJsonText } from '../../artifact/jsonText';
import { readChatThreads } from '../../datasets/stored/chatThreads';
import type { ThreadsCorpus } from '../../datasets/threads/threads';

const turns = z.array(z.number());
const threadsSchema = z.array(
  z.object({ id: z.string(), title: z.string(), language: z.string(), about: z.string() }),
);
const factsSchema = z.array(
  z.object({ id: z.string(), thread: z.string(), fact: z.string(), turns, probe: z.optional(z.boolean()) }),
);
const mixedSchema = z.array(
  z.object({
    id: z.string(),
    thread: z.string(),
    message: z.string(),
    subjects: z.array(z.object({ about: z.string(), span: z.string(), turns })),
  }),
);

/** Where the authored threads lie. */
export const corpusFolder = fileURLToPath(new URL('./corpus/', import.meta.url));

const textOf = (name: string): Promise<string> => readFile(`${corpusFolder}${name}`, 'utf8');

async function listOf<T>(name: string, schema: z.ZodMiniType<T>): Promise<T> {
  const { value } = parseJsonText(name, await textOf(name));
  return schema.parse(value);
}

/** The threads that were written for this project, with their facts and mixed messages. */
export async function authoredThreads(): Promise<ThreadsCorpus> {
  const [described, facts, mixed] = await Promise.all([
    listOf('threads.json', threadsSchema),
    listOf('facts.json', factsSchema),
    listOf('mixed.json', mixedSchema),
  ]);
  const position = new Map(described.map(({ id }, index) => [id, index]));
  const threadOf = (id: string, of: string): number => {
    const found = position.get(of);
    if (found === undefined) throw new Error(`${id} belongs to "${of}", which is no thread`);
    return found;
  };
  return {
    name: 'authored threads',
    threads: await Promise.all(
      described.map(async ({ id, title, language }) => {
        const { threads, notices } = readChatThreads(`${id}.jsonl`, await textOf(`${id}.jsonl`));
        const unexpected = notices.find((notice) => !notice.includes('a system message'));
        if (threads.length !== 1 || unexpected !== undefined)
          throw new Error(`${id}.jsonl: ${unexpected ?? `${threads.length} threads, expected one`}`);
        return { id, title, language, turns: threads[0]!.turns };
      }),
    ),
    facts: facts.map(({ id, thread, fact, turns: right, probe }) => ({
      id,
      thread: threadOf(id, thread),
      text: fact,
      turns: right,
      ...(probe && { probe }),
    })),
    mixed: mixed.map(({ id, thread, message, subjects }) => ({
      id,
      thread: threadOf(id, thread),
      text: message,
      subjects: subjects.map(({ about, span, turns: right }) => {
        const start = message.indexOf(span);
        if (start < 0) throw new Error(`${id} does not hold "${span}"`);
        return { about, start, end: start + span.length, turns: right };
      }),
    })),
  };
}
