import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessibilityFaults } from '../accessibility';
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { squadShaped } from '../squadShaped';
import { watchHarm } from '../watchHarm';

const squadFile = new URL('../../../../shared/data/squad/dev-v1.1.json', import.meta.url).pathname;
const publishedSummary = new URL('../../../artifacts/chunking-squad/summary.json', import.meta.url).pathname;

const live = (params = '') => `./#/live/benchmark?v=1${params}`;
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const result = (page: Page) => page.getByRole('heading', { name: /^Result of/ });
const file = (name: string, text: string | Buffer, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: typeof text === 'string' ? Buffer.from(text) : text,
});
const questions = (page: Page) => page.getByRole('region', { name: 'Questions', exact: true });

async function loadSample(page: Page, params = '') {
  await page.goto(live(params));
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(questions(page).getByText('✓ in')).toHaveCount(10);
}

async function run(page: Page) {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(result(page)).toBeVisible({ timeout: 60_000 });
}

const openView = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^Views of (the result|this experiment)$/ })
    .getByRole('link', { name })
    .click();

/** Vectors of letters at once, slowed down on request; counts what it is given. */
async function letterEndpoint(): Promise<{
  server: Server;
  url: string;
  seen: { inputs: string[]; answers: number };
}> {
  /** Inputs asked for, and how many more requests are answered; a later one is left waiting. */
  const seen = { inputs: [] as string[], answers: Infinity };
  const server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'content-type': 'application/json',
    };
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (body === '') return void response.writeHead(200, headers).end('{}');
      const { input } = JSON.parse(body) as { input: string[] };
      seen.inputs.push(...input);
      if (seen.answers-- <= 0) return;
      const data = input.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: Array.from(
          { length: 26 },
          (_, letter) => 0.1 + text.toLowerCase().split(String.fromCharCode(97 + letter)).length,
        ),
      }));
      response.writeHead(200, headers).end(
        JSON.stringify({
          object: 'list',
          model: 'letters',
          data,
          usage: { prompt_tokens: 1, total_tokens: 1 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

test.describe('the benchmark on a reader’s text', () => {
  test('leads from the sample to a result, a miss and its chunks, without any request', async ({ page }) => {
    await loadSample(page);
    const elsewhere: string[] = [];
    page.on(
      'request',
      (request) =>
        new URL(request.url()).origin !== new URL(page.url()).origin && elsewhere.push(request.url()),
    );
    await run(page);
    const table = section(page, /^Result: BM25/);
    await expect(table.locator('tbody tr')).toHaveCount(8);
    await expect(result(page)).toBeFocused();

    await openView(page, 'Scorecard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My text: lending-policy.md and 2 more');
    await expect(page.getByText('in memory until this page is closed')).toBeVisible();
    await openView(page, 'Failures');
    await page.getByRole('combobox', { name: 'Row' }).selectOption({ label: 'Semantic' });
    const miss = page.locator('[data-miss]').first();
    await miss.click();
    await expect(page.getByText(/electricity|relative|autumn|seal/).first()).toBeVisible();
    await openView(page, 'Inspector');
    await expect(page.getByText('Adopted by the members in March').first()).toBeVisible();
    for (const view of ['Curves', 'Method', 'Data', 'Limits']) {
      await openView(page, view);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    expect(elsewhere).toEqual([]);
  });

  test('embeds with the built-in model, cuts by sentence vectors, and sends nothing', async ({ page }) => {
    test.setTimeout(180_000);
    await loadSample(page, '&strategies=paragraph,semantic&second=embedding,hybrid');
    const elsewhere: string[] = [];
    page.on(
      'request',
      (request) =>
        new URL(request.url()).origin !== new URL(page.url()).origin && elsewhere.push(request.url()),
    );
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await expect(page.getByRole('heading', { name: 'What would be embedded' })).toBeFocused();
    await expect(page.getByText(/at 1,000 tokens a second/)).toBeVisible();
    await page.getByRole('button', { name: /^Embed [\d,]+ texts and run$/ }).click();
    await expect(result(page)).toBeVisible({ timeout: 150_000 });
    await expect(
      section(page, /^Result: With universal-sentence-encoder-lite/).locator('tbody tr'),
    ).toHaveCount(4);
    await openView(page, 'Method');
    await expect(page.getByText(/distances local/)).toBeVisible();
    expect(elsewhere).toEqual([]);
    // Another run of the same texts finds every vector.
    await page.goto(live('&strategies=paragraph&second=embedding'));
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing has to be embedded' })).toBeVisible();
  });

  test('is cancelled at once and resumes without sending a text twice', async ({ page }) => {
    const { server, url, seen } = await letterEndpoint();
    try {
      await loadSample(page, '&provider=compatible&strategies=sentence_window,recursive&second=embedding');
      await page.getByLabel('Base URL').fill(url);
      await page.getByLabel('Model', { exact: true }).fill('letters');
      await page.getByText('Dimensions, length of texts').click();
      await page.getByLabel('Tokens that the model reads').fill('8000');
      await page.getByLabel('Texts in one request').fill('16');
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await expect(page.getByRole('heading', { name: 'What would be sent' })).toBeFocused();
      expect(seen.inputs).toEqual([]);
      const planned = Number(
        (await page.getByRole('button', { name: /^Send/ }).innerText()).match(/[\d,]+/)![0].replace(',', ''),
      );
      seen.answers = 2;
      await page.getByRole('button', { name: /^Send/ }).click();
      await expect(page.getByText(/^\d+ of \d+ texts/)).toBeVisible();
      await expect.poll(() => seen.inputs.length).toBeGreaterThan(32);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('Cancelled.')).toBeVisible();
      seen.answers = Infinity;
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByRole('button', { name: /^Send/ }).click();
      await expect(result(page)).toBeVisible({ timeout: 60_000 });
      // At most the batch that was in flight is asked for again, and a kept text to see whether the model is the same.
      expect(seen.inputs.length).toBeLessThanOrEqual(planned + 16 + 1);
      expect(new Set(seen.inputs).size).toBe(planned);
      await expect(section(page, /^Result: With letters/).locator('tbody tr')).toHaveCount(2);
    } finally {
      server.close();
    }
  });

  test('downloads a run that opens again elsewhere, with its text or without', async ({ page, browser }) => {
    await loadSample(page, '&strategies=paragraph,sentence_window&sizes=sentence_window-neighbors-0.2');
    await run(page);
    await expect(section(page, /^Result: BM25/).locator('tbody tr')).toHaveCount(3);
    const figures = await section(page, /^Result: BM25/)
      .locator('tbody tr')
      .allInnerTexts();
    const download = async (name: string) => {
      await page.getByRole('button', { name: /^Download the run/ }).click();
      const [made] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      await page.keyboard.press('Escape');
      return {
        name: made.suggestedFilename(),
        buffer: await readFile((await made.path())!),
        mimeType: 'application/zip',
      };
    };
    const whole = await download('Download with its text');
    const bare = await download('Download without text');
    expect(bare.buffer.includes('texts.json')).toBe(false);
    expect(bare.buffer.length).toBeLessThan(whole.buffer.length);

    const other = await (await browser.newContext()).newPage();
    await other.goto('./');
    await other.getByLabel('Files of a run').setInputFiles([whole]);
    await expect(other).toHaveURL(/#\/experiment\/live-\d{8}-\d{6}\/scorecard/);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(
      'My text: lending-policy.md and 2 more',
    );
    // The name of the row comes first; below each figure stands what chance would give.
    for (const row of figures) await expect(other.getByText(row.split(/[\t\n]/)[1]!).first()).toBeVisible();
    await openView(other, 'Inspector');
    await expect(other.getByText('Adopted by the members in March').first()).toBeVisible();
    await other.goto('./#/');
    await other.getByLabel('Files of a run').setInputFiles([bare]);
    await expect(other).toHaveURL(/\/scorecard/);
    await openView(other, 'Inspector');
    await expect(other.getByText('The text is not part of this experiment')).toBeVisible();
    await other.context().close();
  });

  test('is kept on the device by choice only, input and run, and deleted again', async ({ page }) => {
    await loadSample(page, '&strategies=paragraph');
    await page.reload();
    await expect(page.getByText('0 of 10').or(page.getByText('No question yet.'))).toBeVisible();
    await page.getByRole('button', { name: 'Load the sample' }).click();
    await page.getByLabel('Keep documents and questions on this device').check();
    await expect(questions(page).getByText('✓ in')).toHaveCount(10);
    await run(page);
    await page.getByRole('button', { name: /^Keep on this device/ }).click();
    await expect(page.getByText(/kept on this device \(/)).toBeVisible();
    await openView(page, 'Scorecard');
    await page.reload();
    await expect(page.getByText(/kept on this device \(/)).toBeVisible();
    await page.getByRole('button', { name: 'Delete from this device' }).click();
    await expect(page.getByText('in memory until this page is closed')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This run is not open here' })).toBeVisible();
    await page.goto(live());
    await expect(questions(page).getByText('✓ in')).toHaveCount(10);
    await page.getByLabel('Keep documents and questions on this device').uncheck();
    await page.reload();
    await expect(page.getByText('No question yet.')).toBeVisible();
  });

  test('takes questions from CSV, JSON, pasted rows and marked text, and lists what is not located', async ({
    page,
  }) => {
    await page.goto(live('&strategies=paragraph'));
    await page
      .getByLabel('Document files')
      .setInputFiles([
        file(
          'policy.md',
          'Trials may export for 7 days.\n\nGuests cannot export\nat all. The fee is 12 euros.',
        ),
      ]);
    await page
      .getByLabel('Question files')
      .setInputFiles([
        file(
          'gold.csv',
          'question,answer,document\r\n"Who ""cannot"", at all, export?","guests cannot\nexport",policy.md\r\nWhat is missing?,eleven,\r\nWhy?,,\r\n,lost,\r\n',
          'text/csv',
        ),
      ]);
    await expect(page.getByText('row 4 has no question and was left out')).toBeVisible();
    await expect(questions(page).getByText('✓ in policy.md')).toHaveCount(1);
    await expect(page.getByText('1 not located.')).toBeVisible();
    await expect(page.getByText('1 without gold.')).toBeVisible();
    await page.getByText('Not located (1)').click();
    await expect(questions(page).locator('tbody tr')).toHaveCount(1);
    await page.getByText('All (3)').click();

    await page.getByLabel('Question files').setInputFiles([
      file(
        'gold.json',
        JSON.stringify({
          offsetUnit: 'codePoints',
          questions: [
            {
              question: 'How long?',
              document: 'policy.md',
              gold: [{ start: 22, end: 28, text: '7 days' }],
            },
          ],
        }),
        'application/json',
      ),
    ]);
    await expect(questions(page).getByText('marked in policy.md')).toBeVisible();

    await page.getByText('Paste rows or JSON').click();
    await page.getByLabel('Rows', { exact: true }).fill('What is the fee?\t12 euros\tpolicy.md\tprice');
    await page.getByRole('button', { name: 'Add these questions' }).click();
    await expect(questions(page).locator('tbody tr')).toHaveCount(5);

    await page.getByRole('button', { name: 'Read policy.md and mark gold' }).click();
    const text = page.getByRole('region', { name: /^Text of policy.md/ });
    await expect(text.locator('mark')).toHaveCount(3);
    await text.getByText('Trials may export for').dblclick({ position: { x: 12, y: 12 } });
    await page.getByLabel('Question', { exact: true }).fill('Who may export?');
    await page.getByRole('button', { name: 'Use as gold' }).click();
    await expect(questions(page).locator('tbody tr')).toHaveCount(6);
    await expect(questions(page).getByText('marked in policy.md')).toHaveCount(2);
    await expect(text.locator('mark').first()).toHaveText('Trials');

    await page.getByRole('button', { name: 'Delete question q2' }).click();
    await page.getByLabel('Gold answers of question q3').fill('nowhere');
    await expect(page.getByText('1 not located.')).toBeVisible();
    await run(page);
    await openView(page, 'Data');
    await expect(page.getByText('policy.md: 1 documents, 5 questions')).toBeVisible();
  });

  test('takes articles and questions of a SQuAD-shaped file, and compares two runs on them', async ({
    page,
  }) => {
    await page.goto(live('&strategies=paragraph,semantic'));
    await page
      .getByLabel('Document files')
      .setInputFiles([file('mine.json', JSON.stringify(squadShaped()), 'application/json')]);
    await page.getByRole('button', { name: 'Use its documents and questions' }).click();
    await expect(page.getByText('5 documents')).toBeVisible();
    await expect(questions(page).getByText('marked in').first()).toBeVisible();
    await run(page);
    await expect(page.getByText('Measured on the same documents')).toHaveCount(0);
    await page.waitForTimeout(1000);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'compare with it' }).click();
    await expect(page).toHaveURL(/#\/compare\?/);
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  if (existsSync(squadFile)) {
    test('gives on the published sample exactly the published figures, and leads to comparing', async ({
      page,
    }) => {
      test.setTimeout(180_000);
      await page.goto(live('&strategies=sentence_pack,semantic'));
      await page.getByLabel('Document files').setInputFiles(squadFile);
      await page.getByRole('button', { name: 'Use its documents and questions' }).click();
      await expect(page.getByText('40 documents')).toBeVisible({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(result(page)).toBeVisible({ timeout: 150_000 });
      await expect(page.getByText('Measured on the same documents and questions as')).toContainText(
        'Eight ways to chunk',
      );
      await page.getByRole('button', { name: /^Download the run/ }).click();
      const [made] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download without text' }).click(),
      ]);
      const files = unzipSync(await readFile((await made.path())!));
      const name = Object.keys(files).find((path) => path.endsWith('/summary.json'))!;
      const own = JSON.parse(Buffer.from(files[name]!).toString()) as ChunkingSummary;
      const published = JSON.parse(readFileSync(publishedSummary, 'utf8')) as ChunkingSummary;
      expect(own.corpus.hash).toBe(published.corpus.hash);
      expect(own.rows).toEqual(
        ['sentence_pack', 'semantic'].map((id) => published.rows.find(({ row }) => row === id)),
      );
    });
  }

  test('shows hostile names and texts as they are', async ({ page }) => {
    const attack = '<img src=x onerror="window.hurt=1">';
    await page.goto(live('&strategies=paragraph,sentence_window'));
    await page
      .getByLabel('Document files')
      .setInputFiles([
        file(
          `${attack}.txt`.replaceAll('/', ''),
          `First ${attack} line.\n\n<script>window.hurt=1</script> & "quoted" end.`,
        ),
      ]);
    await page.getByText('Paste rows or JSON').click();
    await page.getByLabel('Rows', { exact: true }).fill(
      JSON.stringify([
        {
          question: `Where is ${attack}?`,
          answers: ['& "quoted"'],
          family: '__proto__',
          id: 'a/b#1?x=%2F&y=ü 🙂',
        },
        { question: '=HYPERLINK("http://x")', answers: [attack], family: attack },
      ]),
    );
    await page.getByRole('button', { name: 'Add these questions' }).click();
    await expect(questions(page).getByText('✓ in')).toHaveCount(2);
    await page.getByRole('button', { name: /^Read .* and mark gold$/ }).click();
    await expect(page.getByRole('region', { name: /^Text of/ })).toContainText(
      '<script>window.hurt=1</script>',
    );
    await run(page);
    await expect(result(page)).toContainText(attack);
    for (const view of ['Scorecard', 'Curves', 'Inspector', 'Failures', 'Method', 'Data', 'Limits']) {
      await openView(page, view);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(attack);
      expect(
        await page.evaluate(() => [
          (window as { hurt?: number }).hurt,
          document.querySelectorAll('main img').length,
        ]),
        view,
      ).toEqual([undefined, 0]);
    }
  });

  test('reads odd documents, and refuses what is no text by name', async ({ page }) => {
    await page.goto(
      live('&strategies=fixed_size,recursive,sentence_pack,paragraph,semantic,sentence_window'),
    );
    const html = `<!doctype html><title>t</title>${Array.from({ length: 4000 }, (_, i) => `<p>Paragraph ${i} of <b>many</b> &amp; more text to fill it.</p>`).join('')}`;
    await page
      .getByLabel('Document files')
      .setInputFiles([
        file('empty.txt', ''),
        file('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 255])),
        file('word.txt', 'word'),
        file('emoji.txt', '🙂👋🏻👨‍👩‍👧🙂'),
        file('long.txt', 'x'.repeat(50_000)),
        file('rtl.txt', 'يمكن للضيوف قراءة الملاحظات. لا يمكنهم تصدير المساحة.\n🙂 答案\r\nأجوبة'),
        file('page.html', html, 'text/html'),
        file('prices.csv', 'item,price\n"a ""b""",3\n', 'text/csv'),
      ]);
    await expect(page.getByText('6 documents')).toBeVisible();
    await expect(page.getByText('empty.txt: found 0 bytes')).toBeVisible();
    await expect(page.getByText('photo.png: found a PNG image')).toBeVisible();
    await page.getByText('Paste rows or JSON').click();
    await page
      .getByLabel('Rows', { exact: true })
      .fill(
        'question,answer\nWhich word?,word\nWhat waves?,👋🏻\nماذا يقرأ الضيوف؟,الملاحظات\n答案?,答案\nWhich paragraph?,Paragraph 3999 of many & more\nAnything?,nowhere\nNothing?,\n',
      );
    await page.getByRole('button', { name: 'Add these questions' }).click();
    await expect(questions(page).getByText('✓ in')).toHaveCount(5);
    await run(page);
    await expect(section(page, /^Result: BM25/).locator('tbody tr')).toHaveCount(6);
    await expect(section(page, /^Result: BM25/)).toContainText('7 questions');
    await openView(page, 'Inspector');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('says what an opened file is that is no run, and stays usable', async ({ page }) => {
    await page.goto('./');
    const picker = page.getByLabel('Files of a run');
    const cases: [string, string | Buffer, string][] = [
      ['half.json', '{"formatVersion": 1, "kind": "chunk', 'A file is cut short.'],
      ['object.json', '{}', 'A file is something else.'],
      ['list.json', '[]', 'A file is something else.'],
      ['picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 255, 254]), 'A file is not text.'],
      ['nothing.json', '', 'A file is empty.'],
      ['deep.json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'A file is nested too deeply.'],
      ['page.json', '<!doctype html><p>hello', 'A file is something else.'],
      ['cut.zip', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'A file is cut short.'],
    ];
    for (const [name, content, title] of cases) {
      await picker.setInputFiles([file(name, content, 'application/octet-stream')]);
      await expect(page.getByText(title)).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(name);
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('shows all that a question holds, starts a run from anywhere, and names what is missing', async ({
    page,
  }) => {
    await page.goto(live());
    const bar = section(page, 'Start the run');
    await expect(bar.getByText('Add a document and a question first.')).toBeInViewport();
    await expect(bar.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Load the sample' }).click();
    await expect(bar.getByText('8 rows on 10 questions.')).toBeVisible();

    const field = page.getByRole('textbox', { name: 'Question q1', exact: true });
    await field.fill(`${'Which of these rules is meant? '.repeat(20)}\nThe last line.`);
    await expect
      .poll(() => field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBeLessThanOrEqual(1);

    await page.evaluate(() => scrollTo(0, 0));
    await bar.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(result(page)).toBeInViewport({ timeout: 60_000 });
    await expect(
      section(page, /^Result: BM25/)
        .getByText('by chance')
        .first(),
    ).toBeAttached();
    await expect(bar.getByRole('button', { name: 'Run', exact: true })).toBeInViewport();
  });

  test('draws of a long list of questions those in sight, and keeps the one that is edited', async ({
    page,
  }) => {
    await page.goto(live());
    const rows = 10_000;
    const csv = Array.from({ length: rows }, (_, place) => `id${place},What is fact ${place}?,fact ${place}`);
    await page
      .getByLabel('Question files')
      .setInputFiles([file('many.csv', ['id,question,answer', ...csv].join('\n'), 'text/csv')]);
    await expect(page.getByRole('textbox', { name: 'Question id0', exact: true })).toBeVisible();
    expect(await questions(page).locator('[data-id]').count()).toBeLessThan(80);
    await expect(questions(page).getByRole('table')).toHaveAttribute('aria-rowcount', String(rows + 1));

    const first = page.getByRole('textbox', { name: 'Question id0', exact: true });
    await first.fill('What is the first fact?');
    await questions(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(page.getByRole('textbox', { name: `Question id${rows - 1}`, exact: true })).toBeVisible();
    await page.keyboard.type(' Say it.');
    await expect(first).toHaveValue('What is the first fact? Say it.');
    // Typing has led back to where it is typed.
    await questions(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByRole('button', { name: `Delete question id${rows - 1}` }).click();
    await expect(questions(page).getByRole('table')).toHaveAttribute('aria-rowcount', String(rows));
    await page.getByRole('button', { name: 'Add a question' }).click();
    await expect(page.getByRole('textbox', { name: /^Question q/ })).toBeFocused();
  });

  test('leaves an open document for another mode, and comes back to it', async ({ page }) => {
    const harm = watchHarm(page);
    await loadSample(page);
    // Two marked answers, one after the other: each is scrolled to.
    for (const name of ['lending-policy.md', 'meeting-notes.txt'])
      await questions(page).getByRole('button', { name, exact: true }).first().click();
    await expect(page.locator('[data-here]').first()).toBeVisible();
    await page.getByRole('link', { name: 'Method on pasted text' }).click();
    await expect(page.getByRole('textbox', { name: 'Stored text', exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('3 documents')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(harm).toEqual([]);
  });

  for (const width of [320, 1920]) {
    test(`fits a page ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await loadSample(page, '&strategies=paragraph');
      await page.getByRole('button', { name: 'Read lending-policy.md and mark gold' }).click();
      await run(page);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    });
  }

  test('has no accessibility faults', async ({ page }) => {
    await loadSample(page, '&strategies=paragraph');
    await page.getByRole('button', { name: 'Read lending-policy.md and mark gold' }).click();
    await page.getByLabel('Gold answers of question q1', { exact: true }).fill('no such words');
    await expect(page.getByText('1 not located.')).toBeVisible();
    await run(page);
    expect(await accessibilityFaults(page, { bothThemes: true })).toEqual([]);
  });
});
