import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

test.describe('the review sheet', () => {
  test('takes a missed exception from the scorecard over the inspector into a filled CSV', async ({
    page,
  }) => {
    await page.goto('./#/experiment/missing-exception/scorecard');
    // The figure opens the questions behind it: those whose first fragment does not answer.
    const figures = page.getByRole('row', { name: /Windows of 80, 30 overlap/ }).first();
    await figures.locator('a[href*="k=1&"]').click();
    await expect(page).toHaveURL(/\/failures/);
    await page
      .getByRole('region', { name: 'List of misses' })
      .getByRole('link', { name: 'Can guests export a workspace?' })
      .click();
    const exception = page.getByRole('region', { name: 'The rule and its exception' });
    await expect(exception).toContainText('Guests cannot export a workspace.');
    await exception.getByRole('link', { name: 'In the inspector' }).click();
    await expect(page).toHaveURL(/\/inspector/);
    const rules = page.getByRole('region', { name: 'Rules and their exceptions' });
    await expect(rules.getByRole('row', { name: /Guests cannot export a workspace/ })).toContainText(
      'Windows of 80, Windows of 80, 30 overlap',
    );
    await page.goBack();

    await page.getByRole('button', { name: 'Add to the review sheet' }).click();
    const line = page.getByRole('region', { name: 'Review sheet', exact: true }).getByRole('row').nth(1);
    await expect(line).toContainText('Guests cannot export a workspace.');
    await line.focus();
    await page.keyboard.press('3');
    await expect(line.getByLabel('Lost at')).toHaveValue('boundary');
    await page.keyboard.press('n');
    await page.keyboard.type('=cut between heading and sentence');
    await page.keyboard.press('Escape');
    await expect(line).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);

    // Kept in this browser: it is there again after the page was closed.
    await page.reload();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the sheet (CSV)' }).click(),
    ]);
    const csv = await readFile((await file.path())!, 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'Id,Question,Row,Source document,Extraction,Chunk boundary,Retrieved candidates,Final context,Answer,Lost at,Note',
    );
    expect(csv).toContain('guest');
    expect(csv).toContain('Guests cannot export a workspace.');
    expect(csv).toContain('Chunk boundary,');
    expect(csv).toContain(",'=cut between heading and sentence");
  });

  for (const experiment of ['contextual-blend', 'chunking-squad'])
    test(`is filled in from a miss of ${experiment}`, async ({ page }) => {
      await page.goto(`./#/experiment/${experiment}/failures`);
      await page
        .getByRole('region', { name: 'List of misses' })
        .getByRole('rowheader')
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('button', { name: 'Add to the review sheet' }).click();
      const line = page.getByRole('region', { name: 'Review sheet', exact: true }).getByRole('row').nth(1);
      await expect(line).toContainText('1. ');
    });
});

test('a live run counts the rules that its strategies part from their exceptions, and opens one', async ({
  page,
}) => {
  await page.goto('./#/live/benchmark?v=1');
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const rules = page.getByRole('region', { name: /^Rules whose exception stands in no context with them/ });
  await expect(rules.getByRole('row')).not.toHaveCount(0, { timeout: 60_000 });
  await rules.getByRole('link', { name: 'In the inspector' }).first().click();
  await expect(
    page.getByRole('region', { name: 'Rules and their exceptions' }).getByRole('table'),
  ).toBeVisible();
});
