import { expect, test, type Page } from '@playwright/test';
import { createNodeProvider } from '../../builder/embeddings/nodeProvider';
import { localModelDescription } from '../../providers/local/description';
import { currentVectorRules } from '../../providers/shared/vectorRules';
import type { EmbedPage } from '../embedPage/main';
import { serveEmbedPage, type ServedEmbedPage } from '../embedPage/serve';
import { startHostileEndpoint, type Behaviour, type HostileEndpoint } from '../hostileEndpoint';

const key = 'sk-proj-Known0123456789Secret';
const sentences = Array.from(
  { length: 40 },
  (_, i) => `Sentence number ${i} speaks of topic ${(7 * i) % 13} and ${i % 5} other things.`,
);
const texts = [
  ...sentences,
  ' ',
  'The dogs are called Milo and Otis.\nThey walk at 10:30, or not at all. '.repeat(12),
  sentences[0]!,
];

test.describe.configure({ mode: 'serial' });
let site: ServedEmbedPage;
let endpoint: HostileEndpoint;
test.beforeAll(async () => {
  [site, endpoint] = await Promise.all([serveEmbedPage(), startHostileEndpoint()]);
});
test.afterAll(() => Promise.all([site.close(), endpoint.close()]));

async function open(page: Page): Promise<void> {
  await page.goto(site.url);
  await page.waitForFunction(() => window.embedPage !== undefined);
}

function embedLocally(page: Page, inputs: string[]) {
  return page.evaluate(async (given) => {
    const { localProvider, vectorCache, storedModelBytes } = window.embedPage as EmbedPage;
    const { vectors, windows, tokens, stats } = await localProvider().embed(given, { cache: vectorCache });
    return {
      vectors: vectors.map((vector) => vector && Array.from(vector)),
      windows,
      tokens,
      stats,
      kept: await vectorCache.size(),
      refused: vectorCache.refused(),
      modelBytes: await storedModelBytes(),
    };
  }, inputs);
}

interface RemoteOutcome {
  count?: number;
  requests?: number;
  kind?: string;
  message?: string;
}

function embedRemotely(
  page: Page,
  behaviour: Behaviour,
  options: { baseUrl?: string; timeoutMs?: number } = {},
): Promise<RemoteOutcome> {
  endpoint.behave(behaviour);
  return page.evaluate(
    async ([given, apiKey]) => {
      const { remoteProvider } = window.embedPage as EmbedPage;
      try {
        const provider = await remoteProvider({
          apiKey,
          model: 'pseudo',
          retries: { tries: 3, baseMs: 5, maxMs: 20 },
          ...given,
        });
        const { vectors, stats } = await provider.embed(['a', ' ', 'b']);
        return { count: vectors.filter(Boolean).length, requests: stats.requests };
      } catch (error) {
        const { kind, message } = error as Error & { kind?: string };
        return { kind, message };
      }
    },
    [{ baseUrl: endpoint.baseUrl, ...options }, key] as const,
  );
}

test('a text has the same vector in Node and in the worker of a browser', async ({ page }) => {
  await open(page);
  const [there, here] = [
    await embedLocally(page, texts),
    await (await createNodeProvider('local', { cache: null })).embed(texts),
  ];
  expect(there.windows).toEqual(here.windows);
  expect(there.tokens).toEqual(here.tokens);
  here.vectors.forEach((vector, slot) => {
    if (!vector) return expect(there.vectors[slot]).toBeNull();
    const cosine = vector.reduce((sum, value, i) => sum + value * there.vectors[slot]![i]!, 0);
    expect(cosine, `cosine of text ${slot}`).toBeGreaterThanOrEqual(0.9999);
  });
});

