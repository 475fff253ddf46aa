import type { Turn } from '../../core/text/labelPieces';
import { counted } from '../../core/stats/words';
import { isBlank } from '../../core/text/whitespace';
import { ArtifactError } from '../../artifact/errors';
import { roleOf } from './chatMessage';
import { expectedChat, parseChat, readChatThreads } from './chatThreads';
import { isRecord, stringAt } from './json';
import { markdownSections, ruledParts, type Section } from './sections';
import { areLinesEntries, blocksOf, entriesOf, linesOf } from './textLines';
import { looksLabelled, looksLikeTranscript, readLabelled, readTranscript, type Said } from './transcript';

/** What pieces stand in: their context. Turns of an export are labelled by the method; anything else carries the label that it came with. */
export type StoredContext = { name: string } & (
  { turn: Turn } | { items: readonly { label: string | null; text: string }[] }
);

export interface StoredText {
  contexts: StoredContext[];
  /** What was left out or read with doubt, in words. */
  notices: string[];
}

/** One way to read a pasted text. Adding one is an entry in `storedReadings`. */
interface StoredReading {
  /** As in “read it as …”. */
  label: string;
  /** One of its contexts. */
  unit: string;
  /** Whether a text looks like it. The first reading that says so is taken. */
  recognises(text: string, lines: readonly string[]): boolean;
  /** Throws an `ArtifactError` for what cannot be read so. `file` is the name that messages use. */
  read(file: string, text: string): StoredText;
}

/** How many lines a block or section holds before each of them is a piece of its own. */
const fewestEntries = 4;

/** Words of a context as pieces without labels: an entry each where its lines are entries. */
function unlabelled(lines: readonly string[]): { label: null; text: string }[] {
  const full = lines.filter((line) => !isBlank(line));
  return full.length >= fewestEntries && areLinesEntries(lines)
    ? entriesOf(lines).map((text) => ({ label: null, text }))
    : [{ label: null, text: lines.join('\n').trim() }];
}

const named = (unit: string, parts: readonly (readonly string[])[]): StoredText => ({
  contexts: parts
    .filter((lines) => !lines.every((line) => isBlank(line)))
    .map((lines, index) => ({ name: `${unit} ${index + 1}`, items: unlabelled(lines) })),
  notices: [],
});

function sectionContexts(sections: readonly Section[]): StoredText {
  return {
    contexts: sections
      .filter(({ lines }) => !lines.every((line) => isBlank(line)))
      .map(({ title, lines }, index) => ({
        name: [`Section ${index + 1}`, ...(title === null ? [] : [title])].join(' · '),
        items: unlabelled(lines),
      })),
    notices: [],
  };
}

function voiceContexts({ said, notices }: { said: readonly Said[]; notices: string[] }): StoredText {
  const turns: Said[][] = [];
  for (const part of said)
    if (turns.at(-1)?.[0]!.turn === part.turn) turns.at(-1)!.push(part);
    else turns.push([part]);
  return {
    contexts: turns.map((items) => {
      const { turn } = items[0]!;
      return { name: turn === 0 ? 'Before the first turn' : `Turn ${turn}`, items };
    }),
    notices:
      turns.length > 1 && turns[0]![0]!.turn === 0
        ? [...notices, 'What stands before the first voice is kept, as nobody’s words.']
        : notices,
  };
}

/** Memories as programs keep them: a list of texts, or of objects with one. */
function memoriesIn(value: unknown): string[] | null {
  const list = isRecord(value)
    ? ['memories', 'results', 'facts', 'items', 'data', 'entries', 'notes']
        .map((key) => value[key])
        .find(Array.isArray)
    : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  const texts = list.map((item: unknown) => (typeof item === 'string' ? item : memoryOf(item)));
  return texts.every((text) => text !== null) ? texts : null;
}

