import { isBlankLine } from './textLines';

/** A part of a text, with the heading that begins it. */
export interface Section {
  title: string | null;
  lines: string[];
}

/** What a line of a Markdown text is to its sections. */
type Mark = { kind: 'text' } | { kind: 'rule' } | { kind: 'heading'; title: string };

/** A line of dashes, stars or underscores and nothing else. */
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const underline = /^ {0,3}(-{2,}|={2,})[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;
/** The hashes of a heading; what follows is its title, without the hashes that may close it. */
const hashes = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
/** Longer lines are prose, whatever they begin with. */
const longestTitle = 500;

/**
 * What each line is: a heading (with `#`, or underlined), a rule, or text. Nothing inside a
 * code fence is either. A line of dashes right under a title underlines it; right under
 * prose it is a rule, as people part their notes.
 */
function marksOf(lines: readonly string[]): Mark[] {
  const marks: Mark[] = lines.map(() => ({ kind: 'text' }));
  const front = frontMatterEnd(lines);
  const fenced = fencedLines(lines);
  const dashesPart = dashesPartNotes(lines, fenced, front);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (fenced[index] || index < front || line.length > longestTitle) continue;
    const above = lines[index - 1];
    const under = underline.exec(line)?.[1];
    const isTitle =
      under !== undefined &&
      index > front &&
      above !== undefined &&
      !fenced[index - 1] &&
      marks[index - 1]!.kind === 'text' &&
      couldBeTitle(lines, index - 1) &&
      (under.startsWith('=') || !dashesPart || underlines(under, above));
    if (isTitle) marks[index - 1] = { kind: 'heading', title: above.trim() };
    else if (rule.test(line)) marks[index] = { kind: 'rule' };
    else if (hashes.test(line)) {
      const title = line
        .replace(hashes, '')
        .replace(/(^|[ \t])#+[ \t]*$/, '')
        .trim();
      marks[index] = { kind: 'heading', title };
    }
  }
  return marks;
}

/** Which lines stand inside a code fence, its own lines included; one that is never closed goes to the end. */
function fencedLines(lines: readonly string[]): boolean[] {
  let open: string | null = null;
  return lines.map((line) => {
    const [, sign, rest] = fence.exec(line) ?? [];
    if (open === null) {
      // A sign of backticks cannot have one behind it: that is code within a line.
      if (sign === undefined || (sign.startsWith('`') && rest!.includes('`'))) return false;
      open = sign;
      return true;
    }
    if (sign !== undefined && sign.startsWith(open) && isBlankLine(rest!)) open = null;
    return true;
  });
}

/** Index after the settings that a file begins with, between two lines of dashes; 0 without. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  const settings = lines.slice(1, Math.max(1, end));
  const areSettings =
    settings.some((line) => /^[\w-]+:(\s|$)/.test(line)) &&
    settings.every((line) => /^([\w-]+:(\s|$)|\s|-\s|#|$)/.test(line));
  return end > 1 && areSettings ? end + 1 : 0;
}

/** Whether a line may be a title: one short line with nothing above it, and no sentence. */
function couldBeTitle(lines: readonly string[], index: number): boolean {
  const line = lines[index]!;
  const above = lines[index - 1];
  return (
    !isBlankLine(line) &&
    !/^( {4}|\t| {0,3}([-*+>]|\d+[.)])[ \t]| {0,3}#)/.test(line) &&
    line.trim().length <= 100 &&
    (above === undefined || isBlankLine(above) || rule.test(above) || fence.test(above) || hashes.test(above))
  );
}

/** Dashes as long as a title were drawn under it. */
function underlines(dashes: string, title: string): boolean {
  return dashes.length > 3 && Math.abs(dashes.length - title.trim().length) <= 2;
}

/**
 * Whether the lines of dashes of a text part notes from each other instead of underlining
 * titles: where one stands right under a line that is no title, or where nothing but single
 * paragraphs stand between them.
 */
function dashesPartNotes(lines: readonly string[], fenced: readonly boolean[], front: number): boolean {
  let titles = 0;
  let fitting = 0;
  let paragraphs = 0;
  let alone = true;
  for (let index = front; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (fenced[index] || !/^ {0,3}-{2,}[ \t]*$/.test(line)) {
      // A paragraph begins after what is blank; one right under a rule is the first of its note.
      if (!isBlankLine(line) && (index === front || isBlankLine(lines[index - 1]!))) {
        paragraphs += 1;
        if (paragraphs > 1) alone = false;
      }
      continue;
    }
    paragraphs = 0;
    const above = lines[index - 1];
    if (above === undefined || isBlankLine(above) || index === front) continue;
    if (!couldBeTitle(lines, index - 1) || /[.!?。！？।॥؟]["'”’)]*$/.test(above.trimEnd())) return true;
    // A title right under another rule would have no text of its own above it.
    if (index >= 2 && rule.test(lines[index - 2]!)) return true;
    titles += 1;
    if (line.trim().length > 3 || above.trim().length <= 5) fitting += 1;
  }
  return titles > 0 && fitting === 0 && alone;
}

/** The sections of a Markdown text: each begins at a heading, which belongs to it, or after a rule, which belongs to nobody. */
export function markdownSections(lines: readonly string[]): {
  sections: Section[];
  headings: number;
  rules: number;
} {
  const marks = marksOf(lines);
  const sections: Section[] = [{ title: null, lines: [] }];
  let [headings, rules] = [0, 0];
  marks.forEach((mark, index) => {
    if (mark.kind === 'rule') {
      rules += 1;
      sections.push({ title: null, lines: [] });
      return;
    }
    if (mark.kind === 'heading') {
      headings += 1;
      sections.push({ title: mark.title === '' ? null : mark.title, lines: [] });
    }
    sections.at(-1)!.lines.push(lines[index]!);
  });
  return { sections, headings, rules };
}

/** What stands between rules; headings do not matter. */
export function ruledParts(lines: readonly string[]): string[][] {
  const fenced = fencedLines(lines);
  const parts: string[][] = [[]];
  lines.forEach((line, index) => {
    if (!fenced[index] && (rule.test(line) || /^ {0,3}={3,}[ \t]*$/.test(line))) parts.push([]);
    else parts.at(-1)!.push(line);
  });
  return parts;
}
