import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';

const pair = 'runs=chunking-squad~sentence_pack,chunking-squad~fixed_size';
const list = (page: Page) => page.getByRole('region', { name: 'Questions of the pair' });
const differences = (page: Page) => page.getByRole('region', { name: 'Paired differences', exact: true });

async function open(page: Page, params = pair) {
  await page.goto(`./#/compare?v=1&${params}`);
  await expect(differences(page)).toContainText('A − B');
}

test.describe('comparison of runs', () => {
  test('is reached from the list of runs by choosing two', async ({ page }) => {
    await page.goto('.');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compare' }).click();
    await page.getByLabel('Find').fill('bm25 paragraph squad');
    await page.getByRole('checkbox', { name: 'Paragraph, BM25' }).check();
    await expect(page.getByText('Choose one to three more.')).toBeVisible();
    await page.getByLabel('Find').fill('bm25 recursive squad');
    await page.getByRole('checkbox', { name: 'Recursive, BM25' }).check();
    await page.getByRole('link', { name: 'Compare 2 runs' }).click();
    await expect(differences(page)).toContainText(/not established|beats/);
    await expect(page.getByRole('region', { name: 'Runs side by side' })).toContainText('Paragraph, BM25');
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Recursive, BM25' })).toBeChecked();
  });

  test('filters by the 2 × 2, opens a flip with both rankings, and Back returns to its line', async ({
    page,
  }) => {
    await open(page);
    const cell = page.getByRole('link', { name: /^only A: / });
    const n = Number(/only A: (\d+)/.exec((await cell.getAttribute('aria-label'))!)![1]);
    await cell.click();
    await expect(page).toHaveURL(/cell=onlyA/);
    await expect(list(page).locator('tbody tr')).toHaveCount(Math.min(50, n));
    const first = list(page).locator('[data-miss]').first();
    const id = (await first.getAttribute('data-miss'))!;
    await first.click();
    await expect(page.getByRole('heading', { name: id })).toBeFocused();
    await expect(page.getByRole('region', { name: /^Ranking of A/ }).getByRole('listitem')).toHaveCount(10);
    await expect(page.getByRole('region', { name: /^Ranking of B/ })).toContainText(/from \d|= A|not in A/);
    await expect(page.getByRole('heading', { name: 'Boundaries around the gold' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(new RegExp(id));
    await page.goBack();
    await expect(list(page)).toBeVisible();
    await expect(page).toHaveURL(/cell=onlyA/);
  });

  test('pairs four runs, adjusts p, and lets any pair be chosen', async ({ page }) => {
    await open(page, `${pair},chunking-squad~paragraph,chunking-squad~fixed_size-1-1`);
    await expect(differences(page).locator('tbody tr')).toHaveCount(6);
    await expect(differences(page)).toContainText('p, adjusted');
    await expect(page.getByText(/Neighbor expansion: none in A, B and C; ±1\/1 in D/)).toBeVisible();
    await differences(page).getByRole('link', { name: 'C − D' }).click();
    await expect(page.getByRole('heading', { name: 'C against D, question by question' })).toBeVisible();
  });

  test('returns every question as CSV', async ({ page }) => {
    await open(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of all questions' }).click(),
    ]);
    const lines = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(801);
    expect(lines[0]).toContain('A Sentence pack');
  });

  test('shows the expansion tree of every run and names the chunk that made the difference', async ({
    page,
  }) => {
    await page.goto('./#/experiment/chunking-squad/scorecard');
    await page.getByRole('link', { name: 'Compare ±0/0 with ±1/1' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Unlike setups.' })).toContainText(
      /Neighbor expansion: none in A; ±1\/1 in B.*Tokens returned by the first 5 hits, mean of a question: [\d.,]+ in A; [\d.,]+ in B, [\d.,]+ more/,
    );
    await page.getByRole('link', { name: /^only B: / }).click();
    const flip = list(page)
      .locator('tbody tr', { hasText: /the answer stands in the chunk (before|after) hit \d/ })
      .first();
    const reason = /the answer stands in the chunk (before|after) hit \d/.exec(await flip.innerText())![0];
    await flip.getByRole('link').click();
    const trees = page.getByRole('region', { name: 'Expansion trees, run by run' });
    await expect(trees.getByRole('region', { name: /^Expansion tree of A/ })).toContainText(
      'At ±0/0 nothing is added',
    );
    const widened = trees.getByRole('region', { name: /^Expansion tree of B/ });
    await expect(widened).toContainText(reason);
    await expect(widened.getByRole('listitem').filter({ hasText: 'score' })).toHaveCount(5);
    await widened
      .getByText(/chunks: chunk \d+, holds the answer/)
      .first()
      .click();
    await expect(widened.getByText(/^neighbor chunk \d+.*, holds the answer$/).first()).toBeVisible();
  });

  test('explains the badge of a column by keyboard, muted where it does not apply', async ({ page }) => {
    await open(page, 'runs=chunking-squad~fixed_size-1-1,chunking-squad~paragraph');
    const heads = page.getByRole('region', { name: 'Runs side by side' });
    await heads.getByRole('button', { name: '±1/1: about neighbor expansion' }).focus();
    await page.keyboard.press('Enter');
    await expect(
      heads.getByText('every fixed_size hit brings one chunk before it and one chunk after it'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await list(page)
      .getByRole('columnheader', { name: /^B/ })
      .getByRole('button', { name: '±0/0, does not apply: about neighbor expansion' })
      .click();
    await expect(list(page).getByText('fixed_size was not in this run')).toBeVisible();
  });

  const pages = {
    'the comparison': `#/compare?v=1&${pair}`,
    'the list of runs': '#/runs?v=1&runs=chunking-squad~paragraph',
    'one question': `#/compare?v=1&${pair}&question=56bf2afe3aeaaa14008c9544`,
    'expansion trees':
      '#/compare?v=1&runs=chunking-squad~fixed_size-0-0,chunking-squad~fixed_size-1-1,chunking-squad~paragraph&question=56d729ec0d65d21400198434',
  };
  for (const [name, link] of Object.entries(pages)) {
    test(`has no accessibility faults and no sideways scrolling, ${name}`, async ({ page }) => {
      // Long tables take axe a while on a busy machine.
      test.slow();
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(`./${link}`);
      await page.getByRole('region').first().waitFor();
      await expect(page.getByText(/computing|Computing|Loading/)).toHaveCount(0);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
      expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
    });
  }
});
