import type { Span, Utf16Offset } from '../../../core/units';
import { graphemeAtOrBefore } from '../../../core/text/graphemes';

/** Lines are gathered into one block up to this many code units. */
const gathered = 700;
/** A longer line is cut: a block must stay quick to lay out, whatever the text. */
const longest = 2_000;
/** How far back a cut looks for white space. */
const lookBack = 200;

/**
 * A stretch of text as blocks of whole lines, for drawing only those in sight. The blocks
 * cover the stretch exactly; a line over 2,000 code units is cut at white space, or
 * between characters where there is none.
 */
export function textBlocks(text: string, start: Utf16Offset = 0, end: Utf16Offset = text.length): Span[] {
  const blocks: Span[] = [];
  let from = start;
  let at = start;
  const push = (to: number) => {
    if (to > from) blocks.push({ start: from, end: to });
    from = to;
  };
  while (at < end) {
    const lineEnd = endOfLine(text, at, end);
    if (lineEnd - from > longest) push(at);
    while (lineEnd - from > longest) push(cutBefore(text, from, from + longest));
    at = lineEnd;
    if (at - from >= gathered) push(at);
  }
  push(end);
  return blocks;
}

/** The end of a line with its line ends and the blank lines that follow, as far as the longest block reaches. */
function endOfLine(text: string, from: Utf16Offset, end: Utf16Offset): Utf16Offset {
  const found = text.indexOf('\n', from);
  if (found < 0 || found >= end) return end;
  let to = found + 1;
  while (to < end && to - from < longest && (text[to] === '\n' || text[to] === '\r')) to++;
  return to;
}

function cutBefore(text: string, from: Utf16Offset, limit: Utf16Offset): Utf16Offset {
  for (let at = limit; at > limit - lookBack; at--)
    if (/\s/.test(text[at - 1]!) && !/\s/.test(text[at] ?? '')) return at;
  const edge = graphemeAtOrBefore(text, limit, from);
  return edge > from ? edge : limit;
}

/** Blocks of equal length, where only offsets are known. */
export function scaleBlocks(size: Utf16Offset, start: Utf16Offset, end: Utf16Offset): Span[] {
  const blocks: Span[] = [];
  for (let at = start; at < end; at += size) blocks.push({ start: at, end: Math.min(end, at + size) });
  return blocks;
}

/** Index of the block that holds an offset; the last one for an offset at the end. Blocks ascend and may leave stretches out: then the next one. */
export function blockAt(blocks: readonly Span[], offset: Utf16Offset): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Lines that a stretch of text takes at a width of so many Latin letters: what a block is
 * given before it is laid out. Wide characters count two.
 */
export function estimatedLines(text: string, { start, end }: Span, letters: number): number {
  let [lines, used] = [0, 0];
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) {
      lines += Math.max(1, Math.ceil(used / letters));
      used = 0;
    } else used += unit >= 0x1100 && unit < 0xd800 ? 2 : 1;
  }
  return lines + Math.ceil(used / letters);
}
