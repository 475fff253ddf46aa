import { isRecord, stringAt } from './json';

/** Whose words a message holds; what the system said belongs to nobody in the conversation. */
export type Voice = 'user' | 'assistant' | 'tool' | 'system';

/** What one message holds, in order: words, calls of tools, and what tools answered. */
export type ChatItem =
  | { kind: 'text'; text: string }
  | { kind: 'call'; id: string | null; name: string | null; input: unknown }
  | { kind: 'result'; id: string | null; name: string | null; text: string };

export interface ChatMessage {
  /** null where nobody knows the role that the message names. */
  voice: Voice | null;
  /** As the message has it. */
  role: string;
  items: ChatItem[];
  /** ISO 8601, or milliseconds since 1970; null where nobody recorded it. */
  time: string | number | null;
}

/** Counts what is left out, by what it is; `place` is the message, where the caller knows it. */
export type Leave = (what: string, place?: string) => void;

const voices: Readonly<Record<string, Voice>> = {
  user: 'user',
  human: 'user',
  humanmessage: 'user',
  customer: 'user',
  you: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  aimessage: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  claude: 'assistant',
  gemini: 'assistant',
  chatbot: 'assistant',
  agent: 'assistant',
  tool: 'tool',
  toolmessage: 'tool',
  function: 'tool',
  system: 'system',
  systemmessage: 'system',
  developer: 'system',
};

/** The voice that a role stands for; null for a role that no chat of this kind has. */
export function voiceOf(role: string): Voice | null {
  const key = role.trim().toLowerCase();
  return Object.hasOwn(voices, key) ? voices[key]! : null;
}

const roleKeys = ['role', 'sender', 'author', 'from', 'speaker', 'user'] as const;

/** The role that a message names, in the words of its program; null for what names none. */
export function roleOf(message: Record<string, unknown>): string | null {
  if (typeof message['isCreatedByUser'] === 'boolean')
    return message['isCreatedByUser'] ? 'user' : 'assistant';
  for (const key of roleKeys) {
    const value = message[key];
    if (typeof value === 'string') return value;
    // ChatGPT: {"author": {"role": "user"}}.
    if (!isRecord(value)) continue;
    // Discord and others name a person.
    const named = stringAt(value, 'role', 'nickname', 'name', 'username');
    if (named !== null) return named;
  }
  const type = message['type'];
  // OpenAI's responses name what an item is, and leave out who said it.
  if (type === 'function_call' || type === 'custom_tool_call' || type === 'reasoning') return 'assistant';
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return 'tool';
  // LangChain: {"type": "human", "content": …}.
  return typeof type === 'string' && voiceOf(type) !== null ? type : null;
}

const timeKeys = [
  'time',
  'timestamp',
  'created_at',
  'createdAt',
  'create_time',
  'created',
  'date',
  'ts',
] as const;

/** Kinds of contents that a program keeps for itself: nobody said them. */
const ownContents = new Set([
  'thoughts',
  'reasoning_recap',
  'model_editable_context',
  'user_editable_context',
  'app_pairing_content',
]);

/** One message of any of the programs that people export from. `role` is what `roleOf` gave. */
export function readChatMessage(message: Record<string, unknown>, role: string, leave: Leave): ChatMessage {
  const given = timeKeys.map((key) => message[key]).find((value) => value !== undefined && value !== null);
  const time = typeof given === 'string' || typeof given === 'number' ? readTime(given, leave) : null;
  const voice = voiceOf(role);
  const items: ChatItem[] = [];
  const author = isRecord(message['author']) ? message['author'] : null;
  const name = stringAt(message, 'name', 'toolName', 'tool_name') ?? (author && stringAt(author, 'name'));
  if (typeof message['type'] === 'string' && isItemType(message['type'])) readPart(message, items, leave);
  else if (voice === 'tool') {
    const inner: ChatItem[] = [];
    readBody(message, inner, leave);
    // A block of the content may carry the id that the message lacks.
    const results = inner.filter((item) => item.kind === 'result');
    items.push(
      ...(results.length > 0
        ? results
        : [
            {
              kind: 'result' as const,
              id: stringAt(message, 'tool_call_id', 'toolCallId', 'call_id'),
              name,
              text: textOf(inner),
            },
          ]),
    );
  } else {
    readBody(message, items, leave);
    const recipient = message['recipient'];
    // ChatGPT writes what a tool is given as a message to it.
    if (voice === 'assistant' && typeof recipient === 'string' && recipient !== 'all' && recipient !== '')
      items.splice(0, items.length, { kind: 'call', id: null, name: recipient, input: textOf(items) });
  }
  readCalls(message, items);
  readAttachments(message, items, leave);
  return { voice, role, items, time };
}

