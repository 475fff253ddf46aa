import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  pseudoVector,
  startHostileEndpoint,
  type Answer,
  type HostileEndpoint,
} from '../testing/hostileEndpoint';
import { turnsUntilSettled } from '../testing/turns';
import { createRemoteProvider, estimateCost, readsToTheEnd, type RemoteProviderOptions } from './openai';
import type { EmbedProgress } from './provider';
import { ProviderError, type ProviderErrorKind } from './shared/providerError';
import { createMemoryCache } from './shared/vectorCache';

const key = 'sk-proj-Known0123456789Secret';
let endpoint: HostileEndpoint;
beforeAll(async () => {
  endpoint = await startHostileEndpoint();
});
afterAll(() => endpoint.close());

const quick = { tries: 6, baseMs: 2, maxMs: 10 };
const provider = (options: Partial<RemoteProviderOptions> = {}) =>
  createRemoteProvider({
    baseUrl: endpoint.baseUrl,
    apiKey: key,
    model: 'pseudo',
    retries: quick,
    ...options,
  });

async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  expect(error, String(error)).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

function expectVector(vector: Float32Array | null | undefined, text: string, dimensions = 8) {
  const wanted = pseudoVector(text, dimensions);
  expect(vector).toHaveLength(dimensions);
  wanted.forEach((value, i) => expect(vector![i]).toBeCloseTo(value, 6));
}

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`);
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('answers', () => {
  it('asks for floats, and reads floats from a server that answers nothing else', async () => {
    endpoint.behave({ floatsAlways: true });
    const { vectors } = await provider().embed(['a', 'b']);
    expect(endpoint.requests[0]!.body.encoding_format).toBe('float');
    expectVector(vectors[0], 'a');
    expectVector(vectors[1], 'b');
  });

  it('keeps the slots of blank inputs and never sends them', async () => {
    endpoint.behave({});
    const { vectors, windows, stats } = await provider().embed(['a', '\n\n\n', 'b', '']);
    expect(endpoint.requests.map(({ inputs }) => inputs)).toEqual([['a', 'b']]);
    expect(vectors[1]).toBeNull();
    expect(vectors[3]).toBeNull();
    expect(windows).toEqual([1, 0, 1, 0]);
    expectVector(vectors[2], 'b');
    expect(stats).toEqual({ texts: 2, cached: 0, inputs: 2, requests: 1, retries: 0 });
  });

  it('sends equal texts once and gives them one vector', async () => {
    endpoint.behave({});
    const { vectors } = await provider().embed(['a', 'b', 'a']);
    expect(endpoint.requests[0]!.inputs).toEqual(['a', 'b']);
    expect(vectors[2]).toBe(vectors[0]);
  });

  it('sends nothing at all for blank texts only', async () => {
    endpoint.behave({});
    expect((await provider().embed([' ', ''])).vectors).toEqual([null, null]);
    expect(endpoint.requests).toHaveLength(0);
  });

  it('aligns rows by index, whatever their order', async () => {
    endpoint.behave({ always: { kind: 'rowsReversed' } });
    const { vectors } = await provider().embed(['a', 'b', 'c']);
    ['a', 'b', 'c'].forEach((text, i) => expectVector(vectors[i], text));
  });

  it('takes rows without index in their order', async () => {
    endpoint.behave({ always: { kind: 'noIndex' } });
    const { vectors } = await provider().embed(['a', 'b', 'c']);
    ['a', 'b', 'c'].forEach((text, i) => expectVector(vectors[i], text));
  });

  it('brings every vector to length one', async () => {
    endpoint.behave({ always: { kind: 'norm', factor: 0.7 } });
    const { vectors } = await provider({ dimensions: 256 }).embed(['a']);
    expect(endpoint.requests[0]!.body.dimensions).toBe(256);
    expectVector(vectors[0], 'a', 256);
  });

  const broken: [string, Answer, ProviderErrorKind, RegExp][] = [
    [
      'one row short',
      { kind: 'rowShort' },
      'count-mismatch',
      /3 texts were sent and 2 vectors came back \(none for text 3\)/,
    ],
    ['one row twice', { kind: 'rowTwice' }, 'count-mismatch', /answered already/],
    ['base64 where floats were asked', { kind: 'base64' }, 'bad-response', /encoding_format/],
    ['a zero vector', { kind: 'zero', row: 1 }, 'zero-vector', /text 2 is all zeros/],
    ['NaN as Python writes it', { kind: 'notFinite', row: 1, written: 'NaN' }, 'not-finite', /NaN/],
    ['NaN as null', { kind: 'notFinite', row: 1, written: 'null' }, 'not-finite', /text 2 holds null/],
    [
      'a web page',
      { kind: 'text', contentType: 'text/html', text: '<!doctype html><title>x</title>' },
      'bad-response',
      /a web page .* \/v1/,
    ],
    [
      'half an answer',
      { kind: 'text', contentType: 'application/json', text: '{"data":[' },
      'bad-response',
      /not JSON/,
    ],
    ['nothing', { kind: 'text', contentType: 'application/json', text: '' }, 'bad-response', /nothing/],
    [
      'another JSON',
      { kind: 'text', contentType: 'application/json', text: '{"ok":true}' },
      'bad-response',
      /not with embeddings/,
    ],
    [
      'a redirect',
      { kind: 'redirect', location: 'https://elsewhere.invalid/v1/embeddings' },
      'refused',
      /final address/,
    ],
  ];
  it.each(broken)('names %s', async (_, always, kind, message) => {
    endpoint.behave({ always });
    const error = await failure(provider().embed(['a', 'b', 'c']));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(message);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('offers to shorten here what an endpoint returns too long, and does so when told', async () => {
    endpoint.behave({ always: { kind: 'dimensions', length: 1024 } });
    const error = await failure(provider({ dimensions: 256 }).embed(['a']));
    expect(error.kind).toBe('dimension-mismatch');
    expect(error.fields).toMatchObject({ expected: 256, found: 1024 });
    expect(error.message).toMatch(/shorten here/);
    const { vectors } = await provider({ dimensions: 256, truncateHere: true }).embed(['a']);
    expect(endpoint.requests.at(-1)!.body).not.toHaveProperty('dimensions');
    const cut = pseudoVector('a', 1024).slice(0, 256);
    const norm = Math.hypot(...cut);
    cut.forEach((value, i) => expect(vectors[0]![i]).toBeCloseTo(value / norm, 6));
  });

  it('learns the length from the first answer and refuses another later', async () => {
    endpoint.behave({
      script: [{ kind: 'dimensions', length: 6 }],
      always: { kind: 'dimensions', length: 7 },
    });
    const remote = provider();
    expect(remote.model.dimensions).toBeNull();
    await remote.embed(['a']);
    expect(remote.model.dimensions).toBe(6);
    expect((await failure(remote.embed(['b']))).kind).toBe('dimension-mismatch');
  });
});

describe('requests', () => {
  it('plans by count: 2,049 one-word inputs are 2,048 and 1', async () => {
    endpoint.behave({});
    const remote = provider();
    expect(await remote.plan(words(2049))).toMatchObject({
      requests: 2,
      inputs: 2049,
      texts: 2049,
      tokens: null,
    });
    await remote.embed(words(2049));
    expect(endpoint.requests.map(({ inputs }) => inputs.length)).toEqual([2048, 1]);
  });

  it('plans by bytes: 2,048 inputs of 1,200 bytes are at least 9 requests', async () => {
    endpoint.behave({});
    const texts = words(2048).map((word) => word.padEnd(1200, '.'));
    const remote = provider();
    const plan = await remote.plan(texts);
    expect(plan.bytes).toBe(2048 * 1200);
    await remote.embed(texts);
    expect(endpoint.requests.length).toBe(plan.requests);
    expect(plan.requests).toBeGreaterThanOrEqual(9);
    for (const { inputs } of endpoint.requests) expect(inputs.join('').length).toBeLessThanOrEqual(300_000);
  });

  it('learns a host that refuses more than 10 inputs, and remembers it', async () => {
    endpoint.behave({ maxInputs: 10 });
    const remote = provider();
    const { vectors } = await remote.embed(words(100));
    words(100).forEach((word, i) => expectVector(vectors[i], word));
    const sizes = endpoint.requests.map(({ inputs }) => inputs.length);
    expect(sizes.slice(0, 5)).toEqual([100, 50, 25, 13, 7]);
    expect(Math.max(...sizes.slice(4))).toBe(7);
    endpoint.requests.length = 0;
    await remote.embed(words(20).map((word) => `${word} again`));
    expect(Math.max(...endpoint.requests.map(({ inputs }) => inputs.length))).toBe(7);
  });

  it('bisects a refusal by bytes and never repeats a refused request', async () => {
    endpoint.behave({ maxBytes: 1000 });
    const texts = words(40).map((word) => word.padEnd(90, '.'));
    const { vectors } = await provider().embed(texts);
    expect(vectors.every(Boolean)).toBe(true);
    const sent = endpoint.requests.map(({ inputs }) => inputs.join('|'));
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('names the single text that is too large, and forgets the limits that it seemed to teach', async () => {
    endpoint.behave({ maxBytes: 1000 });
    const remote = provider();
    const error = await failure(remote.embed(['short', 'x'.repeat(1500), 'other']));
    expect(error.kind).toBe('too-large');
    expect(error.message).toMatch(/1500 bytes, beginning "xxxx/);
    endpoint.behave({});
    await remote.embed(words(5));
    expect(endpoint.requests).toHaveLength(1);
  });

  it('sends three headers of its own and none of the package’s', async () => {
    endpoint.behave({});
    await provider().embed(['a']);
    const names = Object.keys(endpoint.requests[0]!.headers);
    expect(names.filter((name) => name.startsWith('x-') || name.startsWith('openai'))).toEqual([]);
    expect(endpoint.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
    await provider({ apiKey: undefined }).embed(['a']);
    expect(endpoint.requests[1]!.headers.authorization).toBeUndefined();
  });

  it('cuts a text over the limit into windows and averages them by tokens', async () => {
    endpoint.behave({});
    const counter = {
      name: 'letters',
      encode: (text: string) => Int32Array.from({ length: text.length }, (_, i) => i + 1),
    };
    const text = 'One two. Three four. Five six seven. Eight.';
    const { vectors, windows, tokens } = await provider({
      maxTokens: 22,
      loadTokenizer: async () => counter,
    }).embed([text, 'short']);
    expect(endpoint.requests[0]!.inputs).toEqual([
      'One two. Three four.',
      'Five six seven.',
      'Eight.',
      'short',
    ]);
    expect(windows).toEqual([3, 1]);
    expect(tokens).toEqual([text.length, 5]);
    const parts = [
      pseudoVector('One two. Three four.', 8),
      pseudoVector('Five six seven.', 8),
      pseudoVector('Eight.', 8),
    ];
    const mean = parts[0]!.map((_, i) => 20 * parts[0]![i]! + 16 * parts[1]![i]! + 7 * parts[2]![i]!);
    const norm = Math.hypot(...mean);
    mean.forEach((value, i) => expect(vectors[0]![i]).toBeCloseTo(value / norm, 6));
  });
});

describe('readsToTheEnd', () => {
  it('finds an endpoint that drops the end of long texts without saying so', async () => {
    endpoint.behave({ vector: (text, dimensions) => pseudoVector(text.slice(0, 100), dimensions) });
    expect(await readsToTheEnd(provider(), words(100).join(' '))).toBe(false);
    expect(await readsToTheEnd(provider(), 'a short text')).toBe(true);
    expect(await readsToTheEnd(provider(), ' ')).toBe(true);
  });
});

describe('failures', () => {
  it('waits as long as a rate limit says, and shows the countdown', async () => {
    endpoint.behave({ script: [{ kind: 'rateLimit', headers: { 'retry-after-ms': '120' } }] });
    const progress: EmbedProgress[] = [];
    const { stats } = await provider().embed(['a'], { onProgress: (p) => progress.push(p) });
    expect(stats).toMatchObject({ requests: 2, retries: 1 });
    expect(endpoint.requests[1]!.atMs - endpoint.requests[0]!.atMs).toBeGreaterThanOrEqual(115);
    expect(progress.find(({ waitingMs }) => waitingMs)).toMatchObject({
      done: 0,
      total: 1,
      attempt: 2,
      waitingMs: 120,
    });
    expect(progress.at(-1)).toMatchObject({ done: 1, total: 1 });
  });

  it('backs off without such a header, and on 500 and dropped connections', async () => {
    endpoint.behave({
      script: [
        { kind: 'rateLimit' },
        { kind: 'status', status: 500 },
        { kind: 'status', status: 503, text: 'upstream' },
        { kind: 'drop' },
      ],
    });
    const { vectors, stats } = await provider().embed(['a']);
    expectVector(vectors[0], 'a');
    expect(stats.retries).toBe(4);
  });

  it('gives up after its tries with the name of what stayed', async () => {
    endpoint.behave({ always: { kind: 'status', status: 500 } });
    const error = await failure(provider({ retries: { ...quick, tries: 3 } }).embed(['a']));
    expect(error.kind).toBe('server');
    expect(endpoint.requests).toHaveLength(3);
    endpoint.behave({ always: { kind: 'rateLimit', headers: { 'retry-after': '3600' } } });
    const limited = await failure(provider().embed(['a']));
    expect(limited.kind).toBe('rate-limited');
    expect(limited.fields.retryAfterMs).toBe(3_600_000);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('does not repeat a request that the quota refused', async () => {
    endpoint.behave({ always: { kind: 'quota' } });
    expect((await failure(provider().embed(['a']))).kind).toBe('quota');
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each<[string, Answer, ProviderErrorKind]>([
    ['403', { kind: 'status', status: 403, error: { message: 'Country not supported' } }, 'forbidden'],
    [
      '404',
      { kind: 'status', status: 404, error: { message: 'The model `pseudo` does not exist' } },
      'not-found',
    ],
    [
      'another 400',
      {
        kind: 'status',
        status: 400,
        error: { message: 'This model does not support specifying dimensions.' },
      },
      'refused',
    ],
  ])('names a %s and repeats nothing', async (_, always, kind) => {
    endpoint.behave({ always });
    const error = await failure(provider().embed(['a', 'b']));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain('It said: "');
    expect(endpoint.requests).toHaveLength(1);
  });

  it('names a time-out, in the headers and in the body', async () => {
    endpoint.behave({ delayMs: 500 });
    const slow = await failure(provider({ timeoutMs: 60, retries: { ...quick, tries: 1 } }).embed(['a']));
    expect(slow.kind).toBe('timeout');
    endpoint.behave({ always: { kind: 'stall' } });
    const stalled = await failure(provider({ timeoutMs: 60, retries: { ...quick, tries: 1 } }).embed(['a']));
    expect(stalled.kind).toBe('timeout');
    expect(stalled.message).toMatch(/did not answer within/);
  });

  it('names a server that is not there, outside a browser by its cause', async () => {
    const gone = await startHostileEndpoint();
    await gone.close();
    const error = await failure(provider({ baseUrl: gone.baseUrl }).embed(['a']));
    expect(error.kind).toBe('unreachable');
    expect(error.message).toMatch(/nothing listens there/);
  });

  describe('in a browser, where every silence looks alike', () => {
    const page = 'https://page.example';
    const blocked = (probe: () => Promise<Response>) => {
      const calls: RequestInit[] = [];
      const send = vi.fn(async (_: unknown, init: RequestInit = {}) => {
        calls.push(init);
        if (init.mode === 'no-cors') return probe();
        throw new TypeError('Failed to fetch');
      });
      return { calls, send: send as typeof fetch };
    };

    it('calls it CORS when a keyless probe gets through, and says what to set on the server', async () => {
      const { calls, send } = blocked(async () => new Response(null));
      const error = await failure(provider({ fetch: send, pageOrigin: page }).embed(['secret text']));
      expect(error.kind).toBe('cors');
      expect(error.message).toContain(page);
      expect(error.message).toMatch(/authorization, content-type/);
      expect(error.message).toMatch(/OLLAMA_ORIGINS/);
      const probes = calls.filter(({ mode }) => mode === 'no-cors');
      expect(probes.length).toBeGreaterThan(0);
      for (const { headers, body, method } of probes)
        expect([headers, body, method]).toEqual([undefined, undefined, undefined]);
    });

    it('calls it unreachable when the probe fails too', async () => {
      const { send } = blocked(() => Promise.reject(new TypeError('Failed to fetch')));
      const error = await failure(provider({ fetch: send, pageOrigin: page }).embed(['a']));
      expect(error.kind).toBe('unreachable');
    });

    it('repeats a dropped connection once the endpoint has answered', async () => {
      endpoint.behave({});
      let drops = 0;
      const send: typeof fetch = async (address, init) => {
        if (drops++ === 1) throw new TypeError('Failed to fetch');
        return fetch(address, init);
      };
      const remote = provider({ fetch: send, pageOrigin: page });
      await remote.embed(['a']);
      expect((await remote.embed(['b'])).stats).toMatchObject({ requests: 2, retries: 1 });
    });
  });
});

describe('cancelling', () => {
  it.each<[string, Answer | undefined, number]>([
    ['a 3 s retry-after', { kind: 'rateLimit', headers: { 'retry-after': '3' } }, 0],
    ['a request in flight', undefined, 3000],
  ])('ends %s at once and leaves no timer', async (_, always, delayMs) => {
    endpoint.behave({ always, delayMs });
    const before = timers();
    const controller = new AbortController();
    const run = provider().embed(['a'], { signal: controller.signal });
    await Promise.all([
      new Promise((resolve) => setTimeout(resolve, 100)),
      vi.waitUntil(() => endpoint.requests.length > 0),
    ]);
    controller.abort();
    expect(await turnsUntilSettled(run)).toBeLessThan(5);
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    // The endpoint's own delay runs on in this very process; nothing of the provider does.
    expect(timers() - before - (delayMs ? 1 : 0)).toBeLessThanOrEqual(0);
  });

  it('keeps done work: resuming embeds nothing twice', async () => {
    const cache = createMemoryCache();
    const controller = new AbortController();
    endpoint.behave({});
    const remote = provider({ maxInputs: 10 });
    const run = remote.embed(words(50), {
      cache,
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done >= 20) controller.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    const first = endpoint.requests.flatMap(({ inputs }) => inputs);
    expect(await remote.plan(words(50), { cache })).toMatchObject({ cached: 20, requests: 3, inputs: 30 });
    endpoint.requests.length = 0;
    const { vectors, stats } = await remote.embed(words(50), { cache });
    expect(stats).toMatchObject({ cached: 20, inputs: 30 });
    expect(
      first.slice(0, 20).filter((text) => endpoint.requests.some(({ inputs }) => inputs.includes(text))),
    ).toEqual([]);
    words(50).forEach((word, i) => expectVector(vectors[i], word));
  });

  it('does not begin when cancelled before', async () => {
    endpoint.behave({});
    await expect(provider().embed(['a'], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(endpoint.requests).toHaveLength(0);
  });
});

describe('addresses and keys', () => {
  it.each<[string, ProviderErrorKind]>([
    ['http://example.com/v1', 'insecure-url'],
    ['http://192.168.1.4:11434/v1', 'insecure-url'],
    ['http://localhost.example.com/v1', 'insecure-url'],
    ['ftp://localhost/v1', 'bad-url'],
    ['not an address', 'bad-url'],
    ['192.168.1.4:11434', 'insecure-url'],
    ['http://nas.local:11434/v1', 'insecure-url'],
    ['http://my-server:8000/v1', 'insecure-url'],
    ['sk-proj-Known0123456789Secret', 'bad-url'],
    ['https://host.example/v1/sk-proj-Known0123456789Secret', 'bad-url'],
    ['https://host.example/sk%2Dproj-Known0123456789Secret/v1', 'bad-url'],
    ['AIzaSyA1234567890abcdef', 'bad-url'],
    ['0123456789abcdef0123456789abcdef', 'bad-url'],
    ['model-name', 'bad-url'],
    ['https://user:pass@host.example/v1', 'bad-url'],
    ['https://host.example/v1?key=1', 'bad-url'],
  ])('refuses %s before anything is sent', async (baseUrl, kind) => {
    const send = vi.fn();
    const error = await failure(
      Promise.resolve().then(() =>
        provider({ baseUrl, fetch: send as unknown as typeof fetch }).embed(['a']),
      ),
    );
    expect(error.kind).toBe(kind);
    expect(error.message).not.toMatch(/Known0123|AIza|0123456789abcdef/);
    expect(send).not.toHaveBeenCalled();
  });

  it('says what would make a server of the local network work', async () => {
    for (const host of ['192.168.1.4', '10.0.0.7', '172.20.1.1', '100.64.0.2', 'nas.local', 'gpu'])
      expect(() => provider({ baseUrl: `http://${host}:11434/v1` })).toThrow(
        `ssh -N -L 11434:localhost:11434 ${host}`,
      );
  });

  it.each([
    ['localhost:11434/v1', 'http://localhost:11434/v1'],
    ['  127.0.0.1:8080  ', 'http://127.0.0.1:8080'],
    ['//localhost:1234/v1/', 'http://localhost:1234/v1'],
    ['0.0.0.0:11434/v1', 'http://127.0.0.1:11434/v1'],
    ['http://0.0.0.0:8000/v1', 'http://127.0.0.1:8000/v1'],
    ['http://[::]:8000/v1', 'http://127.0.0.1:8000/v1'],
    ['HTTP://LOCALHOST:8000/v1', 'http://localhost:8000/v1'],
    ['api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://host.example/v1/embeddings', 'https://host.example/v1'],
    ['https://host.example/v1/models/', 'https://host.example/v1'],
    [
      'https://mine.openai.azure.com/openai/deployments/small/embeddings?api-version=2024-10-21',
      'https://mine.openai.azure.com/openai/deployments/small',
    ],
  ])('reads %s as %s, in a page and outside of one', (typed, meant) => {
    for (const pageOrigin of [null, 'https://page.example'])
      expect(provider({ baseUrl: typed, pageOrigin }).model.baseUrl).toBe(meant);
  });

  it.each([`Bearer ${key}`, `bearer   ${key}`, `"${key}"`, `Authorization: Bearer ${key}`, `\n${key}\t`])(
    'takes the key out of what it was copied with (%j)',
    async (apiKey) => {
      endpoint.behave({ key });
      expect((await provider({ apiKey }).embed(['a'])).vectors[0]).toHaveLength(8);
    },
  );

  it.each([
    'http://localhost:1234/v1/',
    'http://127.0.0.1:8787/v1',
    'http://[::1]:8787/v1',
    'https://host.example/v1',
  ])('accepts %s', (baseUrl) => {
    expect(provider({ baseUrl }).model.baseUrl).toBe(baseUrl.replace(/\/$/, ''));
  });

  it.each(['http://[::1]:8787/v1', 'http://127.0.0.2:8787/v1', 'http://ollama.localhost:8787/v1'])(
    'sends a page that types %s to localhost, which its security policy can name',
    (baseUrl) => {
      expect(provider({ baseUrl, pageOrigin: null }).model.baseUrl).toBe(baseUrl);
      expect(() => provider({ baseUrl, pageOrigin: 'https://page.example' })).toThrow(/localhost/);
    },
  );

  it('never lets the key into an error, a log or a progress message', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    endpoint.behave({ key: 'another' });
    const error = await failure(provider().embed(['a']));
    expect(error.kind).toBe('unauthorized');
    expect(error.message).toMatch(/Incorrect API key provided/);
    const broken = await failure(Promise.resolve().then(() => provider({ apiKey: `${key}\n${key}` })));
    const odd = await failure(
      provider({ fetch: () => Promise.reject(new TypeError(`bad header Bearer ${key}`)) }).embed(['a']),
    );
    const progress: EmbedProgress[] = [];
    endpoint.behave({
      script: [
        {
          kind: 'status',
          status: 500,
          error: { message: `upstream said: ${key.slice(0, 14)} and ${key.slice(8)} and sk-pro***cret` },
        },
      ],
    });
    await provider().embed(['a'], { onProgress: (p) => progress.push(p) });
    expect(progress.some(({ message }) => message?.includes('[key]'))).toBe(true);
    const seen = JSON.stringify([
      error,
      error.message,
      error.stack,
      error.cause,
      broken.message,
      odd.message,
      odd.cause,
      progress,
      provider(),
      ...logs.map((log) => log.mock.calls),
    ]);
    for (let at = 0; at + 8 <= key.length; at++) expect(seen).not.toContain(key.slice(at, at + 8));
    logs.forEach((log) => log.mockRestore());
  });

  it('names a model that cannot give the dimensions', () => {
    expect(() => createRemoteProvider({ model: 'text-embedding-ada-002', dimensions: 256 })).toThrow(
      RangeError,
    );
    expect(() => createRemoteProvider({ model: 'text-embedding-3-small', dimensions: 4096 })).toThrow(/4096/);
    expect(createRemoteProvider({ model: 'text-embedding-3-small' }).model).toMatchObject({
      provider: 'openai',
      dimensions: 1024,
      windowing: 'windowed mean',
      supportsDimensions: true,
    });
  });

  it('estimates a price with the date of its list, and none for an unknown model', () => {
    expect(estimateCost('text-embedding-3-small', 2_500_000)).toMatchObject({ usd: 0.05, asOf: '2026-11' });
    expect(estimateCost('constructor', 1)).toBeNull();
  });
});
