import { expect, test } from '@playwright/test';
import { createNodeProvider } from '../../builder/embeddings/nodeProvider';
import { localModelDescription } from '../../providers/local/description';
import { vectorKeys } from '../../providers/shared/vectorCache';
import { startHostileEndpoint } from '../hostileEndpoint';
import {
  dumpStores,
  liveDriver,
  smallMessage,
  smallStored,
  watchConsole,
  watchRequests,
} from '../liveDriver';

test.describe.configure({ timeout: 150_000 });

test('without a key and without a network: sample, groups, and ranks that follow the weight', async ({
  page,
  context,
}) => {
  const live = liveDriver(page);
  const requests = watchRequests(page);
  const console = watchConsole(page);
  await live.open();
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(page.getByRole('heading', { name: /^34 pieces in 12 contexts/ })).toBeVisible();
  await page.getByRole('button', { name: 'Load the model now' }).click();
  await expect(page.getByText('The model is ready')).toBeVisible({ timeout: 60_000 });
  await context.setOffline(true);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await expect(page.getByText('The network is away.')).toBeVisible();

  await live.runLocally();
  expect(await live.piecesOf(1)).toContain(12);
  await expect(live.group(4).getByText('Starved in the one list')).toBeVisible();
  await expect(page.getByText('Not reached: part 4.')).toBeVisible();
  await expect(page.getByText(/^4,\d{3} of 4,\d{3} tokens embedded/)).toBeVisible();

  const before = await Promise.all([1, 2, 3, 4].map((part) => live.piecesOf(part)));
  await live.setSlider('Focus weight', 0.2);
  await expect.poll(() => Promise.all([1, 2, 3, 4].map((part) => live.piecesOf(part)))).not.toEqual(before);
  await expect.poll(() => page.url()).toContain('weight=0.2');
  await live.setSlider('Places of a group (X)', 1);
  await expect.poll(async () => (await live.piecesOf(2)).length).toBe(1);
  await live.setSlider('Threshold', 0.99);
  await expect(live.group(1).getByText('Nothing reaches 0.9900.')).toBeVisible();

  const own = new URL(page.url()).origin;
  expect(
    requests
      .map((request) => new URL(request.url()))
      .filter(({ origin, protocol }) => origin !== own && protocol.startsWith('http')),
  ).toEqual([]);
  expect(decodeURIComponent(page.url())).not.toMatch(/piano|matinee/);
  expect(failed).toEqual([]);
  expect(
    console.filter((line) => line.startsWith('error') && !line.includes('ERR_INTERNET_DISCONNECTED')),
  ).toEqual([]);
});

test('5,000 pieces scroll, and are ranked again without holding up the page', async ({ page }) => {
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({ dimensions: 64 });
  await live.open('method', { bytes: '100', threshold: '-1' });
  await live.type(
    Array.from(
      { length: 5000 },
      (_, index) =>
        `Crate ${index} of bay ${index % 97} holds ${(index * 7) % 1000} lamps and a label in ${['red', 'blue', 'green'][index % 3]} ink.`,
    ).join('\n'),
    smallMessage,
  );
  await expect(page.getByRole('heading', { name: /^5,000 pieces in 5,000 contexts/ })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Pieces of the stored text' });
  expect(await rows.getByRole('listitem').count()).toBeLessThan(60);
  await rows.evaluate((box) => (box.scrollTop = box.scrollHeight));
  await expect(rows.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '5000');

  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 100 });
  await live.planAndSend();
  await live.found();
  const sent = endpoint.requests.length;
  const times = await page
    .getByLabel('Focus weight', { exact: true })
    .evaluate(async (slider: HTMLInputElement) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      const measured: number[] = [];
      for (let step = 1; step <= 30; step++) {
        const started = performance.now();
        setValue.call(slider, String(step / 31));
        // React answers an input event before it returns.
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        measured.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      return measured.sort((a, b) => a - b);
    });
  test.info().annotations.push({
    type: 'slider',
    description: `median ${times[15]!.toFixed(1)} ms, most ${times[29]!.toFixed(1)} ms`,
  });
  expect(times).toHaveLength(30);
  await expect.poll(() => page.url()).toMatch(/weight=0\.9[67]/);
  expect(endpoint.requests).toHaveLength(sent);
  await endpoint.close();
});

