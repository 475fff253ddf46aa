import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

const table = { name: 'Strategies across corpora' } as const;

test('strategies stand side by side on all corpora, at the budget that is chosen', async ({ page }) => {
  await page.goto('.');
  const card = page.getByRole('article', { name: 'Across corpora' });
  await expect(card).toContainText(/On \d+ corpora .* at 512 tokens/);
  await expect(card.getByRole('img')).toBeVisible();
  await card.getByRole('link', { name: 'Across corpora' }).click();
  const rows = page.getByRole('region', table).locator('tbody tr');
  // All draws are made first.
  await expect(rows).toHaveCount(8, { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 2 })).toContainText('At 512 tokens');
  await expect(page.getByRole('region', table).getByRole('columnheader')).toHaveCount(7);
  await page.getByText('2,048', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('At 2,048 tokens');
  await expect(page).toHaveURL(/budget=2048/);
  // What the table is for: a strategy that leads on one corpus falls far behind on another.
  await expect(rows.last()).toContainText('Paragraph');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('At 512 tokens');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the table of corpora is saved as a report with both views', async ({ page }) => {
  await page.goto('#/across?v=1');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('At 512 tokens', { timeout: 60_000 });
  const heading = await page.getByRole('heading', { level: 2 }).textContent();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ]);
  const report = readFileSync(await download.path(), 'utf8');
  expect(report).toContain('id="managerial"');
  expect(report).toContain('id="across-2048"');
  expect(report).toContain(heading);
});

test('the table of corpora stays inside a page of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('#/across?v=1&budget=1024');
  await expect(page.getByRole('region', table).locator('tbody tr')).toHaveCount(8, { timeout: 60_000 });
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
});
