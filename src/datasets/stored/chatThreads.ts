import * as z from 'zod/mini';
import type { Turn, TurnSource } from '../../core/text/labelPieces';
import { counted } from '../../core/stats/words';
import { ArtifactError } from '../../artifact/errors';
import { describe } from '../../artifact/decode';
import { formatPath, parseJsonText } from '../../artifact/jsonText';
import { asText, readChatMessage, roleOf, voiceOf, type ChatMessage, type Leave } from './chatMessage';
import { isRecord } from './json';
import { messageLists, type MessageList } from './messageLists';

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
  /** The same and more, each with the messages that it is about, as JSON paths. */
  places: { what: string; at: string[] }[];
}

/** How a file of several threads is read where one of them is broken: the others are kept, and this hears of it. */
export interface ReadOptions {
  onBroken?: (problem: ArtifactError) => void;
}

/** What a message must be, whoever wrote the file: the rest is read by its looks. */
const calls = z.optional(z.nullable(z.array(z.record(z.string(), z.unknown()))));
const message = z.looseObject({ tool_calls: calls, toolInvocations: calls });

export const expectedChat =
  'a JSON array of chat messages, each with a "role" and "content", or an array of such threads; JSONL; or an export of ChatGPT, Claude, Gemini or the AI SDK';

/**
 * Threads from an export of chat messages. A turn begins with a user message and holds
 * everything up to the next one: the message, each assistant step, and each tool call
 * with its arguments, a newline and its whole result.
 *
 * Reads whatever holds lists of messages (`messageLists`), each with a role and with words,
 * calls and results in any of the common shapes (`readChatMessage`); as JSON, or as JSONL
 * with a message or a thread a line. System messages are left out. `file` is the name that
 * errors use.
 */
export function readChatThreads(file: string, text: string, { onBroken }: ReadOptions = {}): ChatThreads {
  const left = new Map<string, string[]>();
  const remarked = new Map<string, string[]>();
  const into =
    (kept: Map<string, string[]>): Leave =>
    (what, place = '$') => {
      const at = kept.get(what);
      if (at) at.push(place);
      else kept.set(what, [place]);
    };
  const [leave, remark] = [into(left), into(remarked)];
  const { value, notices } = parseChat(file, text);
  const lists = messageLists(value, leave);
  if (!lists) throw wrong(file, [], value, expectedChat);
  checkCount(file, lists.length, 'threads');
  checkCount(
    file,
    lists.reduce((sum, { messages }) => sum + messages.length, 0),
    'messages',
  );
  const threads = lists.flatMap((list): ChatThread[] => {
    try {
      return [{ title: list.title, turns: turnsOf(saidIn(file, list, leave), leave, remark) }];
    } catch (error) {
      if (!onBroken || !(error instanceof ArtifactError)) throw error;
      onBroken(error);
      return [];
    }
  });
  return {
    threads,
    notices: [...notices, ...[...left].map(([what, { length }]) => `${length} × ${what}.`)],
    places: [...left, ...remarked].map(([what, at]) => ({ what, at })),
  };
}

function checkCount(file: string, count: number, what: 'threads' | 'messages'): void {
  if (count > threadLimits[what])
    throw new ArtifactError({
      kind: 'too-large',
      file,
      found: `${count} ${what}`,
      expected: `at most ${threadLimits[what]}`,
    });
}

/** The value of a JSON text; of JSONL, the list of the values of its lines. */
export function parseChat(file: string, text: string): { value: unknown; notices: string[] } {
  try {
    const { value, notices } = parseJsonText(file, text);
    return { value, notices: notices.map((notice) => notice.message) };
  } catch (error) {
    const lines = error instanceof ArtifactError && error.kind !== 'too-large' ? jsonLines(text) : null;
    if (lines) return lines;
    // The reader of artifacts expects one; here something else belongs.
    if (
      error instanceof ArtifactError &&
      (error.kind === 'empty' || error.kind === 'not-json' || error.kind === 'missing')
    )
      throw new ArtifactError({ kind: error.kind, file, found: error.found, expected: expectedChat });
    throw error;
  }
}

