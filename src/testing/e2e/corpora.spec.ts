import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { experimentViews } from '../../app/state/urlState';

const root = join(import.meta.dirname, '../../..');
const chromaFolder = join(root, '../shared/data/chroma');
const chromaFiles = [
  'questions_df.csv',
  'chatlogs.md',
  'finance.md',
  'pubmed.md',
  'state_of_the_union.md',
  'wikitexts.md',
];

/** Files of an experiment that a page asked for, with their size as servers send it. */
function watchFiles(page: Page, id: string): () => { requests: number; kilobytes: number } {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split(`/artifacts/${id}/`)[1];
    if (name) asked.add(decodeURIComponent(name));
  });
  return () => ({
    requests: asked.size,
    kilobytes:
      [...asked].reduce(
        (sum, name) => sum + gzipSync(readFileSync(join(root, 'artifacts', id, name))).length,
        0,
      ) / 1000,
  });
}

for (const id of ['chunking-chroma', 'chunking-covidqa']) {
  test.describe(id, () => {
    for (const view of experimentViews) {
      test(`opens its ${view} with few files`, async ({ page }) => {
        const files = watchFiles(page, id);
        await page.goto(`./#/experiment/${id}/${view}?v=1`);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('alert')).toHaveCount(0);
        const { requests, kilobytes } = files();
        expect(requests).toBeLessThanOrEqual(12);
        // The failure explorer counts every family under every row, so it reads all rankings.
        expect(kilobytes).toBeLessThanOrEqual(view === 'failures' ? 1_200 : 400);
      });
    }

    test('compares two of its rows, and is sound to the doctor', async ({ page }) => {
      // Every interval and tie group of forty rows is drawn again.
      test.setTimeout(300_000);
      const files = watchFiles(page, id);
      await page.goto(`./#/compare?v=1&runs=${id}~recursive,${id}~paragraph`);
      await expect(page.getByRole('main')).toContainText('Recursive');
      await expect(page.getByRole('table').first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(files().kilobytes).toBeLessThanOrEqual(400);
      await page.goto(`./#/doctor?v=1&experiment=${id}`);
      await expect(page.getByText(/Everything that was checked holds/)).toBeVisible({ timeout: 240_000 });
    });

    test('is saved as a report', async ({ page }) => {
      await page.goto(`./#/experiment/${id}/scorecard?v=1`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Report', exact: true }).click(),
      ]);
      const report = readFileSync(await download.path(), 'utf8');
      expect(report).toContain('<h1');
      expect(report.includes('Reported by the source, and measured here')).toBe(id === 'chunking-chroma');
    });
  });
}

test('Chroma’s scorecard shows what was reported beside what is measured, and one rule where there is one', async ({
  page,
}) => {
  await page.goto('./#/experiment/chunking-chroma/scorecard?v=1');
  const table = page.getByRole('region', { name: 'Precision Ω, reported and measured here' });
  await expect(table.getByRole('row', { name: /^Token windows, 400\/0/ })).toContainText('12.5 %');
  await expect(table.getByRole('row')).toHaveCount(9);
  await page.goto('./#/experiment/chunking-chroma/failures?v=1');
  await expect(page.getByRole('group', { name: 'Setup and filters' })).toBeVisible();
  await expect(page.getByText('Relevant by')).toHaveCount(0);
});

if (chromaFiles.every((name) => existsSync(join(chromaFolder, name)))) {
  test('Chroma’s corpora, picked as files, give the inspector its text', async ({ page }) => {
    await page.goto('./#/experiment/chunking-chroma/inspector?v=1&document=chatlogs');
    await expect(page.getByText('The text is not part of this experiment')).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(join(chromaFolder, chromaFiles[0]!));
    await expect(page.getByText(/no text of/)).toBeVisible();
    await page.locator('input[type=file]').setInputFiles(chromaFiles.map((name) => join(chromaFolder, name)));
    await expect(page.getByText('checked against the experiment’s corpus hash')).toBeVisible({
      timeout: 30_000,
    });
  });

  test('Chroma’s files, dropped on the live benchmark, are documents and located questions', async ({
    page,
  }) => {
    await page.goto('./#/live/benchmark?v=1');
    await page
      .getByLabel('Document files')
      .setInputFiles(chromaFiles.map((name) => join(chromaFolder, name)));
    await page.getByRole('button', { name: 'Use its documents and questions' }).click();
    await expect(page.getByText(/5 documents/).first()).toBeVisible();
    await expect(page.getByText(/472/).first()).toBeVisible();
    await expect(page.getByText(/without gold/)).toHaveCount(0);
  });
} else {
  console.log('Chroma’s corpora are not there: the journeys on their text were not tried.');
}
