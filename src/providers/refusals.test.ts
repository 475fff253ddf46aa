import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  pseudoVector,
  startHostileEndpoint,
  type Answer,
  type HostileEndpoint,
} from '../testing/hostileEndpoint';
import { createRemoteProvider, type RemoteProviderOptions } from './openai';
import type { EmbedProgress } from './provider';
import { retryAfter } from './remote/failures';
import { ProviderError, type ProviderErrorKind } from './shared/providerError';
import { createMemoryCache } from './shared/vectorCache';

let endpoint: HostileEndpoint;
beforeAll(async () => {
  endpoint = await startHostileEndpoint();
});
afterAll(() => endpoint.close());

const quick = { tries: 6, baseMs: 1, maxMs: 4, loadingTries: 9 };
const provider = (options: Partial<RemoteProviderOptions> = {}) =>
  createRemoteProvider({
    baseUrl: endpoint.baseUrl,
    apiKey: 'sk-proj-Known0123456789Secret',
    model: 'pseudo-embed',
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

const refuses = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'status',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

describe('the server’s words', () => {
  const words = 'The flux capacitor is offline';
  it.each<[string, unknown]>([
    ['an error object', { error: { message: words, type: 'x', code: null } }],
    ['an error that is text', { error: words }],
    ['message beside object', { object: 'error', message: words, type: 'BadRequestError', code: 400 }],
    ['detail as text', { detail: words }],
    ['detail as a list', { detail: [{ type: 'odd', loc: ['body', 'input'], msg: words }] }],
    ['detail as an object', { detail: { error: words } }],
    ['a list of errors', { errors: [{ message: words }] }],
    ['a list of texts', { error: [words] }],
    ['a list around the error', [{ error: { code: 400, message: words, status: 'FAILED_PRECONDITION' } }]],
    ['JSON inside the sentence', { error: { message: JSON.stringify({ error: { message: words } }) } }],
    [
      'words of a server behind a router',
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify({ error: words }) },
        },
      },
    ],
    ['a JSON string', JSON.stringify(words)],
    ['plain text', `${words}\n`],
    [
      'the title of a web page',
      `<!DOCTYPE html><html><head><title>\n ${words} </title></head><body>x</body></html>`,
    ],
    ['the heading of a web page', `<html><body><h1><b>${words}</b></h1></body></html>`],
  ])('are shown from %s, refused and with status 200 too', async (_, body) => {
    for (const status of [400, 418, 200]) {
      endpoint.behave({ always: refuses(status, body) });
      const error = await failure(provider().embed(['a', 'b']));
      expect(error.message, String(status)).toContain(words);
      expect(error.message).not.toMatch(/JSON|token .* position|Unexpected/);
      expect(endpoint.requests).toHaveLength(1);
    }
  });
});

