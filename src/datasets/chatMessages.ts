import * as z from 'zod/mini';
import type { Turn, TurnSource } from '../core/text/labelPieces';
import { ArtifactError } from '../artifact/errors';
import { describe } from '../artifact/decode';
import { formatPath, parseJsonText } from '../artifact/jsonText';

/** Limits of one export; the numbers appear in the messages. */
export const threadLimits = { threads: 10_000, messages: 200_000 };

/** A conversation as it is stored: sealed turns, each with what was said and done in it. */
export interface ChatThread {
  title: string | null;
  turns: Turn[];
}

export interface ChatThreads {
  threads: ChatThread[];
  /** What was left out or read with doubt, in words. */
  notices: string[];
}

const call = z.object({
  id: z.optional(z.nullable(z.string())),
  function: z.optional(z.object({ name: z.optional(z.string()), arguments: z.optional(z.unknown()) })),
  name: z.optional(z.string()),
  arguments: z.optional(z.unknown()),
  input: z.optional(z.unknown()),
  args: z.optional(z.unknown()),
});

const time = z.optional(z.nullable(z.union([z.string(), z.number()])));

const message = z.object({
  role: z.string(),
  content: z.optional(z.nullable(z.unknown())),
  tool_calls: z.optional(z.nullable(z.array(call))),
  tool_call_id: z.optional(z.nullable(z.string())),
  name: z.optional(z.nullable(z.string())),
  time,
  timestamp: time,
  created_at: time,
  createdAt: time,
});
type Message = z.infer<typeof message>;

const thread = z.object({
  title: z.optional(z.nullable(z.string())),
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  messages: z.array(z.unknown()),
});

const expected =
  'a JSON array of chat messages, each with a "role" and "content", or an array of such threads';

type Voice = 'user' | 'assistant' | 'tool' | 'system';
const voices: Record<string, Voice> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
};

/**
 * Threads from an export of chat messages. A turn begins with a user message and holds
 * everything up to the next one: the message, each assistant step, and each tool call
 * with its arguments, a newline and its whole result.
 *
 * Reads one array of messages, an object with `messages`, or an array of either, with
 * tool calls as OpenAI writes them (`tool_calls`, `tool_call_id`) or as blocks of the
 * content (`tool_use`, `tool_result`). System messages are left out. `file` is the name
 * that messages use.
 */
export function readChatThreads(file: string, text: string): ChatThreads {
  const { value, notices: mended } = parseThreads(file, text);
  const lists = threadLists(file, value);
  const total = lists.reduce((sum, { messages }) => sum + messages.length, 0);
  if (total > threadLimits.messages)
    throw new ArtifactError({
      kind: 'too-large',
      file,
      found: `${total} messages`,
      expected: `at most ${threadLimits.messages}`,
    });
  const left = new Map<string, number>();
  const leave = (what: string) => left.set(what, (left.get(what) ?? 0) + 1);
  const threads = lists.map(({ title, messages, path }) => ({
    title,
    turns: turnsOf(
      messages.map((item, index) => readMessage(file, item, [...path, index])),
      leave,
    ),
  }));
  return {
    threads,
    notices: [
      ...mended.map((notice) => notice.message),
      ...[...left].map(([what, count]) => `${count} × ${what}.`),
    ],
  };
}

function parseThreads(file: string, text: string): ReturnType<typeof parseJsonText> {
  try {
    return parseJsonText(file, text);
  } catch (error) {
    // The reader of artifacts expects one; here something else belongs.
    if (
      error instanceof ArtifactError &&
      (error.kind === 'empty' || error.kind === 'not-json' || error.kind === 'missing')
    )
      throw new ArtifactError({ kind: error.kind, file, found: error.found, expected });
    throw error;
  }
}

interface MessageList {
  title: string | null;
  messages: unknown[];
  path: (string | number)[];
}

function threadLists(file: string, value: unknown): MessageList[] {
  const one = (item: unknown, path: (string | number)[]): MessageList | null => {
    if (Array.isArray(item)) return { title: null, messages: item, path };
    const read = thread.safeParse(item);
    if (!read.success) return null;
    const { title, id, messages } = read.data;
    return {
      title: title ?? (id === undefined || id === null ? null : String(id)),
      messages,
      path: [...path, 'messages'],
    };
  };
  const several =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => Array.isArray(item) || (isRecord(item) && !('role' in item) && 'messages' in item));
  if (several) {
    if (value.length > threadLimits.threads)
      throw new ArtifactError({
        kind: 'too-large',
        file,
        found: `${value.length} threads`,
        expected: `at most ${threadLimits.threads}`,
      });
    return value.map((item, index) => {
      const list = one(item, [index]);
      if (!list)
        throw wrong(file, [index], item, 'a thread: an array of messages, or an object with "messages"');
      return list;
    });
  }
  const list = one(value, []);
  if (!list) throw wrong(file, [], value, expected);
  return [list];
}

function readMessage(file: string, item: unknown, path: (string | number)[]): Message {
  const read = message.safeParse(item);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const at = [...path, ...issue.path];
  throw wrong(
    file,
    at,
    valueAt(item, issue.path),
    issue.path.length === 0
      ? 'a message with a "role" and "content"'
      : issue.code === 'invalid_type'
        ? issue.expected
        : issue.message,
  );
}

