import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const steps: Readonly<Record<string, readonly [line: number, column: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** What can be focused in a part of a table; what stands in an open panel is reached from there. */
const focusable = (part: ParentNode): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)')].filter(
    (element) => element.closest('[popover]') === null,
  );

const cellOf = (element: Element) => element.closest<HTMLTableCellElement>('td, th');

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** What stands above or below: in the column of that number, or nearest to it on screen. */
function nearest(line: HTMLTableRowElement, from: HTMLElement): HTMLElement | undefined {
  const candidates = focusable(line);
  const own = cellOf(from);
  const sameColumn = candidates.filter((candidate) => cellOf(candidate)?.cellIndex === own?.cellIndex);
  const inBody = line.parentElement?.tagName === 'TBODY' && own?.closest('tbody');
  if (inBody) return sameColumn[0];
  const distance = (candidate: HTMLElement) => Math.abs(middleOf(candidate) - middleOf(from));
  return candidates.sort((a, b) => distance(a) - distance(b))[0];
}

/** Where a key leads from a focused element of a table; null where it leads nowhere. */
function target(table: HTMLTableElement, from: HTMLElement, key: string): HTMLElement | null {
  const row = from.closest('tr');
  if (!row) return null;
  const own = focusable(row);
  if (key === 'Home') return own[0] ?? null;
  if (key === 'End') return own.at(-1) ?? null;
  const step = steps[key];
  if (!step) return null;
  if (step[1] !== 0) return own[own.indexOf(from) + step[1]] ?? null;
  const lines = [...table.querySelectorAll('tr')];
  for (let line = lines.indexOf(row) + step[0]; lines[line]; line += step[0]) {
    const found = nearest(lines[line]!, from);
    if (found) return found;
  }
  return null;
}

/**
 * One tab stop for a whole table: arrow keys, Home and End move it between the links,
 * buttons and boxes of its cells, and Tab leaves it. Spread over the `table`.
 */
export function useOneTabStop() {
  const ref = useRef<HTMLTableElement>(null);
  const stop = useRef<HTMLElement>(null);
  // Cells are drawn by whoever fills the table, so the stops are set on what stands there.
  useEffect(() => {
    const { current: table } = ref;
    if (!table) return;
    const all = focusable(table);
    if (!stop.current || !all.includes(stop.current))
      stop.current =
        all.find((element) => element.ariaCurrent === 'true') ??
        all.find((element) => element.closest('tbody')) ??
        all[0] ??
        null;
    for (const element of all) element.tabIndex = element === stop.current ? 0 : -1;
  });
  return {
    ref,
    onFocus({ target: element }: FocusEvent<HTMLTableElement>) {
      if (!(element instanceof HTMLElement) || element.closest('[popover]')) return;
      if (stop.current) stop.current.tabIndex = -1;
      stop.current = element;
      element.tabIndex = 0;
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const { target: from } = event;
      if (!(from instanceof HTMLElement) || from.closest('[popover]')) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = target(event.currentTarget, from, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
