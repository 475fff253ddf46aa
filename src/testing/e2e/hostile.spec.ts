import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { watchHarm } from '../watchHarm';

const script = '<img src=x onerror=alert(1)>';
const artifacts = new URL('../../../artifacts/', import.meta.url);
const views = ['scorecard', 'curves', 'failures', 'method', 'data', 'limits'] as const;

/** The controlled blend as a zip in which every free text is markup and an endless word. */
function hostileRun(): Buffer {
  const endless = 'w'.repeat(400);
  const index = JSON.parse(readFileSync(new URL('index.json', artifacts), 'utf8')) as {
    experiments: { id: string; files: { name: string }[] }[];
  };
  const entry = index.experiments.find(({ id }) => id === 'contextual-blend')!;
  const files = entry.files.map(({ name }) => {
    const text = readFileSync(new URL(`contextual-blend/${name}`, artifacts), 'utf8');
    return [
      `hostile/${name}`,
      strToU8(
        text.replace(
          /"(title|label|question|headline|name|text)": ?"(?=[^"])/g,
          (found) => `${found}${script}${endless}`,
        ),
      ),
    ];
  });
  const own = {
    ...entry,
    id: 'hostile',
    title: `${script}${endless}`,
    question: `${script}${endless}`,
    headline: script,
    data: script,
    badges: [{ label: script, title: script }],
  };
  return Buffer.from(
    zipSync(
      {
        'index.json': strToU8(JSON.stringify({ formatVersion: 1, kind: 'index', experiments: [own] })),
        ...Object.fromEntries(files),
      },
      { level: 1 },
    ),
  );
}

test('a run whose every text is markup or an endless word is shown as text, and no wider than a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const harm = watchHarm(page);
  await page.goto('./#/');
  await page
    .getByLabel('Files of a run')
    .setInputFiles({ name: `${script}.zip`, mimeType: 'application/zip', buffer: hostileRun() });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(script);
  for (const view of views) {
    await page.goto(`./#/experiment/opened-hostile/${view}`);
    await expect(
      page.locator('nav[aria-label="Views of this experiment"] [aria-current=page]'),
    ).toHaveAttribute('href', new RegExp(`/${view}`));
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await page.locator('img[src="x"]').count(), view).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${view} scrolls sideways by`,
    ).toBeLessThanOrEqual(0);
  }
  expect(harm).toEqual([]);
});

test('a link to an experiment that is not here leads to those that are', async ({ page }) => {
  for (const [link, heading] of [
    [`experiment/${encodeURIComponent(script)}/curves`, 'No such experiment'],
    [`doctor?v=1&experiment=${encodeURIComponent(script)}`, 'Verify figures'],
  ] as const) {
    await page.goto(`./#/${link}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('status')).toContainText(`no experiment “${script}”`);
    await expect(page.getByRole('main').getByRole('link', { name: 'The controlled blend' })).toBeVisible();
  }
});

test('a mistyped address is told in words on a page that stays usable', async ({ page }) => {
  const harm = watchHarm(page);
  const elsewhere: string[] = [];
  await page.route(/^https?:\/\/elsewhere/, (route) => {
    elsewhere.push(route.request().url());
    return route.abort();
  });
  for (const [link, id] of [
    ['experiment/a%b', 'a%b'],
    ['experiment/chunking-squad%/scorecard', 'chunking-squad%'],
    ['experiment/%E0%A4%A/curves?v=1&k=%', '%E0%A4%A'],
    ['experiment/https:%2F%2Felsewhere.example%2F/scorecard', 'https://elsewhere.example/'],
    ['experiment/https:%2F%2F[/scorecard', 'https://['],
  ] as const) {
    // A page of its own each time: the address is read before anything is drawn.
    await page.goto('about:blank');
    await page.goto(`./#/${link}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such experiment');
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(`no experiment “${id}”`);
  }
  await page.getByRole('main').getByRole('link', { name: 'The controlled blend' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The controlled blend');
  expect(harm).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('a part that cannot be fetched is told, and comes when it can be', async ({ page, context }) => {
  await page.goto('./#/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.evaluate(() => void (location.hash = '#/about'));
  await expect(page.getByRole('alert')).toContainText('A part of the page could not be fetched.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Chunkscope' })).toBeVisible();
});

test('a storm of changes ends at the last one, in the page and in its address', async ({ page }) => {
  const harm = watchHarm(page);
  await page.goto('./#/experiment/chunking-squad/scorecard');
  const find = page.getByRole('searchbox').first();
  await find.waitFor();
  await find.evaluate(async (field: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    for (let step = 0; step < 300; step += 1) {
      set!.call(field, `word ${step}`);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      if (step % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
  await expect(page).toHaveURL(/find=word\+299/);
  await page.reload();
  await expect(find).toHaveValue('word 299');
  expect(harm).toEqual([]);
});
