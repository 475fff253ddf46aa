import type { BlockGeometry } from './blockModel';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

interface Caret {
  x: number;
  top: number;
  height: number;
  isRightToLeft: boolean;
}

/**
 * Reads where a laid-out block has its marks. `root` holds one element per segment, each
 * with its offset in `data-start`; `end` is the offset after the last one. Reads only, so
 * that the browser lays out once.
 */
export function measureBlock(root: HTMLElement, end: number): BlockGeometry {
  const box = root.getBoundingClientRect();
  const lineHeight = Number.parseFloat(getComputedStyle(root).lineHeight) || 24;
  const offsets: number[] = [];
  const y: number[] = [];
  const carets: BlockGeometry['carets'][number][] = [];
  let before: HTMLElement | null = null;
  for (const segment of root.querySelectorAll<HTMLElement>('[data-start]')) {
    const caret = caretAt(segment, before);
    before = segment;
    if (!caret) continue;
    const [x, top] = [caret.x - box.left, caret.top - box.top];
    const along = box.width === 0 ? 0 : Math.min(1, Math.max(0, caret.isRightToLeft ? 1 - x / box.width : x / box.width));
    offsets.push(Number(segment.dataset['start']));
    y.push(Math.max(0, top - (lineHeight - caret.height) / 2) + along * lineHeight);
    carets.push({ x, top, height: caret.height });
  }
  offsets.push(end);
  y.push(box.height);
  return { height: box.height, offsets, y: ascending(y), carets };
}

/**
 * Where a caret before a segment stands: after the text in front of it when it begins with
 * white space, because that may hang over the end of a line; else before its first character.
 */
function caretAt(segment: HTMLElement, before: HTMLElement | null): Caret | null {
  const first = firstText(segment);
  const text = first?.data ?? '';
  if (before && /^[\s·↵␍]/.test(text)) {
    const trailing = trailingEdge(before);
    if (trailing) return trailing;
  }
  if (!first) return null;
  const character = String.fromCodePoint(text.codePointAt(0) ?? 32);
  const range = document.createRange();
  range.setStart(first, 0);
  range.setEnd(first, Math.min(text.length, character.length));
  const rect = range.getClientRects()[0] ?? segment.getClientRects()[0];
  if (!rect) return null;
  const isRightToLeft = rightToLeft.test(character);
  return { x: isRightToLeft ? rect.right : rect.left, top: rect.top, height: rect.height, isRightToLeft };
}

function trailingEdge(segment: HTMLElement): Caret | null {
  const node = lastText(segment);
  const text = node?.data.trimEnd() ?? '';
  if (!node || text === '') return null;
  const last = /(?:[\ud800-\udbff][\udc00-\udfff]|[^])$/.exec(text)![0];
  const range = document.createRange();
  range.setStart(node, text.length - last.length);
  range.setEnd(node, text.length);
  const rects = range.getClientRects();
  const rect = rects[rects.length - 1];
  if (!rect) return null;
  const isRightToLeft = rightToLeft.test(last);
  return { x: isRightToLeft ? rect.left : rect.right, top: rect.top, height: rect.height, isRightToLeft };
}

function firstText(node: Node): Text | null {
  return document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() as Text | null;
}

function lastText(node: Node): Text | null {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  return walker.lastChild() as Text | null;
}

/** Fallback fonts and mixed directions may put a caret above the one before; bars must not run backwards. */
function ascending(values: readonly number[]): number[] {
  let furthest = 0;
  return values.map((value) => (furthest = Math.max(furthest, value)));
}
