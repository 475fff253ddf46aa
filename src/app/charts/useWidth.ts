import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The width of a box in whole pixels, followed as it changes; `initial` until it has been measured. */
export function useWidth<T extends HTMLElement>(initial = 640): [RefObject<T | null>, number] {
  const box = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = () => {
      const measured = Math.floor(node.clientWidth);
      if (measured > 0) setWidth(measured);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
