import type { Utf16Offset } from '../../../core/units';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const strong = /\p{L}/u;
/** How far a character without a direction looks for a neighbour that has one. */
const lookAround = 200;

/** Whether a letter runs from right to left; null for digits, signs and white space, which take that of their surroundings. */
function ownDirection(character: string): boolean | null {
  return strong.test(character) ? rightToLeft.test(character) : null;
}

/** Start of the line that holds an offset, within a stretch that begins at `from`. */
export function lineStart(text: string, offset: Utf16Offset, from: Utf16Offset): Utf16Offset {
  return offset === from ? from : Math.max(from, text.lastIndexOf('\n', offset - 1) + 1);
}

/** Whether a line runs from right to left: as its first letter does. A line without letters runs from left to right. */
export function isLineRightToLeft(text: string, start: Utf16Offset): boolean {
  for (let at = start; at < text.length && text[at] !== '\n';) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const own = ownDirection(character);
    if (own !== null) return own;
    at += character.length;
  }
  return false;
}

/** Whether the character at an offset runs from right to left; one without a direction follows the letter before it on its line, or the line. */
export function isRightToLeftAt(text: string, offset: Utf16Offset, start: Utf16Offset): boolean {
  for (let at = offset; at >= start && at > offset - lookAround; at--) {
    const own = ownDirection(String.fromCodePoint(text.codePointAt(at) ?? 32));
    if (own !== null) return own;
  }
  return isLineRightToLeft(text, start);
}
