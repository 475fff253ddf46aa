import { expect, test } from '@playwright/test';

test('Back returns to the place and the link that were left, a new page opens at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto('#/experiment/contextual-blend/scorecard');
  const figure = page.getByRole('table').first().getByRole('link').last();
  await figure.scrollIntoViewIfNeeded();
  await figure.focus();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(100);
  const href = await figure.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('missed');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.locator('main')).toBeFocused();

  await page.goBack();
  await expect(page.locator(':focus')).toHaveAttribute('href', href!);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - left)).toBeLessThan(4);
});
