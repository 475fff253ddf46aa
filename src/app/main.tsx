import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { applyTheme, followBrowserHistory, useApp } from './state/store';
import './styles/tokens.css';
import './styles/base.css';

applyTheme(useApp.getState().layout.theme);
followBrowserHistory();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
