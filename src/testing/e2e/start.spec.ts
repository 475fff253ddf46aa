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

test('a text and a question typed on the start page are searched at once, with no key', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('.');
  const search = page.getByRole('button', { name: 'Search, no key needed' });
  await expect(search).toBeDisabled();
  await page
    .getByLabel('Your text')
    .fill('My dogs are called Biscuit and Waffle.\n\nThe invoice is due on the third of March.');
  await page.getByLabel('Your question').fill('What are the names of my dogs?');
  await search.click();
  await expect(page).toHaveURL(/#\/live\/method/);
  await expect(page.getByRole('button', { name: /^Why piece/ }).first()).toBeVisible({ timeout: 60_000 });
  const { origin } = new URL(page.url());
  expect(requests.filter((url) => !url.startsWith(origin) && !/^(blob|data):/.test(url))).toEqual([]);
});

test('the start page shows the field to paste into and the first cards without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('.');
  const box = await page.getByLabel('Your text').boundingBox();
  expect(box!.y + box!.height).toBeLessThanOrEqual(900);
  for (const card of (await page.getByRole('article').all()).slice(0, 3)) {
    const own = await card.boundingBox();
    expect(own!.y + own!.height).toBeLessThanOrEqual(900);
  }
});
