import { create } from 'zustand';
import { createAddressWriter } from './addressWriter';
import { formatLocation, parseLocation, type Location, type Params, type Place } from './urlState';

export type Theme = 'auto' | 'light' | 'dark';

interface AppState {
  /** What is looked at; mirrored in the URL. */
  selection: Location;
  /** How the reader came here; `returned` by Back or Forward, where they expect to find the page as they left it. */
  arrival: 'opened' | 'returned';
  /** How it is looked at; kept on this device, never in a link. */
  layout: { theme: Theme };
}

const themeKey = 'chunkscope-theme';

export const useApp = create<AppState>()(() => ({
  selection: parseLocation(globalThis.location?.hash ?? ''),
  arrival: 'opened',
  layout: { theme: storedTheme() },
}));

/** Goes to a place; `replace` keeps the history short while a slider moves. */
export function navigate(place: Place, params: Params = {}, options: { replace?: boolean } = {}): void {
  address.write(formatLocation(place, params), options.replace ? 'replace' : 'push');
  useApp.setState({ selection: { place, params, dropped: [] }, arrival: 'opened' });
}

/** Marks an entry of the history as seen: only Back and Forward lead to a marked one. */
const visited = { visited: true };

const address = createAddressWriter(globalThis.history, visited);

function isVisited(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'visited' in state;
}

/** Follows the browser's own navigation: links, Back, Forward, an edited address. */
export function followBrowserHistory(): () => void {
  const read = () => {
    address.forget();
    const arrival = isVisited(history.state) ? 'returned' : 'opened';
    if (arrival === 'opened') history.replaceState(visited, '');
    const selection = parseLocation(globalThis.location.hash);
    // One step of the history may be told by two events; the second brings no news.
    const known = useApp.getState().selection;
    if (formatLocation(known.place, known.params) === formatLocation(selection.place, selection.params))
      return;
    useApp.setState({ selection, arrival });
  };
  history.replaceState(visited, '');
  window.addEventListener('popstate', read);
  window.addEventListener('hashchange', read);
  // A link that is followed, or a page that is left, finds the address up to date.
  window.addEventListener('click', address.flush, { capture: true });
  window.addEventListener('pagehide', address.flush);
  return () => {
    window.removeEventListener('click', address.flush, { capture: true });
    window.removeEventListener('pagehide', address.flush);
    window.removeEventListener('popstate', read);
    window.removeEventListener('hashchange', read);
  };
}

export function setTheme(theme: Theme): void {
  useApp.setState({ layout: { theme } });
  applyTheme(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage refused: the choice holds until the page is closed.
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}
