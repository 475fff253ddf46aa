import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';
import { hostileName } from '../summaryFixtures';

const blend = '#/experiment/contextual-blend/scorecard';
const squad = '#/experiment/chunking-squad/scorecard';

const table = (page: Page) => page.getByRole('region', { name: /: scorecard$|: strategies with BM25$/ });
const rowNames = (page: Page) =>
  table(page).locator('tbody').first().locator('th[scope=row]').allInnerTexts();
const header = (page: Page, column: string) =>
  table(page)
    .locator('th[scope=col]')
    .filter({ has: page.getByRole('button', { name: column, exact: false }) });
const sortButton = (page: Page, column: string | RegExp) =>
  table(page).locator('thead').getByRole('button', { name: column });
const valuesOf = async (page: Page, column: number) =>
  (await table(page).locator('tbody').first().locator(`tr td:nth-of-type(${column}) a`).allInnerTexts()).map(
    (text) => Number(text.replaceAll(',', '').replace(' %', '')),
  );

async function open(page: Page, hash: string) {
  await page.goto(`./${hash}`);
  await expect(table(page)).toBeVisible();
}

test.describe('the scorecard', () => {
  test('leads from the start page to a number, its queries, and back to the same view', async ({ page }) => {
    await page.goto('.');
    await page
      .getByRole('article', { name: 'The controlled blend' })
      .getByRole('link', { name: 'Scorecard' })
      .click();
    await sortButton(page, /^top 1/)
      .first()
      .click();
    await expect(page).toHaveURL(/sort=-top1\.clean/);
    await table(page)
      .getByRole('link', { name: /, top 1, noise in queries, 80\/20 blend: open the questions behind it$/ })
      .click();
    await expect(page).toHaveURL(/\/failures\?v=1&method=blend80&condition=query&kind=specific/);
    await page.goBack();
    await expect(page).toHaveURL(/\/scorecard\?v=1&sort=-top1\.clean/);
    await expect(header(page, 'top 1').first()).toHaveAttribute('aria-sort', 'descending');
  });

  test('sorts by one column, then by two, and the link restores both', async ({ page }) => {
    await open(page, squad);
    await sortButton(page, /^R@1\b/)
      .first()
      .click();
    const first = await valuesOf(page, 3);
    expect(first).toEqual([...first].sort((a, b) => b - a));
    await sortButton(page, /^mean tokens/).click({ modifiers: ['Shift'] });
    await expect(page).toHaveURL(/sort=-hitAt\.1%2C-meanTokens/);
    await expect(table(page).locator('th[aria-sort]')).toHaveCount(2);
    const names = await rowNames(page);
    await page.reload();
    await expect(table(page).locator('th[aria-sort]')).toHaveCount(2);
    expect(await rowNames(page)).toEqual(names);
  });

  test('never covers the figure that is pointed at or focused', async ({ page }) => {
    await open(page, squad);
    const figures = page.getByRole('link', { name: /: open the questions behind it$/ });
    // The read-out line is at the window's foot, so what is near the foot is tried: by key from above, then by pointer.
    const covered = await figures.evaluateAll(
      (links) =>
        links.filter((link) => {
          (link as HTMLElement).focus();
          if (document.activeElement !== link) return false;
          const { x, y, width, height } = link.getBoundingClientRect();
          return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length,
    );
    expect(covered).toBe(0);
    await table(page).evaluate((region) =>
      window.scrollTo(0, window.scrollY + region.getBoundingClientRect().top - window.innerHeight / 3),
    );
    const onTop = (point: { x: number; y: number }) =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('aria-label') ?? null,
        point,
      );
    const places = await figures.evaluateAll((links) =>
      links
        .map((link) => link.getBoundingClientRect())
        .filter(({ bottom }) => bottom < window.innerHeight)
        .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
    );
    let tried = 0;
    for (const place of places) {
      const name = await onTop(place);
      if (name === null) continue;
      await page.mouse.move(place.x, place.y);
      expect(await onTop(place)).toBe(name);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  });

  test('sets a declared pair side by side, in every kind of experiment', async ({ page }) => {
    for (const [hash, pair] of [
      [squad, 'Sentence pack against Paragraph'],
      [blend, '80/20 blend against Whole passage'],
      ['#/experiment/chunking-squad/scorecard', '±1/1 against ±0/0'],
    ] as const) {
      await page.goto(`./${hash}`);
      await page.getByRole('link', { name: pair }).first().click();
      await expect(page.getByText(/that both runs share/)).toBeVisible();
    }
  });

  test('shows places instead of an order that the data cannot support, and a filter moves nobody', async ({
    page,
  }) => {
    await open(page, blend);
    const placeOf = (name: string) =>
      table(page).getByRole('row', { name }).locator('td').first().innerText();
    const before = await placeOf('Whole passage');
    expect(before).toMatch(/^\d+–\d+/);
    await page.getByRole('searchbox', { name: 'Find a method' }).fill('whole passage');
    await expect(page.getByText('1 of 16 rows are shown.')).toBeVisible();
    expect(await placeOf('Whole passage')).toBe(before);
    await page.getByRole('button', { name: 'Show all 16' }).click();
    await expect(table(page).locator('tbody').first().locator('tr')).toHaveCount(16);
  });

  test('shows and hides columns, and keeps them in the link', async ({ page }) => {
    await open(page, blend);
    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('checkbox', { name: 'coverage@4' }).first().check();
    await expect(page).toHaveURL(/columns=/);
    await page.keyboard.press('Escape');
    await expect(sortButton(page, /^coverage@4/)).toHaveCount(1);
    await page.reload();
    await expect(sortButton(page, /^coverage@4/)).toHaveCount(1);
    await page.getByRole('button', { name: 'Columns (13 of 20)' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(
      sortButton(page, /^(top 1|family first|within family|reciprocal rank|coverage@4)/),
    ).toHaveCount(20);
  });

  test('works by keyboard alone', async ({ page }) => {
    await open(page, blend);
    await sortButton(page, /^top 1/)
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect(header(page, 'top 1').first()).toHaveAttribute('aria-sort', 'descending');
    await page.keyboard.press('ArrowUp');
    await expect(page.locator(':focus')).toHaveText(/^Method/);
    await page.keyboard.press('Shift+Enter');
    await expect(page).toHaveURL(/sort=-top1\.clean%2Cname/);
    await page.getByRole('button', { name: /^Columns/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'reciprocal rank' }).first().focus();
    await page.keyboard.press('Space');
    await expect(sortButton(page, /^reciprocal rank/)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await table(page).locator('tbody td a').first().focus();
    const at = () => page.locator(':focus').getAttribute('aria-label');
    const from = await at();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await at()).not.toBe(from);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect(await at()).toBe(from);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/failures\?/);
  });

  test('returns the table on screen and the files behind it', async ({ page }) => {
    await open(page, `${blend}?v=1&role=baseline`);
    const take = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };
    await page.getByRole('button', { name: /^Export/ }).click();
    const csv = await take('CSV of this table');
    expect(csv.name).toBe('contextual-blend-scorecard.csv');
    const lines = csv.content.toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^places,row,label,role,"top 1, clean texts"/);
    const json = JSON.parse((await take('JSON of this table')).content.toString('utf8'));
    expect(json.rows.map(({ row }: { row: string }) => row).sort()).toEqual(['sentence', 'whole']);
    await page.keyboard.press('Escape');
    const zip = await take('Download results.zip');
    expect(zip.name).toBe('results.zip');
    const files = unzipSync(zip.content);
    expect(Object.keys(files)).toEqual(['context-results.json', 'intent-results.json']);
    expect(JSON.parse(new TextDecoder().decode(files['intent-results.json'])).kind).toBe('blend-results');
    await expect(page.getByText(/results\.zip \(.*context-results\.json .*SHA-256 as listed/)).toBeVisible();
  });

  test('shows hostile names as text and says that a file is not the listed one', async ({ page }) => {
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    await page.route('**/contextual-blend/summary.json*', async (route) => {
      const summary = await (await route.fetch()).json();
      summary.rows[1].label = hostileName;
      summary.rows[0].row = '__proto__';
      summary.rows[0].label = 'constructor';
      await route.fulfill({ json: summary });
    });
    await open(page, blend);
    await expect(table(page).getByRole('rowheader', { name: hostileName })).toBeVisible();
    await expect(table(page).getByRole('rowheader', { name: 'constructor' })).toBeVisible();
    await expect(page.getByText(/is not the file that the index lists/)).toBeVisible();
    expect(await page.locator('main img').count()).toBe(0);
    expect(dialogs).toBe(0);
  });

  test('keeps what it knows of a link and names the rest', async ({ page }) => {
    await open(page, `${squad}?v=1&sort=-hitAt.5,-nosuch&columns=hitAt.5,GONE&find=window`);
    await expect(page.getByText(/sort “nosuch”, columns “GONE”/)).toBeVisible();
    await expect(header(page, 'R@5')).toHaveAttribute('aria-sort', 'descending');
    expect(await rowNames(page)).toHaveLength(1);
  });

  for (const [name, hash] of [
    ['blend', blend],
    ['chunking', squad],
    ['start', '#/'],
  ] as const) {
    test(`never scrolls sideways at 320 px: ${name}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(`./${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const moved = await page.evaluate(() => {
        window.scrollTo(1000, 0);
        return window.scrollX;
      });
      expect(moved).toBe(0);
    });

    test(`has no accessibility faults: ${name}`, async ({ page }) => {
      await page.goto(`./${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
    });
  }

  test('prints without its controls', async ({ page }) => {
    await open(page, blend);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: /^Columns/ })).toBeHidden();
    await expect(table(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Declared comparisons' })).toBeVisible();
  });
});