const isItemType = (type: string): boolean => /^(function_call|custom_tool_call|reasoning)/.test(type);

const bodyKeys = ['parts', 'content', 'text', 'value', 'message', 'body', 'response', 'steps'] as const;

/** The words of a message, from the first of its fields that holds any. */
function readBody(message: Record<string, unknown>, items: ChatItem[], leave: Leave): void {
  const content = message['content'];
  if (isRecord(content) && typeof content['content_type'] === 'string') {
    const kind = content['content_type'];
    if (ownContents.has(kind)) leave(`a content of the kind "${kind}", left out: nobody said it`);
    else readPart(content['parts'] ?? content['text'] ?? content['result'] ?? '', items, leave);
    return;
  }
  for (const key of bodyKeys) {
    const body = message[key];
    if (body === undefined || body === null || body === '' || (Array.isArray(body) && body.length === 0))
      continue;
    const before = items.length;
    const skipped: string[] = [];
    readPart(body, items, (what) => skipped.push(what));
    // What one field cannot give, such as pictures alone, another may.
    if (items.length > before || key === bodyKeys.findLast((other) => hasBody(message[other]))) {
      skipped.forEach((what) => leave(what));
      return;
    }
  }
}

const hasBody = (body: unknown): boolean =>
  body !== undefined && body !== null && body !== '' && !(Array.isArray(body) && body.length === 0);

/** Markers between parts: they hold nothing that could be read. */
const markers = new Set(['step-start', 'step-finish', 'item_reference']);

/** What one part of a message holds: words, a call, a result; what is none of them is counted. */
function readPart(part: unknown, items: ChatItem[], leave: Leave): void {
  if (part === null || part === undefined) return;
  if (typeof part === 'string') return addText(items, part);
  if (Array.isArray(part)) return part.forEach((inner) => readPart(inner, items, leave));
  if (!isRecord(part)) return leave('a part of a message that is no text, left out');
  const type = typeof part['type'] === 'string' ? part['type'] : '';
  if (markers.has(type)) return;

  // AI SDK: a call that carries its own result.
  if (isRecord(part['toolInvocation'])) return readInvocation(part['toolInvocation'], items);
  if ((type.startsWith('tool-') || type === 'dynamic-tool') && 'toolCallId' in part && 'state' in part)
    return readInvocation({ toolName: type.replace(/^tool-/, ''), ...part }, items);

  // Gemini and Bedrock wrap a part in what it is.
  const wrapped = wrappedPart(part);
  if (wrapped) return readPart(wrapped, items, leave);

  if (/(^|_)tool_use$|^tool-call$|^function_call$|^custom_tool_call$|^mcp_call$/.test(type)) {
    items.push({
      kind: 'call',
      id: stringAt(part, 'call_id', 'toolCallId', 'toolUseId', 'id'),
      name: stringAt(part, 'name', 'toolName'),
      input: part['input'] ?? part['arguments'] ?? part['args'],
    });
    return;
  }
  if (/tool_result$|^tool-result$|(function|tool)_call_output$/.test(type)) {
    items.push({
      kind: 'result',
      id: stringAt(part, 'tool_use_id', 'call_id', 'toolCallId', 'toolUseId'),
      name: stringAt(part, 'name', 'toolName'),
      text: resultText(part['content'] ?? part['result'] ?? part['output'] ?? part['response'], leave),
    });
    return;
  }
  if (/thinking$|^reasoning$/.test(type) || part['thought'] === true || part['isThought'] === true)
    return leave('a part of the kind "thinking", left out: nobody said it');
  // A document that is given as text.
  const source = part['source'];
  if (isRecord(source) && source['type'] === 'text' && typeof source['data'] === 'string')
    return addText(items, source['data']);
  if (isRecord(source) && source['type'] === 'content') return readPart(source['content'], items, leave);
  for (const key of ['text', 'refusal', 'input_text', 'output_text', 'content', 'transcript'] as const) {
    const value = part[key];
    if (typeof value === 'string' && value !== '') return addText(items, value);
    if (Array.isArray(value)) return readPart(value, items, leave);
  }
  if (part['json'] !== undefined) return addText(items, asText(part['json']));
  if (typeof part['text'] === 'string') return;
  const kind = type || stringAt(part, 'content_type', 'kind') || Object.keys(part)[0] || 'nothing';
  leave(`a part of the kind "${kind.slice(0, 40)}", left out: it is no text`);
}

