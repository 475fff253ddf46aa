import { roleOf, type Leave } from './chatMessage';
import { isRecord, stringAt } from './json';

/** One conversation as a file holds it: its messages as they stand there. */
export interface MessageList {
  title: string | null;
  messages: unknown[];
  /** Where the list stands in the file. */
  path: (string | number)[];
}

type Path = (string | number)[];

/** Fields that hold what was said, and fields that hold the answer to it. */
const saidKeys = [
  'messages',
  'chat_messages',
  'contents',
  'conversations',
  'conversation',
  'chat_history',
  'history',
  'turns',
  'input',
  'chunks',
] as const;
const answerKeys = ['choices', 'candidates', 'output'] as const;
/** Fields that hold a whole conversation inside another object. */
const wrapperKeys = [
  'chunkedPrompt',
  'chat',
  'request',
  'body',
  'response',
  'data',
  'export',
  'result',
] as const;
/** A question and its answer, as the older files for training have them. */
const pairKeys = [
  ['prompt', 'completion'],
  ['instruction', 'output'],
  ['input', 'output'],
  ['prompt', 'response'],
  ['question', 'answer'],
] as const;

/**
 * The conversations that a value of a JSON file holds; null where it holds none by its looks.
 *
 * A list of messages is one, an object with such a list another, a list of either several.
 * ChatGPT keeps messages in a tree (`mapping`): of every branch but the last the messages are
 * left out and counted.
 */
export function messageLists(value: unknown, leave: Leave): MessageList[] | null {
  return listsIn(value, [], leave);
}

function listsIn(value: unknown, path: Path, leave: Leave): MessageList[] | null {
  if (Array.isArray(value)) return listsInArray(value, path, leave);
  return isRecord(value) ? listsInObject(value, path, leave) : null;
}

function listsInArray(items: unknown[], path: Path, leave: Leave): MessageList[] | null {
  // A list that is empty, or of what no thread is, is a list of messages: what is wrong with one is told there.
  const holdsThreads = items.some((item) => Array.isArray(item) || (isRecord(item) && isThread(item)));
  if (!holdsThreads) {
    const messages = items.map(unwrapped);
    const others = messages.filter((item) => isRecord(item) && roleOf(item) === null && isLogLine(item));
    for (const other of others)
      leave(
        `an entry of the kind "${String((other as { type: string }).type).slice(0, 40)}", left out: no message`,
      );
    return [{ title: null, messages: messages.filter((item) => !others.includes(item)), path }];
  }
  return items.flatMap((item, index) => {
    const lists = listsIn(item, [...path, index], leave);
    if (!lists) leave('an entry without messages, left out');
    return lists ?? [];
  });
}

/** A log of a program with a message here and there: `{"type": "user", "message": {"role": …}}`. */
function unwrapped(item: unknown): unknown {
  if (!isRecord(item)) return item;
  // LM Studio keeps every try of an answer.
  const tries = item['versions'];
  if (Array.isArray(tries)) return (tries as unknown[])[Number(item['currentlySelected'] ?? 0)] ?? item;
  const inner = item['message'] ?? item['data'] ?? item['kwargs'];
  if (!isRecord(inner)) return item;
  const constructed = Array.isArray(item['id']) ? String(item['id'].at(-1)) : null;
  const role = roleOf(inner) ?? roleOf(item) ?? constructed;
  return role === null
    ? item
    : { timestamp: item['timestamp'], ...inner, role: role.replace(/(.)Message(Chunk)?$/, '$1') };
}

const isLogLine = (item: Record<string, unknown>): boolean => typeof item['type'] === 'string';

function isThread(item: Record<string, unknown>): boolean {
  if (isRecord(item['mapping'])) return true;
  if (roleOf(item) !== null) return false;
  return (
    [...saidKeys, ...answerKeys].some((key) => Array.isArray(item[key])) ||
    isRecord(item['history']) ||
    pairOf(item) !== null ||
    wrapperKeys.some((key) => isRecord(item[key]) && isThread(item[key]))
  );
}

function listsInObject(value: Record<string, unknown>, path: Path, leave: Leave): MessageList[] | null {
  const title = titleOf(value);
  if (isRecord(value['mapping']))
    return [
      { title, messages: mappedMessages(value['mapping'], stringAt(value, 'current_node'), leave), path },
    ];
  for (const key of ['system', 'systemInstruction', 'system_instruction', 'instructions'] as const)
    if (value[key]) leave('a system message, left out: it was not said in the conversation');

  const lists: MessageList[] = [];
  for (const key of saidKeys) {
    const said = value[key];
    if (Array.isArray(said)) {
      lists.push(...(listsInArray(said, [...path, key], leave) ?? []));
      break;
    }
    if (key === 'history' && isRecord(said) && isRecord(said['messages'])) {
      lists.push({ title, messages: keyedMessages(said, leave), path: [...path, key, 'messages'] });
      break;
    }
  }
  const [only] = lists;
  if (only && lists.length === 1) only.messages = lastBranch(only.messages, value, leave);
  const answers = answerKeys.flatMap((key) => (Array.isArray(value[key]) ? answersIn(value[key]) : []));
  if (answers.length > 0 && lists.length <= 1)
    lists[0] = { title, path, ...only, messages: [...(only?.messages ?? []), ...answers] };
  if (lists.length > 0) return lists.map((list) => ({ ...list, title: list.title ?? title }));

  const inner = wrapperKeys.flatMap((key) =>
    isRecord(value[key]) ? (listsInObject(value[key], [...path, key], leave) ?? []) : [],
  );
  // What was asked and what was answered, kept apart by whoever logged it.
  if (inner.length > 0)
    return (value['request'] ?? value['body'])
      ? [
          {
            ...inner[0]!,
            title: inner[0]!.title ?? title,
            messages: inner.flatMap(({ messages }) => messages),
          },
        ]
      : inner.map((list) => ({ ...list, title: list.title ?? title }));
  const pair = pairOf(value);
  if (pair) return [{ title, messages: pair, path }];
  return roleOf(value) !== null && ('content' in value || 'parts' in value)
    ? [{ title: null, messages: [value], path }]
    : null;
}

