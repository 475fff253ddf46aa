import { expect, test } from '@playwright/test';

/** What a reader sees without scrolling: where the last of so many rows ends. */
const folds = [
  { name: 'all eight strategies', path: 'chunking-squad/scorecard', width: 1440, height: 900, rows: 8 },
  { name: 'the first eight methods', path: 'contextual-blend/scorecard', width: 1440, height: 900, rows: 8 },
  { name: 'the first strategy', path: 'chunking-squad/scorecard', width: 390, height: 844, rows: 1 },
  { name: 'the first method', path: 'contextual-blend/scorecard', width: 390, height: 844, rows: 1 },
];

for (const { name, path, width, height, rows } of folds)
  test(`the scorecard shows ${name} at ${width} × ${height} without scrolling`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`#/experiment/${path}`);
    const row = page.locator('table tbody tr').nth(rows - 1);
    await expect(row).toBeVisible();
    const box = await row.boundingBox();
    expect(box!.y + box!.height, `bottom of row ${rows}`).toBeLessThanOrEqual(height);
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  for (const path of ['chunking-squad/curves', 'contextual-blend/curves'])
    test(`the chart of ${path} is seen at ${width} × ${height} without scrolling`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`#/experiment/${path}`);
      const chart = page.locator('svg[data-chart]').first();
      await expect(chart).toBeVisible();
      const box = await chart.boundingBox();
      expect(box!.y + box!.height, 'bottom of the chart').toBeLessThanOrEqual(height);
    });
