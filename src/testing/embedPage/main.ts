import { localProvider, remoteProvider } from '../../app/data/embedding';
import { storedModelBytes } from '../../providers/local/storedModelFiles';
import { vectorKeys } from '../../providers/shared/vectorCache';
import { createBrowserVectorCache } from '../../worker/embedCache';

const vectorCache = createBrowserVectorCache();

/** The app's own embedding, without a view: what the browser tests drive. */
export interface EmbedPage {
  localProvider: typeof localProvider;
  remoteProvider: typeof remoteProvider;
  vectorCache: typeof vectorCache;
  storedModelBytes: typeof storedModelBytes;
  createBrowserVectorCache: typeof createBrowserVectorCache;
  vectorKeys: typeof vectorKeys;
}

declare global {
  interface Window {
    embedPage?: EmbedPage;
  }
}

window.embedPage = {
  localProvider,
  remoteProvider,
  vectorCache,
  storedModelBytes,
  createBrowserVectorCache,
  vectorKeys,
};
