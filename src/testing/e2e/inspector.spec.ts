import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { accessibilityFaults } from '../accessibility';
import { authoredExperiment, type AuthoredExperiment } from '../authoredSquad';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const realFile = new URL('../../../../shared/data/squad/dev-v1.1.json', import.meta.url).pathname;

let authored: AuthoredExperiment;
/** The authored texts by title, as the page must show them. */
let texts: Map<string, string>;
test.beforeAll(async () => {
  authored = await authoredExperiment(sha256);
  const { data } = JSON.parse(authored.squad) as {
    data: { title: string; paragraphs: { context: string }[] }[];
  };
  texts = new Map(
    data.map(({ title, paragraphs }) => [title, paragraphs.map(({ context }) => context).join('\n\n')]),
  );
});

async function serveAuthored(page: Page): Promise<void> {
  await page.route('**/artifacts/**', (route) => {
    const content = authored.files.get(
      decodeURIComponent(new URL(route.request().url()).pathname.split('/artifacts/')[1]!),
    );
    return content === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: content, contentType: 'application/json' });
  });
}

const address = (params: Record<string, string> = {}) =>
  `./#/experiment/authored-chunks/inspector?${new URLSearchParams({ v: '1', ...params })}`;
const reader = (page: Page) => page.getByRole('region', { name: /^Text of/ });
const openFile = (page: Page, content = authored.squad, name = 'authored.json') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
const parameter = (page: Page, name: string) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(name);

/** What the reader shows of the document, segment by segment. */
const shownText = (page: Page) =>
  reader(page).evaluate((node) =>
    [...node.querySelectorAll('[data-start]')].map((segment) => segment.textContent).join(''),
  );

