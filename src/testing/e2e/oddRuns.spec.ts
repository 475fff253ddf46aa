import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { awkwardId, markup, oddNames, oddRun, quoted, smallCorpus } from '../oddRuns';
import { watchHarm } from '../watchHarm';

const views = ['scorecard', 'curves', 'inspector', 'failures', 'method', 'data', 'limits'] as const;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function open(page: Page, name: string, zip: Buffer): Promise<void> {
  await page.goto('./#/');
  await page.getByLabel('Files of a run').setInputFiles({ name, mimeType: 'application/zip', buffer: zip });
  await expect(page).toHaveURL(/experiment\/opened-/);
}

/** Goes to a view in the open page, and waits until it is there. */
async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => void (location.hash = to), hash);
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

async function visitAll(page: Page, id: string): Promise<void> {
  for (const view of views) {
    await visit(page, `#/experiment/opened-${id}/${view}?v=1`);
    await expect(
      page.locator('nav[aria-label="Views of this experiment"] [aria-current=page]'),
    ).toHaveAttribute('href', new RegExp(`/${view}`));
    expect(await page.locator('img[src="x"]').count(), view).toBe(0);
    await expect(page.getByRole('main'), view).not.toContainText(/NaN|undefined|Infinity|\[object/);
  }
  for (const chart of ['budget', 'cost', 'flip']) {
    await visit(page, `#/experiment/opened-${id}/curves?v=1&chart=${chart}`);
    await expect(page.getByRole('main'), chart).not.toContainText(/NaN|undefined|Infinity|\[object/);
    for (const path of await page
      .locator('main svg [d]')
      .evaluateAll((shapes) => shapes.map((shape) => shape.getAttribute('d') ?? '')))
      expect(path, chart).not.toMatch(/NaN|Infinity|undefined/);
  }
}

async function expectHealthy(page: Page, id: string): Promise<void> {
  await visit(page, `#/doctor?v=1&experiment=opened-${id}`);
  await expect(page.getByText(/Everything that was checked holds|This artifact does not hold/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/Everything that was checked holds/)).toContainText(
    /[\d,]+ values were looked at, in [\d.]+ m?s/,
  );
}

/** Shows the families without a miss, which are folded. */
const unfold = (page: Page) => page.getByRole('button', { name: /^Show \d+ rows? without a miss$/ }).click();

test('names of properties, numbers, markup and formulas are names and nothing else', async ({ page }) => {
  test.setTimeout(240_000);
  const harm = watchHarm(page);
  await open(page, 'odd.zip', await oddRun({ id: 'odd', title: `Odd ${markup}`, ...oddNames() }, sha256));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Odd ${markup}`);
  // The order of the file, whatever the names look like.
  const names = page.getByRole('table').first().getByRole('rowheader');
  await visit(page, '#/experiment/opened-odd/scorecard?v=1&sort=');
  await expect(names).toHaveText([
    /^Ten <img src=x onerror=alert\(1\)>/,
    /^=HYPERLINK/,
    /^constructor & "q"/,
  ]);
  await visitAll(page, 'odd');

  await visit(page, '#/experiment/opened-odd/failures?v=1&row=10&show=all');
  for (const id of ['10', '9', 'constructor', '__proto__'])
    await expect(page.getByRole('main')).toContainText(id);
  // Families are counted under their own names.
  const matrix = page.getByRole('region', { name: 'Matrix of misses' });
  await expect(matrix.getByRole('rowheader', { name: '__proto__' })).toBeVisible();
  await expect(matrix.getByRole('rowheader', { name: 'constructor' })).toBeVisible();
  await visit(page, `#/experiment/opened-odd/failures?v=1&row=10&question=${encodeURIComponent(awkwardId)}`);
  await expect(page.getByRole('main')).toContainText(`${quoted} weigh`);
  await visit(
    page,
    `#/experiment/opened-odd/inspector?v=1&document=${encodeURIComponent(awkwardId)}&question=${encodeURIComponent(awkwardId)}`,
  );
  await expect(page.getByRole('main')).toContainText(`${markup} ${quoted}`);
  await visit(page, `#/compare?v=1&runs=opened-odd~10,opened-odd~9,opened-odd~constructor,opened-odd~gone`);
  await expect(page.getByText(/opened-odd~gone/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`Ten ${markup}`);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  await expectHealthy(page, 'odd');
  expect(harm).toEqual([]);
});

test('a CSV of hostile names is text, and its numbers are numbers', async ({ page }) => {
  await open(page, 'odd.zip', await oddRun({ id: 'odd', title: 'Odd', ...oddNames() }, sha256));
  const take = async (button: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).first().click(),
    ]);
    return readFile((await download.path())!, 'utf8');
  };
  await page.getByRole('button', { name: 'Export' }).first().click();
  const scores = await take('CSV of this table');
  expect(scores).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(scores).toMatch(/,0\.\d+/);
  await visit(page, '#/experiment/opened-odd/failures?v=1&row=10&show=all');
  const misses = await take('Download CSV');
  for (const line of misses.trim().split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+@]/);
  await visit(page, '#/compare?v=1&runs=opened-odd~10,opened-odd~9');
  const flips = await take('CSV of all questions');
  for (const line of flips.trim().split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+@]/);
});