test('a large text is shown by its beginning, pasted, filled in or dropped, and can be removed or edited', async ({
  page,
}) => {
  const live = liveDriver(page);
  await live.open('method', { bytes: '1200' });
  const large = Array.from(
    { length: 8000 },
    (_, row) => `Row ${row} of the ledger names crate ${row * 7}.`,
  ).join('\n');
  const field = page.getByRole('textbox', { name: 'Stored text', exact: true });
  const summary = page.getByRole('region', { name: 'Stored text', exact: true });
  await live.type(large, smallMessage);
  await expect(summary.getByText('Pasted text')).toBeVisible();
  await expect(summary.getByText(/^333,300 characters, 333 kB/)).toBeVisible();
  await expect(summary.getByLabel('Beginning of the pasted text')).toHaveText(
    /^Row 0 of the ledger names crate 0\./,
  );
  await expect(field).toHaveCount(0);

  await summary.getByRole('button', { name: 'Remove' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(summary).toBeVisible();
  await summary.getByRole('button', { name: 'Edit as text' }).click();
  await expect(field).toHaveValue(large);
  await field.fill('Van 31 carries the piano.');
  await expect(page.getByRole('heading', { name: /^1 piece in 1 context/ })).toBeVisible();

  await field.fill(large.slice(0, 60_000));
  await expect(summary.getByText('60,000 characters')).toBeVisible();
  await summary.evaluate((place, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'ledger.txt'));
    place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, large);
  await expect(summary.getByText('ledger.txt')).toBeVisible();
});

test('a text has the same vector in the page and in Node', async ({ page }) => {
  const live = liveDriver(page);
  await live.open();
  const long = 'The dogs are called Milo and Otis, and they walk at half past ten. '.repeat(30).trim();
  await live.type(`${smallStored}\n---\n${long}`, smallMessage);
  await live.runLocally();
  const texts = [...smallStored.split('\n---\n'), smallMessage];
  const node = await (await createNodeProvider('local', { cache: null })).embed(texts);
  const keys = (await vectorKeys(localModelDescription, localModelDescription.dimensions, texts))!;
  const vectors = await page.evaluate(async (wanted) => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('chunkscope-vectors');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const store = opened.transaction('vectors').objectStore('vectors');
    return Promise.all(
      wanted.map(
        (key) =>
          new Promise<number[]>((resolve, reject) => {
            const request = store.get(key) as IDBRequest<{ vector: Float32Array } | undefined>;
            request.onsuccess = () =>
              request.result ? resolve(Array.from(request.result.vector)) : reject(new Error('not kept'));
          }),
      ),
    );
  }, keys);
  node.vectors.forEach((vector, slot) => {
    const cosine = vector!.reduce((sum, value, index) => sum + value * vectors[slot]![index]!, 0);
    expect(cosine, `cosine of text ${slot}`).toBeGreaterThanOrEqual(0.9999);
  });
  await expect(page.getByText(/texts are longer than the 128 tokens/)).toBeVisible();
});

const oddTexts = [
  ['one word', 'piano', 'piano'],
  ['emoji only', '🎹🎹🎹 🚐\n---\n🔑🚪', '🎹? 🔑!'],
  ['50,000 characters without a space', 'abcdefghij'.repeat(5000), 'klmnopqrst'.repeat(100)],
  [
    'right to left',
    'الشاحنة ٣١ تحمل البيانو.\n---\nمفتاح باب الحريق مع إيناس.',
    'أي شاحنة تحمل البيانو الكبير إلى المسرح؟',
  ],
] as const;

