import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityFaults } from '../accessibility';

const artifacts = join(import.meta.dirname, '../../../artifacts');
type Json = { [key: string]: unknown };

/** Serves one published file with a change in it. */
async function tamper(page: Page, name: string, change: (value: Json) => void): Promise<void> {
  const value = JSON.parse(readFileSync(join(artifacts, name), 'utf8')) as Json;
  change(value);
  await page.route(`**/artifacts/${name}*`, (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify(value) }),
  );
}

test.describe('check of figures', () => {
  test('examines a published artifact and finds that it holds', async ({ page }) => {
    await page.goto('./#/doctor?v=1&experiment=contextual-blend');
    await expect(
      page.getByText(
        /Everything that was checked holds: 7 checks\. [\d,]{9,} values were looked at, in [\d.]+ (s|min)/,
      ),
    ).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByRole('heading', { name: /Scores follow from the dot products holds/ }),
    ).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('finds one score that was changed, draws the red line, and says so over the scorecard', async ({
    page,
  }) => {
    await tamper(
      page,
      'chunking-squad/rankings/fixed_size.json',
      (value) => ((value['scores'] as number[][])[4]![2]! += 50),
    );
    await page.goto('./#/doctor?v=1&experiment=chunking-squad');
    await expect(page.getByText('This artifact does not hold.')).toBeVisible({ timeout: 60_000 });
    const row = page.getByRole('row', { name: /rankings\/fixed_size\.json \$\.scores\[4\]\[2\]/ });
    await expect(row).toContainText('above the rank before it');
    await expect(row.getByRole('cell').first()).toHaveCSS('border-inline-start-width', '3px');
    await page.getByRole('link', { name: 'Eight ways to chunk' }).first().click();
    await expect(page.getByText('Not everything here holds.')).toBeVisible();
    await page.getByRole('link', { name: 'See the findings' }).click();
    await expect(row).toBeVisible();
  });

  test('says what a mean should be', async ({ page }) => {
    await tamper(
      page,
      'contextual-blend/summary.json',
      (value) => ((value['rows'] as { top1: { clean: { value: number } } }[])[0]!.top1.clean.value = 0.9999),
    );
    await page.goto('./#/doctor?v=1&experiment=contextual-blend');
    const row = page.getByRole('row', { name: /\$\.rows\[0\]\.top1\.clean\.value/ });
    await expect(row).toContainText('0.9999', { timeout: 60_000 });
    await expect(row.getByRole('cell').nth(1)).toHaveText(/^0\.\d+$/);
    // And beside the figure itself, where it is shown.
    await page.getByRole('link', { name: 'The controlled blend' }).click();
    const fault = page.getByTitle(
      /Check of figures: \$\.rows\[0\]\.top1\.clean\.value is 0\.9999; expected 0\.\d+/,
    );
    await expect(fault).toContainText('does not hold');
    await expect(fault).toHaveCSS('border-inline-start-width', '3px');
    await expect(page.getByText('does not hold', { exact: true })).toHaveCount(1);
  });

  test('a file that the server does not have, cut short, or answers as a page, is named', async ({
    page,
  }) => {
    await page.route('**/artifacts/chunking-squad/neighbors/fixed_size.json*', (route) =>
      route.fulfill({ status: 404, body: 'no' }),
    );
    await page.route('**/artifacts/chunking-squad/questions.json*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><html></html>' }),
    );
    await page.route('**/artifacts/chunking-squad/chunks/0.json*', (route) =>
      route.fulfill({ body: '{"formatVersion":1,' }),
    );
    await page.goto('./#/doctor?v=1&experiment=chunking-squad');
    await expect(page.getByText('This artifact does not hold.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('row', { name: /neighbors\/fixed_size\.json \$/ })).toContainText('404');
    await expect(page.getByRole('row', { name: /questions\.json \$ an HTML page/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /chunks\/0\.json \$ a file that stops/ })).toBeVisible();
  });
});

test.describe('opening an artifact from an address', () => {
  test('?artifact= of this site opens its scorecard, and Back leads home', async ({ page }) => {
    await page.goto('./');
    await page.goto('./?artifact=artifacts/contextual-blend/summary.json');
    await expect(page).toHaveURL(/experiment\/opened-contextual-blend\/scorecard/);
    await expect(page.getByText('A run of your own, in memory')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test('another host is asked only after a click', async ({ page }) => {
    const asked: string[] = [];
    await page.route('https://elsewhere.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        body: readFileSync(join(artifacts, 'contextual-blend/summary.json')),
      });
    });
    await page.goto('./#/open?v=1&artifact=https%3A%2F%2Felsewhere.example%2Frun.json');
    const button = page.getByRole('button', { name: 'Fetch it' });
    await expect(button).toBeVisible();
    expect(asked).toEqual([]);
    await button.click();
    await expect(page).toHaveURL(/opened-contextual-blend/);
    expect(asked).toHaveLength(1);
  });

  const bodies: [string, string | Buffer, RegExp][] = [
    ['a page in place of a file', '<!doctype html><title>x</title>', /an HTML page/],
    ['half a file', '{"formatVersion":1,"kind":"contextual-blend",', /stops after/],
    ['an empty object', '{}', /an empty object|no kind/],
    ['a list', '[]', /an empty list/],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0xff, 0xfe]),
      /PNG|picture|image|not text/i,
    ],
    ['nothing', '', /0 bytes/],
    ['deep nesting', '['.repeat(20_000) + ']'.repeat(20_000), /nested 20000 deep/],
  ];
  for (const [what, body, words] of bodies) {
    test(`${what} is refused in words`, async ({ page }) => {
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await page.route('**/given.json*', (route) => route.fulfill({ body, contentType: 'text/html' }));
      await page.goto('./#/open?v=1&artifact=given.json');
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Choose files …' })).toBeVisible();
      expect(errors).toEqual([]);
    });
  }

  test('an address that the page may not fetch is refused unasked', async ({ page }) => {
    await page.goto('./#/open?v=1&artifact=http%3A%2F%2Fplain.example%2Frun.json');
    await expect(page.getByText(/cannot be fetched/)).toBeVisible();
    await page.goto('./#/open?v=1&artifact=javascript%3Aalert(1)');
    await expect(page.getByText(/cannot be fetched/)).toBeVisible();
  });
});
