import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';

const compared = 'compare?v=1&runs=chunking-squad~sentence_pack,chunking-squad~fixed_size';

async function open(page: Page, path: string) {
  await page.goto(`./#/${path}`);
  await expect(page.locator('table tbody tr').first()).toBeVisible();
  await expect(page.getByText(/^(Loading|Computing|computing) /)).toHaveCount(0);
}

const views = {
  'the scorecard of a benchmark': 'experiment/chunking-squad/scorecard',
  'the scorecard of the blend': 'experiment/contextual-blend/scorecard',
  'the failures of a benchmark': 'experiment/chunking-squad/failures',
  'the failures of the blend': 'experiment/contextual-blend/failures',
  'a comparison': compared,
};

for (const [name, path] of Object.entries(views)) {
  test(`every table is one tab stop, and every colour is read in both themes: ${name}`, async ({ page }) => {
    // axe reads every number of a long table.
    test.slow();
    await open(page, path);
    const stops = await page.locator('table').evaluateAll((tables) =>
      (tables as HTMLTableElement[]).map((table) => ({
        table: table.caption?.textContent?.slice(0, 60) ?? '',
        stops: [...table.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(
          (element) => element.tabIndex >= 0 && element.closest('[popover]') === null,
        ).length,
      })),
    );
    expect(stops.length).toBeGreaterThan(0);
    expect(
      stops.filter((table) => table.stops > 1),
      'tables with more than one tab stop',
    ).toEqual([]);
    expect(
      (await accessibilityFaults(page, { bothThemes: true })).filter((fault) => /contrast/.test(fault)),
    ).toEqual([]);
  });
}

test('prints all rows of a list, repeats its heads, and leaves the list as it was', async ({ page }) => {
  await open(page, `${compared}&cell=both`);
  const list = page.getByRole('region', { name: 'Questions of the pair' });
  const all = Number(
    /([\d,]+) of/.exec((await page.getByRole('heading', { name: /questions$/ }).textContent())!)![1],
  );
  expect(all).toBeGreaterThan(50);
  await expect(list.locator('tbody tr')).toHaveCount(50);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(list.locator('tbody tr')).toHaveCount(all);
  expect(await list.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
    'table-header-group',
  );
  // A box that scrolls prints one screenful.
  expect(await list.evaluate((box) => getComputedStyle(box).overflowX)).toBe('visible');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(list.locator('tbody tr')).toHaveCount(50);
});

for (const path of ['experiment/chunking-squad/failures', 'experiment/contextual-blend/scorecard', compared])
  test(`prints no chosen option light on dark: ${path.split('?')[0]}`, async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await open(page, path);
    const inverted = await page
      .locator('[aria-pressed=true], [aria-current], label:has(input:checked)')
      .evaluateAll((chosen) =>
        chosen
          .filter((element) => (element as HTMLElement).checkVisibility())
          .map((element) => ({
            text: element.textContent,
            shade: getComputedStyle(element)
              .color.match(/[\d.]+/g)!
              .slice(0, 3)
              .map(Number),
          }))
          .filter(({ shade }) => Math.max(...shade) > 200),
      );
    expect(inverted).toEqual([]);
  });

test('a suggested pair is one click from the list of runs: verdict, counts and questions', async ({
  page,
}) => {
  await page.goto('./#/runs');
  await page
    .getByRole('link', { name: / against / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /is established$| more answers than / })).toBeVisible();
  await expect(page.getByRole('link', { name: /^only [AB]: \d+ of / })).toHaveCount(2);
  await expect(
    page.getByRole('region', { name: 'Questions of the pair' }).locator('tbody tr').first(),
  ).toBeAttached();
});

test('rows pinned in the scorecard stand in the link and are compared', async ({ page }) => {
  await page.goto('./#/experiment/chunking-squad/scorecard');
  await page.getByRole('button', { name: 'Pin rows' }).first().click();
  const rows = page.getByRole('group', { name: 'Rows to compare' }).first();
  await rows.getByRole('checkbox', { name: 'Recursive', exact: true }).check();
  await rows.getByRole('checkbox', { name: 'Paragraph', exact: true }).check();
  await expect(page).toHaveURL(/pins=recursive(,|%2C)paragraph/);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Compare 2 pinned rows' }).first().click();
  await expect(page.getByRole('region', { name: 'Runs side by side' })).toContainText('Recursive, BM25');
});

test('the misses of an experiment are a file after two clicks from its card', async ({ page }) => {
  await page.goto('./#/experiment/chunking-squad/scorecard');
  await page.getByRole('link', { name: 'Failures' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect((await readFile((await file.path())!, 'utf8')).split('\n').length).toBeGreaterThan(10);
});
