/** Sentence spans of section 2 of the method, until core's own are there. */
export function splitSentences(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
    for (const match of line.matchAll(/.+?(?:[.!?…]+["'”’»)\]}]*(?=\s|$)|[。！？｡]+["'”’»)\]}」』）]*|$)/gsu)) {
      const piece = match[0];
      const start = index + match.index + (piece.length - piece.trimStart().length);
      const end = index + match.index + piece.trimEnd().length;
      if (end > start) spans.push({ start, end });
    }
  }
  return spans;
}
