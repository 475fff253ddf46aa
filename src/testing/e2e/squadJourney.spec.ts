import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const realFile = new URL('../../../../shared/data/squad/dev-v1.1.json', import.meta.url).pathname;

/** The engineer's way through the benchmark, on the real text where it is found. */
if (existsSync(realFile)) {
  test('SQuAD, loaded through the file picker: scorecard, a strategy, the misses of one article, a boundary loss, its place in two lanes', async ({
    page,
  }) => {
    await page.goto('./#/experiment/chunking-squad/scorecard');
    const row = page
      .getByRole('table')
      .first()
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^Parent document/ }) });
    await row.getByRole('link').nth(2).click();
    await expect(page).toHaveURL(/failures.*row=parent_document/);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\d+ of 800 questions missed/);

    await page.locator('input[type=file]').setInputFiles(realFile);
    const list = page.getByRole('region', { name: 'List of misses' });
    // The questions stand in words once the text is there.
    await expect(list.locator('[data-miss]').first()).toHaveText(/\?\s*$/, { timeout: 30_000 });

    await page
      .getByRole('list', { name: 'Misses by stage' })
      .getByRole('link', { name: /boundary/ })
      .click();
    await expect(page).toHaveURL(/stage=boundary/);
    const article = await list.locator('tbody tr').first().locator('td').first().innerText();
    await page.getByRole('combobox', { name: 'Family', exact: true }).selectOption({ label: article });
    await expect(page).toHaveURL(/family=/);
    const ofArticle = await list.locator('tbody tr').count();
    expect(ofArticle).toBeGreaterThan(0);
    await expect(list.locator('tbody tr').filter({ hasText: article })).toHaveCount(ofArticle);

    const question = (await list.locator('[data-miss]').first().innerText()).trim();
    await list.locator('[data-miss]').first().click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(question);
    await expect(page.getByText('no context covers it whole', { exact: false })).toBeVisible();

    await page.getByRole('link', { name: 'See this place in the chunk inspector' }).click();
    await expect(page).toHaveURL(/inspector/);
    await expect(page.getByText('checked against the experiment’s corpus hash')).toBeVisible({
      timeout: 30_000,
    });
    await expect(
      page
        .getByRole('region', { name: /^Text of/ })
        .locator('mark')
        .first(),
    ).toBeVisible();
    await page.getByRole('checkbox', { name: /Paragraph/ }).check();
    await expect(page).toHaveURL(/strategies=parent_document%2Cparagraph/);
    await expect(page.getByRole('checkbox', { name: /Parent document/ })).toBeChecked();
  });
} else {
  console.log('SQuAD v1.1 dev is not there: the journey on its text was not tried.');
}
