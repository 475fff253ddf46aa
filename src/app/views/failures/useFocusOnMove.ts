import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Keyboards and screen readers follow a move: to the heading of a miss that opens, and
 * back to its line in the list, wherever that stands. `wasOpen` is the miss opened last.
 */
export function useFocusOnMove(open: string | null) {
  const list = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== null && open !== wasOpen) setWasOpen(open);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = open;
    if (left === open) return;
    if (open !== null) {
      page.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
      page.current?.scrollIntoView({ block: 'start' });
    } else {
      const line = [...(list.current?.querySelectorAll<HTMLElement>('[data-miss]') ?? [])].find(
        (candidate) => candidate.dataset['miss'] === left,
      );
      line?.focus({ preventScroll: true });
      line?.scrollIntoView({ block: 'center' });
    }
  }, [open]);
  return { list, page, wasOpen };
}
