import { graphemeAtOrBefore, nextGraphemeBoundary } from '../text/graphemes';
import { sentenceSpans } from '../text/sentences';
import { checkSize, utf8Length } from '../text/sizes';
import { isWhitespace } from '../text/whitespace';
import type { Span } from '../units';
import { graphemeTooLarge, plainChunk, type Chunk, type ChunkingStrategy } from './strategy';

const defaults = { maxBytes: 1200 } as const;

/** Whole sentences packed while the source slice, with the white space between them, fits. */
function packSentences(text: string, maxBytes: number): Chunk[] {
  checkSize('maxBytes', maxBytes);
  const chunks: Chunk[] = [];
  let start = -1;
  let end = 0;
  let bytes = 0;
  const take = (unit: Span): void => {
    const size = utf8Length(text, unit.start, unit.end);
    const grown = bytes + utf8Length(text, end, unit.start) + size;
    if (start >= 0 && grown <= maxBytes) bytes = grown;
    else {
      if (start >= 0) chunks.push(plainChunk(start, end));
      start = unit.start;
      bytes = size;
    }
    end = unit.end;
  };
  for (const sentence of sentenceSpans(text)) {
    if (utf8Length(text, sentence.start, sentence.end) <= maxBytes) take(sentence);
    else for (const part of cutAtWords(text, sentence, maxBytes)) take(part);
  }
  if (start >= 0) chunks.push(plainChunk(start, end));
  return chunks;
}

/**
 * Parts of a sentence that is over the budget, each cut at the last word that
 * fits, or between graphemes where one word is over it. A grapheme over the
 * budget is an error that names it.
 */
function cutAtWords(text: string, sentence: Span, maxBytes: number): Span[] {
  const parts: Span[] = [];
  let start = sentence.start;
  while (start < sentence.end) {
    let wordEnd = start;
    let next = start;
    let bytes = 0;
    let at = start;
    // Never looks further than the budget: a rest of any length costs nothing yet.
    while (at < sentence.end && bytes <= maxBytes) {
      const unit = text.charCodeAt(at);
      if (isWhitespace(unit)) {
        let after = at + 1;
        while (after < sentence.end && isWhitespace(text.charCodeAt(after))) after++;
        after = graphemeAtOrBefore(text, after, at);
        if (after > at && graphemeAtOrBefore(text, at, start) === at) {
          wordEnd = at;
          next = after;
        }
        after = Math.max(after, at + 1);
        bytes += utf8Length(text, at, after);
        at = after;
      } else {
        const units = text.codePointAt(at)! > 0xffff ? 2 : 1;
        bytes += utf8Length(text, at, at + units);
        at += units;
      }
    }
    if (at >= sentence.end && bytes <= maxBytes) {
      parts.push({ start, end: sentence.end });
      break;
    }
    if (wordEnd === start) {
      let used = 0;
      for (let from = start; ;) {
        const to = nextGraphemeBoundary(text, from);
        const size = utf8Length(text, from, to);
        if (size > maxBytes) throw graphemeTooLarge(text, from, to, size, 'maxBytes', maxBytes, 'bytes');
        if (used + size > maxBytes) break;
        used += size;
        from = to;
        wordEnd = to;
      }
      next = wordEnd;
    }
    parts.push({ start, end: wordEnd });
    start = next;
  }
  return parts;
}

export const sentencePack: ChunkingStrategy = {
  label: 'Sentence pack',
  slot: 3,
  description:
    'Whole sentences packed up to a byte budget; only a longer sentence is cut, at the last word that fits.',
  unit: 'bytes',
  defaults,
  settings: [{ name: 'maxBytes', label: 'Limit', unit: 'bytes', low: 4, high: 1_000_000 }],
  returns: 'itself',
  chunk: (text, { maxBytes = defaults.maxBytes }) => packSentences(text, maxBytes),
};
