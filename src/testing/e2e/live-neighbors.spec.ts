import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';
import type { ChunkingSummary } from '../../experiments/chunking/formats';

const live = (params = '') => `./#/live/benchmark?v=1${params}`;
const panel = (page: Page) => page.getByRole('region', { name: /^Neighbor expansion/ });
const figures = (page: Page) => page.getByRole('region', { name: 'Hits alone and with their neighbors' });
const knob = (page: Page, name: string) => panel(page).getByRole('slider', { name });

async function runSample(page: Page, params: string) {
  await page.goto(live(params));
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(page.getByRole('region', { name: 'Questions', exact: true }).getByText('✓ in')).toHaveCount(
    10,
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Result of/ })).toBeVisible({ timeout: 60_000 });
  await expect(figures(page)).toBeVisible({ timeout: 30_000 });
}

/** Small windows: answers are cut, and there is something to rescue. */
const small = '&strategies=fixed_size,paragraph&sizes=fixed_size-chunkSize-24';

test.describe('neighbors of the hits on a reader’s text', () => {
  test('lead from the sample to trees, to other widths, and to the run’s own rows, which are downloaded and opened again', async ({
    page,
  }) => {
    await runSample(page, `${small}&prev=1&next=1`);
    await expect(panel(page).getByRole('button', { name: '±1/1: about neighbor expansion' })).toBeVisible();
    await expect(
      panel(page).getByRole('navigation', { name: 'Views of neighbor expansion ±1/1' }),
    ).toBeVisible();
    await expect(figures(page).locator('tbody tr')).toHaveCount(1);
    const list = panel(page).getByRole('group', { name: 'Questions, rescued first' });
    await expect(list.getByRole('button')).toHaveCount(10);
    await expect(list.getByRole('button').first()).toContainText('rescued by neighbors');
    await expect(panel(page).getByRole('heading', { name: 'Expansion tree' })).toBeVisible();
    const inWords = panel(page).getByRole('region', { name: 'In words, in document order' });
    await expect(inWords.getByText('neighbor', { exact: true }).first()).toBeVisible();
    await expect(inWords.locator('mark').first()).toBeVisible();
    await expect(
      panel(page).getByRole('heading', {
        name: /^\d+ of 10 questions rescued by neighbors, \d+ still missed$/,
      }),
    ).toBeVisible();
    const before = await figures(page).locator('tbody').innerText();

    await knob(page, 'Neighbors after').focus();
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowRight');
    await expect(figures(page)).toContainText('±1/3');
    await expect(figures(page)).toHaveAttribute('aria-busy', 'false');
    expect(await figures(page).locator('tbody').innerText()).not.toBe(before);
    await expect(page).toHaveURL(/prev=1&next=3|next=3&prev=1/);

    await expect(panel(page)).toContainText('±1/3 is none of the run’s rows');
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowLeft');
    await expect(figures(page)).toContainText('±1/1');
    await expect(figures(page)).toHaveAttribute('aria-busy', 'false');
    const views = panel(page).getByRole('navigation', { name: 'Views of neighbor expansion ±1/1' });
    const shown = (await figures(page).locator('tbody tr').first().locator('td').nth(1).innerText()).split(
      '\n',
    )[0]!;
    await views.getByRole('link', { name: 'Scorecard' }).click();
    const table = page.getByRole('region', { name: /: neighbor expansion of fixed_size/ });
    await expect(table).toContainText(shown.replace(' %', ''));

    await page
      .getByRole('navigation', { name: 'Views of this experiment' })
      .getByRole('link', { name: 'Failures' })
      .click();
    await page.getByRole('link', { name: /^What neighbors rescue in fixed_size/ }).click();
    await page.getByRole('radio', { name: '±1/1', exact: true }).check({ force: true });
    await page.locator('[data-miss]').first().click();
    await expect(page.getByRole('heading', { name: 'Expansion tree' })).toBeVisible();
    await expect(page.getByText('The text is not part of this experiment')).toHaveCount(0);
    for (const view of ['Method', 'Data', 'Limits']) {
      await page
        .getByRole('navigation', { name: 'Views of this experiment' })
        .getByRole('link', { name: view, exact: true })
        .click();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.locator('main')).not.toContainText('The text is not part of this experiment');
    }
    await page.getByRole('button', { name: /^Download the run/ }).click();
    const [made] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download with its text' }).click(),
    ]);
    const path = (await made.path())!;
    const files = unzipSync(await readFile(path));
    const name = Object.keys(files).find((entry) => entry.endsWith('/summary.json'))!;
    const summary = JSON.parse(Buffer.from(files[name]!).toString()) as ChunkingSummary;
    expect(summary.expansions[0]!.rows.map((row) => `${row.neighborPrev}/${row.neighborNext}`)).toEqual([
      '0/0',
      '1/0',
      '0/1',
      '1/1',
      '2/2',
    ]);
    expect(Object.keys(files).some((entry) => entry.endsWith('/texts.json'))).toBe(true);

    await page.reload();
    await page.goto('./');
    await page.getByLabel('Files of a run').setInputFiles(path);
    await expect(page).toHaveURL(/experiment\/.*\/scorecard/);
    await expect(page.getByText('A run of your own, in memory')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Views of this experiment' })
      .getByRole('link', { name: 'Failures' })
      .click();
    await page.getByRole('link', { name: /^What neighbors rescue in fixed_size/ }).click();
    await expect(page.getByRole('region', { name: 'Outcomes by width' })).toBeVisible();
  });

  test('are off unless chosen, muted without fixed windows, and never part of the run’s own figures', async ({
    page,
  }) => {
    await page.goto(live('&strategies=paragraph'));
    const setup = page.getByRole('group', { name: /^Neighbors returned/ });
    await expect(setup.getByRole('slider', { name: 'Neighbors before' })).toBeDisabled();
    await expect(setup).toContainText('other strategies ignore it');
    await runSample(page, small);
    const own = page.getByRole('region', { name: /^Result: BM25/ });
    const before = await own.innerText();
    await knob(page, 'Neighbors before').focus();
    await page.keyboard.press('End');
    await expect(figures(page)).toContainText('±5/0');
    expect(await own.innerText()).toBe(before);
  });

  test('say what a link asked for that is no width, and keep the rest', async ({ page }) => {
    await page.goto(live('&prev=9&next=2'));
    await expect(page.getByText('prev “9”')).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Neighbors after' })).toHaveValue('2');
    await expect(page.getByRole('slider', { name: 'Neighbors before' })).toHaveValue('0');
  });

  test('are compared with the hits alone', async ({ page }) => {
    await runSample(page, `${small}&prev=1&next=1`);
    await panel(page).getByRole('link', { name: 'Compare ±0/0 with ±1/1' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Compare');
    await expect(page.getByText(/±1\/1/).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('have no accessibility faults and fit a narrow page', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await runSample(page, `${small}&prev=1&next=1`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
  });
});
