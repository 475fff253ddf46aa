import { useApp } from './state/store';
import { formatLocation, type Location } from './state/urlState';

interface ReadingPlace {
  top: number;
  /** Address of the link or name of the control that had the focus. */
  focused: string | null;
}

/** How long a page that is still loading may take to grow to where the reader left it. */
const patienceMs = 3_000;

/**
 * Puts readers where they expect to be: at the top of a page that they open, and where
 * they were (scroll and focus) on a page that they return to by Back or Forward.
 */
export function followReadingPlace(main: () => HTMLElement | null): () => void {
  history.scrollRestoration = 'manual';
  const places = new Map<string, ReadingPlace>();
  let stopRestoring = () => {};
  const unsubscribe = useApp.subscribe((now, before) => {
    if (now.selection === before.selection) return;
    stopRestoring();
    places.set(keyOf(before.selection), {
      top: window.scrollY,
      focused: document.activeElement?.getAttribute('href') ?? null,
    });
    const known = now.arrival === 'returned' ? places.get(keyOf(now.selection)) : undefined;
    if (known) stopRestoring = restore(known);
    else if (formatLocation(now.selection.place) !== formatLocation(before.selection.place)) {
      // A new page: readers of screens and keyboards start at its top, not where the old link stood.
      window.scrollTo(0, 0);
      requestAnimationFrame(() => main()?.focus({ preventScroll: true }));
    }
  });
  return () => {
    stopRestoring();
    unsubscribe();
  };
}

function keyOf({ place, params }: Location): string {
  return formatLocation(place, params);
}

function restore({ top, focused }: ReadingPlace): () => void {
  const until = performance.now() + patienceMs;
  let frame = requestAnimationFrame(function step() {
    const link =
      focused === null ? null : document.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`);
    const tallEnough = document.documentElement.scrollHeight >= top + window.innerHeight;
    if ((tallEnough && (link || focused === null)) || performance.now() > until) {
      window.scrollTo(0, top);
      link?.focus({ preventScroll: true });
    } else frame = requestAnimationFrame(step);
  });
  // A reader who scrolls meanwhile knows better.
  const stop = () => cancelAnimationFrame(frame);
  window.addEventListener('wheel', stop, { once: true, passive: true });
  window.addEventListener('touchmove', stop, { once: true, passive: true });
  return () => {
    stop();
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
  };
}
