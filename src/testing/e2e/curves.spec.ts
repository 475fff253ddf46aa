import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { accessibilityFaults } from '../accessibility';

const blend = (params = '') => `./#/experiment/contextual-blend/curves?v=1${params}`;
const chunking = (params = '') => `./#/experiment/chunking-squad/curves?v=1${params}`;

const weightChart = (page: Page) => page.getByRole('application', { name: /against the focus weight$/ });
const figureOf = (page: Page, name: RegExp) => page.getByRole('figure', { name });

/** The words below the chart about its active point. */
const readout = (page: Page, name: RegExp) =>
  figureOf(page, name).locator('[role=status]').filter({ hasText: /:/ });

test('a series is hidden and shown by its button, and the URL follows', async ({ page }) => {
  await page.goto(blend());
  const figure = figureOf(page, /against the focus weight/);
  const query = figure.getByRole('button', { name: 'Noise in queries' });
  await expect(query).toHaveAttribute('aria-pressed', 'true');
  await query.click();
  await expect(query).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(/conditions=clean%2Cstored%2Cboth/);
  await page.goBack();
  await expect(query).toHaveAttribute('aria-pressed', 'true');
});

test('arrow keys go through the points, and Enter opens the queries behind one', async ({ page }) => {
  await page.goto(blend('&coverage=0'));
  await weightChart(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(readout(page, /against the focus weight/)).toContainText('Clean texts, focus weight 0:');
  await page.keyboard.press('End');
  await expect(readout(page, /against the focus weight/)).toContainText('focus weight 1: 25.0 %');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(readout(page, /against the focus weight/)).toContainText(
    'Noise in stored texts, focus weight 0.95:',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/failures\?.*method=blend95&condition=stored&kind=specific/);
});

test('the table has the same figures as the chart', async ({ page }) => {
  await page.goto(blend('&coverage=0'));
  await weightChart(page).focus();
  const said: string[] = [];
  for (let step = 0; step < 11; step += 1) {
    await page.keyboard.press('ArrowRight');
    const words = await readout(page, /against the focus weight/).textContent();
    said.push(words!.replace(/^.*?: /, '').replace(/, n = \d+$/, ''));
  }
  await figureOf(page, /against the focus weight/)
    .getByText('Table', { exact: true })
    .click();
  const table = page.getByRole('table', { name: /against the focus weight/ });
  const cells = await table.locator('tbody tr > td:nth-of-type(1)').allTextContents();
  expect(cells).toEqual(said);
  await expect(page).toHaveURL(/as=table/);
});

test('a pointer on the chart lists every series at that place', async ({ page }) => {
  await page.goto(chunking('&chart=budget'));
  const plot = page.getByRole('application', { name: 'Hit rate against the token budget' });
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4);
  await expect(readout(page, /token budget/)).toContainText(/tokens: .*n = 800/);
  await expect(plot.locator('table tr')).toHaveCount(8);
});

test('downloads are well-formed files of what is on screen', async ({ page }) => {
  await page.goto(blend('&conditions=clean&coverage=0'));
  const figure = figureOf(page, /against the focus weight/);
  await expect(weightChart(page)).toBeVisible();
  const fetched = async (kind: 'SVG' | 'PNG' | 'CSV') => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      figure.getByRole('button', { name: kind }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`contextual-blend-focus-weight.${kind.toLowerCase()}`);
    return readFile(await download.path());
  };
  const svg = (await fetched('SVG')).toString('utf8');
  const parsed = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      fault: document.querySelector('parsererror')?.textContent ?? null,
      root: document.documentElement.localName,
      title: document.querySelector('title')?.textContent,
      text: document.documentElement.textContent,
    };
  }, svg);
  expect(parsed).toMatchObject({ fault: null, root: 'svg', title: 'Top 1 against the focus weight' });
  expect(parsed.text).toContain('prespecified 80/20');
  expect(parsed.text).toContain('Clean texts');
  expect(svg).not.toMatch(/light-dark|var\(/);
  const png = await fetched('PNG');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(600);
  const csv = (await fetched('CSV')).toString('utf8');
  expect(csv.split('\r\n')[0]).toBe('series,focus weight,top 1,low,high,n');
  expect(csv.split('\r\n').slice(1, -1)).toHaveLength(11);
  expect(csv).not.toContain('Noise');
});