test('a run without questions has no figures, and says so', async ({ page }) => {
  test.setTimeout(240_000);
  const harm = watchHarm(page);
  await open(
    page,
    'none.zip',
    await oddRun({ id: 'none', title: 'No questions', corpus: smallCorpus(0) }, sha256),
  );
  const main = page.getByRole('main');
  await expect(page.getByRole('table').first()).toContainText('n/a');
  await expect(main).toContainText('This run has no questions (n = 0)');
  await expect(main).not.toContainText('never above 90 %');
  await visitAll(page, 'none');
  await visit(page, '#/experiment/opened-none/curves?v=1');
  await expect(main).toContainText('No questions (n = 0), so there is nothing to draw');
  await expect(main).not.toContainText('random rankings');
  await visit(page, '#/experiment/opened-none/failures?v=1');
  await expect(main).toContainText('nothing could be missed');
  await expectHealthy(page, 'none');
  expect(harm).toEqual([]);
});

test('a run with one question has no intervals, and says so', async ({ page }) => {
  test.setTimeout(240_000);
  const harm = watchHarm(page);
  await open(
    page,
    'one.zip',
    await oddRun({ id: 'one', title: 'One question', corpus: smallCorpus(1) }, sha256),
  );
  await expect(page.getByRole('table').first()).toContainText('interval not defined (n = 1)');
  await expect(page.getByRole('main')).toContainText(
    'n = 1 question throughout, of one topic: intervals are not defined',
  );
  await visitAll(page, 'one');
  await expectHealthy(page, 'one');
  expect(harm).toEqual([]);
});

test('a family without questions is n/a with n = 0, and its rates are no zeros', async ({ page }) => {
  test.setTimeout(240_000);
  const harm = watchHarm(page);
  const zip = await oddRun(
    {
      id: 'family',
      title: 'An empty family',
      corpus: smallCorpus(4),
      change: ({ name, value }) =>
        void (name === 'summary.json' && value.groupings[0]!.families.push('nobody')),
    },
    sha256,
  );
  await open(page, 'family.zip', zip);
  await visitAll(page, 'family');
  await visit(page, '#/experiment/opened-family/failures?v=1&cells=rates&show=all');
  await unfold(page);
  // The table of losses and the matrix of strategies.
  const rows = page.getByRole('row', { name: /nobody/ });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) {
    await expect(row).toContainText('n/a');
    await expect(row).not.toContainText('%');
  }
  await visit(page, '#/experiment/opened-family/failures?v=1&family=nobody&show=all');
  await expect(page.getByRole('main')).toContainText(/nobody/);
  await expectHealthy(page, 'family');
  expect(harm).toEqual([]);
});

test('pages without settings name what a link asks of them', async ({ page }) => {
  await page.goto('./#/about?v=1&nosuch=1');
  for (const hash of [
    '#/about?v=1&nosuch=1',
    '#/?v=1&nosuch=1',
    ...['chunking-squad', 'contextual-blend'].flatMap((id) =>
      ['method', 'data', 'limits'].map((view) => `#/experiment/${id}/${view}?v=1&nosuch=1`),
    ),
  ]) {
    await visit(page, hash);
    await expect(page.getByText('parameter “nosuch”'), hash).toHaveCount(1);
  }
});
