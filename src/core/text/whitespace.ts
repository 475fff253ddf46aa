import type { Utf16Offset } from '../units';

/**
 * Whether a UTF-16 code unit is white space: the same set as `\s` in a regular
 * expression and as `String.prototype.trim`, so NBSP, U+3000 and the byte order
 * mark are, and the zero width space is not.
 */
export function isWhitespace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** Whether a stretch holds nothing but white space. An empty one does. */
export function isBlank(text: string, start: Utf16Offset = 0, end: Utf16Offset = text.length): boolean {
  for (let i = start; i < end; i += 1) if (!isWhitespace(text.charCodeAt(i))) return false;
  return true;
}

/** The text with every run of white space as one ASCII space, and none at either end. */
export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
