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

  test('leads on the built-in model from pasted text to a marked answer, a run and a miss', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.goto('./#/live/benchmark?v=1&strategies=fixed_size,paragraph&search=embedding');
    await page.getByText('Paste a text', { exact: true }).click();
    await page.getByLabel('Name of the document').fill('ferry.md');
    await page
      .getByLabel('Text', { exact: true })
      .fill(
        [
          'The ferry to the island leaves every hour from the northern pier.',
          'Bicycles travel free of charge, but only two fit on each crossing.',
          'Dogs must wear a lead on deck. The captain may refuse animals in rough weather.',
          'Tickets are sold in the kiosk; on board only coins are taken.',
        ].join('\n\n'),
      );
    await page.getByRole('button', { name: 'Add as a document' }).click();
    await page.getByRole('link', { name: 'Ask your documents' }).click();
    await ask(page, 'Can my puppy come along?');
    const found = column(page, 'Paragraph').getByRole('article').first();
    await expect(found).toContainText('Dogs must wear a lead');
    await page.getByRole('button', { name: 'Mark rank 1 of Paragraph as gold' }).click();
    await expect(column(page, 'Paragraph').getByText('gold at rank 1')).toBeVisible();

    // BM25 shares no word with the answer, so the run misses there what the model has found.
    await page.getByRole('link', { name: 'Benchmark on your text' }).first().click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Result of/ })).toBeVisible({ timeout: 60_000 });
    await page
      .getByRole('navigation', { name: 'Views of the result' })
      .getByRole('link', { name: 'Failures' })
      .click();
    await page.getByRole('combobox', { name: 'Row' }).selectOption({ label: 'Paragraph' });
    await page.locator('[data-miss]').first().click();
    await expect(page.getByText('Can my puppy come along?').first()).toBeVisible();
    await expect(page.getByText(/Dogs must wear a lead/).first()).toBeVisible();
  });

  test('is read with the keyboard alone: one stop for all contexts, arrows from one to the next', async ({
    page,
  }) => {
    await loadSample(page, '&strategies=fixed_size,recursive');
    await ask(page, 'How long may a member keep a sewing machine?');
    const at = (place: number, strategy: string) =>
      page.getByRole('article', { name: `Context at rank ${place} of ${strategy}`, exact: true });
    const contexts = region(page, 'Contexts by strategy');
    await expect(contexts.locator('article[tabindex="0"]')).toHaveCount(1);
    await at(1, 'Fixed size').focus();
    await page.keyboard.press('ArrowDown');
    await expect(at(2, 'Fixed size')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(at(2, 'Recursive')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(at(2, 'Recursive')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(column(page, 'Recursive').getByText('gold at rank 2')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^No longer gold of/)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(region(page, /^Text of .*, page 1$/)).toBeVisible();
  });

  for (const width of [320, 1440])
    test(`fits a window of ${width} pixels, with a context of a whole long document`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('./#/live/benchmark?v=1&strategies=fixed_size,paragraph');
      const long = `${'quartz basalt gneiss '.repeat(60_000)}The heron nests in the old mill.`;
      await page
        .getByLabel('Document files')
        .setInputFiles([{ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(long) }]);
      await page.getByRole('link', { name: 'Ask your documents' }).click();
      await ask(page, 'Where does the heron nest?');
      await expect(column(page, 'Paragraph').getByText(/… and [\d,]+ characters more/)).toBeVisible();
      await page.getByRole('button', { name: 'Show rank 1 of Fixed size in long.txt' }).click();
      await expect(region(page, /^Text of long.txt, page/).getByText('The heron nests')).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
});
