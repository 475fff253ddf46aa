import type { Span } from '../../../core/units';
import type { BlockGeometry } from './blockModel';
import { isLineRightToLeft, isRightToLeftAt, lineStart } from './direction';

/**
 * Reads where a laid-out block has its marks. `root` holds one element per segment, each
 * with its offset in `data-start`; `text` is the document's. Reads only, so that the
 * browser lays out once.
 */
export function measureBlock(root: HTMLElement, block: Span, text: string): BlockGeometry {
  const box = root.getBoundingClientRect();
  const lineHeight = Number.parseFloat(getComputedStyle(root).lineHeight) || 24;
  const offsets: number[] = [];
  const y: number[] = [];
  const carets: BlockGeometry['carets'][number][] = [];
  let before: HTMLElement | null = null;
  for (const segment of root.querySelectorAll<HTMLElement>('[data-start]')) {
    const offset = Number(segment.dataset['start']);
    const line = lineStart(text, offset, block.start);
    const caret = caretBefore(segment, before, text, offset, line);
    before = segment;
    if (!caret) continue;
    const x = caret.x - box.left;
    const top = caret.top - box.top;
    const along = box.width === 0 ? 0 : Math.min(1, Math.max(0, x / box.width));
    offsets.push(offset);
    y.push(
      Math.max(0, top - (lineHeight - caret.height) / 2) +
        (isLineRightToLeft(text, line) ? 1 - along : along) * lineHeight,
    );
    carets.push({ x, top, height: caret.height });
  }
  offsets.push(block.end);
  y.push(box.height);
  return { height: box.height, offsets, y: ascending(y), carets };
}

interface Caret {
  x: number;
  top: number;
  height: number;
}

/**
 * Where a caret before a segment stands: after the text in front of it when it begins with
 * white space, because that may hang over the end of a line; else before its first character.
 */
function caretBefore(
  segment: HTMLElement,
  before: HTMLElement | null,
  text: string,
  offset: number,
  line: number,
): Caret | null {
  if (before && offset > line && /\s/.test(text[offset]!) && /\S/.test(text[offset - 1]!)) {
    const node = textNode(before, 'last');
    const rect = node && edgeRect(node, 'last');
    if (rect)
      return {
        x: isRightToLeftAt(text, offset - 1, line) ? rect.left : rect.right,
        top: rect.top,
        height: rect.height,
      };
  }
  const node = textNode(segment, 'first');
  const rect = (node && edgeRect(node, 'first')) ?? segment.getClientRects()[0];
  if (!rect) return null;
  return {
    x: isRightToLeftAt(text, offset, line) ? rect.right : rect.left,
    top: rect.top,
    height: rect.height,
  };
}

function textNode(element: Element, which: 'first' | 'last'): Text | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let found = walker.nextNode() as Text | null;
  if (which === 'last') for (let next = found; next; next = walker.nextNode() as Text | null) found = next;
  return found;
}

/** Box of the first or last character of a text node. */
function edgeRect(node: Text, which: 'first' | 'last'): DOMRect | undefined {
  const { data } = node;
  if (data === '') return undefined;
  const range = document.createRange();
  if (which === 'first') {
    range.setStart(node, 0);
    range.setEnd(node, data.codePointAt(0)! > 0xffff ? 2 : 1);
  } else {
    const pair = data.length > 1 && data.codePointAt(data.length - 2)! > 0xffff;
    range.setStart(node, data.length - (pair ? 2 : 1));
    range.setEnd(node, data.length);
  }
  const rects = range.getClientRects();
  return which === 'first' ? rects[0] : rects[rects.length - 1];
}

/** Fallback fonts and mixed directions may put a caret above the one before; bars must not run backwards. */
function ascending(values: readonly number[]): number[] {
  let furthest = 0;
  return values.map((value) => (furthest = Math.max(furthest, value)));
}