/** `{"functionCall": {…}}` as a part that says its type. */
function wrappedPart(part: Record<string, unknown>): Record<string, unknown> | null {
  const inner = (...keys: string[]) => keys.map((key) => part[key]).find(isRecord);
  const call = inner('functionCall', 'function_call', 'toolUse');
  if (call) return { ...call, type: 'tool-call' };
  const response = inner('functionResponse', 'function_response', 'toolResult');
  if (response) return { ...response, type: 'tool-result' };
  const code = inner('executableCode', 'executable_code');
  if (code) return { type: 'tool-call', name: 'code', input: code['code'] };
  const output = inner('codeExecutionResult', 'code_execution_result');
  if (output) return { type: 'tool-result', name: 'code', output: output['output'] };
  return null;
}

function readInvocation(call: Record<string, unknown>, items: ChatItem[]): void {
  const id = stringAt(call, 'toolCallId', 'id');
  const name = stringAt(call, 'toolName', 'name');
  items.push({ kind: 'call', id, name, input: call['input'] ?? call['args'] });
  const result = call['output'] ?? call['result'] ?? call['errorText'];
  if (result !== undefined && result !== null)
    items.push({ kind: 'result', id, name, text: resultText(result, () => {}) });
}

/** Calls that stand beside the content: OpenAI's, the older single one, and those of the AI SDK. */
function readCalls(message: Record<string, unknown>, items: ChatItem[]): void {
  const listed = message['tool_calls'];
  for (const call of Array.isArray(listed) ? listed.filter(isRecord) : []) {
    const called = isRecord(call['function']) ? call['function'] : call;
    items.push({
      kind: 'call',
      id: stringAt(call, 'id'),
      name: stringAt(called, 'name') ?? stringAt(call, 'name'),
      input: called['arguments'] ?? called['input'] ?? called['args'],
    });
  }
  const older = message['function_call'];
  if (isRecord(older))
    items.push({ kind: 'call', id: null, name: stringAt(older, 'name'), input: older['arguments'] });
  // Where the parts hold them too, they are the same calls.
  const known = new Set(items.flatMap((item) => (item.kind === 'text' ? [] : [item.id])));
  const invoked = message['toolInvocations'];
  for (const call of Array.isArray(invoked) ? invoked.filter(isRecord) : [])
    if (!known.has(stringAt(call, 'toolCallId'))) readInvocation(call, items);
}

/** Files that were given along with a message: their text where the export has it. */
function readAttachments(message: Record<string, unknown>, items: ChatItem[], leave: Leave): void {
  for (const key of ['attachments', 'files', 'experimental_attachments'] as const) {
    const files = message[key];
    for (const file of Array.isArray(files) ? files.filter(isRecord) : []) {
      const text = stringAt(file, 'extracted_content', 'text');
      if (text) addText(items, [stringAt(file, 'file_name', 'name'), text].filter(Boolean).join('\n'));
      else leave('a file of which the export has no text, left out');
    }
  }
}

/** What a tool answered, as text: its words, or its value as JSON. */
function resultText(value: unknown, leave: Leave): string {
  if (value === undefined || value === null) return '';
  // AI SDK: {"type": "json", "value": …}; MCP and Anthropic: a list of parts.
  if (isRecord(value) && 'value' in value && typeof value['type'] === 'string')
    return resultText(value['value'], leave);
  const parts = isRecord(value) && Array.isArray(value['content']) ? value['content'] : value;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string' || isPart(part)))
    return asText(value);
  const items: ChatItem[] = [];
  readPart(parts, items, leave);
  return textOf(items);
}

const isPart = (value: unknown): boolean =>
  isRecord(value) && ('type' in value || 'text' in value || 'json' in value);

function addText(items: ChatItem[], text: string): void {
  if (text.trim() === '') return;
  const last = items.at(-1);
  if (last?.kind === 'text') last.text += `\n${text}`;
  else items.push({ kind: 'text', text });
}

/** The words of what was read, without calls. */
export function textOf(items: readonly ChatItem[]): string {
  return items.flatMap((item) => (item.kind === 'call' ? [] : [item.text])).join('\n');
}

/** Any value as text: JSON, unless it is text already. */
export function asText(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** Seconds and milliseconds since 1970 are told apart by their size; a time that nobody can read is left out. */
function readTime(given: string | number, leave: Leave): string | number | null {
  // Some write the number as text.
  if (typeof given === 'string' && /^\d{9,13}(\.\d+)?$/.test(given.trim()))
    return readTime(Number(given), leave);
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