test('a link restores its state, and what it does not know is dropped with one notice', async ({ page }) => {
  await page.goto(
    chunking(
      '&chart=cost&cost=meanTokens&quality=hitAt5&strategies=recursive,paragraph,gone&zoom=1&as=table&colour=red',
    ),
  );
  const figure = figureOf(page, /R@5 against mean tokens/);
  await expect(figure.getByRole('table').locator('tbody tr')).toHaveCount(2);
  await expect(figure.getByLabel('Cost')).toHaveValue('meanTokens');
  await expect(page.getByText('strategies “gone”, parameter “colour”')).toBeVisible();
});

test('the panel of switches answers in words and tests its first places', async ({ page }) => {
  await page.goto(chunking('&chart=flip'));
  const answer = page.getByRole('region', { name: 'Does the winner flip?' });
  await expect(answer).toContainText(/(Yes|No): .* (loses the first place|stays first) under/);
  await expect(answer).toContainText('Every first place was tested against the others', { timeout: 80_000 });
  await expect(page.getByRole('heading', { name: 'All switches at once' })).toBeVisible();
  await expect(page.getByText('switches.json and summary.json disagree')).toHaveCount(0);
});

test('nDCG at every k is computed from the rankings and ends at the figure of the scorecard', async ({
  page,
}) => {
  await page.goto(chunking('&chart=cutoff&metric=ndcgAt&strategies=recursive&as=table'));
  const cell = page.getByRole('table').locator('tbody tr td').last();
  await expect(cell).toContainText('[');
  const summary = (await (await page.request.get('./artifacts/chunking-squad/summary.json')).json()) as {
    rows: { row: string; metrics: { ndcgAt10: { value: number; interval: [number, number] } } }[];
  };
  const { value, interval } = summary.rows.find(({ row }) => row === 'recursive')!.metrics.ndcgAt10;
  await expect(cell).toHaveText(
    `${value.toFixed(4)} [${interval.map((bound) => bound.toFixed(4)).join(', ')}]`,
  );
});

test('the computed curve says that it is exploration', async ({ page }) => {
  await page.goto(blend('&explore=1'));
  await expect(
    page.getByText(
      /The thin lines are exploration: every query was ranked again in your browser at 101 weights/,
    ),
  ).toBeVisible({ timeout: 80_000 });
});

for (const [name, address] of [
  ['blend curves', blend()],
  ['blend tables', blend('&as=table&sided=table')],
  ['curves by budget', chunking()],
  ['cost plane', chunking('&chart=cost')],
  ['neighbors', chunking('&chart=neighbors')],
  ['switches', chunking('&chart=flip')],
] as const) {
  test(`axe finds nothing in the ${name}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('figure').first()).toBeVisible();
    expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
  });
}

test('fits a screen of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of [
    blend(),
    blend('&as=table'),
    chunking(),
    chunking('&chart=cost'),
    chunking('&chart=neighbors'),
    chunking('&chart=flip'),
  ]) {
    await page.goto(address);
    await expect(page.getByRole('figure').first()).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      address,
    ).toBeLessThanOrEqual(0);
  }
});

test('neighbors against more hits: the curve has the published figure at its budget', async ({ page }) => {
  await page.goto(chunking('&chart=neighbors&as=table'));
  const table = page.getByRole('table', { name: /Neighbors of fixed_size against more hits/ });
  await expect(table.getByRole('row', { name: /^±1\/1/ })).toContainText('−1.3 points [−2.7, +0.2]');
  await expect(page.getByText(/Within the same 2,048 tokens .*: −1\.3 points/)).toBeVisible();
  await page.goto(chunking('&chart=neighbors'));
  const plot = page.getByRole('application', { name: /Neighbors of fixed_size against more hits/ });
  await plot.focus();
  for (const key of ['ArrowRight', 'End']) await page.keyboard.press(key);
  await expect(readout(page, /Neighbors of fixed_size/)).toContainText(
    /4,096 tokens: .* points \[.*\], n = 800/,
  );
});
