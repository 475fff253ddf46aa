import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

test.describe('the handbook', () => {
  test('says what each row answers that the documents leave open', async ({ page }) => {
    await page.goto('./#/experiment/handbook/scorecard');
    await expect(page.getByRole('heading', { name: 'When there is nothing to find' })).toBeVisible();
    const table = page.getByRole('region', { name: 'Questions that the documents leave open' });
    await expect(table.getByRole('row')).toHaveCount(33);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('opens in every view, with its text', async ({ page }) => {
    for (const view of ['curves', 'inspector', 'failures', 'method', 'data', 'limits']) {
      await page.goto(`./#/experiment/handbook/${view}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.goto('./#/experiment/handbook/inspector');
    await expect(page.getByText('Time away from work').first()).toBeVisible();
  });
});

test.describe('the missing exception', () => {
  test('shows the fragment first, then the paragraph with what was missed', async ({ page }) => {
    await page.goto('./#/experiment/missing-exception/scorecard');
    const reading = page.getByRole('region', { name: 'Could you answer from this alone?' });
    await reading.getByText('guest', { exact: true }).click();
    const fragment = reading.getByRole('blockquote', { name: 'First fragment' });
    await expect(fragment).toContainText('the export of a workspace.');
    await expect(fragment).not.toContainText('Guests cannot export');
    await reading.getByRole('button', { name: 'Show the whole paragraph' }).click();
    await expect(reading.locator('mark')).toHaveText('Guests cannot export a workspace.');
    await expect(reading.getByRole('status')).toContainText('The fragment does not hold it');
    await reading.getByText('Paragraph', { exact: true }).click();
    await reading.getByRole('button', { name: 'Show the whole paragraph' }).click();
    await expect(reading.getByRole('status')).toHaveText('The fragment holds the sentence whole.');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('runs again with other windows beside what is published, and counts every phase', async ({ page }) => {
    await page.goto('./#/experiment/missing-exception/scorecard');
    const own = page.getByRole('region', { name: 'Other words, other windows' });
    await own.getByLabel('Window', { exact: true }).fill('200');
    await expect(
      own.getByRole('row', { name: /^Yours .* The fragment holds the sentence whole\.$/s }),
    ).toBeVisible();
    await own.getByLabel('Question').fill('Nothing of this stands there: zebra');
    await expect(own.getByRole('row', { name: /^As published/ })).toBeVisible();
    const luck = page.getByRole('region', { name: 'Phases that pass so many questions' });
    await expect(luck.getByRole('row', { name: /^80 3 \(3\.8 %\) 44 / })).toBeVisible();
  });
});
