import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';

const failures = '#/experiment/contextual-blend/failures?v=1';

const matrix = (page: Page) => page.getByRole('region', { name: 'Matrix of misses' });
const list = (page: Page) => page.getByRole('region', { name: 'List of misses' });
const terms = (page: Page) => page.getByRole('region', { name: 'Score terms' });
const title = (page: Page) => page.getByRole('heading', { level: 2 }).first();

async function open(page: Page, params = '') {
  await page.goto(`./${failures}${params}`);
  await expect(title(page)).toBeVisible();
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string) {
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`80 presses of Tab did not reach ${selector}`);
}

/** Inside a table, which is one tab stop. */
async function arrowTo(page: Page, key: string, selector: string) {
  for (let press = 0; press < 40; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`40 presses of ${key} did not reach ${selector}`);
}

test.describe('the failure explorer of the controlled blend', () => {
  test('leads from a number to one miss and its terms, and Back returns step by step', async ({ page }) => {
    await page.goto('.');
    await page
      .getByRole('article', { name: 'The controlled blend' })
      .getByRole('link', { name: 'Scorecard' })
      .click();
    await page
      .getByRole('link', { name: /, top 1, noise in both, 80\/20 blend: open the questions behind it$/ })
      .click();
    await expect(title(page)).toHaveText(/^[\d.]+ of 128 queries missed/);
    await matrix(page)
      .getByRole('link', { name: /^museum-loan, 80\/20 blend:/ })
      .click();
    await expect(page).toHaveURL(/family=museum-loan/);
    await expect(title(page)).toHaveText(/^[\d.]+ of 8 queries missed/);
    const first = list(page).locator('[data-miss]').first();
    const id = (await first.getAttribute('data-miss'))!;
    await first.click();
    await expect(title(page)).toHaveText(id);
    await expect(terms(page).locator('tbody tr')).toHaveCount(4);
    await expect(page.locator('mark').first()).toBeVisible();

    await page.goBack();
    await expect(title(page)).toHaveText(/of 8 queries missed/);
    await expect(list(page).locator(`[data-miss="${id}"]`)).toBeFocused();
    await page.goBack();
    await expect(title(page)).toHaveText(/of 128 queries missed/);
    await page.goBack();
    await expect(page).toHaveURL(/\/scorecard/);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'How should text be cut before it is searched?',
    );
  });

  test('does the same by the keyboard alone', async ({ page }) => {
    await page.goto('./#/experiment/contextual-blend/scorecard');
    await page.getByRole('heading', { name: 'What this shows' }).waitFor();
    await tabTo(page, 'tbody td a[aria-label*="top 1"]');
    await arrowTo(page, 'ArrowRight', 'a[aria-label*="top 1, noise in both"]');
    await arrowTo(page, 'ArrowDown', 'a[aria-label*="top 1, noise in both, 80/20 blend"]');
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText(/of 128 queries missed/);
    await tabTo(page, 'td a[aria-label^="All queries"]');
    await arrowTo(page, 'ArrowRight', 'td a[aria-label^="All queries, 80/20 blend"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/method=blend70.*family=bridge|family=bridge.*method=blend70/);
    await expect(page.getByRole('heading', { name: /^Misses of 70\/30 blend/ })).toBeFocused();
    await tabTo(page, '[data-miss]');
    await page.keyboard.press('Enter');
    await expect(title(page)).toBeFocused();
    const id = await title(page).innerText();
    await page.keyboard.press('j');
    await expect(title(page)).not.toHaveText(id);
    await page.keyboard.press('k');
    await expect(title(page)).toHaveText(id);
    await expect(terms(page)).toBeVisible();
    for (const heading of [/of 8 queries missed/, /of 128 queries missed/, 'What this shows']) {
      await page.goBack();
      await expect(title(page)).toHaveText(heading);
    }
  });

  test('opens a query that filters hide, says which, and clears them', async ({ page }) => {
    await open(page, '&query=key-music-q1&block=intent&family=passport&cells=rates');
    await expect(title(page)).toHaveText('key-music-q1');
    const notice = page.getByRole('status').filter({ hasText: 'The list does not hold query key-music-q1' });
    for (const filter of ['block: intent', 'families: evaluation', 'family: passport'])
      await expect(notice).toContainText(`“${filter}”`);
    await notice.getByRole('button').click();
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL(/query=key-music-q1/);
    await expect(page).toHaveURL(/cells=rates/);
  });

  test('keeps what it knows of a link and says once what it does not', async ({ page }) => {
    await open(page, '&query=nobody&family=bridge&method=gone&later=1');
    await expect(
      page.getByText('query “nobody”, method “gone”').or(page.getByText('method “gone”, query “nobody”')),
    ).toBeVisible();
    await expect(title(page)).toHaveText(/of 8 queries missed/);
  });

  test('ranks anew while the weight is dragged, at the numbers of the measured rows', async ({ page }) => {
    await open(page, '&query=insulin-travelling-q1');
    const now = page.getByText(/Ranked anew at/);
    const slider = page.getByRole('slider');
    await slider.fill('0.7');
    await expect(now).toContainText('at 0.70');
    await expect(page).toHaveURL(/weight=0.7/);
    const outcome = (await now.innerText()).match(/rank [\d–]+/)![0].replace('rank ', '');
    const measured = await page
      .getByRole('region', { name: 'Outcomes under every setup' })
      .getByRole('link', { name: /^70\/30 blend, Noise in both:/ })
      .getAttribute('aria-label');
    expect(measured).toMatch(new RegExp(`rank ${outcome}$`));
  });

  test('filters by who rescues a miss, from the page of one', async ({ page }) => {
    await open(page, '&method=whole&condition=query');
    await list(page).getByRole('button', { name: 'Rescued by' }).click();
    await list(page).locator('[data-miss]').first().click();
    await page.getByRole('link', { name: 'List the misses that 80/20 blend rescues' }).click();
    await expect(page).toHaveURL(/rescuedBy=blend80/);
    const count = await list(page).locator('[data-miss]').count();
    expect(count).toBeGreaterThan(0);
    await expect(page.getByRole('combobox', { name: 'Rescued by' }).locator('option:checked')).toHaveText(
      new RegExp(`80/20 blend \\(${count} of`),
    );
  });

  test('downloads the list as it stands', async ({ page }) => {
    await open(page, '&family=bridge');
    const lines = await list(page).locator('[data-miss]').count();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const csv = await readFile((await download.path())!, 'utf8');
    expect(csv.split('\r\n').filter((line) => line !== '')).toHaveLength(lines + 1);
  });

  for (const width of [320, 1920]) {
    test(`fits a page ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const params of [
        '&family=bridge',
        '&query=bridge-strings-q2',
        '&kind=generic&method=whole&query=api-key-generic',
      ]) {
        await open(page, params);
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
          params,
        ).toBeLessThanOrEqual(0);
      }
    });
  }

  test('has no accessibility faults', async ({ page }) => {
    for (const params of [
      '&family=bridge',
      '&query=bridge-strings-q2&method=blend80',
      '&kind=generic&method=whole&query=api-key-generic&cells=rates',
    ]) {
      await open(page, params);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(await accessibilityFaults(page, { bothThemes: true }), params).toEqual([]);
    }
  });
});