function wrong(file: string, path: readonly PropertyKey[], found: unknown, what: string): ArtifactError {
  return new ArtifactError({
    kind: 'invalid',
    file,
    path: formatPath(path),
    found: describe(found),
    expected: what,
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

/** A tool call whose result may come later. */
interface OpenCall {
  source: TurnSource;
  answered: boolean;
}

function turnsOf(messages: readonly Message[], leave: (what: string) => void): Turn[] {
  const turns: (Turn & { sources: TurnSource[] })[] = [];
  const calls = new Map<string, OpenCall>();
  const current = (at: string | number | null) => {
    if (turns.length === 0) turns.push({ number: 1, time: at, sources: [] });
    return turns.at(-1)!;
  };
  const add = (source: TurnSource, at: string | number | null) => {
    if (source.text.trim() !== '') current(at).sources.push(source);
  };
  const addCall = (
    id: string | null,
    name: string | undefined,
    given: unknown,
    at: string | number | null,
  ) => {
    const source: TurnSource = { kind: 'tool', name: name ?? 'without a name', text: asText(given) };
    // Kept even when blank: its result may follow.
    current(at).sources.push(source);
    if (id !== null) calls.set(id, { source, answered: false });
  };
  const addResult = (
    id: string | null,
    name: string | undefined,
    result: string,
    at: string | number | null,
  ) => {
    const open = id === null ? undefined : calls.get(id);
    if (open && !open.answered) {
      open.source.text = `${open.source.text}\n${result}`;
      open.answered = true;
      return;
    }
    leave('a tool result without its call, kept as it stands');
    add({ kind: 'tool', name: name ?? 'without a name', text: result }, at);
  };

  for (const { role, content, tool_calls: toolCalls, tool_call_id: callId, name, ...rest } of messages) {
    const voice = Object.hasOwn(voices, role.toLowerCase()) ? voices[role.toLowerCase()] : undefined;
    if (voice === undefined) {
      leave(`a message with the unknown role "${role.slice(0, 40)}", left out`);
      continue;
    }
    if (voice === 'system') {
      leave('a system message, left out: it was not said in the conversation');
      continue;
    }
    const at = readTime(rest.time ?? rest.timestamp ?? rest.created_at ?? rest.createdAt ?? null, leave);
    const { text, uses, results } = readContent(content, leave);
    for (const { id, result } of results) addResult(id, undefined, result, at);
    if (voice === 'user' && (text.trim() !== '' || results.length === 0)) {
      if (text.trim() !== '')
        turns.push({ number: turns.length + 1, time: at, sources: [{ kind: 'user', text }] });
    } else if (voice === 'assistant') {
      add({ kind: 'assistant', text }, at);
      for (const { id, name: tool, input } of uses) addCall(id, tool, input, at);
      for (const { id, function: called, name: tool, arguments: given, input, args } of toolCalls ?? [])
        addCall(id ?? null, called?.name ?? tool, called?.arguments ?? given ?? input ?? args, at);
    } else if (voice === 'tool') addResult(callId ?? null, name ?? undefined, text, at);
  }
  return turns
    .map((turn) => ({ ...turn, sources: turn.sources.filter(({ text }) => text.trim() !== '') }))
    .filter(({ sources }) => sources.length > 0);
}

interface Content {
  text: string;
  uses: { id: string | null; name: string | undefined; input: unknown }[];
  results: { id: string | null; result: string }[];
}

/** The text of a message and the tool blocks in it; pictures and other parts are counted and left out. */
function readContent(content: unknown, leave: (what: string) => void): Content {
  if (content === null || content === undefined) return { text: '', uses: [], results: [] };
  if (typeof content === 'string') return { text: content, uses: [], results: [] };
  if (!Array.isArray(content)) return { text: asText(content), uses: [], results: [] };
  const read: Content = { text: '', uses: [], results: [] };
  const texts: string[] = [];
  for (const part of content as unknown[]) {
    if (typeof part === 'string') texts.push(part);
    else if (!isRecord(part)) leave('a part of a message that is no text, left out');
    else if (part['type'] === 'tool_use')
      read.uses.push({
        id: asId(part['id']),
        name: typeof part['name'] === 'string' ? part['name'] : undefined,
        input: part['input'],
      });
    else if (part['type'] === 'tool_result')
      read.results.push({ id: asId(part['tool_use_id']), result: readContent(part['content'], leave).text });
    else if (typeof part['text'] === 'string') texts.push(part['text']);
    else leave(`a part of the kind "${String(part['type']).slice(0, 40)}", left out: it is no text`);
  }
  return { ...read, text: texts.join('\n') };
}

const asId = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Seconds and milliseconds since 1970 are told apart by their size; a time that nobody can read is left out. */
function readTime(given: string | number | null, leave: (what: string) => void): string | number | null {
  if (given === null) return null;
  if (typeof given === 'number') {
    const ms = given < 1e11 ? given * 1000 : given;
    if (Number.isFinite(ms) && Math.abs(ms) <= 8.64e15) return ms;
  } else if (
    /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i.test(
      given.trim(),
    ) &&
    !Number.isNaN(Date.parse(given.trim().slice(0, 10)))
  )
    return given.trim();
  leave('a time that is not ISO 8601 or a number since 1970, left out');
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
