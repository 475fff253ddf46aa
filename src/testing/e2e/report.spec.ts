import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityFaults } from '../accessibility';

const root = join(import.meta.dirname, '../../..');

async function downloadReport(page: Page, experiment: string, folder: string): Promise<string> {
  await page.goto(`./#/experiment/${experiment}/scorecard?v=1`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${experiment}-report.html`);
  const file = join(folder, `${experiment}.html`);
  await download.saveAs(file);
  return file;
}

test.describe('report', () => {
  test('page, command line and report show the same numbers', async ({ page, context }, info) => {
    const file = await downloadReport(page, 'chunking-squad', info.outputDir);
    const onPage = await page
      .locator('table')
      .first()
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText));
    const written = join(info.outputDir, 'cli.html');
    execFileSync('npm', ['run', '-s', 'bench', '--', 'report', 'chunking-squad', '--out', written], {
      cwd: root,
    });
    expect(readFileSync(written, 'utf8')).toBe(readFileSync(file, 'utf8'));

    const report = await context.newPage();
    await report.goto(pathToFileURL(file).href);
    const shown = JSON.parse(
      execFileSync('npm', ['run', '-s', 'bench', '--', 'show', 'chunking-squad', '--json'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1e8,
      }),
    ) as { row: string; ndcgAt10: number; label?: string }[];
    for (const row of ['paragraph', 'recursive', 'parent_document']) {
      const cell = report.locator(`tr[data-row="${row}"] td[data-column="ndcgAt10"]`).first();
      const text = await cell.locator('span').innerText();
      expect(Number(await cell.getAttribute('data-v'))).toBe(
        shown.find((other) => other.row === row)!.ndcgAt10,
      );
      expect(text).toBe(shown.find((other) => other.row === row)!.ndcgAt10.toFixed(4));
      expect(
        onPage.some((line) => line.includes(text)),
        `${row}: ${text} on the page`,
      ).toBe(true);
    }
  });

  test('opens from disk without a network, sorts, filters, lists misses, prints', async ({
    page,
    browser,
  }, info) => {
    const file = await downloadReport(page, 'chunking-squad', info.outputDir);
    const context = await browser.newContext({ offline: true, colorScheme: 'dark' });
    const report = await context.newPage();
    const [asked, faults]: [string[], string[]] = [[], []];
    report.on('request', (request) => request.url().startsWith('file:') || asked.push(request.url()));
    report.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    report.on('pageerror', (error) => faults.push(error.message));
    await report.goto(pathToFileURL(file).href);

    const table = report.locator('#main-0');
    const values = () =>
      table
        .locator('td[data-column="ndcgAt10"]')
        .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-v'))));
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
    expect(
      await accessibilityFaults(report, {
        parts: ['#summary', '#main-0', '#comparisons', '#curves', '#setup'],
      }),
    ).toEqual([]);
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

  for (const { experiment, details } of [
    { experiment: 'chunking-squad', details: 'First 5 of the ranking' },
    { experiment: 'contextual-blend', details: 'Ranking with the four terms of each score' },
    { experiment: 'chunking-squad', details: 'Handed over:' },
  ]) {
    test(`${experiment}, ${details}: its report is inspected by keyboard from disk`, async ({
      page,
      browser,
    }, info) => {
      const file = await downloadReport(page, experiment, info.outputDir);
      expect(readFileSync(file).byteLength).toBeLessThan(1_000_000);
      const context = await browser.newContext({ offline: true });
      const report = await context.newPage();
      const faults: string[] = [];
      report.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      report.on('pageerror', (error) => faults.push(error.message));
      await report.goto(pathToFileURL(file).href);
      await expect(report.getByRole('heading', { name: 'What not to conclude' })).toBeVisible();
      await expect(report.locator('svg[role="img"]').first()).toBeVisible();

      // From the search field by Tab to the list, and into its first line.
      await report.locator('#inspect-find').focus();
      for (
        let i = 0;
        i < 3 &&
        !(await report
          .locator('#inspect-body button')
          .first()
          .evaluate((button) => button === document.activeElement));
        i += 1
      )
        await report.keyboard.press('Tab');
      await report.keyboard.press('Enter');
      const one = report.locator('#inspect-one');
      const head = one.getByRole('heading').first();
      await expect(head).toBeFocused();
      const first = await head.innerText();
      await expect(one.locator('details[open]')).toHaveCount(1);
      if (details === 'Handed over:') await one.getByText(/^fixed_size ±1\/1: /).click();
      await expect(one).toContainText(details);
      await report.keyboard.press('j');
      await expect(head).not.toHaveText(first);
      await expect(head).toBeFocused();
      await report.keyboard.press('k');
      await expect(head).toHaveText(first);
      const rows = report.locator('#inspect-row option');
      await report.locator('#inspect-row').selectOption({ index: (await rows.count()) - 1 });
      await expect(one.locator('details[open] summary')).toContainText(await rows.last().innerText());
      expect(await accessibilityFaults(report, { parts: ['#inspector'] })).toEqual([]);
      await one.getByRole('button', { name: 'Close' }).click();
      await expect(one).toBeHidden();

      const pdf = (await report.pdf({ format: 'A4' })).toString('latin1');
      expect(Number(/\/Type\s*\/Pages[^>]*\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(3);
      expect(pdf).toContain(`/Title (${await report.title()})`);
      await report.emulateMedia({ media: 'print' });
      await expect(report.getByText('are on screen: open this file in a browser')).toBeVisible();
      await expect(report.locator('#inspect-body')).toBeHidden();
      expect(faults).toEqual([]);
      await context.close();
    });
  }

  test('trees stand in both views, are filtered, and are few on paper', async ({ page, context }, info) => {
    const report = await context.newPage();
    await report.goto(pathToFileURL(await downloadReport(page, 'chunking-squad', info.outputDir)).href);
    await expect(
      report.getByRole('region', { name: 'Managerial view' }).locator('ul.tree').first(),
    ).toBeVisible();
    const trees = report.getByRole('region', { name: 'Expansion trees' }).locator('article');
    const all = await trees.count();
    await expect(report.locator('[data-tree-count]')).toHaveText(`${all} of ${all} trees`);
    await report.locator('[data-tree-group]').selectOption('missed all the same');
    await expect(report.locator('[data-tree-count]')).toHaveText(`12 of ${all} trees`);
    await expect(trees.filter({ visible: true })).toHaveCount(12);
    await report.locator('[data-tree-filter]').fill('no such question');
    await expect(trees.filter({ visible: true })).toHaveCount(0);
    await report.locator('[data-tree-filter]').fill('');
    await report.emulateMedia({ media: 'print' });
    await expect(trees.filter({ visible: true })).toHaveCount(6);
  });

  test('a comparison: page, command line and report show the same numbers', async ({
    page,
    context,
  }, info) => {
    const runs = [
      'chunking-squad~fixed_size-1-1',
      'chunking-squad~fixed_size-0-0',
      'chunking-squad~paragraph',
    ];
    await page.goto(`./#/compare?v=1&runs=${runs.map(encodeURIComponent).join(',')}`);
    const differences = page.getByRole('region', { name: 'Paired differences', exact: true });
    await expect(differences).toContainText('A − B');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report of this comparison' }).click(),
    ]);
    const file = join(info.outputDir, 'comparison.html');
    await download.saveAs(file);
    const written = join(info.outputDir, 'cli.html');
    execFileSync('npm', ['run', '-s', 'bench', '--', 'report', '--compare', ...runs, '--out', written], {
      cwd: root,
    });
    expect(readFileSync(written, 'utf8')).toBe(readFileSync(file, 'utf8'));
    expect(readFileSync(file).byteLength).toBeLessThan(1_000_000);

    const report = await context.newPage();
    await report.goto(pathToFileURL(file).href);
    const lines = (cells: string[][]) =>
      cells.map((line) => line.map((cell) => cell.trim()).filter((cell) => cell !== ''));
    const onPage = lines(
      await differences
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...(row as HTMLTableRowElement).cells]
              .filter((cell) => !cell.querySelector('svg'))
              .map((cell) => cell.innerText),
          ),
        ),
    );
    const inReport = lines(
      await report
        .locator('#pairs tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
        ),
    );
    expect(inReport).toEqual(onPage);
    for (const cell of ['both hit', 'only A', 'only B', 'neither']) {
      const shown = (await page
        .getByRole('link', { name: new RegExp(`^${cell}: `) })
        .getAttribute('aria-label'))!;
      expect(shown).toContain(
        `${cell}: ${await report.locator('#counts tbody tr', { hasText: cell }).locator('td').first().innerText()} of`,
      );
    }
    await expect(report.locator('#flips tbody tr')).toHaveCount(
      Number(
        await report.locator('#counts tbody tr', { hasText: 'only A' }).locator('td').first().innerText(),
      ) +
        Number(
          await report.locator('#counts tbody tr', { hasText: 'only B' }).locator('td').first().innerText(),
        ),
    );
    await expect(report.locator('#flips tbody tr').first()).toContainText('A has it with its first hit');
    await report.locator('#inspect-misses').uncheck();
    await report.locator('#inspect-body button').first().click();
    await expect(report.locator('#inspect-one details')).toHaveCount(3);
    await report.locator('#inspect-one summary').last().click();
    await expect(report.locator('#inspect-one svg.lane').first()).toBeVisible();
    await report.locator('#inspect-misses').check();
    expect(
      await accessibilityFaults(report, {
        parts: ['#summary', '#setups', '#comparisons', '#questions', '#inspect-one'],
      }),
    ).toEqual([]);
    await report.setViewportSize({ width: 320, height: 700 });
    expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
