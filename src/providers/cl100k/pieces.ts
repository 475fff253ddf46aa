/**
 * Where cl100k_base cuts a text before it merges bytes. It is the pattern
 *
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 *
 * read by hand, because a regular expression costs as much as all the rest. White
 * space is Unicode's, as in tiktoken, not JavaScript's: U+FEFF is none, U+0085 is.
 */

const other = 1;
const letter = 2;
const number = 3;
const whitespace = 4;
const newline = 5;
type Kind = typeof other | typeof letter | typeof number | typeof whitespace | typeof newline;

/** Kinds of all code points, found on first meeting; 0 = not met. A cache of a pure function. */
const kinds = new Uint8Array(0x110000);

function kindOf(point: number): Kind {
  const known = kinds[point]!;
  if (known !== 0) return known as Kind;
  const character = String.fromCodePoint(point);
  let kind: Kind = other;
  if (/\p{L}/u.test(character)) kind = letter;
  else if (/\p{N}/u.test(character)) kind = number;
  else if (/[\r\n]/.test(character)) kind = newline;
  else if (/\p{White_Space}/u.test(character)) kind = whitespace;
  kinds[point] = kind;
  return kind;
}

function pointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 0xd800 || unit > 0xdbff ? unit : text.codePointAt(at)!;
}

/** Behind the run of one kind that begins at `at`. */
function runEnd(text: string, at: number, kind: Kind): number {
  while (at < text.length) {
    const point = pointAt(text, at);
    if (kindOf(point) !== kind) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** Behind the contraction whose apostrophe is at `at`, or -1. */
function contractionEnd(text: string, at: number): number {
  const first = text.charCodeAt(at + 1) | 0x20;
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64)
    return isAsciiLetter(text, at + 1) ? at + 2 : -1;
  // Ignoring case, the long s is an s.
  if (text.charCodeAt(at + 1) === 0x17f) return at + 2;
  const second = text.charCodeAt(at + 2) | 0x20;
  const pair = (first === 0x6c && second === 0x6c) || ((first === 0x76 || first === 0x72) && second === 0x65);
  return pair && isAsciiLetter(text, at + 1) && isAsciiLetter(text, at + 2) ? at + 3 : -1;
}

function isAsciiLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at) | 0x20;
  return unit >= 0x61 && unit <= 0x7a;
}

/** The end of the piece that begins at `at`, which must lie inside the text. */
export function pieceEnd(text: string, at: number): number {
  const point = pointAt(text, at);
  const kind = kindOf(point);
  if (kind === letter) return runEnd(text, at + (point > 0xffff ? 2 : 1), letter);
  if (point === 0x27) {
    const end = contractionEnd(text, at);
    if (end > 0) return end;
  }
  const next = at + (point > 0xffff ? 2 : 1);
  const nextKind = next < text.length ? kindOf(pointAt(text, next)) : 0;
  if (kind !== newline && kind !== number && nextKind === letter) return runEnd(text, next, letter);
  if (kind === number) {
    let end = next;
    for (let digits = 1; digits < 3 && end < text.length; digits++) {
      const digit = pointAt(text, end);
      if (kindOf(digit) !== number) break;
      end += digit > 0xffff ? 2 : 1;
    }
    return end;
  }
  if (kind === other || (point === 0x20 && nextKind === other))
    return runEnd(text, runEnd(text, next, other), newline);

  let end = at;
  let behindNewline = -1;
  for (; end < text.length; end++) {
    const run = kindOf(text.charCodeAt(end));
    if (run === newline) behindNewline = end + 1;
    else if (run !== whitespace) break;
  }
  if (behindNewline > 0) return behindNewline;
  // The last space of a run goes with the word behind it.
  return end === text.length || end - at === 1 ? end : end - 1;
}
