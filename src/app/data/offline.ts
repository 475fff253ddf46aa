/**
 * The service worker, which keeps the program's own files: every view opens without a
 * network once the page has loaded. Absent where browsers have none for a page: `file:`,
 * plain http off this machine, and the development server.
 */
export const hasOffline = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && window.isSecureContext;

/** Quiet time, in milliseconds, after which the first view counts as settled. */
const quietMs = 1000;
/** How often a page that stays open asks whether there is a new version. */
const askAgainMs = 60 * 60 * 1000;

/** Resolves once nothing was fetched for a while: what the reader waits for comes first. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    let timer = 0;
    const observer = new PerformanceObserver(() => wait());
    const wait = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        observer.disconnect();
        resolve();
      }, quietMs);
    };
    observer.observe({ type: 'resource' });
    wait();
  });
}

/** Asks once more for published data that came before the worker served this page, so that it is kept. */
async function keepWhatWasRead(): Promise<void> {
  const container = navigator.serviceWorker;
  await container.ready;
  if (!container.controller)
    await new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }));
  const folder = new URL('artifacts/', document.baseURI).href;
  const read = performance.getEntriesByType('resource').map(({ name }) => name);
  const published = new Set(read.filter((address) => address.startsWith(folder)));
  await Promise.all([...published].map((address) => fetch(address).catch(() => undefined)));
  document.documentElement.dataset['offline'] = 'ready';
}

/**
 * Starts the worker once the first view has settled. `onNewVersion` is called when a newer
 * version of the site waits to be used; `use` lets it serve this page, which then reloads.
 */
export async function startOffline(onNewVersion: (use: () => void) => void): Promise<void> {
  if (!hasOffline()) return;
  const container = navigator.serviceWorker;
  await settled();
  const registration = await container.register(new URL('sw.js', document.baseURI), {
    updateViaCache: 'none',
  });
  void keepWhatWasRead();
  const offer = (waiting: ServiceWorker): void =>
    onNewVersion(() => {
      container.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage('serve');
    });
  const follow = (installing: ServiceWorker | null): void => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) offer(installing);
    });
  };
  if (registration.waiting && registration.active) offer(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  const ask = (): void => void registration.update().catch(() => undefined);
  window.setInterval(ask, askAgainMs);
  window.addEventListener('online', ask);
}
