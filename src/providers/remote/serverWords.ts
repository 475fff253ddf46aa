/** What a server said instead of vectors. */
export interface ServerWords {
  /** Its own sentences, on one line; empty when it said nothing that a person reads. */
  text: string;
  /** Codes, types and reasons beside the sentences, for sorting and not for showing. */
  codes: string;
  /** Whether it sent a web page. */
  isPage: boolean;
  /** The time that it names for another try, in milliseconds. */
  waitMs: number | null;
}

/** Members that hold the sentence, the most telling first. */
const sentenceMembers = [
  'message',
  'msg',
  'detail',
  'details',
  'error_description',
  'description',
  'title',
  'reason',
  'error',
  'errors',
  'fault',
  'faultstring',
];
/** Members that hold what lies further in, such as the words of a server behind a router. */
const innerMembers = ['raw', 'metadata', 'cause', 'violations'];
const deepest = 8;

/**
 * The sentences of a refusal, whatever shape it has: OpenAI's `error` object, an error that
 * is text, `message`, FastAPI's `detail`, lists of any of them, JSON inside a sentence, plain
 * text, or a web page, of which the title counts.
 */
export function readServerWords(body: string): ServerWords {
  const trimmed = body.trim();
  const parsed = parseJson(trimmed);
  if (parsed !== undefined) {
    const sentences = sentencesOf(parsed);
    return {
      text: oneLine([...new Set(sentences)].join(' · ')),
      codes: [...codesOf(parsed)].join(' '),
      isPage: false,
      waitMs: namedWait(parsed, sentences.join(' ')),
    };
  }
  const isPage = /^(?:\ufeff)?<(?:!doctype|html|head|body|\?xml)/i.test(trimmed);
  const text = isPage ? titleOf(trimmed) : oneLine(trimmed);
  return { text, codes: '', isPage, waitMs: namedWait(null, text) };
}

function parseJson(text: string): unknown {
  if (!/^["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sentencesOf(value: unknown, depth = 0): string[] {
  if (depth > deepest) return [];
  if (typeof value === 'string') {
    // Routers pass on the refusal of another server as text.
    const inner = parseJson(value.trim());
    const own = inner === undefined ? [] : sentencesOf(inner, depth + 1);
    if (own.length > 0) return own;
    return value.trim() === '' ? [] : [oneLine(value)];
  }
  if (Array.isArray(value)) return value.flatMap((item) => sentencesOf(item, depth + 1));
  if (!isObject(value)) return [];
  const said = sentenceMembers.flatMap((name) => {
    const found = Object.hasOwn(value, name) ? sentencesOf(value[name], depth + 1) : [];
    // FastAPI names the field that it speaks of beside the sentence.
    const field = name === 'msg' && Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : '';
    return found.map((sentence) => field + sentence);
  });
  const wrapped = said.length > 0 ? said.slice(0, 1).concat(longer(said)) : [];
  return [
    ...wrapped,
    ...innerMembers.flatMap((name) =>
      Object.hasOwn(value, name) && (typeof value[name] !== 'string' || name === 'raw')
        ? sentencesOf(value[name], depth + 1)
        : [],
    ),
  ];
}

/** Further sentences of one object, without single words such as the name of its type. */
const longer = (said: string[]): string[] => said.slice(1).filter((sentence) => /\s/.test(sentence));

function* codesOf(value: unknown, depth = 0): Generator<string> {
  if (depth > deepest) return;
  if (typeof value === 'string') {
    const inner = parseJson(value.trim());
    if (inner !== undefined) yield* codesOf(inner, depth + 1);
  } else if (Array.isArray(value)) for (const item of value) yield* codesOf(item, depth + 1);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (/^(?:code|type|status|reason|error_type|quotaId|quotaMetric|error)$/.test(name))
        if (typeof member === 'string' && !/\s/.test(member.trim())) yield member;
      yield* codesOf(member, depth + 1);
    }
  }
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** “Please try again in 1m30s”, `retryDelay: "20s"`, `estimated_time: 20`. */
function namedWait(parsed: unknown, text: string): number | null {
  const delay = memberOf(parsed, /^(?:retry_?delay|retry_?after|estimated_?time)$/i);
  if (typeof delay === 'number') return positive(1000 * delay);
  if (typeof delay === 'string') return readTime(delay);
  const said =
    /(?:try again|retry)(?: after| in)?[^\d.]{0,12}((?:[\d.]+\s*(?:ms|milliseconds?|s|secs?|seconds?|m|min|mins|minutes?|h|hours?)(?![a-z])\s*)+)/i.exec(
      text,
    );
  return said ? readTime(said[1]!) : null;
}

function readTime(words: string): number | null {
  let sum = 0;
  for (const [, amount, unit] of words.matchAll(/([\d.]+)\s*(ms|mil|s|m(?!s)|h)?/gi)) {
    const name = (unit ?? 's').toLowerCase();
    sum += Number(amount) * (units[name === 'mil' ? 'ms' : name] ?? 1000);
  }
  return positive(sum);
}

const positive = (ms: number): number | null => (Number.isFinite(ms) && ms > 0 ? ms : null);

function memberOf(value: unknown, name: RegExp, depth = 0): unknown {
  if (depth > deepest || typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value) && name.test(key)) return member;
    const found = memberOf(member, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The title of a web page, else its first heading. */
function titleOf(page: string): string {
  const found =
    /<title[^>]*>([^<]*\S[^<]*)<\/title/i.exec(page) ?? /<h1[^>]*>([\s\S]*?\S[\s\S]*?)<\/h1/i.exec(page);
  return oneLine(
    (found?.[1] ?? '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&(?:#39|apos);/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&nbsp;/g, ' '),
  );
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
