import { bisectLeft } from 'd3-array';
import type { CodePoints, Utf16Offset, Utf8Bytes } from '../units';

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** UTF-8 bytes of a stretch. Half a surrogate pair counts 3, as an encoder would write U+FFFD. */
export function utf8Length(text: string, start: Utf16Offset = 0, end: Utf16Offset = text.length): Utf8Bytes {
  let bytes = 0;
  for (let i = start; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && i + 1 < end && isLow(text.charCodeAt(i + 1))) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** Code points of a stretch. Half a surrogate pair counts one. */
export function codePointLength(
  text: string,
  start: Utf16Offset = 0,
  end: Utf16Offset = text.length,
): CodePoints {
  let points = end - start;
  for (let i = start; i + 1 < end; i += 1) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      points -= 1;
      i += 1;
    }
  }
  return Math.max(0, points);
}

/**
 * The UTF-16 offset of the code point at `index`, for files that count in code
 * points. An index past the end of the text is an error.
 */
export function utf16OffsetOf(text: string, index: CodePoints): Utf16Offset {
  if (!Number.isInteger(index) || index < 0)
    throw new RangeError(`code point offset must be a whole number from 0, found ${index}`);
  let offset = 0;
  for (let point = 0; point < index; point += 1) {
    if (offset >= text.length)
      throw new RangeError(`code point offset ${index} lies past the end of a text of ${point} code points`);
    offset += isHigh(text.charCodeAt(offset)) && isLow(text.charCodeAt(offset + 1)) ? 2 : 1;
  }
  return offset;
}

/** The same for many offsets of one text, which is read once; null for what is no offset of it. */
export function utf16OffsetsOf(text: string): (index: CodePoints) => Utf16Offset | null {
  const pairs = Int32Array.from(text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index);
  const points = pairs.map((at, before) => at - before);
  const length = text.length - pairs.length;
  return (index) =>
    Number.isInteger(index) && index >= 0 && index <= length ? index + bisectLeft(points, index) : null;
}

/** Throws a RangeError that names the size unless it is a whole number of at least 1. */
export function checkSize(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`${name} must be a whole number of at least 1, found ${value}`);
}
