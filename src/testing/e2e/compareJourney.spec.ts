import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The whole way of somebody who passes a comparison on, from two checkboxes to a printed page. */
test('hits alone against ±1/1: chosen, compared, a flip opened, its tree, the report offline, sorted and printed', async ({
  page,
  browser,
}, info) => {
  test.slow();
  await page.goto('./#/runs?v=1');
  await page.getByLabel('Find').fill('neighbor squad');
  for (const width of ['±0/0', '±1/1'])
    await page.getByRole('checkbox', { name: new RegExp(width.replace('/', String.raw`\/`)) }).check();
  await page.getByRole('link', { name: 'Compare 2 runs' }).click();

  const onlyB = page.getByRole('link', { name: /^only B: / });
  const flips = Number(/only B: (\d+)/.exec((await onlyB.getAttribute('aria-label'))!)![1]);
  expect(flips).toBeGreaterThan(0);
  const verdicts = await page
    .getByRole('region', { name: 'Paired differences', exact: true })
    .locator('tbody tr')
    .innerText();
  await onlyB.click();
  await page
    .getByRole('region', { name: 'Questions of the pair' })
    .locator('tbody tr')
    .first()
    .getByRole('link')
    .click();
  await expect(page.getByRole('region', { name: /^Expansion tree of A/ })).toContainText(
    'At ±0/0 nothing is added',
  );
  await expect(
    page
      .getByRole('region', { name: /^Expansion tree of B/ })
      .getByRole('listitem')
      .filter({ hasText: 'score' }),
  ).toHaveCount(5);
  await page.goBack();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report of this comparison' }).click(),
  ]);
  const file = join(info.outputDir, download.suggestedFilename());
  await download.saveAs(file);

  const offline = await browser.newContext({ offline: true });
  const report = await offline.newPage();
  const faults: string[] = [];
  report.on('pageerror', ({ message }) => faults.push(message));
  report.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await report.goto(pathToFileURL(file).href);
  const difference = /[+−][\d.]+ points/.exec(verdicts)?.[0];
  expect(difference, `a difference in “${verdicts}”`).toBeDefined();
  await expect(report.locator('body')).toContainText(difference!);

  const table = report.locator('table:has(thead button)').first();
  const column = table.locator('thead th:has(button)').nth(1);
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', /ascending|descending/);
  const first = await column.getAttribute('aria-sort');
  await column.getByRole('button').click();
  await expect(column).not.toHaveAttribute('aria-sort', first!);
  expect((await report.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(20_000);
  expect(faults).toEqual([]);
  await offline.close();
});
