import { expect, test } from '@playwright/test';
import { startHostileEndpoint } from '../hostileEndpoint';
import { liveDriver, watchConsole } from '../liveDriver';

test('the built-in model gives the published files again, to the last byte', async ({ page }) => {
  test.setTimeout(400_000);
  const live = liveDriver(page);
  const console = watchConsole(page);
  await live.open('reproduce');
  await page.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(page.getByText(/^\d+ of 624 texts/)).toBeVisible({ timeout: 60_000 });
  await expect(
    page.getByText('All 6 files are the published ones to the last byte (equal SHA-256).'),
  ).toBeVisible({ timeout: 300_000 });
  expect(console.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('another model: plan, progress, resume without paying twice, a table beside the published one, the explorer', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({
    dimensions: 32,
    script: [{ kind: 'right' }, { kind: 'right' }, { kind: 'quota' }],
  });
  await live.open('reproduce');
  await live.fillEndpoint({
    baseUrl: endpoint.baseUrl,
    model: '<b>pseudo</b>',
    maxTokens: 8000,
    maxInputs: 200,
  });
  await live.plan();
  await expect(page.getByRole('button', { name: /^Send 624 texts to/ })).toBeVisible();
  await live.send();
  await expect(page.getByText('The account has no credit left.')).toBeVisible();
  expect(endpoint.requests).toHaveLength(3);
  await live.plan();
  // Those that are missing, and a kept one to see whether the model is still the same.
  await expect(page.getByRole('button', { name: /^Send 225 texts to/ })).toBeVisible();
  await live.send();
  await expect(page.getByRole('heading', { name: 'Your run beside the published one' })).toBeVisible({
    timeout: 120_000,
  });
  const paid = [...endpoint.requests.slice(0, 2), ...endpoint.requests.slice(3)].flatMap(
    ({ inputs }) => inputs,
  );
  expect([paid.length, new Set(paid).size]).toEqual([625, 624]);
  await endpoint.close();

  const table = page.getByRole('region', { name: /^Top 1 of your run/ });
  await expect(table.getByRole('row')).toHaveCount(18);
  await expect(table.getByRole('row', { name: /^80\/20 blend / })).toContainText('96.1 %');
  await page.getByRole('link', { name: 'Open in the explorer' }).click();
  await expect(page).toHaveURL(/#\/experiment\/live-\d{8}-\d{6}\/scorecard/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'The controlled blend, run with <b>pseudo</b>' }),
  ).toBeVisible();
  await expect(page.getByText('A run of your own, in memory until this page is closed.')).toBeVisible();
  for (const view of ['Curves', 'Failures', 'Method', 'Data', 'Limits']) {
    await page
      .getByRole('navigation', { name: 'Views of this experiment' })
      .getByRole('link', { name: view, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
