import { graphemeAtOrBefore, nextGraphemeBoundary } from '../text/graphemes';
import { codePointLength } from '../text/sizes';
import type { CodePoints, Span } from '../units';
import { graphemeTooLarge } from './strategy';

/**
 * Consecutive windows of at most `size` code points, cut between graphemes.
 * A larger grapheme is an error that names it and `parameter`. Linear.
 */
export function characterWindows(
  text: string,
  { start, end }: Span,
  size: CodePoints,
  parameter: string,
): Span[] {
  const windows: Span[] = [];
  for (let from = start; from < end;) {
    let to = from;
    for (let points = 0; points < size && to < end; points++) {
      const unit = text.charCodeAt(to);
      to += unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(to)! > 0xffff ? 2 : 1;
    }
    if (to < end) to = graphemeAtOrBefore(text, to, from);
    if (to === from) {
      const next = nextGraphemeBoundary(text, from);
      throw graphemeTooLarge(
        text,
        from,
        next,
        codePointLength(text, from, next),
        parameter,
        size,
        'characters',
      );
    }
    windows.push({ start: from, end: to });
    from = to;
  }
  return windows;
}