test.describe('on authored texts', () => {
  test.beforeEach(async ({ page }) => serveAuthored(page));

  test('boundaries stand to scale without the text, and nothing is asked before a click', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address());
    await expect(
      page.getByRole('heading', { name: 'The text is not part of this experiment' }),
    ).toBeVisible();
    await expect(reader(page)).toContainText('UTF-16 code units a row');
    await expect(page.getByRole('slider', { name: 'Place in the document' })).toBeVisible();
    await expect(page.getByRole('link', { name: /q001/ })).toBeVisible();
    expect(asked.filter((url) => /corpus\/|rajpurkar/.test(url))).toEqual([]);
  });

  test('a wrong file is refused in words, the right one brings the text', async ({ page }) => {
    await page.goto(address({ question: 'q004', strategies: 'sentence_window,paragraph' }));
    await openFile(page, authored.squad.slice(0, 4_000), 'half.json');
    await expect(page.getByRole('alert')).toContainText('half.json');
    await expect(page.getByRole('alert')).toContainText('stops after');
    await openFile(page, JSON.stringify({ version: 'v2.0', data: [] }), 'two.json');
    await expect(page.getByRole('alert')).toContainText('0 documents');
    await openFile(page, authored.squad.replace('built of larch', 'built of birch'), 'changed.json');
    await expect(page.getByRole('alert')).toContainText('SHA-256');
    await openFile(page);
    await expect(page.getByText('checked against the experiment’s corpus hash')).toBeVisible();
    await expect(
      reader(page).locator('mark').filter({ hasText: 'herring had paid for every block of it' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /Why was the new pier called the Herring/ })).toHaveAttribute(
      'aria-current',
      'true',
    );
    expect(await shownText(page)).toBe(texts.get('Harbour_of_Velm'));
  });

  test('text is kept on this device only on request, and deleted on request', async ({ page }) => {
    await page.goto(address());
    await openFile(page);
    await expect(page.getByText('Held in memory until this page is closed')).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'The text is not part of this experiment' }),
    ).toBeVisible();
    await openFile(page);
    await page.getByRole('button', { name: /^Keep on this device/ }).click();
    await expect(page.getByText(/Kept on this device \([\d.]+ kB\)/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Text: from this device')).toBeVisible();
    await expect(reader(page)).toContainText('The harbour of Velm');
    await page.getByRole('button', { name: 'Delete from this device' }).click();
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'The text is not part of this experiment' }),
    ).toBeVisible();
  });

  for (const [title, question, answer] of [
    ['منارة_فيلم', 'q006', 'أزرق'],
    ['港口的灯', 'q008', '四十一本'],
    ['Signals & <flags> 🚩', 'q010', 'wait'],
  ] as const) {
    test(`“${title}” is shown exactly, its gold and its chunks where they are`, async ({ page }) => {
      page.on('dialog', () => expect(false, 'text of the document must not run').toBe(true));
      await page.goto(
        address({
          document: title,
          question,
          strategies: 'sentence_window,recursive',
          row: 'sentence_window',
          at: '0',
        }),
      );
      await openFile(page);
      await expect(reader(page).locator('mark').first()).toBeVisible();
      expect(await shownText(page)).toBe(texts.get(title));
      expect(await reader(page).locator('mark').allTextContents()).toContain(answer);
      const chunks = JSON.parse(
        authored.files.get(`authored-chunks/chunks/${[...texts.keys()].indexOf(title)}.json`)!,
      ) as { strategies: Record<string, { indexed: number[] }> };
      const { indexed } = chunks.strategies['sentence_window']!;
      // Each sentence is a segment of its own, its cut drawn at the edge of its first character.
      for (let i = 0; i < indexed.length; i += 2) {
        const drawn = await reader(page).evaluate((node, start) => {
          const segment = node.querySelector(`[data-start="${start}"]`)!;
          const range = document.createRange();
          const text = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT).nextNode() as Text;
          range.setStart(text, 0);
          range.setEnd(text, text.data.codePointAt(0)! > 0xffff ? 2 : 1);
          const rect = range.getClientRects()[0]!;
          const block = segment.closest('[data-index]')!;
          const path = [...block.querySelectorAll('svg path')].find(
            (own) => own.getAttribute('d')!.includes('v') && !own.getAttribute('d')!.includes('h'),
          )!;
          const origin = block.querySelector('svg')!.getBoundingClientRect();
          const carets = [...path.getAttribute('d')!.matchAll(/M([\d.-]+) ([\d.-]+)/g)].map((match) => ({
            x: origin.left + Number(match[1]),
            y: origin.top + Number(match[2]),
          }));
          return { left: rect.left, right: rect.right, top: rect.top, carets };
        }, indexed[i]!);
        const edge = title === 'منارة_فيلم' ? drawn.right : drawn.left;
        expect(
          drawn.carets.some(({ x, y }) => Math.abs(x - edge) < 1 && Math.abs(y + 2 - drawn.top) < 2),
          `a cut at ${indexed[i]}`,
        ).toBe(true);
      }
    });
  }

  test('invisible characters are shown on request', async ({ page }) => {
    await page.goto(address());
    await openFile(page);
    await expect(reader(page)).toContainText('The harbour of Velm');
    await page.getByLabel('Show invisible characters').check();
    await expect(reader(page)).toContainText('The·\u200bharbour·\u200bof');
    expect(parameter(page, 'invisible')).toBe('1');
  });

  test('keys move along boundaries, gold spans and disagreements, and the chunk is described', async ({
    page,
  }) => {
    await page.goto(
      address({ document: 'Long_roll', strategies: 'paragraph,sentence_window', row: 'paragraph' }),
    );
    await openFile(page);
    await expect(reader(page).locator('[data-start]').first()).toBeVisible();
    await reader(page).focus();
    await page.keyboard.press('n');
    await expect.poll(() => parameter(page, 'at')).toBe('0');
    await page.keyboard.press('n');
    const { indexed } = (
      JSON.parse(authored.files.get('authored-chunks/chunks/4.json')!) as {
        strategies: Record<string, { indexed: number[] }>;
      }
    ).strategies['paragraph']!;
    await expect.poll(() => parameter(page, 'at')).toBe(String(indexed[2]));
    const details = page.getByRole('region', { name: 'Chunk', exact: true });
    await expect(details).toContainText(
      `[${indexed[2]!.toLocaleString('en')}, ${indexed[3]!.toLocaleString('en')})`,
    );
    await expect(details).toContainText(/Tokens\d/);
    await page.keyboard.press('p');
    await expect.poll(() => parameter(page, 'at')).toBe('0');
    for (let i = 0; i < 6; i++) await page.keyboard.press('g');
    await expect(reader(page).locator('mark').last()).toBeInViewport();
    // Both lanes hold every gold span of this text whole: nothing matters between them.
    await expect(page.getByRole('button', { name: 'Next disagreement' })).toBeDisabled();
  });

  test('a question shows what each lane returned, and leads to the other documents', async ({ page }) => {
    await page.goto(address({ question: 'q020', strategies: 'fixed_size,sentence_pack', k: '10' }));
    await openFile(page);
    const returned = page.getByRole('region', { name: 'Returned', exact: true });
    await expect(returned.getByRole('row')).toHaveCount(11);
    await expect(returned).toContainText('answer');
    await page.getByRole('searchbox').fill('lamp on the pier');
    await page.getByRole('link', { name: /Who kept the lamp on the pier/ }).click();
    await expect(page.getByRole('heading', { name: 'Harbour of Velm' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Long roll' })).toBeVisible();
  });

  test('parts of a link that are unknown are named, the rest is kept', async ({ page }) => {
    await page.goto(
      address({ document: 'gone', question: 'q001', strategies: 'recursive,magic', at: '99999999' }),
    );
    await expect(
      page.getByText(/document “gone”.*strategies “magic”.*at “99999999”.*The rest was kept/),
    ).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Show Recursive' })).toBeChecked();
  });

  test('the document table sorts and opens a document', async ({ page }) => {
    await page.goto(address());
    await page.getByRole('button', { name: /All documents/ }).click();
    await page.getByRole('button', { name: 'UTF-16 units' }).click();
    await page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: 'Long roll' }).click();
    await expect(page.getByRole('heading', { name: 'Long roll' })).toBeVisible();
  });

  test('a long document keeps few blocks in the page while it scrolls', async ({ page }) => {
    await page.goto(address({ document: 'Long_roll' }));
    await openFile(page);
    await expect(reader(page)).toContainText('In the year 1820');
    for (const part of [0.3, 0.7, 1]) {
      await reader(page).evaluate((node, to) => (node.scrollTop = node.scrollHeight * to), part);
      await expect(reader(page).locator('[data-start]').first()).toBeVisible();
      expect(await reader(page).locator('[data-index]').count()).toBeLessThan(15);
    }
    await expect(reader(page)).toContainText('In the year 1879');
  });

  test('no fault for readers of screens, with and without text', async ({ page }) => {
    await page.goto(address({ question: 'q001', at: '10' }));
    await expect(reader(page)).toBeVisible();
    expect(await accessibilityFaults(page, { parts: ['article'], bothThemes: true })).toEqual([]);
    await openFile(page);
    await expect(reader(page).locator('mark').first()).toBeVisible();
    expect(await accessibilityFaults(page, { parts: ['article'], bothThemes: true })).toEqual([]);
  });

  for (const width of [320, 768, 1920]) {
    test(`fits ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address({ question: 'q001' }));
      await openFile(page);
      await expect(reader(page).locator('mark').first()).toBeVisible();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    });
  }
});

test('text that the artifact includes is there at once', async ({ page }) => {
  const included = await authoredExperiment(sha256, { text: 'included' });
  await page.route('**/artifacts/**', (route) => {
    const content = included.files.get(
      decodeURIComponent(new URL(route.request().url()).pathname.split('/artifacts/')[1]!),
    );
    return content === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: content, contentType: 'application/json' });
  });
  await page.goto(address({ question: 'q001' }));
  await expect(reader(page).locator('mark').filter({ hasText: 'Ada Morrow' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Who kept the lamp/ })).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('the addresses of SQuAD are asked in order, after a click, and what they send is checked', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route(/corpus\/squad-dev|rajpurkar/, (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').pop()!);
    return route.request().url().includes('rajpurkar')
      ? route.fulfill({
          body: '{"version":"1.1","data":[{"title":"x"',
          contentType: 'application/json',
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.fulfill({ status: 404 });
  });
  await page.goto('./#/experiment/chunking-squad/inspector?v=1');
  await expect(reader(page)).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: /^Get the text/ }).click();
  await expect(page.getByRole('alert')).toContainText('cut short');
  expect(asked).toEqual(['squad-dev-v1.1.json', 'dev-v1.1.json']);
});

if (existsSync(realFile)) {
  test('SQuAD v1.1 dev fits the published experiment: gold spans read their answers', async ({ page }) => {
    await page.goto('./#/experiment/chunking-squad/inspector?v=1&question=56be4db0acb8001400a502ef');
    await page.locator('input[type=file]').setInputFiles(realFile);
    await expect(page.getByText('checked against the experiment’s corpus hash')).toBeVisible({
      timeout: 30_000,
    });
    const { data } = JSON.parse(readFileSync(realFile, 'utf8')) as {
      data: { paragraphs: { qas: { id: string; answers: { text: string }[] }[] }[] }[];
    };
    const answers = data
      .flatMap(({ paragraphs }) => paragraphs.flatMap(({ qas }) => qas))
      .find(({ id }) => id === '56be4db0acb8001400a502ef')!
      .answers.map(({ text }) => text);
    await expect(reader(page).locator('mark').filter({ hasText: answers[0]! }).first()).toBeVisible();
    await expect(page.getByText('which holds none of the answers')).toHaveCount(0);
  });
} else {
  console.log('SQuAD v1.1 dev is not there: the inspector was tried on authored texts alone.');
}

test('only where it matters: the rest is named and left out, a link to it is still honoured', async ({
  page,
}) => {
  const handbook = (params: Record<string, string>) =>
    `./#/experiment/handbook/inspector?${new URLSearchParams({ v: '1', document: 'travel-expenses', strategies: 'fixed_size,paragraph', only: '1', ...params }).toString()}`;
  await page.goto(handbook({ question: 'travel-expenses-01' }));
  await expect(page.getByText('that one lane holds whole and another cuts or loses')).toBeVisible();
  await expect(page.getByRole('row', { name: /A Fixed size/ })).toContainText('cut');
  await expect(page.getByRole('row', { name: /B Paragraph/ })).toContainText('whole');
  await expect(page.getByRole('button', { name: 'Next disagreement' })).toBeEnabled();
  await page.goto(handbook({ question: 'travel-expenses-01', at: '3700' }));
  await expect(page.getByText('Offset 3,700 lies where the lanes do not differ')).toBeVisible();
  await page.getByRole('button', { name: 'Show the whole document' }).first().click();
  expect(parameter(page, 'only')).toBeNull();
  // The place stays in sight while the rest comes back around it.
  await expect(
    reader(page).locator('[data-start]').filter({ hasText: 'certificate that speaks for it' }).first(),
  ).toBeInViewport();
});
