import { expect, test, type Page } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const column = (page: Page, name: string) =>
  region(page, 'Contexts by strategy').getByRole('region', { name, exact: true });
const ask = async (page: Page, question: string) => {
  await page.getByLabel('Question', { exact: true }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `“${question}”` })).toBeVisible({ timeout: 60_000 });
};

async function loadSample(page: Page, params = '') {
  await page.goto(`./#/live/benchmark?v=1${params}`);
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(region(page, 'Questions').getByText('✓ in')).toHaveCount(10);
  await page.getByRole('link', { name: 'Ask your documents' }).click();
}

test.describe('a question to the documents of the benchmark', () => {
  test('is answered by every strategy side by side, with boundaries, tokens and neighbors', async ({
    page,
  }) => {
    await loadSample(page);
    await ask(page, 'How long may a member keep a sewing machine?');
    await expect(region(page, 'Contexts by strategy').getByRole('heading', { level: 3 })).toHaveCount(8);
    const fixed = column(page, 'Fixed size');
    await expect(fixed.getByRole('article')).toHaveCount(3);
    await expect(fixed.getByText(/tokens, characters [\d,]+–[\d,]+ of [\d,]+/).first()).toBeVisible();
    await page.getByLabel('Contexts of each (k)').fill('1');
    await expect(fixed.getByRole('article')).toHaveCount(1);

    const neighbors = region(page, /neighbors of the hits/);
    await expect(neighbors.getByText('At ±0/0 nothing is added')).toBeVisible();
    await neighbors.getByLabel('Neighbors after').fill('1');
    await expect(neighbors.getByText(/of them of neighbors/)).not.toContainText(', 0 of them');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('becomes part of the benchmark when a result is marked, and stays through other modes', async ({
    page,
  }) => {
    await loadSample(page, '&strategies=fixed_size,recursive');
    const question = 'Who signs for a tool that comes back broken?';
    await ask(page, question);
    await page.getByRole('button', { name: 'Mark rank 1 of Recursive as gold' }).click();
    await expect(column(page, 'Recursive').getByText('gold at rank 1')).toBeVisible();

    await page.getByRole('link', { name: 'Method on pasted text' }).click();
    await page.getByRole('link', { name: 'Ask your documents' }).click();
    await expect(page.getByLabel('Question', { exact: true })).toHaveValue(question);
    await expect(column(page, 'Recursive').getByText('gold at rank 1')).toBeVisible();

    // A part of the text that is selected takes the place of the whole context.
    const text = region(page, 'Text at rank 1 of Recursive');
    await text.evaluate((element) => {
      const inside = element.children[1]!;
      window.getSelection()!.selectAllChildren(inside);
      const range = window.getSelection()!.getRangeAt(0);
      window
        .getSelection()!
        .setBaseAndExtent(inside.firstChild!.firstChild ?? inside.firstChild!, 0, range.endContainer, 1);
    });
    await text.press('Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Use as gold of this question' }).click();
    await expect(page.getByText(/^Marked as gold of q\d+/)).toBeVisible();

    await page.getByRole('link', { name: 'Benchmark on your text' }).first().click();
    await expect(page.getByText('marked in')).toBeVisible();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Result of/ })).toBeVisible({ timeout: 60_000 });
  });
});
