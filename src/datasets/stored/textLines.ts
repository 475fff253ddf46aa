/** A line of a text without its end. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

export const isBlankLine = (line: string): boolean => line.trim() === '';

/** What begins an entry of a list: a bullet, a number, a box to tick, a date in front. */
const listMark = /^[ \t]{0,3}(?:[-*+•‣◦–—]|\(?\d{1,4}[.)]|[①-⑳]|\[[ xX]\]|\d{4}-\d{2}-\d{2})(?:[ \t]|$)/;

const endsSentence = /[.!?…。！？؟۔।॥。:;؛][)"'”’»」』\]]*[ \t]*$/;

/** Scripts that are written without spaces: a line of them may be broken anywhere. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** As narrow as people still wrap text, in characters. */
const narrowest = 60;

/**
 * Whether every line is a text of its own, as one memory a line: a list, or lines that end
 * because something ends. Prose that was wrapped breaks a line only where the next word
 * would not have fitted.
 */
export function areLinesEntries(lines: readonly string[]): boolean {
  const full = lines.filter((line) => !isBlankLine(line));
  if (full.length < 2) return false;
  const marked = full.filter((line) => listMark.test(line)).length;
  if (marked >= 2 && marked * 2 >= full.length) return true;
  const width = full.reduce((widest, line) => Math.max(widest, line.trimEnd().length), narrowest);
  let ends = 0;
  for (let index = 0; index + 1 < full.length; index += 1) {
    const line = full[index]!.trimEnd();
    const next = full[index + 1]!.trimStart();
    const word = unspaced.test(next) ? 1 : /^\S*/.exec(next)![0].length;
    const fits = line.length + 1 + Math.min(word, width) <= width;
    // A wrapped line that happens to end a sentence is followed by another that is as long.
    if (fits || (endsSentence.test(line) && !/^\p{Ll}/u.test(next))) ends += 1;
  }
  return ends * 10 >= (full.length - 1) * 7;
}

/** The entries of a list or of lines: a line each, with the lines that belong to it. */
export function entriesOf(lines: readonly string[]): string[] {
  const full = lines.filter((line) => !isBlankLine(line));
  const marked = full.filter((line) => listMark.test(line)).length;
  const isList = marked >= 2 && marked * 2 >= full.length;
  const entries: string[] = [];
  for (const line of full)
    // In a list a line that is indented, or that has no mark, goes on with the entry above it.
    if (isList && entries.length > 0 && !listMark.test(line) && /^\s/.test(line))
      entries[entries.length - 1] += `\n${line}`;
    else entries.push(line);
  return entries;
}

/** Blocks of lines, apart by blank lines. */
export function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let open = false;
  for (const line of lines) {
    if (isBlankLine(line)) open = false;
    else if (open) blocks.at(-1)!.push(line);
    else {
      blocks.push([line]);
      open = true;
    }
  }
  return blocks;
}
