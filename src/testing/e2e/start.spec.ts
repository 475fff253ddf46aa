import { expect, test } from '@playwright/test';

test('the start page says what this is and lists the experiments', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'How should text be cut before it is searched?',
  );
  await expect(
    page
      .getByRole('list')
      .filter({ has: page.getByRole('article') })
      .getByRole('heading', { level: 3 })
      .first(),
  ).toBeVisible();
  expect(errors).toEqual([]);
});
