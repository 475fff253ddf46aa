import { create } from 'zustand';
import { formatLocation, parseLocation, type Location, type Params, type Place } from './urlState';

export type Theme = 'auto' | 'light' | 'dark';

interface AppState {
  /** What is looked at; mirrored in the URL. */
  selection: Location;
  /** How it is looked at; kept on this device, never in a link. */
  layout: { theme: Theme };
}

const themeKey = 'chunkscope-theme';

export const useApp = create<AppState>()(() => ({
  selection: parseLocation(globalThis.location?.hash ?? ''),
  layout: { theme: storedTheme() },
}));

/** Goes to a place; `replace` keeps the history short while a slider moves. */
export function navigate(place: Place, params: Params = {}, options: { replace?: boolean } = {}): void {
  const fragment = formatLocation(place, params);
  if (options.replace) history.replaceState(null, '', fragment);
  else history.pushState(null, '', fragment);
  useApp.setState({ selection: { place, params, dropped: [] } });
}

/** Follows the browser's own navigation: links, Back, Forward, an edited address. */
export function followBrowserHistory(): () => void {
  const read = () => useApp.setState({ selection: parseLocation(globalThis.location.hash) });
  window.addEventListener('popstate', read);
  window.addEventListener('hashchange', read);
  return () => {
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
