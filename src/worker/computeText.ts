import { isBlank, labelPieces, packTextSpans, queryContext, splitPromptChunks, utf8Length } from '../core';
import { readChatThreads } from '../schema/chatMessages';
import { ArtifactError } from '../schema/errors';
import type { PreparedAnswer, PreparedContext, PreparedPiece, PreparedText, TextInput } from './computeProtocol';

/** Limits of pasted text, in UTF-16 code units; the numbers appear in the messages. */
const pasteLimits = { stored: 20_000_000, message: 1_000_000 };

const storedName = 'the stored text';

/** Pieces, contexts and query parts of pasted text. What cannot be read is an answer, not an exception. */
export function prepareText(input: TextInput): PreparedAnswer {
  try {
    return { kind: 'prepared', text: prepare(input) };
  } catch (error) {
    if (error instanceof ArtifactError) {
      const { kind, file, path, found, expected } = error;
      return { kind: 'refused', problem: { kind, file, path, found, expected } };
    }
    throw error;
  }
}

function prepare({ format, stored, message, maxBytes, timeZone }: TextInput): PreparedText {
  checkLength(storedName, stored, pasteLimits.stored);
  checkLength('the message', message, pasteLimits.message);
  const { contexts, pieces, notices } = isBlank(stored) ? { contexts: [], pieces: [], notices: [] } : format === 'threads' ? threadPieces(stored, maxBytes, timeZone) : plainPieces(stored, maxBytes);
  const messageContext = isBlank(message) ? '' : queryContext(message);
  return {
    contexts,
    pieces,
    parts: splitPromptChunks(message),
    messageContext,
    messageBytes: utf8Length(message),
    messageContextBytes: utf8Length(messageContext),
    storedBytes: utf8Length(stored),
    notices,
  };
}

function checkLength(name: string, text: string, limit: number): void {
  if (text.length > limit) throw new ArtifactError({ kind: 'too-large', file: name, found: `${text.length} characters`, expected: `at most ${limit} characters` });
}

interface Stored {
  contexts: PreparedContext[];
  pieces: PreparedPiece[];
  notices: string[];
}

function threadPieces(stored: string, maxBytes: number, timeZone: string): Stored {
  const { threads, notices } = readChatThreads(storedName, stored);
  const [contexts, pieces]: [PreparedContext[], PreparedPiece[]] = [[], []];
  threads.forEach(({ title, turns }, thread) => {
    const where = threads.length > 1 ? `${title ?? `Thread ${thread + 1}`} · ` : '';
    for (const turn of turns) {
      const text = turn.sources.map((source) => source.text).join('\n');
      const context = contexts.push({ name: `${where}Turn ${turn.number}`, text, bytes: utf8Length(text) }) - 1;
      for (const piece of labelPieces(turn, { maxBytes, timeZone })) pieces.push({ text: piece.text, label: piece.label, context, bytes: utf8Length(piece.text) });
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
  const [contexts, pieces]: [PreparedContext[], PreparedPiece[]] = [[], []];
  for (const { title, lines } of sections) {
    const text = lines.join('\n').trim();
    if (isBlank(text)) continue;
    const name = [`Section ${contexts.length + 1}`, ...(title === null ? [] : [title])].join(' · ');
    const context = contexts.push({ name, text, bytes: utf8Length(text) }) - 1;
    for (const piece of packTextSpans(text, maxBytes)) pieces.push({ text: piece.text, label: null, context, bytes: utf8Length(piece.text) });
  }
  return { contexts, pieces, notices: [] };
}
