import { createHash } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';
import { authoredExperiment, type AuthoredExperiment } from '../authoredSquad';

const squad = '#/experiment/chunking-squad/failures?v=1';

const matrix = (page: Page) => page.getByRole('region', { name: 'Matrix of misses' });
const list = (page: Page) => page.getByRole('region', { name: 'List of misses' });
const title = (page: Page) => page.getByRole('heading', { level: 2 }).first();

async function open(page: Page, hash: string) {
  await page.goto(`./${hash}`);
  await expect(title(page)).toBeVisible();
}

test.describe('the failure explorer of the chunking benchmark', () => {
  test('opens misses of a row, narrows them by stage and family, and Back widens them again', async ({
    page,
  }) => {
    await open(page, `${squad}&row=parent_document`);
    await expect(title(page)).toHaveText(/^\d+ of 800 questions missed/);
    await page
      .getByRole('list', { name: 'Misses by stage' })
      .getByRole('link', { name: /boundary/ })
      .click();
    await expect(page).toHaveURL(/stage=boundary/);
    const lost = await list(page).locator('[data-miss]').count();
    expect(lost).toBeGreaterThan(0);
    await expect(list(page).getByText('boundary')).toHaveCount(lost);
    await page.getByText('question word', { exact: true }).click();
    await expect(page).toHaveURL(/grouping=questionWord/);
    await expect(matrix(page).getByRole('rowheader', { name: 'who', exact: true })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page).not.toHaveURL(/stage=/);
  });

  test('explains a boundary miss without the text: who holds which share, and which rows rescue it', async ({
    page,
  }) => {
    await open(page, `${squad}&row=parent_document&stage=boundary`);
    const first = list(page).locator('[data-miss]').first();
    const id = (await first.getAttribute('data-miss'))!;
    await first.click();
    await expect(title(page)).toHaveText(id);
    await expect(page.getByText('no context covers it whole', { exact: false })).toBeVisible();
    const shares = await page
      .getByRole('region', { name: 'Contexts that hold some of the gold' })
      .locator('tbody td:nth-of-type(2)')
      .allInnerTexts();
    expect(shares.length).toBeGreaterThan(1);
    expect(
      shares.map((share) => Number(share.replace(' %', ''))).every((share) => share > 0 && share < 100),
    ).toBe(true);
    await expect(page.getByText('The terms of the two scores are computed from the text.')).toBeVisible();
    const rescue = page.getByRole('region', { name: 'The question in every row' });
    await expect(rescue.locator('tbody tr')).toHaveCount(8);
    await page.getByRole('link', { name: 'See this place in the chunk inspector' }).click();
    await expect(page).toHaveURL(new RegExp(`inspector.*question=${id}`));
    await page.goBack();
    await page.goBack();
    await expect(list(page).locator(`[data-miss="${id}"]`)).toBeFocused();
  });

  test('changes the cutoff and the rule within the same link', async ({ page }) => {
    await open(page, `${squad}&row=paragraph`);
    const lostAt5 = Number((await title(page).innerText()).split(' ')[0]);
    await page.getByText('1', { exact: true }).first().click();
    await expect(page).toHaveURL(/k=1/);
    await expect
      .poll(async () => Number((await title(page).innerText()).split(' ')[0]))
      .toBeGreaterThan(lostAt5);
    await page.getByText('evidence', { exact: true }).first().click();
    await expect(page).toHaveURL(/rule=evidence/);
    const lost = await title(page).innerText();
    await page.reload();
    await expect(title(page)).toHaveText(lost);
  });

  test('opens a question that filters hide, says which, and clears them', async ({ page }) => {
    await open(page, `${squad}&row=recursive&question=56be4db0acb8001400a502ef&family=Warsaw&cells=rates`);
    await expect(title(page)).toHaveText('56be4db0acb8001400a502ef');
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'The list does not hold question 56be4db0acb8001400a502ef' });
    await expect(notice).toContainText('“article: Warsaw”');
    await notice.getByRole('button').click();
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL(/cells=rates/);
  });

  test('tells whether neighbors would have helped, at knobs that stand in the link, without the text', async ({
    page,
  }) => {
    await open(page, `${squad}&row=fixed_size&question=56d729ec0d65d21400198434&prev=1&next=0`);
    const section = page.getByRole('region', { name: 'Would neighbors have helped?' });
    const verdict = section.locator('p[role=status]');
    await expect(verdict).toContainText('No: widened by ±1/0, the first 5 hits do not bring the answer in.');
    await expect(verdict).toContainText(
      'The smallest equal width that does is ±1/1; on one side alone, ±0/1.',
    );
    await section.getByRole('slider', { name: 'Chunks after' }).press('ArrowRight');
    await expect(verdict).toContainText(
      'Yes: widened by ±1/1, the first 5 hits bring the answer in: the answer stands in the chunk after hit 2.',
    );
    await expect(page).not.toHaveURL(/next=/);
    await section.getByRole('slider', { name: 'Chunks before' }).press('Home');
    await expect(page).toHaveURL(/prev=0/);
    await expect(section.getByText('chunk 25, holds the answer', { exact: false }).first()).toBeVisible();
    await section.getByRole('slider', { name: 'Chunks after' }).press('Home');
    await expect(section.getByText('At ±0/0 nothing is added')).toBeVisible();
    await section.getByRole('button', { name: 'Set ±1/1' }).click();
    await expect(verdict).toContainText('Yes: widened by ±1/1');
    await page.getByRole('group', { name: 'Setup' }).getByRole('combobox').first().selectOption('paragraph');
    await expect(section.getByText('Neighbor expansion widens fixed_size hits only')).toBeVisible();
    await expect(section.getByRole('slider')).toHaveCount(0);
  });

  for (const width of [320, 1920]) {
    test(`fits a page ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const params of [
        '&row=parent_document',
        '&row=parent_document&question=56f7f15aa6d7ea1400e172ec',
        '&row=fixed_size&question=56d729ec0d65d21400198434&prev=2',
      ]) {
        await open(page, squad + params);
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
          params,
        ).toBeLessThanOrEqual(0);
      }
    });
  }

  for (const params of [
    '&row=parent_document&stage=boundary',
    '&row=parent_document&question=56f7f15aa6d7ea1400e172ec',
    '&row=fixed_size&question=56d729ec0d65d21400198434&prev=2',
  ]) {
    test(`has no accessibility faults, ${params}`, async ({ page }) => {
      // Long tables take axe a while on a busy machine.
      test.slow();
      await open(page, squad + params);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
    });
  }
});

test.describe('with the text', () => {
  let authored: AuthoredExperiment;
  test.beforeAll(async () => {
    authored = await authoredExperiment((text) => createHash('sha256').update(text).digest('hex'));
  });

  test('shows the question, the gold in its place, and the words of both scores', async ({ page }) => {
    await page.route(/\/artifacts\//, (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.split('/artifacts/')[1]!);
      const body = authored.files.get(path);
      return body === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body, contentType: 'application/json' });
    });
    await open(page, '#/experiment/authored-chunks/failures?v=1&row=sentence_window&show=all&k=1');
    await page.getByLabel('File with the text of the authored texts').setInputFiles({
      name: 'authored.json',
      mimeType: 'application/json',
      buffer: Buffer.from(authored.squad),
    });
    const asked = list(page).locator('[data-miss]', { hasText: 'Why was the new pier called the Herring?' });
    await asked.click();
    await expect(title(page)).toHaveText('Why was the new pier called the Herring?');
    await expect(page.locator('mark').first()).toHaveText('herring had paid for every block of it');
    const words = page.getByRole('region', { name: 'Words of both scores' });
    await expect(words.locator('tbody th')).toHaveText(
      ['why', 'was', 'the', 'new', 'pier', 'called', 'herring'].map((word) => new RegExp(`^${word}`)),
    );
    await expect(page.getByText('differ from the stored scores')).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(title(page)).not.toHaveText('Why was the new pier called the Herring?');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });
});
