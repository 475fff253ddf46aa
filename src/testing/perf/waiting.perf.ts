import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { ensureBrowser } from '../findBrowser';
import { contentType } from '../staticServer';
import type { PerfRow } from './measure';

const dist = new URL('../../../dist/', import.meta.url).pathname;

/** What a slow phone has: the link of all connections together, the way there and back, and its processor. */
const bytesPerMs = 1_600 / 8;
const latencyMs = 150;
const processorSlowdown = 4;

const table = 'table tbody tr';

/** Views of the built site, and what a reader came for in each. */
const views: readonly { name: string; path: string; content: string; seconds?: number }[] = [
  { name: 'start', path: '', content: 'main article, main section' },
  { name: 'scorecard', path: 'experiment/chunking-squad/scorecard', content: table, seconds: 2 },
  { name: 'blend scorecard', path: 'experiment/contextual-blend/scorecard', content: table, seconds: 2 },
  { name: 'curves', path: 'experiment/chunking-squad/curves', content: 'svg path' },
  { name: 'blend curves', path: 'experiment/contextual-blend/curves', content: 'svg path' },
  { name: 'inspector', path: 'experiment/chunking-squad/inspector', content: 'main h2' },
  { name: 'own inspector', path: 'experiment/handbook/inspector', content: '[data-start]' },
  { name: 'failures', path: 'experiment/chunking-squad/failures', content: '[data-miss]' },
  { name: 'blend failures', path: 'experiment/contextual-blend/failures', content: '[data-miss]' },
  {
    name: 'one miss',
    path: 'experiment/chunking-squad/failures?v=1&question=56bf2afe3aeaaa14008c9544',
    content: '[id] ol li, table tbody tr',
  },
  {
    name: 'compare',
    path: 'compare?v=1&runs=chunking-squad~sentence_pack,chunking-squad~fixed_size',
    content: '[data-miss]',
  },
  { name: 'runs', path: 'runs', content: 'input[type=checkbox]' },
  { name: 'live', path: 'live', content: 'textarea' },
  { name: 'method', path: 'experiment/chunking-squad/method', content: 'main h2' },
];

/** What a reader waits for on the built site over a slow link, and after a click. Run `npm run build` first. */
export async function run(): Promise<PerfRow[]> {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('waiting: no dist/index.html, run npm run build first');
  const site = await slowSite();
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: PerfRow[] = [];
    for (const view of views) rows.push(...(await cold(browser, site, view)));
    rows.push(...(await interactions(browser, site)));
    return rows;
  } finally {
    await browser.close();
    await site.close();
  }
}

/** One view in a browser that has nothing of the site yet. Its own service worker comes later and is left out. */
async function cold(browser: Browser, site: SlowSite, view: (typeof views)[number]): Promise<PerfRow[]> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await slowProcessor(page, processorSlowdown);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seenShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  site.forget();
  const started = performance.now();
  await page.goto(`${site.address}#/${view.path}`, { waitUntil: 'commit' });
  await page.locator(view.content).first().waitFor({ timeout: 60_000 });
  const seconds = (performance.now() - started) / 1_000;
  await settled(site);
  const shift = await page.evaluate(
    () => (globalThis as unknown as { seenShift: { shift: number } }).seenShift.shift,
  );
  await context.close();
  const row = (name: string, value: number, unit: string, target: string): PerfRow => ({
    kind: 'figure',
    group: `${view.name}, cold, 1.6 Mbit/s, ${latencyMs} ms, processor ÷ ${processorSlowdown}`,
    name,
    value,
    unit,
    target,
  });
  return [
    row('compressed', Math.round(site.bytes() / 1_000), 'kB', '≤ 400'),
    row('requests', site.requests(), '', '≤ 12'),
    row('to its content', Math.round(seconds * 100) / 100, 's', `≤ ${view.seconds ?? 3}`),
    row('layout shift', Math.round(shift * 1_000) / 1_000, '', '≤ 0.02'),
  ];
}

