import { expect, test, type Page } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');

async function downloadReport(page: Page, experiment: string, folder: string): Promise<string> {
  await page.goto(`./#/experiment/${experiment}/scorecard?v=1`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the report' }).click()]);
  expect(download.suggestedFilename()).toBe(`${experiment}-report.html`);
  const file = join(folder, `${experiment}.html`);
  await download.saveAs(file);
  return file;
}

test.describe('report', () => {
  test('page, command line and report show the same numbers', async ({ page, context }, info) => {
    const file = await downloadReport(page, 'chunking-squad', info.outputDir);
    const onPage = await page.locator('table').first().locator('tbody tr').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText));
    const written = join(info.outputDir, 'cli.html');
    execFileSync('npm', ['run', '-s', 'bench', '--', 'report', 'chunking-squad', '--out', written], { cwd: root });
    expect(readFileSync(written, 'utf8')).toBe(readFileSync(file, 'utf8'));

    const report = await context.newPage();
    await report.goto(pathToFileURL(file).href);
    const shown = JSON.parse(execFileSync('npm', ['run', '-s', 'bench', '--', 'show', 'chunking-squad', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })) as { row: string; ndcgAt10: number; label?: string }[];
    for (const row of ['paragraph', 'recursive', 'parent_document']) {
      const cell = report.locator(`tr[data-row="${row}"] td[data-column="ndcgAt10"]`).first();
      const text = await cell.locator('span').innerText();
      expect(Number(await cell.getAttribute('data-v'))).toBe(shown.find((other) => other.row === row)!.ndcgAt10);
      expect(text).toBe(shown.find((other) => other.row === row)!.ndcgAt10.toFixed(4));
      expect(onPage.some((line) => line.includes(text)), `${row}: ${text} on the page`).toBe(true);
    }
  });

  test('opens from disk without a network, sorts, filters, lists misses, prints', async ({ page, browser }, info) => {
    const file = await downloadReport(page, 'chunking-squad', info.outputDir);
    const context = await browser.newContext({ offline: true, colorScheme: 'dark' });
    const report = await context.newPage();
    const [asked, faults]: [string[], string[]] = [[], []];
    report.on('request', (request) => request.url().startsWith('file:') || asked.push(request.url()));
    report.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    report.on('pageerror', (error) => faults.push(error.message));
    await report.goto(pathToFileURL(file).href);

    const table = report.locator('#main-0');
    const values = () => table.locator('td[data-column="ndcgAt10"]').evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-v'))));
    await table.getByRole('button', { name: 'nDCG@10' }).click();
    const descending = await values();
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    await table.getByRole('button', { name: 'nDCG@10' }).click();
    expect(await values()).toEqual([...descending].reverse());

    await report.locator('input[data-filter="main-0"]').fill('parent');
    await expect(table.locator('tbody tr:visible')).toHaveCount(1);
    await expect(report.locator('[data-count="main-0"]')).toHaveText('1 of 8 rows');
    await report.locator('input[data-filter="main-0"]').fill('');

    await expect(report.locator('#inspect-count')).toHaveText(/^\d+ of 800 questions$/);
    await report.locator('#inspect-misses').uncheck();
    await expect(report.locator('#inspect-count')).toHaveText(/^800 of 800 questions, the first 500 shown$/);

    await report.locator('#inspect-misses').check();
    // The second table has the form of the first and ten times its cells.
    const { violations } = await new AxeBuilder({ page: report }).include(['#summary', '#main-0', '#comparisons', '#curves', '#setup'].join(',')).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await report.emulateMedia({ media: 'print' });
    await expect(report.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(report.locator('.controls').first()).toBeHidden();
    const pdf = await report.pdf({ format: 'A4' });
    expect(pdf.byteLength).toBeGreaterThan(20_000);
    await report.emulateMedia({ media: 'screen' });
    await report.setViewportSize({ width: 320, height: 700 });
    expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect([asked, faults]).toEqual([[], []]);
    await context.close();
  });

  for (const experiment of ['contextual-blend', 'neighbor-expansion']) {
    test(`${experiment} has its report`, async ({ page, context }, info) => {
      const file = await downloadReport(page, experiment, info.outputDir);
      const report = await context.newPage();
      await report.goto(pathToFileURL(file).href);
      await expect(report.getByRole('heading', { name: 'What not to conclude' })).toBeVisible();
      await expect(report.locator('svg[role="img"]').first()).toBeVisible();
    });
  }
});
