import {
  askedOf,
  bytesHeader,
  dataCache,
  dataOf,
  hashLength,
  isProgramCache,
  keptMarkFolder,
  mostDataBytes,
  notKeptHeader,
  overLimit,
  programCache,
} from './caches';

// Written by the build: the site's own files, each with a digest of its content.
declare const __PROGRAM_FILES__: readonly (readonly [path: string, digest: string])[];
declare const __PROGRAM_VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;
const ownCache = programCache(scope, __PROGRAM_VERSION__);
const pageAddress = new URL('index.html', scope).href;

/** Names that hold the content's own hash: the same address is the same content, in every version. */
const isHashed = (path: string): boolean => path.startsWith('assets/');

/**
 * Keeps every file of this version, taking what an older version has already. The first
 * worker of a site serves at once; a later one waits until a reader asks for it.
 */
async function install(): Promise<void> {
  const cache = await caches.open(ownCache);
  await Promise.all(
    __PROGRAM_FILES__.map(async ([path]) => {
      const address = new URL(path, scope).href;
      const known = isHashed(path) ? await caches.match(address) : undefined;
      const answer = known ?? (await fetch(address, { cache: 'reload' }));
      if (!answer.ok) throw new Error(`${address}: answer ${answer.status}`);
      await cache.put(address, answer);
    }),
  );
  if (!worker.registration.active) await worker.skipWaiting();
}

/**
 * Drops versions before the last: pages that were opened with that one go on working until
 * they are reloaded, since their files are found by their hashed names.
 */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => isProgramCache(scope, name) && name !== ownCache);
  for (const name of others.slice(0, -1)) await caches.delete(name);
  await worker.clients.claim();
}

/** The page of the version that serves now, whatever the address says behind it. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return (await cache.match(pageAddress)) ?? fetch(request);
}

/** A file of the program, of this version or the one before it. */
async function program(request: Request): Promise<Response> {
  const own = await (await caches.open(ownCache)).match(request, { ignoreSearch: true });
  if (own) return own;
  for (const name of await caches.keys()) {
    if (!isProgramCache(scope, name)) continue;
    const found = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (found) return found;
  }
  return fetch(request);
}

const notKept = (): Response => new Response('', { status: 504, headers: { [notKeptHeader]: '1' } });

/** The list of experiments: the newest that can be had. */
async function index(request: Request): Promise<Response> {
  const cache = await caches.open(dataCache(scope));
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request.url)) ?? notKept();
  }
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A file of an experiment, by the hash in its address: kept once it was had, and only if it is what the hash says. */
async function data(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(dataCache(scope));
  const known = await cache.match(request.url);
  if (known) return known;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch {
    return notKept();
  }
  if (answer.ok) event.waitUntil(keep(cache, request.url, answer.clone()));
  return answer;
}

async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
  const { file, hash } = dataOf(scope, address);
  if (hash === null) return;
  const body = await answer.arrayBuffer();
  if (hex(await crypto.subtle.digest('SHA-256', body)).slice(0, hashLength) !== hash) return;
  const headers = { 'content-type': 'application/json', [bytesHeader]: String(body.byteLength) };
  try {
    await cache.put(address, new Response(body, { headers }));
    await makeRoom(cache, file, address);
  } catch {
    // The browser has no room: the file is simply not kept.
  }
}

/** Drops other versions of a file, and what is over the limit. */
async function makeRoom(cache: Cache, file: string, address: string): Promise<void> {
  const marks = new URL(keptMarkFolder, scope).href;
  const kept = new Set<string>();
  const files = [];
  for (const request of await cache.keys()) {
    if (request.url.startsWith(marks)) {
      kept.add(request.url.slice(marks.length));
      continue;
    }
    const own = dataOf(scope, request.url);
    if (own.hash === null) continue;
    if (own.file === file && request.url !== address) {
      await cache.delete(request);
      continue;
    }
    const bytes = Number((await cache.match(request))?.headers.get(bytesHeader) ?? 0);
    files.push({ address: request.url, bytes, experiment: own.experiment });
  }
  for (const dropped of overLimit(files, kept, mostDataBytes)) await cache.delete(dropped);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', ({ data: message }) => {
  if (message === 'serve') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (askedOf(scope, request.url, request.method, request.mode === 'navigate')) {
    case 'page':
      return event.respondWith(page(request));
    case 'program':
      return event.respondWith(program(request));
    case 'index':
      return event.respondWith(index(request));
    case 'data':
      return event.respondWith(data(event));
    case null:
      return;
  }
});
