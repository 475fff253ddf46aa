import type { Span } from '../units';

/** What nobody sees: soft hyphens, joiners, marks of direction and of order, and NUL, which a PDF may leave. */
const unseen = /[\p{Default_Ignorable_Code_Point}\0]/gu;

/**
 * Runs that fold alike wherever they stand: plain letters, white space, a soft hyphen with the
 * line break that it was set for, or a character with its marks.
 */
const runs =
  /\u00AD[ \t]*\r?\n[ \t]*|[!-~\u3400-\u4DBF\u4E00-\u9FFF]+(?!\p{M})|[^\S\uFEFF]+|[\p{L}\p{N}\p{P}\p{S}\p{Z}\p{C}]\p{M}*|\p{M}+/gu;

/** Signs that people type for each other. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u201B\u2032\u00B4\u02BC]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u03C2/g, '\u03C3'],
];

/** What folds letter for letter: plain letters, and ideographs. */
const isPlain = (run: string): boolean => /^[!-~\u3400-\u4DBF\u4E00-\u9FFF]+$/.test(run);

function foldRun(run: string): string {
  if (isPlain(run)) return run.toLowerCase();
  if (/^[^\S\uFEFF]/.test(run)) return ' ';
  if (run.startsWith('\u00AD')) return '';
  let folded = known.get(run);
  if (folded === undefined) {
    const lower = run.normalize('NFKD').replace(unseen, '').toLowerCase();
    folded = alike.reduce((text, [sign, plain]) => text.replace(sign, plain), lower);
    if (known.size > mostKnown) known.clear();
    known.set(run, folded);
  }
  return folded;
}

/** A text is made of few different characters; each is folded once. */
const known = new Map<string, string>();
const mostKnown = 5000;

/**
 * A text as it looks, to be found in another that was typed differently: letters taken apart from
 * their accents, ligatures and wide forms written out, lower case, quotes and dashes plain, white
 * space collapsed, and without what nobody sees.
 */
export function foldedText(text: string): string {
  const parts: string[] = [];
  let space = true as boolean;
  for (const [run] of text.matchAll(runs)) {
    const own = foldRun(run);
    const part: string = space && own.startsWith(' ') ? own.slice(1) : own;
    if (part === '') continue;
    parts.push(part);
    space = part.endsWith(' ');
  }
  return parts.join('').trimEnd();
}

/**
 * Where a text stands that looks like `wanted`: spans of the source in order, not overlapping,
 * at whole characters with their accents, so that `cafe` does not stand in `café`.
 * `folded` is `foldedText` of the source, for whoever asks often.
 */
export function findFolded(source: string, wanted: string, folded = foldedText(source)): Span[] {
  const needle = foldedText(wanted).trim();
  if (needle === '' || !folded.includes(needle)) return [];
  const places: { start: number; end: number }[] = [];
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1))
    places.push({ start: at, end: at + needle.length });
  const spans: Span[] = [];
  let [length, next] = [0, 0];
  let start: number | null = null;
  let space = true as boolean;
  for (const { 0: run, index } of source.matchAll(runs)) {
    let own = foldRun(run);
    if (space && own.startsWith(' ')) own = own.slice(1);
    if (own === '') continue;
    const plain = isPlain(run);
    while (next < places.length) {
      const place = places[next]!;
      if (start === null) {
        if (place.start >= length + own.length) break;
        // Inside a run that is not letter for letter only its beginning is a place.
        if (place.start > length && !plain) {
          next += 1;
          continue;
        }
        start = index + Math.max(0, place.start - length);
        if (spans.length > 0 && start < spans.at(-1)!.end) {
          start = null;
          next += 1;
          continue;
        }
      }
      if (place.end > length + own.length) break;
      const isWhole = plain || place.end === length + own.length;
      if (isWhole) spans.push({ start, end: plain ? index + place.end - length : index + run.length });
      start = null;
      next += 1;
    }
    length += own.length;
    space = own.endsWith(' ');
  }
  return spans;
}
