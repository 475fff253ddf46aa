import { existsSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { serveFolder } from '../staticServer';

const views = ['scorecard', 'curves', 'failures', 'method', 'data', 'limits'] as const;
const dist = new URL('../../../dist/', import.meta.url).pathname;

/** Errors of the page and requests to anywhere but its own origin, collected as they happen. */
function watch(page: Page, origin: string) {
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) foreign.push(url);
  });
  return { errors, foreign };
}

test('the built site works below a sub-path of a plain file server and asks only its own origin', async ({
  page,
}) => {
  expect(existsSync(`${dist}index.html`), 'the site is built before these tests run').toBe(true);
  const server = await serveFolder(dist, '/some/sub/path/');
  try {
    const { errors, foreign } = watch(page, new URL(server.address).origin);
    await page.goto(server.address);
    await page.getByRole('link', { name: 'The controlled blend' }).click();
    for (const view of views) {
      await page.goto(`${server.address}#/experiment/contextual-blend/${view}`);
      await expect(
        page.getByRole('navigation', { name: 'Views of this experiment' }).locator('[aria-current=page]'),
      ).toHaveAttribute('href', new RegExp(`/${view}`));
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  } finally {
    await server.close();
  }
});

test('the built page forbids inline and foreign scripts', async ({ page }) => {
  await page.goto('.');
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  const inline = await page.evaluate(() => [...document.scripts].filter((script) => !script.src).length);
  expect(inline).toBe(0);
});

test('an artifact that was changed after the build is opened with a warning', async ({ page }) => {
  await page.route('**/artifacts/contextual-blend/summary.json*', async (route) => {
    const response = await route.fetch();
    const summary = (await response.json()) as { rows: { label: string }[] };
    summary.rows[0]!.label = 'Changed label';
    await route.fulfill({ response, json: summary });
  });
  await page.goto('#/experiment/contextual-blend/scorecard');
  await expect(page.getByText('is not the file that the index lists')).toBeVisible();
  await expect(page.getByRole('table').first().getByText('Changed label')).toBeVisible();
});

const faults: readonly { name: string; body: string | Buffer; status?: number; says: RegExp[] }[] = [
  {
    name: 'missing (404)',
    body: 'no',
    status: 404,
    says: [/Not found at artifacts\/contextual-blend\/summary\.json/, /404/],
  },
  {
    name: 'answered with an HTML page and status 200',
    body: '<!doctype html><title>App</title>',
    says: [/Not found at artifacts\/contextual-blend\/summary\.json/, /HTML page/],
  },
  {
    name: 'half a JSON file',
    body: '{"formatVersion":1,"kind":"contextual-blend","rows":[{"row":"sen',
    says: [/cut short/, /open bracket/],
  },
  { name: 'an empty object', body: '{}', says: [/something else/, /no kind/] },
  { name: 'an empty list', body: '[]', says: [/something else/, /an empty list/] },
  {
    name: 'a PNG image',
    body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]),
    says: [/not text/, /PNG/],
  },
  { name: '0 bytes', body: '', says: [/empty/, /0 bytes/] },
  {
    name: 'nested 20,000 deep',
    body: '['.repeat(20_000) + ']'.repeat(20_000),
    says: [/too deeply/, /20000/],
  },
  {
    name: 'a newer version',
    body: '{"formatVersion":99,"kind":"contextual-blend"}',
    says: [/newer/, /version 99/],
  },
  {
    name: 'a wrong field',
    body: '{"formatVersion":2,"kind":"contextual-blend","id":7}',
    says: [/does not fit/, /\$\.id/, /number 7/],
  },
  { name: 'no JSON at all', body: 'hello there', says: [/not JSON/, /hello there/] },
];

for (const fault of faults) {
  test(`a summary that is ${fault.name} says so and leaves the page usable`, async ({ page }) => {
    await page.route('**/artifacts/contextual-blend/summary.json*', (route) =>
      route.fulfill({ status: fault.status ?? 200, contentType: 'application/json', body: fault.body }),
    );
    await page.goto('#/experiment/contextual-blend/scorecard');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('summary.json');
    for (const words of fault.says) await expect(alert).toContainText(words);
    await expect(alert).not.toContainText('Unexpected token');

    // The rest of the page works, and so does trying again once the file is whole.
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Chunkscope');
  });
}

test('a summary with bare NaN opens with n/a and one notice that names file and field', async ({ page }) => {
  await page.route('**/artifacts/contextual-blend/summary.json*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/"value":\s*[0-9.]+/, '"value": NaN') });
  });
  await page.goto('#/experiment/contextual-blend/scorecard');
  await expect(
    page.getByText(/summary\.json: 1 value\(s\) such as \$\.rows\[0\]\.top1\.clean\.value were NaN/),
  ).toBeVisible();
  await expect(page.getByRole('table').first().getByText('n/a').first()).toBeVisible();
});

test('a missing list of experiments is said at the start page, which keeps its navigation', async ({
  page,
}) => {
  await page.route('**/artifacts/index.json*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('.');
  await expect(page.getByRole('alert')).toContainText('artifacts/index.json');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('parts of a link that are unknown are left out with one notice, the rest is kept', async ({ page }) => {
  await page.goto('#/experiment/contextual-blend/data?v=1&block=intent&variant=purple&nosuch=1');
  await expect(page.getByText('variant “purple”, parameter “nosuch”')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Intent' })).toBeChecked();
});