test('odd texts are cut, embedded and searched', async ({ page }) => {
  const live = liveDriver(page);
  const console = watchConsole(page);
  await live.open();
  for (const [name, stored, message] of oddTexts) {
    await test.step(name, async () => {
      await live.type(stored, message);
      await expect(page.getByRole('heading', { name: /^1 part / })).toBeVisible();
      await live.runLocally();
      await expect(page.getByText('The text or the model has changed since this run.')).toHaveCount(0);
      await expect(live.group(1)).toContainText(stored.slice(0, 2));
    });
  }
  await expect(page.getByText(/This looks like Arabic script/)).toBeVisible();
  expect(console.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('a message of 50,000 characters without a space is one part, and its end is its context', async ({
  page,
}) => {
  const live = liveDriver(page);
  await live.open();
  await live.type(smallStored, 'klmnopqrst'.repeat(5000));
  await expect(page.getByRole('heading', { name: /^1 part / })).toBeVisible();
  await expect(page.getByText('its context is the last 8,000 of them')).toBeVisible();
});

test('nothing to search, nothing to search for, and what is no thread are said in words', async ({
  page,
}) => {
  const live = liveDriver(page);
  await live.open();
  const run = page.getByRole('button', { name: 'Embed and search' });
  await expect(run).toBeDisabled();
  await expect(page.getByText('Paste a text to search in, or load the sample.')).toBeVisible();
  await live.type('Something stored.', '   ');
  await expect(page.getByText('Type a message to search with.')).toBeVisible();
  await live.type('[{"role":"user","content":"a"', 'Hello there, is anybody here?');
  await expect(page.getByText(/stops after 29 bytes/)).toBeVisible();
  await expect(run).toBeDisabled();
  await page.getByText('one text', { exact: true }).click();
  await expect(run).toBeEnabled();
});

test('says how a pasted text was read, reads it otherwise at a click, and names what it leaves out', async ({
  page,
}) => {
  const live = liveDriver(page);
  await live.open();
  await live.type('I own two dogs\nMy sister lives in Lyon\nTea, never coffee', smallMessage);
  await expect(page.getByText('Read as one entry a line: 3 entries, 3 pieces.')).toBeVisible();
  await page.getByText('one text', { exact: true }).click();
  await expect(page.getByText('Read as one text: 1 text, 1 piece.')).toBeVisible();
  await expect(page).toHaveURL(/stored=whole/);
  await page.getByText('by its looks', { exact: true }).click();
  await live.type(
    JSON.stringify([
      {
        role: 'user',
        parts: [
          { type: 'file', url: 'x' },
          { type: 'text', text: 'I own two dogs' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'Noted.' }] },
    ]),
    smallMessage,
  );
  await expect(page.getByText('Read as chat JSON: 1 turn, 2 pieces.')).toBeVisible();
  await expect(page.getByText('1 × a part of the kind "file", left out: it is no text.')).toBeVisible();
});

test('pasted text survives a reload only where the reader keeps it', async ({ page }) => {
  const live = liveDriver(page);
  await live.open();
  await live.type('A secret about the harbour.', 'What is secret about the harbour?');
  await page.reload();
  await expect(page.getByLabel('Stored text', { exact: true })).toHaveValue('');
  await live.type('A secret about the harbour.', 'What is secret about the harbour?');
  await page.getByLabel('Keep both on this device').check();
  await page.getByLabel('Stored text', { exact: true }).fill('A second secret.');
  await expect.poll(async () => (await dumpStores(page)).indexedDB).toContain('A second secret.');
  await page.reload();
  await expect(page.getByLabel('Stored text', { exact: true })).toHaveValue('A second secret.');
  await page.getByRole('button', { name: 'Delete what is kept' }).click();
  await expect.poll(async () => (await dumpStores(page)).indexedDB).not.toContain('secret');
  await page.reload();
  await expect(page.getByLabel('Stored text', { exact: true })).toHaveValue('');
});

test('what was found is still there, and still up to date, after a look at another mode', async ({
  page,
}) => {
  const live = liveDriver(page);
  const endpoint = await startHostileEndpoint({ dimensions: 16 });
  await live.open('method', { threshold: '-1' });
  await live.type(smallStored, smallMessage);
  await live.fillEndpoint({ baseUrl: endpoint.baseUrl, maxTokens: 100 });
  await live.planAndSend();
  await live.found();
  await page.getByRole('link', { name: 'Reproduce the controlled experiment' }).click();
  await expect(
    page.getByRole('heading', { name: 'The controlled experiment, with a model of your choice' }),
  ).toBeVisible();
  await page.goBack();
  await live.found();
  await expect(page.getByLabel('Stored text', { exact: true })).toHaveValue(smallStored);
  await expect(page.getByText('The text or the model has changed since this run.')).toBeHidden();
  await page.getByLabel('Message', { exact: true }).fill('Something else about the fire door?');
  await expect(page.getByText('The text or the model has changed since this run.')).toBeVisible();
  await endpoint.close();
});

test('the own text of a turn as context is embedded when it is asked for, and nothing else anew', async ({
  page,
}) => {
  const live = liveDriver(page);
  await live.open();
  await live.type(`# Vans\n${smallStored.split('\n---\n').join('\n# More\n')}`, smallMessage);
  await live.runLocally();
  await page.getByText('its own text', { exact: true }).click();
  await expect(page.getByText('The own texts of the contexts are not embedded yet')).toBeVisible();
  await page.getByRole('button', { name: 'Embed and search' }).click();
  await expect(page.getByText('The own texts of the contexts are not embedded yet')).toBeHidden({
    timeout: 30_000,
  });
  await page
    .getByRole('button', { name: /^Why piece/ })
    .first()
    .click();
  await expect(page.getByText('The context of the piece is the embedding of its own text.')).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`“Why” brings its answer into view, under nothing that sticks, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const live = liveDriver(page);
    await live.open();
    await page.getByRole('button', { name: 'Load the sample' }).click();
    await live.runLocally();
    await page
      .getByRole('button', { name: /^Why piece/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Terms of the score' })).toBeInViewport();
    const heading = page.getByRole('heading', { name: 'Why this score' });
    await expect(heading).toBeFocused();
    expect(
      await heading.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 20, top + 8));
      }),
    ).toBe(true);
  });
