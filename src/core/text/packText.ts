import type { Span, Utf16Offset, Utf8Bytes } from '../units';
import { graphemeBoundaries, isGraphemeBoundary } from './graphemes';
import type { TextSpan } from './promptChunks';
import { checkSize, utf8Length } from './sizes';
import { graphemeOverBudget } from './tail';
import { collapseWhitespace, isWhitespace } from './whitespace';

/** What stands between two words: a line end, the space after a full stop, or a space. */
type Gap = 'line' | 'sentence' | 'word';

interface Fragment extends Span {
  bytes: Utf8Bytes;
  /** How it is joined to the piece before it. */
  joint: '\n' | ' ';
}

/** Calls `visit` for each word with the gap before it. White space that shares a cluster with its neighbour is no gap. */
function eachWord(text: string, visit: (start: Utf16Offset, end: Utf16Offset, gap: Gap) => void): void {
  let gap: Gap = 'line';
  let start = -1;
  for (let at = 0; at < text.length;) {
    if (!isWhitespace(text.charCodeAt(at))) {
      if (start < 0) start = at;
      at += 1;
      continue;
    }
    let from = at;
    while (at < text.length && isWhitespace(text.charCodeAt(at))) at += 1;
    let to = at;
    if (!isGraphemeBoundary(text, to)) to -= 1;
    if (from < to && !isGraphemeBoundary(text, from)) from += 1;
    if (from === to && start >= 0) continue;
    if (start >= 0) visit(start, from, gap);
    if (text.slice(from, to).includes('\n')) gap = 'line';
    else if (start >= 0) gap = /[.!?]/.test(text.charAt(from - 1)) ? 'sentence' : 'word';
    start = to < at ? to : -1;
  }
  if (start >= 0) visit(start, text.length, gap);
}

/**
 * The pieces of a text within a byte budget, each with the source span that it
 * covers. See `packTextPieces`; `text` is the span with white space collapsed,
 * except that a line end between two sentences stays one.
 */
export function packTextSpans(text: string, maxBytes: Utf8Bytes): TextSpan[] {
  checkSize('maxBytes', maxBytes);
  const pieces: TextSpan[] = [];
  let texts: string[] = [];
  let piece: (Span & { bytes: Utf8Bytes }) | null = null;
  let fragment: Fragment | null = null;

  const closePiece = (): void => {
    if (piece) pieces.push({ text: texts.join(''), start: piece.start, end: piece.end });
    piece = null;
    texts = [];
  };
  const closeFragment = (): void => {
    if (!fragment) return;
    const { start, end, bytes, joint } = fragment;
    fragment = null;
    if (piece && piece.bytes + 1 + bytes <= maxBytes) {
      texts.push(joint);
      piece.bytes += 1 + bytes;
      piece.end = end;
    } else {
      closePiece();
      piece = { start, end, bytes };
    }
    texts.push(collapseWhitespace(text.slice(start, end)));
  };
  /** A word over the budget: every fragment but the last is full, so no two of them are ever joined again. */
  const cutWord = (start: Utf16Offset, end: Utf16Offset, joint: '\n' | ' '): void => {
    const edges = graphemeBoundaries(text, start, end);
    for (let i = 0; i + 1 < edges.length; i += 1) {
      const [from, to] = [edges[i]!, edges[i + 1]!];
      const bytes = utf8Length(text, from, to);
      if (bytes > maxBytes) throw graphemeOverBudget(text, from, to, bytes, maxBytes);
      if (fragment && fragment.bytes + bytes <= maxBytes) {
        fragment.bytes += bytes;
        fragment.end = to;
      } else {
        closeFragment();
        fragment = { start: from, end: to, bytes, joint };
      }
    }
  };

  eachWord(text, (start, end, gap) => {
    const bytes = utf8Length(text, start, end);
    if (fragment && gap === 'word' && fragment.bytes + 1 + bytes <= maxBytes) {
      fragment.bytes += 1 + bytes;
      fragment.end = end;
      return;
    }
    closeFragment();
    const joint = gap === 'line' ? '\n' : ' ';
    if (bytes > maxBytes) cutWord(start, end, joint);
    else fragment = { start, end, bytes, joint };
  });
  closeFragment();
  closePiece();
  return pieces;
}

/**
 * A text in pieces of at most `maxBytes` UTF-8 bytes, as they are embedded; blank
 * text has none. Nothing but white space is dropped.
 *
 * The published rule: sentences (here ended by `.` `!` or `?` and white space, or by
 * a line end) are packed while they fit, joined by a newline across lines and a
 * space within one. A sentence over the budget is cut at the last word that fits,
 * a word over it at the last grapheme; a grapheme over it is an error.
 */
export function packTextPieces(text: string, maxBytes: Utf8Bytes): string[] {
  return packTextSpans(text, maxBytes).map((piece) => piece.text);
}