/** The words of a memory; null for what names somebody who said them. A `content` alone is a message that lacks its role. */
function memoryOf(item: unknown): string | null {
  if (!isRecord(item) || roleOf(item) !== null || 'type' in item) return null;
  const text = stringAt(item, 'memory', 'text', 'fact', 'note', 'value');
  return text ?? (Object.keys(item).length > 1 ? stringAt(item, 'content') : null);
}

const looksJson = (text: string): boolean => /^\s*(?:\{\s*["}]|\[\s*["[{\]])/.test(text.slice(0, 2000));

/** The ways to read stored text, in the order in which they are tried. */
export const storedReadings = {
  chat: {
    label: 'chat JSON',
    unit: 'turn',
    recognises: looksJson,
    read(file, text) {
      if (isBlank(text))
        throw new ArtifactError({ kind: 'empty', file, found: 'no text', expected: expectedChat });
      const { value, notices: mended } = parseChat(file, text);
      const memories = memoriesIn(value);
      if (memories)
        return {
          contexts: memories
            .filter((memory) => !isBlank(memory))
            .map((memory, index) => ({ name: `Entry ${index + 1}`, items: [{ label: null, text: memory }] })),
          notices: [...mended, 'A list of texts without roles: each is an entry of its own.'],
        };
      const { threads, notices } = readChatThreads(file, text);
      return {
        contexts: threads.flatMap(({ title, turns }, index) =>
          turns.map((turn) => ({
            name: `${threads.length > 1 ? `${title ?? `Thread ${index + 1}`} · ` : ''}Turn ${turn.number}`,
            turn,
          })),
        ),
        notices,
      };
    },
  },
  labels: {
    label: 'labelled turns',
    unit: 'turn',
    recognises: (_, lines) => looksLabelled(lines),
    read: (_, text) => voiceContexts(readLabelled(text)),
  },
  transcript: {
    label: 'transcript',
    unit: 'turn',
    recognises: (_, lines) => looksLikeTranscript(lines),
    read: (_, text) => voiceContexts(readTranscript(text)),
  },
  sections: {
    label: 'Markdown sections',
    unit: 'section',
    recognises: (_, lines) => markdownSections(lines).headings > 0,
    read: (_, text) => sectionContexts(markdownSections(linesOf(text)).sections),
  },
  rules: {
    label: 'parts between rules',
    unit: 'part',
    recognises: (_, lines) =>
      ruledParts(lines).filter((part) => part.some((line) => !isBlank(line))).length > 1,
    read: (_, text) => named('Part', ruledParts(linesOf(text))),
  },
  blocks: {
    label: 'blocks between blank lines',
    unit: 'block',
    recognises: (_, lines) => blocksOf(lines).length > 1,
    read: (_, text) => named('Block', blocksOf(linesOf(text))),
  },
  lines: {
    label: 'one entry a line',
    unit: 'entry',
    recognises: (_, lines) => areLinesEntries(lines),
    read: (_, text) => ({
      contexts: entriesOf(linesOf(text)).map((entry, index) => ({
        name: `Entry ${index + 1}`,
        items: [{ label: null, text: entry }],
      })),
      notices: [],
    }),
  },
  whole: {
    label: 'one text',
    unit: 'text',
    recognises: () => true,
    read: (_, text) => ({ contexts: [{ name: 'The text', items: [{ label: null, text }] }], notices: [] }),
  },
} as const satisfies Record<string, StoredReading>;

export type StoredReadingId = keyof typeof storedReadings;

export const storedReadingIds = Object.keys(storedReadings) as StoredReadingId[];

/** How a text is read by its looks. */
export function recognisedReading(text: string): StoredReadingId {
  const lines = linesOf(text);
  return storedReadingIds.find((id) => storedReadings[id].recognises(text, lines))!;
}

/** How many contexts a reading gave, in its own word: `15 entries`. */
export function countedContexts(reading: StoredReadingId, count: number): string {
  const { unit } = storedReadings[reading];
  return counted(count, unit, unit === 'entry' ? 'entries' : `${unit}s`);
}