/** A JSON value a line; null unless most lines are one. Lines that are none are named. */
function jsonLines(text: string): { value: unknown[]; notices: string[] } | null {
  const value: unknown[] = [];
  const bad: number[] = [];
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    if (line.trim() === '') return;
    try {
      const read: unknown = JSON.parse(line.replace(/^\uFEFF/, ''));
      if (typeof read !== 'object' || read === null) throw new SyntaxError('not an object');
      value.push(read);
    } catch {
      bad.push(index + 1);
    }
  });
  if (value.length <= bad.length) return null;
  return {
    value,
    notices:
      bad.length === 0
        ? []
        : [
            `${counted(bad.length, 'line')} left out, not JSON: ${bad.slice(0, 8).join(', ')}${bad.length > 8 ? ' …' : ''}.`,
          ],
  };
}

/** Whether a list names people and no roles: then each message is a turn, with the name in front. */
function isAmongPeople(messages: readonly unknown[]): boolean {
  const roles = messages.map((item) => (isRecord(item) ? roleOf(item) : null));
  return (
    roles.some((role) => role !== null) && !roles.some((role) => role !== null && voiceOf(role) !== null)
  );
}

/** A message with the place that it has in its file. */
type PlacedMessage = ChatMessage & { place: string };

function* saidIn(file: string, { messages, path }: MessageList, leaveAt: Leave): Generator<PlacedMessage> {
  const people = isAmongPeople(messages);
  for (const [index, item] of messages.entries()) {
    const read = message.safeParse(item);
    if (!read.success) {
      const issue = read.error.issues[0]!;
      throw wrong(
        file,
        [...path, index, ...issue.path],
        valueAt(item, issue.path),
        issue.path.length === 0 ? 'a message with a "role" and "content"' : 'a list of calls',
      );
    }
    const role = roleOf(read.data);
    if (role === null) throw wrong(file, [...path, index, 'role'], undefined, 'string: who said it');
    const place = formatPath([...path, index]);
    const said = readChatMessage(read.data, role, (what) => leaveAt(what, place));
    if (people) for (const item of said.items) if (item.kind === 'text') item.text = `${role}: ${item.text}`;
    yield { ...said, ...(people && { voice: 'user' as const }), place };
  }
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
  id: string | null;
  source: TurnSource;
}

function turnsOf(messages: Iterable<PlacedMessage>, leaveAt: Leave, remark: Leave): Turn[] {
  const turns: (Turn & { sources: TurnSource[] })[] = [];
  /** Calls without a result, oldest first. */
  const open: OpenCall[] = [];
  let leave = leaveAt;
  const current = (at: string | number | null) => {
    if (turns.length === 0) turns.push({ number: 1, time: at, sources: [] });
    return turns.at(-1)!;
  };
  const addResult = (id: string | null, name: string | null, result: string, at: string | number | null) => {
    // Who gives no id means the oldest call of that name.
    const index = open.findIndex((call) => (id === null ? call.source.name === name : call.id === id));
    const [call] = index < 0 ? [] : open.splice(index, 1);
    if (result.trim() === '') return;
    if (call) call.source.text = `${call.source.text}\n${result}`;
    else {
      leave('a tool result without its call, kept as it stands');
      current(at).sources.push({ kind: 'tool', name: name ?? 'without a name', text: result });
    }
  };

  for (const { voice, role, items, time: at, place } of messages) {
    leave = (what) => leaveAt(what, place);
    if (at === null) remark('a message without a time', place);
    if (items.every((item) => item.kind !== 'call' && item.text.trim() === ''))
      remark('an empty message', place);
    if (voice === null) {
      leave(`a message with the unknown role "${role.slice(0, 40)}", left out`);
      continue;
    }
    if (voice === 'system') {
      leave('a system message, left out: it was not said in the conversation');
      continue;
    }
    const said = items.some(({ kind }) => kind === 'text');
    if (voice === 'user' && said) turns.push({ number: turns.length + 1, time: at, sources: [] });
    for (const item of items) {
      if (item.kind === 'result') addResult(item.id, item.name, item.text, at);
      else if (item.kind === 'text')
        current(at).sources.push({ kind: voice === 'user' ? 'user' : 'assistant', text: item.text });
      else {
        // Kept even when blank: its result may follow.
        const source: TurnSource = {
          kind: 'tool',
          name: item.name ?? 'without a name',
          text: asText(item.input),
        };
        source.argumentsEnd = source.text.length;
        current(at).sources.push(source);
        open.push({ id: item.id, source });
      }
    }
  }
  return turns
    .map((turn) => ({ ...turn, sources: turn.sources.filter(({ text }) => text.trim() !== '') }))
    .filter(({ sources }) => sources.length > 0);
}
