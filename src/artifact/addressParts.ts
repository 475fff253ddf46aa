/**
 * Text as one part of an address: a segment of a path, an item of a list. Never throws:
 * half a surrogate pair, which no address can hold, becomes U+FFFD.
 */
export function encodePart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** The text that a part of an address stands for; null where an escape is malformed (`a%b`). */
export function decodeStrictly(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The text that a part of an address stands for. Never throws: a part with a malformed escape stands for itself. */
export function decodePart(part: string): string {
  return decodeStrictly(part) ?? part;
}

/** Texts as one value of an address; a comma inside a text is escaped. */
export function encodeList(texts: readonly string[]): string {
  return texts.map(encodePart).join(',');
}

/** The inverse of `encodeList`. */
export function decodeList(value: string): string[] {
  return value === '' ? [] : value.split(',').map(decodePart);
}

/**
 * Address of what lies below a folder, segment by segment; null where one is a step (`.`, `..`)
 * instead of a name. Segments may be somebody's words, from a link or an index: they never name another host.
 */
export function addressBelow(folder: URL, segments: readonly string[]): URL | null {
  if (segments.some((segment) => segment === '.' || segment === '..')) return null;
  return new URL(`./${segments.map(encodePart).join('/')}`, folder);
}
