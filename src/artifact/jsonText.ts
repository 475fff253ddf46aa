import { ArtifactError } from './errors';

/** Limits on anything read from outside; the numbers appear in the messages. */
export const readLimits = { bytes: 256 * 1024 * 1024, depth: 64 };

/** Something that was mended on reading and that the reader should know of. */
export interface ReadNotice {
  file: string;
  /** JSON path of the first mended place. */
  path: string;
  count: number;
  message: string;
}

export interface ParsedJson {
  value: unknown;
  notices: ReadNotice[];
}

const expectedJson = 'a Chunkscope artifact in JSON';

/**
 * Reads JSON from outside: refuses what is no JSON in words that say what it is,
 * and reads the bare `NaN` and `Infinity` that Python writes as `null`, with a notice.
 * Half a surrogate pair, which no link and no other file can hold, is read as U+FFFD:
 * one UTF-16 code unit as before, so that offsets keep their meaning.
 *
 * `source` is bytes or text; `file` is the name that every message uses, `expected` what it says was expected.
 */
export function parseJsonText(
  file: string,
  source: Uint8Array | string,
  expected = expectedJson,
): ParsedJson {
  const bytes = typeof source === 'string' ? source.length : source.byteLength;
  if (bytes === 0) throw new ArtifactError({ kind: 'empty', file, found: '0 bytes', expected });
  if (bytes > readLimits.bytes) {
    throw new ArtifactError({
      kind: 'too-large',
      file,
      found: `${bytes} bytes`,
      expected: `at most ${readLimits.bytes} bytes`,
    });
  }
  const text = decodeUtf8(file, source, expected);
  const start = text.trimStart().slice(0, 200);
  if (start === '') throw new ArtifactError({ kind: 'empty', file, found: 'only white space', expected });
  if (/^<[!?a-z]/i.test(start)) {
    throw new ArtifactError({
      kind: 'missing',
      file,
      found: 'an HTML page, as servers answer for a file that they do not have',
      expected,
    });
  }
  const scan = scanJson(text);
  if (scan.maxDepth > readLimits.depth) {
    throw new ArtifactError({
      kind: 'too-deep',
      file,
      found: `values nested ${scan.maxDepth} deep`,
      expected: `at most ${readLimits.depth} levels`,
    });
  }
  let clean = text;
  const notices: ReadNotice[] = [];
  if (scan.nonFinite.length > 0) {
    clean = replaceRanges(text, scan.nonFinite);
    notices.push({
      file,
      path: scan.nonFinite[0]!.path,
      count: scan.nonFinite.length,
      message: `${file}: ${scan.nonFinite.length} value(s) such as ${scan.nonFinite[0]!.path} were ${scan.nonFinite[0]!.text}, which JSON does not allow; they are read as missing.`,
    });
  }
  const halves = replaceHalfPairs(clean);
  if (halves.count > 0) {
    clean = halves.clean;
    notices.push({
      file,
      path: '$',
      count: halves.count,
      message: `${file}: ${halves.count} half surrogate pair(s), which are no character, are read as U+FFFD (�).`,
    });
  }
  try {
    return { value: JSON.parse(clean) as unknown, notices };
  } catch {
    if (scan.openAtEnd > 0) {
      throw new ArtifactError({
        kind: 'truncated',
        file,
        found: `a file that stops after ${bytes} bytes with ${scan.openAtEnd} open bracket(s) or quote(s)`,
        expected: 'the whole file; it was probably cut short in transfer',
      });
    }
    throw new ArtifactError({
      kind: 'not-json',
      file,
      found: `text that is not JSON, beginning ${JSON.stringify(start.slice(0, 40))}`,
      expected,
    });
  }
}

/** The text of a file without a byte order mark; what is no text is refused by what it is. */
export function decodeUtf8(file: string, source: Uint8Array | string, expected = expectedJson): string {
  if (typeof source === 'string') return source.replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch {
    throw new ArtifactError({ kind: 'not-text', file, found: signatureOf(source), expected });
  }
}

function signatureOf(bytes: Uint8Array): string {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'a PNG image';
  if (starts(0xff, 0xd8)) return 'a JPEG image';
  if (starts(0x50, 0x4b)) return 'a zip archive';
  if (starts(0x1f, 0x8b)) return 'gzip-compressed bytes';
  if (starts(0x25, 0x50, 0x44, 0x46)) return 'a PDF file';
  return 'bytes that are not UTF-8 text';
}

interface NonFinite {
  start: number;
  end: number;
  text: string;
  path: string;
}

interface JsonScan {
  maxDepth: number;
  openAtEnd: number;
  nonFinite: NonFinite[];
}

/** One pass over the characters: depth, what is left open, and bare non-finite numbers with their paths. */
function scanJson(text: string): JsonScan {
  const wantsPaths = /\b(NaN|Infinity)\b/.test(text);
  const stack: { key: string | number }[] = [];
  const nonFinite: NonFinite[] = [];
  let depth = 0;
  let maxDepth = 0;
  let lastString = '';
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: {
        const end = endOfString(text, index);
        if (end < 0) return { maxDepth, openAtEnd: depth + 1, nonFinite };
        if (wantsPaths) lastString = text.slice(index + 1, end);
        index = end;
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        maxDepth = Math.max(maxDepth, depth);
        if (wantsPaths && depth <= readLimits.depth) stack.push({ key: text[index] === '[' ? 0 : '' });
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (wantsPaths && depth < readLimits.depth) stack.pop();
        break;
      case 0x3a:
        if (wantsPaths && stack.length > 0) stack.at(-1)!.key = lastString;
        break;
      case 0x2c: {
        const top = stack.at(-1);
        if (top && typeof top.key === 'number') top.key += 1;
        break;
      }
      case 0x4e:
      case 0x49:
      case 0x2d: {
        if (!wantsPaths) break;
        const match = /^(?:NaN|-?Infinity)\b/.exec(text.slice(index, index + 10));
        if (!match) break;
        nonFinite.push({ start: index, end: index + match[0].length, text: match[0], path: pathOf(stack) });
        index += match[0].length - 1;
        break;
      }
    }
  }
  return { maxDepth, openAtEnd: Math.max(0, depth), nonFinite };
}

function endOfString(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index;
  }
  return -1;
}

function replaceRanges(text: string, ranges: readonly NonFinite[]): string {
  let clean = '';
  let from = 0;
  for (const range of ranges) {
    clean += `${text.slice(from, range.start)}null`;
    from = range.end;
  }
  return clean + text.slice(from);
}

/** In JSON from bytes half a pair can only stand as an escape; an escaped backslash before `ud800` makes none. */
function replaceHalfPairs(text: string): { clean: string; count: number } {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return { clean: text, count: 0 };
  let count = 0;
  const clean = text.replace(
    /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g,
    (escape, half: string | undefined) => {
      if (half === undefined) return escape;
      count += 1;
      return '\\uFFFD';
    },
  );
  return { clean, count };
}

function pathOf(stack: readonly { key: string | number }[]): string {
  return formatPath(stack.map(({ key }) => key));
}

/** `$.rows[3].top1`: keys that are no plain word are quoted. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '$';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(String(key))) text += `.${String(key)}`;
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text;
}
