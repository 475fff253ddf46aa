import { trimSpan } from '../text/spans';
import { isWhitespace } from '../text/whitespace';
import { plainChunk, type Chunk, type ChunkingStrategy } from './strategy';
import { lineEndLength } from './separators';

/** Runs of lines between blank ones, trimmed. A line of white space alone is blank. */
function paragraphs(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let lineIsBlank = true;
  const close = (end: number): void => {
    const span = trimSpan(text, { start, end });
    if (span.start < span.end) chunks.push(plainChunk(span.start, span.end));
    start = end;
  };
  for (let at = 0; at < text.length;) {
    const lineEnd = lineEndLength(text, at);
    if (lineEnd > 0) {
      at += lineEnd;
      if (lineIsBlank) close(at);
      lineIsBlank = true;
    } else {
      if (lineIsBlank && !isWhitespace(text.charCodeAt(at))) lineIsBlank = false;
      at += 1;
    }
  }
  close(text.length);
  return chunks;
}

export const paragraph: ChunkingStrategy = {
  label: 'Paragraph',
  slot: 4,
  description: 'The blocks between blank lines, however long.',
  unit: 'blocks',
  defaults: {},
  settings: [],
  returns: 'itself',
  note: 'It has no size limit: a text without blank lines is one chunk.',
  chunk: paragraphs,
};
