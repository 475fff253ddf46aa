import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';

test.describe('threads of the reader', () => {
  test('are measured in the page and open in every view', async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto('./#/live/threads?v=1');
    await page.getByRole('button', { name: 'Load the sample' }).click();
    await expect(page.getByText('2 threads of sample.json.')).toBeVisible();
    await expect(page.getByText('6 facts with their turns.')).toBeVisible();
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Result of “My threads”' })).toBeVisible({
      timeout: 180_000,
    });
    await expect(page.getByRole('region', { name: 'Facts found by places and threshold' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    const views = page.getByRole('navigation', { name: 'Views of the result' });
    await views.getByRole('link', { name: 'Scorecard' }).click();
    await expect(page.getByRole('rowheader', { name: /Labelled and blended/ }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Reported by the source' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('link', { name: 'Inspector' }).click();
    await expect(page.getByRole('heading', { name: 'Orchard shop' })).toBeVisible();
    await page.getByText(/^Turn 1/).click();
    await page.getByLabel('Thread').selectOption({ label: 'Evening helper (3 turns)' });
    await expect(page.getByRole('heading', { name: 'Evening helper' })).toBeVisible();
    await expect(page.getByText('[Turn 1 · User · Mar 2, 9:20 AM]')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByText('all', { exact: true }).click();
    await page.getByRole('link', { name: /The two dogs are called/ }).click();
    await expect(page.getByRole('heading', { name: /The two dogs are called/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Whole turns' })).toBeVisible();
    await expect(page.getByText('right turn', { exact: true }).first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const view of ['Curves', 'Method', 'Data', 'Limits']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  test('that are broken are named, and facts without a turn too', async ({ page }) => {
    await page.goto('./#/live/threads?v=1');
    const said = { role: 'user', content: 'Water the fern.', time: '2026-01-01T08:00:00Z' };
    await page.getByLabel('Files of chats').setInputFiles([
      { name: 'good.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify([said])) },
      { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify([said, 7])) },
    ]);
    await expect(page.getByText(/1 thread of good\.json, bad\.json/)).toBeVisible();
    await expect(page.getByText(/bad\.json at \$\[1\]/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Facts' }).fill('The fern was watered.');
    await expect(page.getByText(/no right turn/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Facts' }).fill('1: The fern was watered.\nNo turn here.');
    await expect(page.getByText('1 fact with their turns.')).toBeVisible();
    await expect(page.getByText(/line 2: found no right turn/)).toBeVisible();
  });
});

test.describe('the published threads', () => {
  test('show what each step gains, and the message whose question one vector loses', async ({ page }) => {
    await page.goto('./#/experiment/threads/scorecard?v=1');
    await expect(page.getByRole('rowheader', { name: /Whole turns/ }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Messages of several subjects' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'One detail in a large tool result' })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.goto('./#/experiment/threads/failures?v=1&list=messages&search=whole&find=dogs');
    await page.getByRole('link', { name: /names of my two dogs/ }).click();
    const subjects = page.getByRole('table', { name: /Subjects of the message/ });
    await expect(subjects.getByRole('row', { name: /^dogs/ })).toContainText('lost');
    await expect(subjects.getByRole('row', { name: /^dogs/ })).toContainText('found');
    await expect(page.getByText('No place in the one list: starved.').first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
