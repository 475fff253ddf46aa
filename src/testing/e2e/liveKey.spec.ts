import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { startHostileEndpoint, type HostileEndpoint } from '../hostileEndpoint';
import {
  dumpStores,
  liveDriver,
  smallMessage,
  smallStored,
  watchConsole,
  watchRequests,
} from '../liveDriver';

const key = 'sk-proj-Known0123456789SecretKeyOfThisTest';

let endpoint: HostileEndpoint;
test.beforeEach(async () => {
  endpoint = await startHostileEndpoint({ key });
});
test.afterEach(() => endpoint.close());

/** Fails when the key, or a longer part of it, is anywhere in a text. */
function expectNoKey(text: string, where: string): void {
  for (let at = 0; at + 12 <= key.length; at += 4)
    expect(text.includes(key.slice(at, at + 12)), `part of the key in ${where}`).toBe(false);
  expect(
    text.includes(Buffer.from(key).toString('base64').slice(0, 16)),
    `the key in base64 in ${where}`,
  ).toBe(false);
}

async function expectKeyInNoStore(page: Page): Promise<void> {
  for (const [where, content] of Object.entries(await dumpStores(page))) expectNoKey(content, where);
  expectNoKey(page.url(), 'the address');
  expectNoKey(await page.content(), 'the document');
}

test('a key is nowhere but in the requests to its endpoint', async ({ page, context }) => {
  test.setTimeout(180_000);
  const live = liveDriver(page);
  const requests = watchRequests(page);
  const console = watchConsole(page);
  await live.open('method', { threshold: '-1' });
  await live.type(smallStored, smallMessage);
  await page.getByLabel('Keep both on this device').check();
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
  await expect(page.getByLabel('API key (optional)')).toHaveAttribute('type', 'password');
  await expect(page.getByLabel('API key (optional)')).toHaveAttribute('autocomplete', 'off');
  await live.planAndSend();
  await live.found();
  expect(endpoint.requests.length).toBeGreaterThan(0);
  await expectKeyInNoStore(page);

  // An export that is made with the key in memory.
  await page.getByRole('link', { name: 'Reproduce the controlled experiment' }).click();
  await live.planAndSend();
  await expect(page.getByRole('heading', { name: 'Your run beside the published one' })).toBeVisible({
    timeout: 90_000,
  });
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByText('Kept on this device.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the run' }).click(),
  ]);
  expectNoKey(download.suggestedFilename(), 'the name of the download');
  const files = unzipSync(new Uint8Array(await readFile((await download.path())!)));
  expect(Object.keys(files)).toContain('index.json');
  for (const [name, bytes] of Object.entries(files)) expectNoKey(Buffer.from(bytes).toString('latin1'), name);
  await expectKeyInNoStore(page);

  // An error that repeats what was sent.
  endpoint.behave({ key: 'another' });
  await page.getByRole('link', { name: 'Method on pasted text' }).click();
  await page.getByLabel('Message', { exact: true }).fill('Something that is not kept from before?');
  await live.planAndSend();
  await expect(page.getByText('The key was not accepted.')).toBeVisible();
  await expectKeyInNoStore(page);

  const own = new URL(endpoint.baseUrl).origin;
  for (const request of requests.filter((one) => !one.url().startsWith(own))) {
    expectNoKey(
      `${request.url()} ${JSON.stringify(await request.allHeaders())} ${request.postData() ?? ''}`,
      `a request to ${request.url()}`,
    );
  }
  for (const request of requests.filter((one) => one.url().startsWith(own)))
    expectNoKey(`${request.url()} ${request.postData() ?? ''}`, 'the address or the body of a request');
  expectNoKey(console.join('\n'), 'the console');

  await page.reload();
  await expect(page.getByLabel('API key (optional)')).toHaveValue('');
  await expect(page.getByText('Will be used for')).toBeVisible();
  await expectKeyInNoStore(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectKeyInNoStore(other);
});

test('a key of one endpoint is not sent to another', async ({ page }) => {
  const live = liveDriver(page);
  const second = await startHostileEndpoint();
  await live.open();
  await live.type(smallStored, smallMessage);
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
  await page.getByLabel('Base URL').fill(second.baseUrl);
  await expect(page.getByLabel('API key (optional)')).toHaveValue('');
  await live.planAndSend();
  await live.found();
  expect(second.everything.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  await second.close();
});

test('a key stays for the tab, and nowhere else, only by choice', async ({ page, context }) => {
  const live = liveDriver(page);
  await live.open();
  await live.type(smallStored, smallMessage);
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
  await page.getByLabel('Keep it for this tab').check();
  await page.reload();
  await expect(page.getByText('Set, for')).toBeVisible();
  expectNoKey(await page.content(), 'the document');
  const { sessionStorage, ...others } = await dumpStores(page);
  expect(sessionStorage).toContain(key);
  for (const [where, content] of Object.entries(others)) expectNoKey(content, where);
  await live.type(smallStored, smallMessage);
  await live.planAndSend();
  await live.found();

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByLabel('Base URL')).toHaveValue('');

  // A tab that this one opens begins with a copy of its storage, and must not keep it.
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  await expect(opened.getByText('Will be used for')).toBeVisible();
  expect((await dumpStores(opened)).sessionStorage).not.toContain(key);
  await opened.close();
  await page.getByRole('button', { name: 'Forget the key' }).click();
  await expectKeyInNoStore(page);
  await page.reload();
  await expect(page.getByText('Will be used for')).toBeVisible();
});