describe('failures by their meaning', () => {
  const once: [ProviderErrorKind, number, unknown][] = [
    ['unauthorized', 401, { detail: 'Not authenticated' }],
    [
      'unauthorized',
      400,
      [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    [
      'unauthorized',
      400,
      { error: { message: 'Invalid API key: too many characters, exceeds maximum length' } },
    ],
    ['unauthorized', 500, { error: { message: 'Authentication failed: the input key exceeds its limit' } }],
    [
      'forbidden',
      403,
      { error: { message: 'Project has no access to this model, limit of regions exceeded' } },
    ],
    ['quota', 402, { error: { code: 402, message: 'Insufficient credits. Add more at the account page' } }],
    [
      'quota',
      400,
      {
        error: {
          message: 'Billing hard limit has been reached',
          code: 'billing_hard_limit_reached',
          type: 'invalid_request_error',
        },
      },
    ],
    [
      'quota',
      400,
      { error: { message: 'This request would exceed the monthly limit of tokens of your account' } },
    ],
    [
      'quota',
      429,
      {
        error: {
          message: 'You exceeded your current quota, please check your plan and billing details.',
          code: 'insufficient_quota',
        },
      },
    ],
    ['quota', 429, { error: { message: 'Key limit exceeded (daily limit). Manage it in the settings.' } }],
    ['quota', 403, { error: { message: 'Key limit exceeded (total limit)', code: 403 } }],
    [
      'quota',
      400,
      {
        error: {
          message: 'Budget has been exceeded! Current cost: 10.2, Max budget: 10.0',
          type: 'budget_exceeded',
        },
      },
    ],
    ['quota', 200, { error: { message: 'Insufficient balance', code: 'insufficient_balance' } }],
    [
      'quota',
      429,
      [
        {
          error: {
            code: 429,
            status: 'RESOURCE_EXHAUSTED',
            message: 'Quota exceeded for metric: embed_requests',
            details: [{ violations: [{ quotaId: 'EmbedRequestsPerDayPerProject' }] }, { retryDelay: '3s' }],
          },
        },
      ],
    ],
    [
      'not-found',
      404,
      { error: { message: 'model "pseudo-embed" not found, try pulling it first', type: 'api_error' } },
    ],
    [
      'not-found',
      400,
      { error: "No models loaded. Please load a model in the developer page or use the 'lms load' command." },
    ],
    [
      'not-found',
      400,
      {
        error: {
          message: 'Failed to load model "pseudo-embed". Error: Model is not embedding.',
          code: 'model_not_found',
        },
      },
    ],
    [
      'not-found',
      404,
      {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
    ],
    ['not-found', 400, { error: { message: 'pseudo-embed is not a valid model ID', code: 400 } }],
    ['not-found', 500, { error: 'this model does not support embeddings' }],
    [
      'refused',
      501,
      {
        error: {
          code: 501,
          message: 'This server does not support embeddings. Start it with `--embeddings`',
          type: 'not_supported_error',
        },
      },
    ],
    ['refused', 400, { error: { message: 'dimensions must be at most 1024, found 4096' } }],
  ];
  it.each(once)(
    '%s, status %i, is asked once and neither bisected nor repeated',
    async (kind, status, body) => {
      endpoint.behave({ always: refuses(status, body, { 'retry-after': '1' }) });
      const error = await failure(provider().embed(['a', 'b', 'c', 'd']));
      expect([error.kind, error.message]).toEqual([kind, expect.stringContaining('It said: "')]);
      expect(endpoint.requests).toHaveLength(1);
      if (kind === 'not-found') expect(error.message).toContain('"pseudo-embed"');
    },
  );

  it.each<[number, unknown]>([
    [413, 'Payload Too Large'],
    [400, { object: 'error', message: 'Too many inputs in request, split into more batches.' }],
    [422, { detail: [{ loc: ['body', 'input'], msg: 'List should have at most 2 items after validation' }] }],
    [422, { error: 'batch size 4 > maximum allowed batch size 2', type: 'Validation' }],
    [
      500,
      {
        error: {
          code: 500,
          message: 'input is too large to process. increase the physical batch size',
          type: 'server_error',
        },
      },
    ],
    [
      400,
      {
        error: {
          message: "This model's maximum context length is 512 tokens. However, you requested 600 tokens.",
        },
      },
    ],
    [
      400,
      [
        {
          error: {
            code: 400,
            message: '* BatchEmbedContentsRequest.requests: at most 2 requests can be in one batch',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    [500, { error: 'the input length exceeds the context length' }],
    [200, { error: { message: 'Too many inputs. The max number of inputs is 2.' } }],
    [
      429,
      {
        error: {
          message: 'Request too large for pseudo-embed on tokens per min (TPM): Limit 100, Requested 200.',
          code: 'rate_limit_exceeded',
        },
      },
    ],
  ])(
    'status %i about size is bisected, and a text that is too large alone is named',
    async (status, body) => {
      endpoint.behave({ script: [refuses(status, body)] });
      const { vectors } = await provider().embed(['a', 'b', 'c', 'd']);
      expect(vectors.map((vector) => vector![0])).toEqual(
        ['a', 'b', 'c', 'd'].map((text) => expect.closeTo(pseudoVector(text, 8)[0]!, 6)),
      );
      expect(endpoint.requests.map(({ inputs }) => inputs.length)).toEqual([4, 2, 2]);
      endpoint.behave({ always: refuses(status, body) });
      const error = await failure(provider().embed(['a lonely text']));
      expect(error.kind).toBe('too-large');
      expect(error.message).toMatch(/beginning "a lonely text/);
      expect(endpoint.requests).toHaveLength(1);
    },
  );

  it.each<[string, Answer]>([
    [
      'a rate limit',
      refuses(429, {
        error: {
          message:
            'Rate limit reached on tokens per min (TPM). Add a payment method to your account to raise it.',
        },
      }),
    ],
    [
      'a rate limit of an hour or less',
      refuses(429, {
        error: { message: 'Quota exceeded for embed_content_input_tokens_per_minute_per_base_model' },
      }),
    ],
    [
      'a rate limit of Azure',
      refuses(429, {
        error: {
          code: '429',
          message: 'Requests have exceeded call rate limit of your current pricing tier.',
        },
      }),
    ],
    ['an overloaded server', refuses(503, { error: 'Model is overloaded', type: 'overloaded' })],
    ['a bad gateway', refuses(502, '<html><title>502 Bad Gateway</title></html>')],
    ['a rate limit with status 200', refuses(200, { error: { message: 'Too many requests', code: 429 } })],
    ['a reset', { kind: 'drop' }],
    ['a reset in the middle of an answer', { kind: 'cut' }],
  ])('%s is repeated', async (_, answer) => {
    endpoint.behave({ script: [answer, answer] });
    const { vectors, stats } = await provider().embed(['a']);
    expect(vectors[0]).toHaveLength(8);
    expect(stats).toMatchObject({ requests: 3, retries: 2 });
  });

  it('waits longer for a model that is loading than for a server that fails', async () => {
    const loading = refuses(503, {
      error: { code: 503, message: 'Loading model', type: 'unavailable_error' },
    });
    endpoint.behave({ script: Array.from({ length: 8 }, () => loading) });
    expect((await provider().embed(['a'])).stats.retries).toBe(8);
    endpoint.behave({
      always: refuses(503, { error: 'Model pseudo is currently loading', estimated_time: 0.001 }),
    });
    const error = await failure(provider().embed(['a']));
    expect(error.message).toMatch(/still loading the model "pseudo-embed"/);
    expect(endpoint.requests).toHaveLength(quick.loadingTries);
  });

  it('keeps what came before a connection was lost for good', async () => {
    endpoint.behave({ script: [{ kind: 'right' }], always: { kind: 'cut' } });
    const kept: number[] = [];
    const error = await failure(
      provider({ maxInputs: 2 }).embed(['a', 'b', 'c'], { onProgress: ({ done }) => kept.push(done) }),
    );
    expect(error.kind).toBe('unreachable');
    expect(kept.at(-1)).toBe(2);
  });

  it('halves a request that timed out', async () => {
    endpoint.behave({ script: [{ kind: 'stall' }] });
    const { vectors } = await provider({ timeoutMs: 2000 }).embed(['a', 'b', 'c', 'd']);
    expect(vectors.every(Boolean)).toBe(true);
    expect(endpoint.requests.slice(0, 2).map(({ inputs }) => inputs.length)).toEqual([4, 2]);
  });
});

describe('how long to wait', () => {
  const at = Date.parse('2026-12-01T10:00:00Z');
  it.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '2.5' }, 2500],
    [{ 'retry-after': '20s' }, 20_000],
    [{ 'retry-after': 'Tue, 01 Dec 2026 10:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Tue, 01 Dec 2026 09:00:00 GMT' }, undefined],
    [{ 'retry-after': '0' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after-ms': '120' }, 120],
    [{ 'retry-after-ms': '0', 'retry-after': '3' }, 3000],
    [{ 'retry-after-ms': '-1' }, undefined],
    [{}, undefined],
  ])('%o', (headers, ms) => {
    expect(retryAfter(new Headers(headers), at)).toBe(ms);
  });

  it.each<[string, unknown, number]>([
    ['words', { error: { message: 'Rate limit reached. Please try again in 40ms.' } }, 40],
    ['words of minutes', { error: { message: 'Rate limit reached. Please try again in 6m0.5s.' } }, 360_500],
    ['a member', [{ error: { message: 'Too many requests', details: [{ retryDelay: '240s' }] } }], 240_000],
  ])('is read from %s where no header says it', async (_, body, ms) => {
    endpoint.behave({ script: [refuses(429, body)] });
    const waits: EmbedProgress[] = [];
    const run = provider().embed(['a'], { onProgress: (progress) => waits.push(progress) });
    if (ms < 1000) {
      await run;
      expect(waits.find(({ waitingMs }) => waitingMs)).toMatchObject({ waitingMs: ms });
    } else {
      const error = await failure(run);
      expect(error.fields.retryAfterMs).toBe(ms);
      expect(error.fields.retryAt! - Date.now()).toBeGreaterThan(ms - 60_000);
    }
  });

  it('backs off by itself where the server asks for no time at all', async () => {
    endpoint.behave({
      script: [
        { kind: 'rateLimit', headers: { 'retry-after': '0' } },
        { kind: 'rateLimit', headers: { 'retry-after': '-3' } },
      ],
    });
    const waits: number[] = [];
    await provider({ retries: { ...quick, baseMs: 20, maxMs: 40 } }).embed(['a'], {
      onProgress: ({ waitingMs }) => waitingMs !== undefined && waits.push(waitingMs),
    });
    expect(Math.min(...waits.slice(0, 1))).toBeGreaterThanOrEqual(10);
    expect(endpoint.requests).toHaveLength(3);
  });
});

describe('alignment', () => {
  const of = (text: string) => pseudoVector(text, 4);
  const answers: [string, unknown][] = [
    [
      'no index in the first row',
      { data: [{ embedding: of('a') }, { index: 1, embedding: of('b') }, { index: 2, embedding: of('c') }] },
    ],
    [
      'one null index, out of order',
      {
        data: [
          { index: 2, embedding: of('c') },
          { index: null, embedding: of('a') },
          { index: 1, embedding: of('b') },
        ],
      },
    ],
    ['all indexes null', { data: ['a', 'b', 'c'].map((text) => ({ index: null, embedding: of(text) })) }],
    [
      'indexes as text',
      {
        data: [
          { index: '1', embedding: of('b') },
          { index: '0', embedding: of('a') },
          { index: '2', embedding: of('c') },
        ],
      },
    ],
    [
      'vectors in a list of one',
      { data: ['a', 'b', 'c'].map((text, index) => ({ index, embedding: [of(text)] })) },
    ],
    ['bare vectors', { data: ['a', 'b', 'c'].map(of) }],
    [
      'a list of rows without a frame',
      ['a', 'b', 'c'].map((text, index) => ({ index, embedding: [of(text)] })),
    ],
    ['Ollama’s own shape', { model: 'x', embeddings: ['a', 'b', 'c'].map(of) }],
  ];
  it.each(answers)('reads %s', async (_, body) => {
    endpoint.behave({ always: { kind: 'json', body } });
    const { vectors } = await provider().embed(['a', 'b', 'c']);
    vectors.forEach((vector, at) => expect(vector![0]).toBeCloseTo(of('abc'[at]!)[0]!, 6));
  });

  it.each<[string, unknown, ProviderErrorKind, RegExp]>([
    [
      'fewer rows, none with an index',
      { data: [{ embedding: of('a') }, { embedding: of('b') }] },
      'count-mismatch',
      /3 texts were sent and 2 vectors/,
    ],
    [
      'some rows without an index in another order',
      { data: [{ index: 2, embedding: of('c') }, { embedding: of('a') }, { embedding: of('b') }] },
      'count-mismatch',
      /order does not agree/,
    ],
    [
      'a vector for each token',
      { data: ['a', 'b', 'c'].map((text, index) => ({ index, embedding: [of(text), of('x')] })) },
      'bad-response',
      /one for each token/,
    ],
    [
      'no vector in a row',
      { data: ['a', 'b', 'c'].map((_, index) => ({ index, embedding: index === 1 ? null : of('a') })) },
      'bad-response',
      /No vector came back for text 2/,
    ],
    [
      'words among numbers',
      {
        data: ['a', 'b', 'c'].map((_, index) => ({ index, embedding: [1, 'sk-proj-Known0123456789Secret'] })),
      },
      'not-finite',
      /holds a string/,
    ],
  ])('names %s', async (_, body, kind, message) => {
    endpoint.behave({ always: { kind: 'json', body } });
    const error = await failure(provider().embed(['a', 'b', 'c']));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('Known0123');
  });
});

describe('headers', () => {
  it('go along as told, and what a secret one holds comes back in no word', async () => {
    const secret = 'gateway-Token0123456789';
    endpoint.behave({ always: refuses(400, { error: { message: `No tenant for ${secret}` } }) });
    const error = await failure(
      provider({
        headers: { 'x-gateway-token': secret, 'x-title': 'mine' },
        keyHeader: 'api-key',
        apiVersion: '2024-10-21',
      }).embed(['a']),
    );
    expect(error.message).toContain('No tenant for [key]');
    expect(endpoint.requests[0]!.path).toContain('api-version=2024-10-21');
    expect(endpoint.requests[0]!.headers).toMatchObject({
      'x-gateway-token': secret,
      'x-title': 'mine',
      'api-key': 'sk-proj-Known0123456789Secret',
    });
    expect(endpoint.requests[0]!.headers.authorization).toBeUndefined();
  });

  it('prefixes stand before every window and are part of what is kept', async () => {
    endpoint.behave({});
    const cache = createMemoryCache();
    const prefixed = (prefix: string) => ({ cache, prefixOf: () => prefix });
    await provider().embed(['a', ' '], prefixed('query: '));
    await provider().embed(['a'], prefixed('passage: '));
    await provider().embed(['a'], prefixed('query: '));
    await provider().embed(['a'], { cache });
    expect(endpoint.requests.map(({ inputs }) => inputs)).toEqual([['query: a'], ['passage: a'], ['a']]);
    const letters = {
      name: 'letters',
      encode: (text: string) => Int32Array.from({ length: text.length }, (_, at) => at + 1),
    };
    endpoint.behave({});
    await provider({ maxTokens: 17, loadTokenizer: async () => letters }).embed(
      ['One two. Three four.'],
      prefixed('query: '),
    );
    expect(endpoint.requests[0]!.inputs).toEqual(['query: One two.', 'query: Three', 'query: four.']);
  });
});
