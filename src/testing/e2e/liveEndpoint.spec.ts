import { spawn, type ChildProcess } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { startHostileEndpoint, type Answer, type Behaviour, type HostileEndpoint } from '../hostileEndpoint';
import { liveDriver, smallMessage, smallStored, smallTexts, watchRequests } from '../liveDriver';

const key = 'sk-proj-Known0123456789Secret';

/** Starts `npm run serve:embeddings` on a free port and waits for its address. */
function serveEmbeddings(): Promise<{ baseUrl: string; process: ChildProcess }> {
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'src/builder/serveEmbeddings.ts', '--port', '0', '--key', key],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /Embeddings at (\S+)/.exec(said)?.[1];
      if (address) resolve({ baseUrl: address, process: child });
    });
    child.once('exit', (code) => reject(new Error(`serve:embeddings ended with ${code}: ${said}`)));
  });
}

test.describe('with a key, against npm run serve:embeddings', () => {
  test.describe.configure({ timeout: 120_000 });
  let served: Awaited<ReturnType<typeof serveEmbeddings>>;
  test.beforeAll(async () => {
    served = await serveEmbeddings();
  });
  test.afterAll(() => {
    served.process.removeAllListeners('exit');
    served.process.kill();
  });

  test('a plan comes first, the key goes along, and the groups are those of the built-in model', async ({
    page,
  }) => {
    const live = liveDriver(page);
    const requests = watchRequests(page);
    await live.open('method', { threshold: '-1' });
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({
      baseUrl: served.baseUrl,
      model: 'universal-sentence-encoder-lite',
      key,
      maxTokens: 128,
    });
    await live.plan();
    const origin = new URL(served.baseUrl).origin;
    await expect(page.getByRole('definition').filter({ hasText: origin }).first()).toBeVisible();
    await expect(page.getByText('not known for this endpoint')).toBeVisible();
    expect(requests.filter((request) => request.url().startsWith(origin))).toEqual([]);
    await page.getByRole('button', { name: `Send ${smallTexts} texts to ${origin}` }).click();
    await live.found();
    const sent = requests.filter(
      (request) => request.url().startsWith(origin) && request.method() === 'POST',
    );
    expect(sent.map((request) => request.headers()['authorization'])).toEqual([
      `Bearer ${key}`,
      `Bearer ${key}`,
    ]);
    expect(
      sent.map(
        (request) => (request.postDataJSON() as { input: string[]; encoding_format: string }).encoding_format,
      ),
    ).toEqual(['float', 'float']);
    const remote = await Promise.all([1, 2].map((part) => live.piecesOf(part)));

    await live.plan();
    await expect(page.getByRole('heading', { name: 'Nothing has to be sent' })).toBeVisible();
    await live.send();
    await page.getByText('Built-in model', { exact: true }).click();
    await live.runLocally();
    await expect(page.getByText('The text or the model has changed since this run.')).toBeHidden({
      timeout: 60_000,
    });
    expect(await Promise.all([1, 2].map((part) => live.piecesOf(part)))).toEqual(remote);
  });

  test('a wrong key is told, and nothing is embedded', async ({ page }) => {
    const live = liveDriver(page);
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({
      baseUrl: served.baseUrl,
      model: 'universal-sentence-encoder-lite',
      key: `${key}x`,
      maxTokens: 128,
    });
    await live.planAndSend();
    await expect(page.getByText('The key was not accepted.')).toBeVisible();
  });
});