/** Worst time from an input to the next frame, as a browser's own event timing has it. */
async function interactions(browser: Browser, site: SlowSite): Promise<PerfRow[]> {
  const rows: PerfRow[] = [];
  const steps: readonly { name: string; path: string; act: (page: Page) => Promise<void> }[] = [
    {
      name: 'sort',
      path: 'experiment/chunking-squad/scorecard',
      async act(page) {
        const heads = page.locator('thead button');
        await heads.first().waitFor();
        for (const place of [1, 2, 1, 2]) {
          await heads.nth(place).click();
          await page.waitForTimeout(500);
        }
      },
    },
    {
      name: 'find',
      path: 'runs',
      async act(page) {
        const field = page.getByLabel('Find', { exact: false }).first();
        await field.waitFor();
        await field.pressSequentially('bm25 para', { delay: 250 });
        await page.waitForTimeout(500);
      },
    },
    {
      name: 'lanes',
      path: 'experiment/handbook/inspector',
      async act(page) {
        await page.locator('[data-start]').first().waitFor();
        const boxes = page.getByRole('group', { name: /Strategies|Lanes/ }).getByRole('checkbox');
        for (let place = 0; place < Math.min(5, await boxes.count()); place++) {
          await boxes.nth(place).click();
          await page.waitForTimeout(700);
        }
      },
    },
  ];
  for (const slowdown of [1, processorSlowdown])
    for (const { name, path, act } of steps) {
      const context = await browser.newContext({
        serviceWorkers: 'block',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await page.addInitScript(() => {
        const seen = { worst: 0 };
        Object.assign(globalThis, { seenEvents: seen });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.worst = Math.max(seen.worst, duration);
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      });
      await page.goto(`${site.address}#/${path}`);
      await settled(site);
      await slowProcessor(page, slowdown);
      await act(page);
      const worst = await page.evaluate(
        () => (globalThis as unknown as { seenEvents: { worst: number } }).seenEvents.worst,
      );
      await context.close();
      rows.push({
        kind: 'figure',
        group: `worst interaction, processor ÷ ${slowdown}`,
        name,
        value: Math.round(worst),
        unit: 'ms',
        target: slowdown === 1 ? '≤ 50' : '≤ 200',
      });
    }
  return rows;
}

async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Until nothing has been asked for during a second. */
async function settled(site: SlowSite): Promise<void> {
  let before = -1;
  while (before !== site.requests() || site.isBusy()) {
    before = site.requests();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

interface SlowSite {
  address: string;
  /** What was sent since `forget`. */
  bytes: () => number;
  requests: () => number;
  isBusy: () => boolean;
  forget: () => void;
  close: () => Promise<void>;
}

/**
 * The built site as a static host would send it over a slow link, gzipped. The link is
 * slow here and not in the browser, which would leave out what workers fetch.
 */
async function slowSite(): Promise<SlowSite> {
  const packed = new Map<string, Buffer>();
  let freeAt = 0;
  let bytes = 0;
  let requests = 0;
  let open = 0;
  const wait = (until: number) =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
  const server = createServer((request, response) => {
    void (async () => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      const file = join(dist, normalize(path.slice(1) || 'index.html'));
      requests++;
      open++;
      await wait(performance.now() + latencyMs);
      if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        open--;
        return;
      }
      const body = packed.get(file) ?? gzipSync(readFileSync(file));
      packed.set(file, body);
      response.writeHead(200, {
        'content-type': contentType(extname(file)),
        'content-encoding': 'gzip',
        'cache-control': 'max-age=600',
      });
      bytes += body.length;
      // Responses share the link piece by piece.
      for (let at = 0; at < body.length; at += 4_096) {
        const piece = body.subarray(at, at + 4_096);
        freeAt = Math.max(freeAt, performance.now()) + piece.length / bytesPerMs;
        await wait(freeAt);
        response.write(piece);
      }
      response.end();
      open--;
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bytes: () => bytes,
    requests: () => requests,
    isBusy: () => open > 0,
    forget() {
      bytes = 0;
      requests = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
