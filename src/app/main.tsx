// First, so that a rule of a component stands after them.
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startLoading } from './startLoading';
import { followVersions } from './state/offline';
import { applyTheme, followBrowserHistory, navigate, useApp } from './state/store';

// `?artifact=` before the fragment, as other sites write links, is the page that opens it.
const asked = new URLSearchParams(location.search).get('artifact');
if (asked !== null) {
  const bare = new URL(location.href);
  bare.search = bare.hash = '';
  history.replaceState(null, '', bare);
  navigate({ page: 'open' }, { artifact: asked }, { replace: true });
}
applyTheme(useApp.getState().layout.theme);
followBrowserHistory();
startLoading(useApp.getState().selection.place);
followVersions();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
