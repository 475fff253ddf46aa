import { isBlank } from '../../core/text/whitespace';
import { counted } from '../../core/stats/words';
import { ArtifactError } from '../../artifact/errors';

/** Limits of what one run takes; their numbers stand on the page and in the messages. */
export const benchmarkLimits = {
  documents: 1_000,
  characters: 20_000_000,
  questions: 10_000,
  fileBytes: 20_000_000,
} as const;

/** Text of a file, before it is a document. */
export interface ReadText {
  name: string;
  text: string;
  bytes: number;
  /** What was read otherwise than it stands there, in words. */
  notices?: string[];
}

const expected = 'a text file: .txt, .md, .html, .json or .csv, in UTF-8';

/**
 * The text of a file: of HTML what `htmlText` makes of it, of anything else the file as it is. What is
 * no text is refused by name.
 */
export async function readText(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  htmlText: (source: string, name: string) => string | Promise<string>,
): Promise<ReadText> {
  const { name, size } = file;
  if (size > benchmarkLimits.fileBytes)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${size} bytes`,
      expected: `at most ${benchmarkLimits.fileBytes} bytes a file`,
    });
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ArtifactError({
      kind: 'network',
      file: name,
      found:
        'a file that the browser cannot read: a folder, or one that was moved or changed since it was picked',
      expected,
    });
  }
  const source = decodeText(name, bytes);
  const text = isHtml(name, source) ? await htmlText(source, name) : source;
  if (isBlank(text))
    throw new ArtifactError({
      kind: 'empty',
      file: name,
      found: bytes.length === 0 ? '0 bytes' : 'no text, only white space',
      expected,
    });
  const nul = text.split('\0').length - 1;
  return {
    name,
    // A space keeps every offset.
    text: nul === 0 ? text : text.replaceAll('\0', ' '),
    bytes: bytes.length,
    ...(nul > 0 && {
      notices: [
        `${name}: ${counted(nul, 'NUL character')}, which no text holds, ${nul === 1 ? 'is' : 'are'} read as a space.`,
      ],
    }),
  };
}

/** Of what a page says it is, or looks like; a text about HTML is not HTML. */
function isHtml(name: string, source: string): boolean {
  return /\.(html?|xhtml)$/i.test(name) || /^\s*(<!doctype html|<html[\s>])/i.test(source.slice(0, 1000));
}

function decodeText(name: string, bytes: Uint8Array): string {
  // A PDF may be made of letters alone, and they are none of its text.
  if (kindOfBytes(bytes) === pdf)
    throw new ArtifactError({ kind: 'not-text', file: name, found: pdf, expected });
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  let text: string;
  try {
    // A byte order mark is dropped: it would be a character of the first chunk.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ArtifactError({ kind: 'not-text', file: name, found: kindOfBytes(bytes), expected });
  }
  // Text that was taken out of a PDF may hold one where a letter had no code; bytes that are no text hold many.
  if (text.split('\0').length > 1 + text.length / mostNul)
    throw new ArtifactError({ kind: 'not-text', file: name, found: kindOfBytes(bytes), expected });
  return text;
}

/** At most one NUL in so many characters is text. */
const mostNul = 8;

const pdf = 'a PDF file; its text has to be copied out of it first';

const signatures: readonly (readonly [string, readonly number[]])[] = [
  [pdf, [0x25, 0x50, 0x44, 0x46]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a zip archive, or a document of an office program', [0x50, 0x4b]],
  ['gzip-compressed bytes', [0x1f, 0x8b]],
  ['an old document of an office program', [0xd0, 0xcf, 0x11, 0xe0]],
];

function kindOfBytes(bytes: Uint8Array): string {
  const found = signatures.find(([, signature]) => signature.every((byte, place) => bytes[place] === byte));
  return (
    found?.[0] ??
    'bytes that are no UTF-8 text (an image, a program, or a text in an older encoding such as Windows-1252)'
  );
}

/** The name, or that name with a number behind it when it is taken. */
export const freeName = (wanted: string, taken: ReadonlySet<string>): string => freeNames(taken)(wanted);

/** The same for many names; whoever calls it adds to `taken` what it gave. */
export function freeNames(taken: ReadonlySet<string>): (wanted: string) => string {
  /** Of a name the last number that was tried: the same name ten thousand times is no slower than others. */
  const numbers = new Map<string, number>();
  return (wanted) => {
    const name = wanted.trim() === '' ? 'document' : wanted.trim();
    if (!taken.has(name)) return name;
    for (let number = numbers.get(name) ?? 2; ; number++) {
      if (taken.has(`${name} (${number})`)) continue;
      numbers.set(name, number + 1);
      return `${name} (${number})`;
    }
  };
}
