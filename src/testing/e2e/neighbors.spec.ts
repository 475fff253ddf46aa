import { expect, test, type Page } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

const failures = '#/experiment/chunking-squad/failures?v=1';
const title = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const list = (page: Page) => page.getByRole('region', { name: 'List of questions' });
const widths = (page: Page) => page.getByRole('region', { name: 'Outcomes by width' });

async function open(page: Page, params = '', width = 'fixed_size-1-1') {
  await page.goto(`./${failures}&width=${width}${params}`);
  await expect(title(page)).toBeVisible();
}

test.describe('neighbor expansion', () => {
  test('shows hit-only and expanded figures side by side, and opens the questions behind a number', async ({
    page,
  }) => {
    await page.goto('./#/experiment/chunking-squad/scorecard');
    const rows = page
      .getByRole('region', { name: /: neighbor expansion of fixed_size$/ })
      .getByRole('rowheader');
    await expect(rows).toHaveCount(5);
    await expect(page.getByRole('cell', { name: '±0/0 beats ±2/2' })).toHaveCount(1);
    const rescued = page.getByRole('link', { name: /^35, .*rescued@5, ±1\/1/ });
    // Clear of the line at the foot of the window that shows the figure under the pointer.
    await rescued.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    await rescued.click();
    await expect(page).toHaveURL(/chunking-squad\/failures.*width=fixed_size-1-1/);
    await expect(title(page)).toHaveText('35 of 800 questions rescued by neighbors, 26 still missed');
  });

  test('leads from the counts to one question, its tree and back to its line', async ({ page }) => {
    await open(page);
    await widths(page).getByRole('link', { name: '±2/2, rescued by neighbors: 40' }).click();
    await expect(title(page)).toHaveText(/^40 of 800/);
    const first = list(page).locator('[data-miss]').first();
    const id = (await first.getAttribute('data-miss'))!;
    await first.click();
    await expect(title(page)).toHaveText(id);
    const tree = page.getByRole('region', { name: 'Expansion tree' });
    await expect(tree.locator('ol > li')).toHaveCount(5);
    await expect(tree.getByText(/holds (the answer|a part of the answer)/).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'What is returned' })).toContainText('of neighbors');
    await page.keyboard.press('j');
    await expect(title(page)).not.toHaveText(id);
    await page.goBack();
    await expect(title(page)).toHaveText(/^40 of 800/);
  });

  test('opens a link to a question that a filter hides, says which, and clears it', async ({ page }) => {
    await open(page, '&show=rescued&question=56bf2afe3aeaaa14008c9544', 'fixed_size-0-0');
    await expect(title(page)).toHaveText('56bf2afe3aeaaa14008c9544');
    await expect(page.getByText('The list does not hold question 56bf2afe3aeaaa14008c9544')).toContainText(
      '“rescued by neighbors”',
    );
    await page.getByRole('button', { name: 'Clear this filter' }).click();
    await expect(page.getByText('The list does not hold')).toHaveCount(0);
    await expect(page).toHaveURL(/show=all/);
  });

  test('drops what a link asks for and it does not know, and keeps the rest', async ({ page }) => {
    await open(page, '&k=10&rule=guess');
    await expect(page.getByText('rule “guess”')).toBeVisible();
    await expect(page.getByRole('radio', { name: '10', exact: true })).toBeChecked();
    await expect(page.getByRole('radio', { name: '±1/1', exact: true })).toBeChecked();
  });

  test('explains its badge by keyboard, muted where it does not apply', async ({ page }) => {
    await page.goto('.');
    const card = page.getByRole('article', { name: 'Eight ways to chunk', exact: true });
    const badge = card.getByRole('button', { name: /^±1\/0/ });
    await badge.focus();
    await page.keyboard.press('Enter');
    await expect(
      card.getByText('every fixed_size hit brings one chunk before it and no chunk after it'),
    ).toBeVisible();
    await expect(
      page.getByRole('article', { name: 'The controlled blend' }).getByRole('button', { name: /^±0\/0/ }),
    ).toHaveAttribute('title', /does not apply/);
  });

  test('has no accessibility fault', async ({ page }) => {
    for (const params of ['', '&question=56bf2afe3aeaaa14008c9544']) {
      await open(page, params);
      expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
    }
  });

  test('fits a narrow screen', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const params of ['', '&question=56bf2afe3aeaaa14008c9544']) {
      await open(page, params);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
      // What stands above a table wider than the page is read whole.
      const cutCaptions = await page.locator('.scroll-x caption').evaluateAll((captions) =>
        captions
          .filter((caption) => {
            const text = document.createRange();
            text.selectNodeContents(caption);
            return (
              text.getBoundingClientRect().right > caption.closest('.scroll-x')!.getBoundingClientRect().right
            );
          })
          .map(({ textContent }) => textContent),
      );
      expect(cutCaptions).toEqual([]);
    }
  });
});
