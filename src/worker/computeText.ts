import { isBlank } from '../core/text/whitespace';
import { labelPieces } from '../core/text/labelPieces';
import { packTexts } from '../core/text/packedTexts';
import { packTextSpans } from '../core/text/packText';
import { queryContext } from '../core/text/tail';
import { splitPromptChunks } from '../core/text/promptChunks';
import { utf8Length } from '../core/text/sizes';
import { readChatThreads } from '../datasets/chatMessages';
import { ArtifactError } from '../artifact/errors';
import type { ContextKind, PreparedAnswer, PreparedText, TextInput } from './computeProtocol';
import { distinctCount } from './embedLists';

/** Limits of pasted text, in UTF-16 code units; the numbers appear in the messages. */
const pasteLimits = { stored: 20_000_000, message: 1_000_000 };

const storedName = 'the stored text';

/** What pieces stand in: a turn of a thread, or a section of a plain text. */
interface CutContext {
  name: string;
  /** Its own text, what "the embedding of the turn's own text" embeds. */
  text: string;
}

interface CutPiece {
  text: string;
  label: string | null;
  context: number;
}

/** Pasted text as the worker keeps it: every text a string of its own. */
export interface CutText {
  contexts: CutContext[];
  pieces: CutPiece[];
  parts: string[];
  /** The message as it is embedded as a whole. */
  messageContext: string;
}

/** Pieces, contexts and query parts of pasted text. Text that cannot be read is an `ArtifactError`. */
export function cutText({ format, stored, message, maxBytes, timeZone }: TextInput): {
  cut: CutText;
  prepared: PreparedText;
} {
  checkLength(storedName, stored, pasteLimits.stored);
  checkLength('the message', message, pasteLimits.message);
  const { contexts, pieces, notices } = isBlank(stored)
    ? { contexts: [], pieces: [], notices: [] }
    : format === 'threads'
      ? threadPieces(stored, maxBytes, timeZone)
      : plainPieces(stored, maxBytes);
  const messageContext = isBlank(message) ? '' : queryContext(message);
  const parts = splitPromptChunks(message);
  const cut: CutText = { contexts, pieces, parts: parts.map(({ text }) => text), messageContext };
  return {
    cut,
    prepared: {
      contexts: packTexts(contexts.map(({ name }) => name)),
      pieces: {
        texts: packTexts(pieces.map(({ text }) => text)),
        labels: Int32Array.from(pieces, ({ label }) => label?.length ?? -1),
        contexts: Int32Array.from(pieces, ({ context }) => context),
        bytes: Uint32Array.from(pieces, ({ text }) => utf8Length(text)),
      },
      parts,
      messageBytes: utf8Length(message),
      messageContextBytes: utf8Length(messageContext),
      storedBytes: utf8Length(stored),
      distinct: { mean: distinctIn(methodSets(cut, 'mean')), text: distinctIn(methodSets(cut, 'text')) },
      notices,
    },
  };
}

const distinctIn = (sets: readonly (readonly string[])[]): number => distinctCount(sets.flat());

/** The texts that a run embeds: stored pieces, then the message with its parts, then the contexts' own texts where they are wanted. */
export function methodSets(
  { pieces, messageContext, parts, contexts }: CutText,
  context: ContextKind,
): string[][] {
  return [
    pieces.map(({ text }) => text),
    // One request holds the message and its parts.
    [messageContext, ...parts],
    ...(context === 'text' ? [contexts.map(({ text }) => text)] : []),
  ];
}

/** Whether two inputs are cut alike. */
export function sameInput(a: TextInput, b: TextInput): boolean {
  return (
    a.format === b.format &&
    a.stored === b.stored &&
    a.message === b.message &&
    a.maxBytes === b.maxBytes &&
    a.timeZone === b.timeZone
  );
}

/** Cuts texts, and remembers the last one: what is planned and run is what was just shown. */
export function createTextCutter(): (input: TextInput) => ReturnType<typeof cutText> {
  let last: { input: TextInput; made: ReturnType<typeof cutText> } | undefined;
  return (input) => {
    if (!last || !sameInput(last.input, input)) last = { input, made: cutText(input) };
    return last.made;
  };
}

/** The answer about a text; what cannot be read is an answer, not an exception. */
export function prepareText(cutter: ReturnType<typeof createTextCutter>, input: TextInput): PreparedAnswer {
  try {
    return { kind: 'prepared', text: cutter(input).prepared };
  } catch (error) {
    if (error instanceof ArtifactError) {
      const { kind, file, path, found, expected } = error;
      return { kind: 'refused', problem: { kind, file, path, found, expected } };
    }
    throw error;
  }
}

function checkLength(name: string, text: string, limit: number): void {
  if (text.length > limit)
    throw new ArtifactError({
      kind: 'too-large',
      file: name,
      found: `${text.length} characters`,
      expected: `at most ${limit} characters`,
    });
}

interface Stored {
  contexts: CutContext[];
  pieces: CutPiece[];
  notices: string[];
}

function threadPieces(stored: string, maxBytes: number, timeZone: string): Stored {
  const { threads, notices } = readChatThreads(storedName, stored);
  const [contexts, pieces]: [CutContext[], CutPiece[]] = [[], []];
  threads.forEach(({ title, turns }, thread) => {
    const where = threads.length > 1 ? `${title ?? `Thread ${thread + 1}`} · ` : '';
    for (const turn of turns) {
      const text = turn.sources.map((source) => source.text).join('\n');
      const context = contexts.push({ name: `${where}Turn ${turn.number}`, text }) - 1;
      for (const piece of labelPieces(turn, { maxBytes, timeZone }))
        pieces.push({ text: piece.text, label: piece.label, context });
    }
  });
  return { contexts, pieces, notices };
}

/** A line of dashes and nothing else. */
const rule = /^[ \t]*-{3,}[ \t]*$/;
/** A Markdown heading and its words. */
const heading = /^#{1,6}[ \t]+(\S.*?)[ \t#]*$/;

/**
 * A plain text has no turns: its sections are its contexts. A section begins at a
 * Markdown heading, which belongs to it, or after a line of three or more dashes, which
 * belongs to nobody. Nobody speaks in it, so its pieces carry no label and have the
 * whole budget.
 */
function plainPieces(stored: string, maxBytes: number): Stored {
  const sections: { title: string | null; lines: string[] }[] = [{ title: null, lines: [] }];
  for (const line of stored.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const title = line.length < 500 ? heading.exec(line)?.[1] : undefined;
    if (rule.test(line)) sections.push({ title: null, lines: [] });
    else if (title !== undefined) sections.push({ title, lines: [line] });
    else sections.at(-1)!.lines.push(line);
  }
  const [contexts, pieces]: [CutContext[], CutPiece[]] = [[], []];
  for (const { title, lines } of sections) {
    const text = lines.join('\n').trim();
    if (isBlank(text)) continue;
    const name = [`Section ${contexts.length + 1}`, ...(title === null ? [] : [title])].join(' · ');
    const context = contexts.push({ name, text }) - 1;
    for (const piece of packTextSpans(text, maxBytes))
      pieces.push({ text: piece.text, label: null, context });
  }
  return { contexts, pieces, notices: [] };
}
