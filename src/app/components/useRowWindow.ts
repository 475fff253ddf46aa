import { useState, type UIEvent } from 'react';

interface RowWindow {
  /** Rows to draw: `[from, to)`. */
  from: number;
  to: number;
  /** Height of all rows together, for the box that scrolls. */
  height: number;
  onScroll: (event: UIEvent<HTMLElement>) => void;
}

/**
 * Which rows of a long list are in sight, where all have one height: thousands of rows
 * scroll as easily as ten. `viewHeight` is the height of the box.
 */
export function useRowWindow(count: number, rowHeight: number, viewHeight: number, spare = 10): RowWindow {
  const [top, setTop] = useState(0);
  const inside = Math.min(top, Math.max(0, count * rowHeight - viewHeight));
  const from = Math.max(0, Math.floor(inside / rowHeight) - spare);
  const to = Math.min(count, Math.ceil((inside + viewHeight) / rowHeight) + spare);
  return { from, to, height: count * rowHeight, onScroll: (event) => setTop(event.currentTarget.scrollTop) };
}