test.describe('hostile endpoints', () => {
  let endpoint: HostileEndpoint;
  test.beforeEach(async () => {
    endpoint = await startHostileEndpoint();
  });
  test.afterEach(() => endpoint.close());

  const always = (answer: Answer): Behaviour => ({ always: answer });
  const faults: [name: string, behaviour: Behaviour, title: string, words: RegExp][] = [
    ['401', { key: 'another' }, 'The key was not accepted.', /Check that it was copied whole/],
    [
      'no credit',
      always({ kind: 'quota' }),
      'The account has no credit left.',
      /Add credit or use another key/,
    ],
    [
      '404',
      always({ kind: 'status', status: 404 }),
      'There is no such address or model.',
      /usually ends in \/v1/,
    ],
    [
      'one row short',
      always({ kind: 'rowShort' }),
      'Vectors and texts do not match.',
      /3 texts were sent and 2 vectors came back/,
    ],
    [
      'NaN',
      always({ kind: 'notFinite', row: 1, written: 'NaN' }),
      'A vector is not made of numbers.',
      /The endpoint is at fault/,
    ],
    ['a zero vector', always({ kind: 'zero', row: 0 }), 'A vector points nowhere.', /all zeros/],
    [
      'a web page',
      always({ kind: 'text', contentType: 'text/html', text: '<html>hello</html>' }),
      'The answer could not be used.',
      /a web page instead of embeddings/,
    ],
    [
      'CORS refused',
      { cors: 'none' },
      'The server does not let this page in.',
      /allow the origin http:\/\/localhost:\d+/,
    ],
    [
      'a refused preflight',
      { cors: 'noKey' },
      'The server does not let this page in.',
      /authorization, content-type/,
    ],
  ];
  test('each fault is told in words that say what to do, and the run ends well once it is mended', async ({
    page,
  }) => {
    test.slow();
    const live = liveDriver(page);
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
    for (const [name, behaviour, title, words] of faults) {
      await test.step(name, async () => {
        endpoint.behave(behaviour);
        // Vectors are kept by model: under another name nothing of the last run is known.
        await page.getByLabel('Model', { exact: true }).fill(name);
        await live.planAndSend();
        const alert = page.getByRole('alert').filter({ hasText: title });
        await expect(alert).toContainText(words);
        expect(await alert.textContent()).not.toContain(key.slice(0, 8));
        endpoint.behave({});
        await live.planAndSend();
        await expect(alert).toHaveCount(0);
        await live.found();
        await expect(page.getByText('The text or the model has changed since this run.')).toHaveCount(0);
        expect(endpoint.requests.flatMap(({ inputs }) => inputs)).toHaveLength(smallTexts);
      });
    }
  });

  test('wrong dimensions are told with the way out', async ({ page }) => {
    const live = liveDriver(page);
    endpoint.behave({ ignoreDimensions: true, dimensions: 12 });
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100, dimensions: 8 });
    await live.planAndSend();
    await expect(page.getByRole('alert').filter({ hasText: 'Vectors have the wrong length.' })).toContainText(
      'Switch on "shorten here"',
    );
    await page.getByLabel('Shorten the vectors here').check();
    await live.planAndSend();
    await live.found();
  });

  test('plain http on another host is refused before anything is sent', async ({ page }) => {
    const live = liveDriver(page);
    const requests = watchRequests(page);
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: 'http://192.168.0.17:11434/v1' });
    await expect(
      page.getByRole('alert').filter({ hasText: 'plain http and not on this machine' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show what would be sent' })).toBeDisabled();
    expect(requests.filter((request) => request.url().includes('192.168'))).toEqual([]);
  });

  test('an address where nobody listens is told', async ({ page }) => {
    const live = liveDriver(page);
    const gone = await startHostileEndpoint();
    await gone.close();
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: gone.baseUrl, maxTokens: 100 });
    await live.planAndSend();
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  });

  test('a rate limit counts down, is cancelled at once, and the run resumes without paying twice', async ({
    page,
  }) => {
    const live = liveDriver(page);
    const stored = Array.from({ length: 12 }, (_, index) => `Section ${index} speaks of the harbour.`).join(
      '\n---\n',
    );
    endpoint.behave({
      script: [{ kind: 'right' }, { kind: 'right' }, { kind: 'rateLimit', headers: { 'retry-after': '60' } }],
    });
    await live.open();
    await live.type(stored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100, maxInputs: 4 });
    await live.planAndSend();
    const secondsLeft = async () =>
      Number(/\d+/.exec(await page.getByText(/^Waiting \d+ s before try 2\./).innerText())![0]);
    const first = await secondsLeft();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(60);
    await expect.poll(secondsLeft).toBeLessThan(first);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('8 of 15 texts are embedded and kept')).toBeVisible();
    expect(endpoint.requests).toHaveLength(3);

    await live.plan();
    // Seven that are missing, and a kept one to see whether the model is still the same.
    await expect(page.getByText('one of them kept already')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send 8 texts/ })).toBeVisible();
    await live.send();
    await live.found();
    const answered = [...endpoint.requests.slice(0, 2), ...endpoint.requests.slice(3)].flatMap(
      ({ inputs }) => inputs,
    );
    expect(answered).toHaveLength(16);
    expect(new Set(answered).size).toBe(15);
  });

  test('server errors and a dropped connection are tried again; a limit of 10 is learned', async ({
    page,
  }) => {
    const live = liveDriver(page);
    const stored = Array.from({ length: 40 }, (_, index) => `Section ${index} speaks of the harbour.`).join(
      '\n---\n',
    );
    endpoint.behave({
      maxInputs: 10,
      script: [{ kind: 'status', status: 500 }, { kind: 'right' }, { kind: 'drop' }],
    });
    await live.open();
    await live.type(stored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
    await live.planAndSend();
    await live.found();
    const inputs = endpoint.requests.map((request) => request.inputs.length);
    expect(inputs.slice(0, 3)).toEqual([40, 20, 10]);
    expect(Math.max(...inputs.slice(2))).toBe(10);
    expect(new Set(endpoint.requests.flatMap((request) => request.inputs)).size).toBe(43);
  });

  test('a plan is made anew when the kept vectors are cleared, and a run is told of in every mode', async ({
    page,
  }) => {
    const live = liveDriver(page);
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
    await live.planAndSend();
    await live.found();
    await live.plan();
    await expect(page.getByRole('heading', { name: 'Nothing has to be sent' })).toBeVisible();
    const before = endpoint.requests.length;
    await page.getByRole('button', { name: 'Clear the kept vectors' }).click();
    await expect(page.getByText('What is kept has changed since the last plan')).toBeVisible();
    await expect(page.getByRole('button', { name: `Send ${smallTexts} texts to` })).toBeVisible();
    expect(endpoint.requests).toHaveLength(before);

    endpoint.behave({ always: { kind: 'rateLimit', headers: { 'retry-after': '60' } } });
    await live.send();
    await expect(page.getByText(/^Waiting \d+ s before try 2\./)).toBeVisible();
    await page.getByRole('link', { name: 'Reproduce the controlled experiment' }).click();
    await expect(page.getByText(/waiting \d+ s before try 2/)).toBeVisible();
    // Forgetting the key ends the run, and its failure is there, here and in its own mode.
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await expect(page.getByText(/The key was forgotten/).first()).toBeVisible();
    await page.getByRole('link', { name: 'Method on pasted text' }).first().click();
    await expect(page.getByRole('alert').filter({ hasText: 'The key was forgotten.' })).toBeVisible();
  });

  test('an endpoint is tried before a run: its models, one word, and the prefixes that its model wants', async ({
    page,
  }) => {
    const live = liveDriver(page);
    await live.open();
    await live.type(smallStored, smallMessage);
    await page.getByText('Any compatible endpoint').click();
    await page.getByLabel('Begin with').selectOption({ label: 'Ollama' });
    await expect(page.getByLabel('Base URL')).toHaveValue('http://localhost:11434/v1');
    await page.getByLabel('Base URL').fill(endpoint.baseUrl.replace('http://', ''));
    await page.getByLabel('API key (optional)').fill(key);
    await page.getByRole('button', { name: 'List the models' }).click();
    await page.getByRole('button', { name: 'pseudo', exact: true }).click();
    await expect(page.getByLabel('Model', { exact: true })).toHaveValue('pseudo');
    expect(endpoint.requests).toEqual([]);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText(/It answers: a vector of 8 numbers/)).toBeVisible();
    expect(endpoint.requests.flatMap(({ inputs }) => inputs)).toEqual(['hello']);

    await page.getByLabel('Model', { exact: true }).fill('multilingual-e5-small');
    await page.getByRole('button', { name: 'Use its prefixes' }).click();
    await live.plan();
    endpoint.behave({});
    await live.send();
    await live.found();
    const inputs = endpoint.requests.flatMap((request) => request.inputs);
    expect(inputs.filter((text) => text.startsWith('passage: ')).length).toBeGreaterThanOrEqual(3);
    expect(inputs.filter((text) => text.startsWith('query: ')).length).toBeGreaterThanOrEqual(3);
    // The two others ask whether the longest text is read to its end.
    expect(inputs.filter((text) => !/^(?:passage|query): /.test(text))).toHaveLength(2);
  });

  test('a slow answer is cancelled at once', async ({ page }) => {
    const live = liveDriver(page);
    endpoint.behave({ delayMs: 60_000 });
    await live.open();
    await live.type(smallStored, smallMessage);
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key, maxTokens: 100 });
    await live.planAndSend();
    await expect.poll(() => endpoint.requests.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Nothing was embedded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show what would be sent' })).toBeEnabled();
  });

  test('an endpoint that drops the end of long texts is found out', async ({ page }) => {
    const live = liveDriver(page);
    endpoint.behave({
      vector: (text, length) =>
        Array.from({ length }, (_, index) => 1 + (text.slice(0, 20).charCodeAt(index % 20) || 1)),
    });
    await live.open();
    await live.type(
      'The same beginning of a text that goes on for a while and ends in another way than it began.',
      smallMessage,
    );
    await live.fillEndpoint({ baseUrl: endpoint.baseUrl, key });
    await live.plan();
    await expect(
      page.getByText('two of them to see whether the longest text is read to its end'),
    ).toBeVisible();
    await live.send();
    await expect(page.getByText('This endpoint does not read long texts to their end.')).toBeVisible();
  });
});
