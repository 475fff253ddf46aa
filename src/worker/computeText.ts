import { isBlank } from '../core/text/whitespace';
import { labelPieces, packLabelled } from '../core/text/labelPieces';
import { packTexts } from '../core/text/packedTexts';
import { packTextSpans } from '../core/text/packText';
import { queryContext } from '../core/text/tail';
import { splitPromptChunks } from '../core/text/promptChunks';
import { utf8Length } from '../core/text/sizes';
import {
  recognisedReading,
  storedReadings,
  type StoredContext,
  type StoredReadingId,
} from '../datasets/stored/readings';
import { ArtifactError } from '../artifact/errors';
import type { ContextKind, PreparedAnswer, PreparedText, TextInput } from './computeProtocol';
import { distinctCount } from './embedLists';

/** Limits of pasted text, in UTF-16 code units; the numbers appear in the messages. */
const pasteLimits = { stored: 20_000_000, message: 1_000_000 };

const storedName = 'the stored text';

/** What pieces stand in: a turn of a thread, a section, a block or a line. */
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
  const reading = readingOf({ format, stored });
  const { contexts: read, notices } = isBlank(stored)
    ? { contexts: [], notices: [] }
    : storedReadings[reading].read(storedName, stored);
  const { contexts, pieces } = cutContexts(read, maxBytes, timeZone);
  if (pieces.length === 0 && !isBlank(stored)) notices.push('No words to search in were found in it.');
  const messageContext = isBlank(message) ? '' : queryContext(message);
  const parts = splitPromptChunks(message);
  const cut: CutText = { contexts, pieces, parts: parts.map(({ text }) => text), messageContext };
  return {
    cut,
    prepared: {
      reading,
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

/** The texts that are searched for: the message and its parts. */
export const askedTexts = ({
  messageContext,
  parts,
}: Pick<CutText, 'messageContext' | 'parts'>): string[] => [messageContext, ...parts];

/** The texts that a run embeds: stored pieces, then the message with its parts, then the contexts' own texts where they are wanted. */
export function methodSets(
  { pieces, messageContext, parts, contexts }: CutText,
  context: ContextKind,
): string[][] {
  return [
    pieces.map(({ text }) => text),
    // One request holds the message and its parts.
    askedTexts({ messageContext, parts }),
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
      return { kind: 'refused', reading: readingOf(input), problem: { kind, file, path, found, expected } };
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

/** As the reader says, or by the looks of the text. */
const readingOf = ({ format, stored }: Pick<TextInput, 'format' | 'stored'>): StoredReadingId =>
  format === 'auto' ? recognisedReading(stored) : format;

/** The pieces of each context: what somebody said at some time is labelled, a text of nobody's has the whole budget. */
function cutContexts(
  read: readonly StoredContext[],
  maxBytes: number,
  timeZone: string,
): Pick<CutText, 'contexts' | 'pieces'> {
  const pieces: CutPiece[] = [];
  const contexts = read.map((context, index): CutContext => {
    if ('turn' in context) {
      for (const { text, label } of labelPieces(context.turn, { maxBytes, timeZone }))
        pieces.push({ text, label, context: index });
      return { name: context.name, text: context.turn.sources.map(({ text }) => text).join('\n') };
    }
    for (const { label, text } of context.items)
      for (const piece of label === null
        ? packTextSpans(text, maxBytes)
        : packLabelled(label, text, maxBytes))
        pieces.push({ text: piece.text, label, context: index });
    return { name: context.name, text: context.items.map(({ text }) => text).join('\n') };
  });
  return { contexts, pieces };
}
