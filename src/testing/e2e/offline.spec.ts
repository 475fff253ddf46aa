import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { serveFolder } from '../staticServer';

const dist = new URL('../../../dist/', import.meta.url).pathname;
const views = ['scorecard', 'curves', 'inspector', 'failures', 'method', 'data', 'limits'] as const;

test.use({ serviceWorkers: 'allow' });

/** A server of its own for each test: it can be stopped, and its folder be replaced. */
async function site(folder = dist, prefix = '/', port = 0) {
  expect(existsSync(`${dist}sw.js`), 'the site is built before these tests run').toBe(true);
  return serveFolder(folder, prefix, port);
}

/** Waits until the worker has every file of the program, and what this page had read before it came. */
async function workerReady(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-offline', 'ready');
}

const open = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('every view opens without a server: visited data shows, the rest says what is missing', async ({
  page,
}) => {
  const server = await site();
  await page.goto(server.address);
  await expect(heading(page)).toBeVisible();
  await workerReady(page);
  await open(page, '#/experiment/contextual-blend/scorecard');
  await expect(page.getByRole('table').first()).toBeVisible();
  await open(page, '#/experiment/chunking-squad/scorecard');
  await expect(page.getByRole('table').first()).toContainText('Recursive');
  await server.close();

  for (const [place, title] of [
    ['#/about', 'About Chunkscope'],
    ['#/runs', /./],
    ['#/live/method', /./],
    ['#/live/benchmark', /./],
    ['#/live/reproduce', /./],
    ['#/compare', /./],
    ['#/doctor', /./],
    ['#/open', /./],
  ] as const) {
    await open(page, place);
    await expect(heading(page), place).toContainText(title);
    await expect(page.getByText('A part of the page could not be fetched.'), place).toHaveCount(0);
  }
  for (const view of views) {
    await open(page, `#/experiment/chunking-squad/${view}`);
    await expect(page.getByRole('navigation', { name: 'Views of this experiment' }), view).toBeVisible();
    await expect(page.getByText('A part of the page could not be fetched.'), view).toHaveCount(0);
  }
  await open(page, '#/experiment/contextual-blend/scorecard');
  await expect(page.getByRole('table').first()).toBeVisible();
  await open(page, '#/experiment/contextual-blend/failures');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The data of this view is not kept here.');
  await expect(alert).toContainText('Keep this experiment');

  // Chromium remembers a failed import for good: what is tried again must not be one.
  const again = await site(dist, '/', server.port);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await again.close();

  // The page itself comes again too, and a visited view in it.
  await page.reload();
  await open(page, '#/experiment/contextual-blend/scorecard');
  await expect(page.getByRole('table').first()).toBeVisible();
});

test('an experiment that is kept shows all its views without a server, and can be released', async ({
  page,
}) => {
  const server = await site();
  await page.goto(server.address);
  await workerReady(page);
  await open(page, '#/experiment/contextual-blend/scorecard');
  await page.getByRole('button', { name: /^Keep this experiment \(/ }).click();
  await expect(page.getByText(/Kept in this browser \(.*\): works offline\./)).toBeVisible();
  await server.close();
  await page.reload();
  for (const view of views) {
    if (view === 'inspector') continue;
    await open(page, `#/experiment/contextual-blend/${view}`);
    await expect(page.getByRole('heading', { level: 2 }).first(), view).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert'), view).toHaveCount(0);
  }
  await open(page, '#/about');
  await expect(page.getByText(/^Kept published data: 1[0-9](\.[0-9])? MB\.$/)).toBeVisible();
  await open(page, '#/experiment/contextual-blend/scorecard');
  await page.getByRole('button', { name: 'Stop keeping it' }).click();
  await expect(page.getByRole('button', { name: /^Keep this experiment \(/ })).toBeVisible();
});

/** The site as another version of it would be: another title, and a view whose old file is gone. */
function nextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'next-version-'));
  cpSync(dist, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const about = readdirSync(assets).find((name) => /^About-.*\.js$/.test(name))!;
  renameSync(join(assets, about), join(assets, 'About-next.js'));
  for (const name of [...readdirSync(assets).map((file) => `assets/${file}`), 'index.html', 'sw.js']) {
    if (!/\.(js|html)$/.test(name)) continue;
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8').replaceAll(about, 'About-next.js');
    writeFileSync(path, name === 'index.html' ? text.replace('<html lang', '<html data-next lang') : text);
  }
  // Another version has another list of files, and so another name for what it keeps.
  const worker = join(folder, 'sw.js');
  const source = readFileSync(worker, 'utf8');
  const version = /["'`]([0-9a-f]{16})["'`]/.exec(source)![1]!;
  writeFileSync(
    worker,
    source.replaceAll(
      version,
      version.replace(/^./, (c) => (c === '0' ? '1' : '0')),
    ),
  );
  return folder;
}

test('an open page works on while a new version is published, and offers it', async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(dist, folder, { recursive: true });
  const server = await site(folder);
  const next = nextVersion();
  try {
    await page.goto(server.address);
    await workerReady(page);
    const other = await context.newPage();
    await other.goto(server.address);
    await expect(heading(other)).toBeVisible();

    rmSync(folder, { recursive: true });
    cpSync(next, folder, { recursive: true });
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    // A view that was never opened, whose file the server does not have any more.
    await open(page, '#/about');
    await expect(heading(page)).toHaveText('About Chunkscope');
    expect(await page.locator('html').getAttribute('data-next')).toBeNull();

    await page.getByRole('button', { name: 'Reload with it' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-next', '');
    await expect(heading(page)).toHaveText('About Chunkscope');
    await expect(page.getByText('A new version is ready.')).toHaveCount(0);

    // The other page is still the old one, and has all of it.
    expect(await other.locator('html').getAttribute('data-next')).toBeNull();
    await open(other, '#/about');
    await expect(heading(other)).toHaveText('About Chunkscope');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(next, { recursive: true, force: true });
  }
});

test('below a path it keeps its own files and nothing of another origin', async ({ page }) => {
  const server = await site(dist, '/some/where/');
  let asked = 0;
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(`answer ${asked}`);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/artifacts/index.json`;
  try {
    await page.goto(server.address);
    await workerReady(page);
    const answers = await page.evaluate(async (from) => {
      const read = async () => (await fetch(from)).text();
      return [await read(), await read()];
    }, address);
    expect(answers).toEqual(['answer 1', 'answer 2']);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      return (
        await Promise.all(
          names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
      ).flat();
    });
    expect(kept.length).toBeGreaterThan(20);
    for (const url of kept) expect(url).toContain('/some/where/');
    await server.close();
    await open(page, '#/about');
    await expect(heading(page)).toHaveText('About Chunkscope');
  } finally {
    elsewhere.close();
  }
});