function titleOf(value: Record<string, unknown>): string | null {
  const given = stringAt(value, 'title', 'name', 'id', 'conversation_id', 'uuid', 'custom_id');
  const number = value['id'];
  return given && given.trim() !== '' ? given : typeof number === 'number' ? String(number) : null;
}

function pairOf(value: Record<string, unknown>): unknown[] | null {
  for (const [asked, answered] of pairKeys) {
    const [content, answer] = [value[asked], value[answered]];
    if (typeof content === 'string' && typeof answer === 'string')
      return [
        { role: 'user', content },
        { role: 'assistant', content: answer },
      ];
  }
  return null;
}

/** Answers of a model: `{"message": …}` of OpenAI, `{"content": {"role": "model", "parts": …}}` of Gemini, or items. */
function answersIn(answers: unknown[]): unknown[] {
  return answers.map((answer) =>
    !isRecord(answer)
      ? answer
      : isRecord(answer['message'])
        ? answer['message']
        : isRecord(answer['content'])
          ? { role: 'model', ...answer['content'] }
          : { role: roleOf(answer) ?? 'assistant', ...answer },
  );
}

/** The messages of a tree from its root to its last leaf; hidden ones and other branches are counted. */
function mappedMessages(mapping: Record<string, unknown>, current: string | null, leave: Leave): unknown[] {
  const nodes = new Map(
    Object.entries(mapping).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])),
  );
  const path: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  for (
    let id: string | null = current !== null && nodes.has(current) ? current : lastLeaf(nodes);
    id !== null && nodes.has(id) && !seen.has(id);
    id = stringAt(nodes.get(id)!, 'parent')
  ) {
    seen.add(id);
    path.unshift(nodes.get(id)!);
  }
  const [first] = path;
  if (first && seen.has(stringAt(first, 'parent') ?? ''))
    leave('a chain of messages that leads back to itself, cut there');
  for (const [id, node] of nodes) if (!seen.has(id) && isRecord(node['message'])) leave(otherBranch);
  return path.flatMap(({ message }) => {
    if (!isRecord(message)) return [];
    const metadata = message['metadata'];
    if (isRecord(metadata) && metadata['is_visually_hidden_from_conversation'] === true) {
      leave('a message that the program hides, left out');
      return [];
    }
    return [message];
  });
}

const otherBranch = 'a message of another branch (edited or made anew), left out';

/** The last child of the last child, from the root on. */
function lastLeaf(nodes: ReadonlyMap<string, Record<string, unknown>>): string | null {
  let id = [...nodes].find(([, node]) => !nodes.has(stringAt(node, 'parent') ?? ''))?.[0] ?? null;
  const seen = new Set<string>();
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const children: unknown = nodes.get(id)?.['children'];
    const last: unknown = Array.isArray(children) ? children.at(-1) : undefined;
    if (typeof last !== 'string' || !nodes.has(last)) return id;
    id = last;
  }
  return id;
}

/** Messages kept by id, as Open WebUI has them. */
function keyedMessages(history: Record<string, unknown>, leave: Leave): unknown[] {
  const messages = Object.entries(history['messages'] as Record<string, unknown>).flatMap(([id, message]) =>
    isRecord(message) ? [{ id, ...message }] : [],
  );
  return lastBranch(messages, { current: history['currentId'] }, leave);
}

/** Fields by which a message names itself and the one before it. */
const linkKeys = [
  ['uuid', 'parent_message_uuid'],
  ['messageId', 'parentMessageId'],
  ['id', 'parentId'],
] as const;

/** The branch that ends in the last message, where messages name the one before them and some were made anew. */
function lastBranch(messages: unknown[], thread: Record<string, unknown>, leave: Leave): unknown[] {
  const records = messages.filter(isRecord);
  if (records.length < messages.length) return messages;
  const links = linkKeys.find(([own, parent]) =>
    records.some((message) => typeof message[own] === 'string' && typeof message[parent] === 'string'),
  );
  if (!links) return messages;
  const [own, parent] = links;
  const parents = records.map((message) => stringAt(message, parent));
  if (new Set(parents).size === parents.length && thread['current'] === undefined) return messages;
  const byId = new Map(records.map((message) => [stringAt(message, own), message]));
  const leaf = stringAt(thread, 'current', 'current_leaf_message_uuid');
  const kept = new Set<unknown>();
  const path: unknown[] = [];
  for (
    let message = (leaf === null ? undefined : byId.get(leaf)) ?? records.at(-1);
    message && !kept.has(message);
    message = byId.get(stringAt(message, parent))
  ) {
    kept.add(message);
    path.unshift(message);
  }
  for (const message of records) if (!kept.has(message)) leave(otherBranch);
  return path;
}
