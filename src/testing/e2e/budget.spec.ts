import { expect, test } from '@playwright/test';

test('the best strategy at 500 tokens is two steps from the start page, and its misses at 500 tokens one more', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Eight ways to chunk', exact: true }).click();
  const table = page.getByRole('table', { name: /strategies with BM25/ });
  await expect(table.getByRole('columnheader', { name: /within 512 tokens/ })).toBeVisible();
  await page.getByLabel('Token budget', { exact: true }).fill('500');
  await expect(table.getByRole('columnheader', { name: /within 500 tokens/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page).toHaveURL(/budget=500/);
  const best = table.getByRole('link', { name: /^89\.9 %, found within 500 tokens, Recursive/ });
  await expect(table.locator('tbody tr').first()).toContainText('Recursive');
  await best.click();
  // 719 of 800 are found within 500 tokens.
  await expect(page.getByRole('heading', { name: '81 of 800 questions missed (10.1 %)' })).toBeInViewport();
  await expect(page.getByText(/no relevant context within 500 tokens, by the answer rule/)).toBeVisible();
  await expect(page.locator('[data-miss]').first()).toBeInViewport();
  await page.getByRole('radio', { name: '5', exact: true }).check({ force: true });
  await expect(page.getByText(/no relevant context among the first 5, by the answer rule/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/scorecard\?v=1&budget=500/);
});

test('a budget that is none is told, and the table stays', async ({ page }) => {
  await page.goto('./#/experiment/chunking-squad/scorecard');
  const field = page.getByLabel('Token budget', { exact: true });
  await field.fill('many');
  await expect(page.getByRole('alert')).toHaveText('A whole number from 1 to 4,096.');
  await expect(page.getByRole('columnheader', { name: /within 512 tokens/ })).toBeVisible();
  await field.fill('1,024');
  await expect(page.getByRole('columnheader', { name: /within 1,024 tokens/ })).toBeVisible();
  await page.getByRole('slider', { name: /Token budget/ }).press('End');
  await expect(page.getByRole('columnheader', { name: /within 4,096 tokens/ })).toBeVisible();
});

test('every pair at a budget, a price of one’s own and the finding as text are one press away', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#/experiment/chunking-squad/scorecard?budget=512');
  await page.getByText(/^Every pair within 512 tokens: \d+ of 28 differences established$/).click();
  const matrix = page.getByRole('table', { name: /Points by which the row at the side leads/ });
  await expect(matrix.getByRole('row', { name: /^Recursive/ })).toContainText('+3.9');
  await expect(matrix.getByRole('row', { name: /^Sentence pack/ })).toContainText('−3.9');
  await page
    .getByRole('button', { name: /^Columns/ })
    .first()
    .click();
  await page.getByLabel('Your price of a million tokens, US$').fill('3');
  await page.keyboard.press('Enter');
  // 455.8 tokens a question: 455,800 for 1,000 questions.
  await expect(
    page.getByRole('link', { name: /^US\$ 1\.37, dollars per 1,000 questions, Recursive/ }),
  ).toBeVisible();
  await expect(page).toHaveURL(/price=3/);
  await page.keyboard.press('Escape');
  await page.getByText('Why', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy this finding' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Recursive finds more answers .* \+3\.9 points \[\+2\.4, \+5\.4\].*\n.*800 questions\. http/,
  );
});