test('what was kept under another rule is not found, and goes when the next version opens the store', async ({
  page,
}) => {
  await open(page);
  const seen = await page.evaluate(
    async ({ model, allRules }) => {
      const { createBrowserVectorCache, vectorKeys } = window.embedPage as EmbedPage;
      const name = 'vectors-of-two-versions';
      const keyUnder = async (rules: Record<string, string>) =>
        (await vectorKeys({ ...model, rules }, 2, ['text']))![0]!;
      const entry = { vector: Float32Array.of(1, 0), tokens: 1, windows: 1 };
      const current = await Promise.all(allRules.map(keyUnder));
      await createBrowserVectorCache(name).set(current.map((key) => [key, entry]));

      // As the version before the rules were in the keys kept them.
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const old = opened.transaction(['vectors', 'totals'], 'readwrite');
      for (const digit of '0f') old.objectStore('vectors').put(entry, digit.repeat(64));
      old.objectStore('totals').put({ entries: 2, bytes: 1000 }, 'size');
      await new Promise((resolve) => (old.oncomplete = resolve));

      const same = createBrowserVectorCache(name);
      const afterOld = await same.size();
      const oldFound = (await same.get(['0', 'f'].map((digit) => digit.repeat(64)))).filter(Boolean).length;
      const wronglyFound: string[] = [];
      for (const rules of allRules) {
        for (const part of Object.keys(rules)) {
          const [found] = await same.get([await keyUnder({ ...rules, [part]: 'other' })]);
          if (found) wronglyFound.push(part);
        }
      }
      const found = (await same.get(current)).map((value) => value !== undefined);

      const [local, ...others] = allRules;
      const next = createBrowserVectorCache(name, [{ ...local, windows: 'other' }, ...others]);
      const kept = (await next.get(current)).map((value) => value !== undefined);
      const count = await new Promise<number>((resolve) => {
        const request = opened.transaction('vectors').objectStore('vectors').count();
        request.onsuccess = () => resolve(request.result);
      });
      return { afterOld, oldFound, wronglyFound, found, kept, count, size: await next.size() };
    },
    { model: localModelDescription, allRules: [...currentVectorRules] as Record<string, string>[] },
  );
  expect(seen.afterOld.entries).toBe(3);
  expect(seen).toMatchObject({
    oldFound: 0,
    wronglyFound: [],
    found: [true, true, true],
    kept: [false, true, true],
    count: 2,
    size: { entries: 2, bytes: (2 * seen.afterOld.bytes) / 3 },
  });
});

test('the model and the vectors are kept for the next visit', async ({ page }) => {
  await open(page);
  const first = await embedLocally(page, sentences);
  expect(first.stats.cached).toBe(0);
  expect(first.kept.entries).toBe(40);
  expect(first.modelBytes).toBeGreaterThan(26_000_000);
  site.takeRequests();
  await open(page);
  const second = await embedLocally(page, [...sentences, 'A new one.']);
  expect(second.stats).toMatchObject({ cached: 40, inputs: 1 });
  expect(second.vectors.slice(0, 40)).toEqual(first.vectors);
  expect(site.takeRequests().filter((path) => path.includes('/model/'))).toEqual([]);
});

test('refused storage costs nothing but the next visit', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await open(page);
  const { vectors, kept, refused } = await embedLocally(page, ['hello']);
  expect(vectors[0]).toHaveLength(512);
  expect(kept).toEqual({ entries: 0, bytes: 0 });
  expect(refused).toContain('does not let the page keep vectors');
});

test('cancelling a local run answers at once', async ({ page }) => {
  await open(page);
  const outcome = await page.evaluate(
    async (given) => {
      const provider = (window.embedPage as EmbedPage).localProvider();
      await provider.load();
      const controller = new AbortController();
      const run = provider.embed(given, { signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const error = run.then(
        () => null,
        (thrown: Error) => thrown,
      );
      controller.abort();
      // What needs the worker comes back by a message, in a later turn than the one that is due at once.
      const first = await Promise.race([
        error.then(() => 'the run'),
        new Promise((resolve) => setTimeout(() => resolve('the next turn'))),
      ]);
      return { name: (await error)?.name, first };
    },
    Array.from({ length: 600 }, (_, i) => `${sentences[i % 40]} ${i}`),
  );
  expect(outcome).toEqual({ name: 'AbortError', first: 'the run' });
});

test('the openai package talks to an endpoint whose CORS allows only the usual headers', async ({ page }) => {
  await open(page);
  expect(await embedRemotely(page, { cors: 'standardHeaders' })).toEqual({ count: 2, requests: 1 });
  expect(endpoint.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
});

for (const cors of ['noKey', 'none'] as const) {
  test(`a refused preflight (${cors}) is told as CORS, with what to set, and no key leaves`, async ({
    page,
  }) => {
    await open(page);
    const { kind, message } = await embedRemotely(page, { cors });
    expect(kind).toBe('cors');
    expect(message).toContain(new URL(site.url).origin);
    expect(message).toContain('authorization, content-type');
    expect(endpoint.requests).toHaveLength(0);
    expect(endpoint.everything.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });
}

test('no server, a slow one and a wrong key are told apart', async ({ page }) => {
  await open(page);
  const gone = await startHostileEndpoint();
  await gone.close();
  expect((await embedRemotely(page, {}, { baseUrl: gone.baseUrl })).kind).toBe('unreachable');
  expect((await embedRemotely(page, { delayMs: 400 }, { timeoutMs: 100 })).kind).toBe('timeout');
  const wrong = await embedRemotely(page, { key: 'another' });
  expect(wrong.kind).toBe('unauthorized');
  for (let at = 0; at + 8 <= key.length; at++) expect(wrong.message).not.toContain(key.slice(at, at + 8));
});

test('redirects are not followed', async ({ page }) => {
  await open(page);
  expect((await embedRemotely(page, { always: { kind: 'redirect', location: site.url } })).kind).toBe(
    'refused',
  );
});
