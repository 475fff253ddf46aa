import { createTokenCounter, type Tokenizer } from '../../../core/chunking/tokens';
import { labelPieces, type Turn, type TurnSource } from '../../../core/text/labelPieces';
import { utf8Length } from '../../../core/text/sizes';
import type { Span, Tokens, Utf8Bytes } from '../../../core/units';
import type { Thread } from '../../../datasets/threads/threads';

/** How the index of whole turns is made, as the source describes its own. */
export const wholeTurns = {
  /** Turns are joined until a chunk holds so many words. */
  words: 200,
  /** A chunk of more cl100k tokens has no vector. */
  maxTokens: 8192,
  /** UTF-16 code units of the arguments of a tool call that are kept. */
  argumentsLength: 500,
  /** A tool result of more UTF-16 code units is left out. */
  resultLength: 4000,
} as const;

/** Whole turns under one vector. */
export interface TurnChunk {
  /** First and last of its turns. */
  first: number;
  last: number;
  text: string;
  tokens: Tokens;
  /** Whether it is short enough to have a vector. */
  hasVector: boolean;
}

/** A labelled piece of one turn. */
export interface ThreadPiece extends Span {
  turn: number;
  /** Which source of the turn; the span counts in its text. */
  source: number;
  label: string;
  /** With the label in front. */
  labelled: string;
  /** The same piece without it. */
  bare: string;
  bytes: Utf8Bytes;
  tokens: Tokens;
}

/** Both indexes of a thread. */
export interface IndexedThread {
  chunks: readonly TurnChunk[];
  pieces: readonly ThreadPiece[];
  /** The whole text of each turn. */
  turnTexts: readonly string[];
}

function sourceInChunk({ kind, text, argumentsEnd }: TurnSource): string {
  if (kind !== 'tool') return text;
  const end = argumentsEnd ?? 0;
  const result = text.slice(argumentsEnd === undefined ? 0 : end + 1);
  return [
    text.slice(0, Math.min(end, wholeTurns.argumentsLength)),
    result.length > wholeTurns.resultLength ? '' : result,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** A turn as the index of whole turns holds it: arguments cut, large results left out. */
export const turnInChunk = ({ sources }: Turn): string =>
  sources
    .map(sourceInChunk)
    .filter((text) => text !== '')
    .join('\n');

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Consecutive turns joined until they hold 200 words. A long turn is one chunk; a turn of nothing but large results joins its neighbours. */
export function turnChunks(turns: readonly Turn[], countTokens: (text: string) => Tokens): TurnChunk[] {
  const chunks: TurnChunk[] = [];
  let texts: string[] = [];
  let [first, words] = [0, 0];
  const close = (last: number) => {
    const text = texts.filter((part) => part !== '').join('\n\n');
    const tokens = countTokens(text);
    chunks.push({ first, last, text, tokens, hasVector: text !== '' && tokens <= wholeTurns.maxTokens });
    [texts, first, words] = [[], last + 1, 0];
  };
  turns.forEach((turn, position) => {
    const text = turnInChunk(turn);
    texts.push(text);
    words += wordsIn(text);
    if (words >= wholeTurns.words) close(position);
  });
  if (texts.length > 0) close(turns.length - 1);
  return chunks;
}

/** Both indexes of a thread, with pieces of so many bytes, label included. */
export function indexThread(
  { turns }: Pick<Thread, 'turns'>,
  { pieceBytes, tokenizer }: { pieceBytes: Utf8Bytes; tokenizer: Tokenizer },
): IndexedThread {
  const countTokens = createTokenCounter(tokenizer);
  const pieces = turns.flatMap((turn, position) =>
    labelPieces(turn, { maxBytes: pieceBytes }).map(({ label, text, start, end, source }): ThreadPiece => ({
      turn: position,
      source,
      start,
      end,
      label,
      labelled: text,
      bare: text.slice(label.length + 1),
      bytes: utf8Length(text),
      tokens: countTokens(text),
    })),
  );
  return {
    chunks: turnChunks(turns, countTokens),
    pieces,
    turnTexts: turns.map(({ sources }) => sources.map(({ text }) => text).join('\n')),
  };
}
