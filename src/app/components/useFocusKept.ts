import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard where it was when a control that had the focus is replaced: the box
 * around it takes the focus, so that the next Tab leads into what stands there now.
 *
 * `stage` is what the box shows; focus is looked at when it changes. Give the ref to an
 * element with `tabIndex={-1}`. A part that takes the focus by itself, later, keeps it.
 */
export function useFocusKept<T extends HTMLElement>(stage: unknown) {
  const box = useRef<T>(null);
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) =>
      (last.current = box.current?.contains(target as Node) ? target : null);
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    const isLost =
      last.current instanceof Node &&
      !last.current.isConnected &&
      (activeElement === null || activeElement === body);
    if (isLost) box.current?.focus({ preventScroll: true });
  }, [stage]);
  return box;
}
