import type { Span, Utf8Bytes } from '../units';
import { packTextSpans } from './packText';
import { checkSize, utf8Length } from './sizes';
import { collapseWhitespace } from './whitespace';

/** One voice of a turn. The text of a tool call is its arguments, a newline and its whole result. */
export interface TurnSource {
  kind: 'user' | 'assistant' | 'tool';
  /** The tool's name; the other kinds have none. */
  name?: string;
  text: string;
  /** Where the arguments of a tool call end in its text, in UTF-16 code units; absent where they are not known apart. */
  argumentsEnd?: number;
}

export interface Turn {
  /** As it is shown, from 1. */
  number: number;
  /** ISO 8601 (UTC where it names no offset), milliseconds since 1970, or null where nobody recorded it. */
  time?: string | number | Date | null;
  sources: readonly TurnSource[];
}

export interface LabelledPiece extends Span {
  /** `[Turn 4 · Tool logistics_export · Oct 16, 2:02 PM]` */
  label: string;
  /** What is embedded: the label, a newline, and the piece with white space collapsed. */
  text: string;
  /** Index of the source; the span counts in that source's text. */
  source: number;
}

export interface LabelOptions {
  /** Budget of a piece together with its label and the newline. */
  maxBytes?: Utf8Bytes;
  /** IANA name. */
  timeZone?: string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const isoTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readTime(time: string | number | Date): Date {
  let read: Date;
  if (typeof time === 'string') {
    const match = isoTime.exec(time.trim());
    // Without an offset the engine would take its own zone.
    const zoned = match && time.trim().replace(' ', 'T') + (match[1] || match[0].length === 10 ? '' : 'Z');
    read = new Date(zoned ?? NaN);
  } else read = new Date(time);
  if (Number.isNaN(read.getTime()))
    throw new RangeError(`turn time must be an ISO 8601 time or milliseconds, found ${JSON.stringify(time)}`);
  return read;
}

/** The numbers of a wall clock in a zone. Only numbers come from the engine: its words and spaces differ by version. */
function wallClock(
  time: Date,
  timeZone: string,
): { month: number; day: number; hour: number; minute: number } {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    throw new RangeError(
      `unknown time zone ${JSON.stringify(timeZone)}, expected a name such as "Europe/Berlin"`,
    );
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return {
    month: parts.get('month')!,
    day: parts.get('day')!,
    hour: parts.get('hour')! % 24,
    minute: parts.get('minute')!,
  };
}

/** A time as labels read it, `Oct 16, 2:02 PM`, in ASCII and alike in every engine. */
export function formatTurnTime(time: string | number | Date, timeZone = 'UTC'): string {
  const { month, day, hour, minute } = wallClock(readTime(time), timeZone);
  return `${months[month - 1]} ${day}, ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function voice({ kind, name }: TurnSource): string {
  switch (kind) {
    case 'user':
      return 'User';
    case 'assistant':
      return 'Assistant';
    case 'tool':
      return collapseWhitespace(`Tool ${name ?? ''}`);
    default:
      throw new RangeError(
        `source kind must be user, assistant or tool, found ${JSON.stringify(kind satisfies never)}`,
      );
  }
}

/**
 * The stored pieces of one turn. Each source is packed by itself, so that no piece
 * mixes voices, and each piece says in front whose it is and from when. Sources
 * in order; a blank one has no pieces. A label at or over the budget is an error.
 */
export function labelPieces(
  { number, time, sources }: Turn,
  { maxBytes = 1200, timeZone = 'UTC' }: LabelOptions = {},
): LabelledPiece[] {
  checkSize('turn number', number);
  checkSize('maxBytes', maxBytes);
  const when = time === undefined || time === null ? [] : [formatTurnTime(time, timeZone)];
  return sources.flatMap((source, index) => {
    const label = `[${[`Turn ${number}`, voice(source), ...when].join(' · ')}]`;
    return packLabelled(label, source.text, maxBytes).map((piece) => ({
      label,
      ...piece,
      source: index,
    }));
  });
}

/** The pieces of a text with a label in front of each. A label at or over the budget is an error. */
export function packLabelled(label: string, text: string, maxBytes: Utf8Bytes): ({ text: string } & Span)[] {
  const left = maxBytes - utf8Length(label) - 1;
  if (left < 1)
    throw new RangeError(
      `the label ${JSON.stringify(label)} and its newline take ${utf8Length(label) + 1} bytes and leave nothing of the budget of ${maxBytes}`,
    );
  return packTextSpans(text, left).map((piece) => ({ ...piece, text: `${label}\n${piece.text}` }));
}
