import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pseudoVector } from './pseudoVector';

/** A fault that a played service shows to the next requests for embeddings. */
export type Fault =
  'none' | 'over quota' | 'model not loaded' | 'too large' | 'rate limit' | 'reset' | 'time-out';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A service as its documentation describes its answers; every sentence is written for these tests in its shape. */
interface Played {
  /** Under which it is reached here. */
  base: string;
  /** Header that carries the key, and what stands before it. */
  auth: { header: string; before: string };
  models: { path: string; body: unknown };
  /** Most inputs in one request. */
  most: number;
  wrongKey: Answer;
  faults: Record<'over quota' | 'model not loaded' | 'too large' | 'rate limit', Answer>;
  /** Rows of an answer; OpenAI's shape unless told. */
  rows?: (vectors: number[][]) => unknown;
}

const openAiError = (message: string, code: string | null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});
const listOf = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });
const bearer = { header: 'authorization', before: 'Bearer ' };
const google = (code: number, status: string, message: string, details: unknown[] = []) => [
  { error: { code, message, status, details } },
];

export const playedServices = {
  openai: {
    base: '/openai/v1',
    auth: bearer,
    models: { path: '/models', body: listOf('gpt-5', 'text-embedding-3-small') },
    most: 2048,
    wrongKey: { status: 401, body: openAiError('That API key is incorrect: {key}', 'invalid_api_key') },
    faults: {
      'over quota': {
        status: 429,
        body: openAiError(
          'Your quota is used up; look at plan and billing.',
          'insufficient_quota',
          'insufficient_quota',
        ),
        headers: { 'retry-after': '1' },
      },
      'model not loaded': {
        status: 404,
        body: openAiError('The model `m` does not exist or is not yours.', 'model_not_found'),
      },
      'too large': {
        status: 400,
        body: openAiError('At most 300000 tokens are allowed in one request.', 'max_tokens_per_request'),
      },
      'rate limit': {
        status: 429,
        body: openAiError(
          'Rate limit reached on tokens per min (TPM). Try again in 2ms.',
          'rate_limit_exceeded',
          'tokens',
        ),
      },
    },
  },
  ollama: {
    base: '/ollama/v1',
    auth: bearer,
    models: { path: '/models', body: listOf('llama3:latest', 'nomic-embed-text:latest') },
    most: 4096,
    wrongKey: { status: 401, body: { error: 'unauthorized' } },
    faults: {
      'over quota': { status: 429, body: { error: 'you have reached your weekly usage limit' } },
      'model not loaded': {
        status: 404,
        body: openAiError('model "m" not found, try pulling it first', null, 'api_error'),
      },
      'too large': {
        status: 400,
        body: openAiError('the input length exceeds the context length', null, 'api_error'),
      },
      'rate limit': { status: 503, body: { error: 'server busy, please try again: too many requests' } },
    },
  },
  lmStudio: {
    base: '/lmstudio/v1',
    auth: bearer,
    models: { path: '/models', body: listOf('qwen-7b', 'text-embedding-nomic-embed-text-v1.5') },
    most: 2048,
    wrongKey: {
      status: 401,
      body: { error: { message: 'Invalid API token', type: 'invalid_request_error' } },
    },
    faults: {
      'over quota': { status: 402, body: { error: 'payment required' } },
      'model not loaded': {
        status: 400,
        body: { error: 'No models loaded. Load one on the developer page.' },
      },
      'too large': {
        status: 400,
        body: { error: 'Input of 9000 tokens is too long for the context length of the model' },
      },
      'rate limit': { status: 429, body: { error: 'Too many requests' } },
    },
  },
  vllm: {
    base: '/vllm/v1',
    auth: bearer,
    models: { path: '/models', body: listOf('BAAI/bge-m3') },
    most: 2048,
    wrongKey: { status: 401, body: { error: 'Unauthorized' } },
    faults: {
      'over quota': { status: 402, body: { detail: 'Payment required' } },
      'model not loaded': {
        status: 404,
        body: { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 },
      },
      'too large': {
        status: 400,
        body: {
          object: 'error',
          message: 'The maximum context length is 512 tokens, and 700 were requested.',
          type: 'BadRequestError',
          code: 400,
        },
      },
      'rate limit': { status: 503, body: { detail: 'Engine is overloaded' } },
    },
  },
  llamaCpp: {
    base: '/llamacpp/v1',
    auth: bearer,
    models: { path: '/models', body: { models: [{ name: 'default' }], ...listOf('default') } },
    most: 2048,
    wrongKey: {
      status: 401,
      body: { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } },
    },
    faults: {
      'over quota': { status: 402, body: { error: { code: 402, message: 'credit used up', type: 'x' } } },
      'model not loaded': {
        status: 400,
        body: { error: { code: 400, message: 'model m is not loaded', type: 'invalid_request_error' } },
      },
      'too large': {
        status: 500,
        body: {
          error: {
            code: 500,
            message: 'input (762 tokens) is too large to process. increase the physical batch size',
            type: 'server_error',
          },
        },
      },
      'rate limit': {
        status: 503,
        body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      },
    },
    rows: (vectors) => vectors.map((vector, index) => ({ index, embedding: [vector] })),
  },
  gemini: {
    base: '/gemini/v1beta/openai',
    auth: bearer,
    models: { path: '/models', body: listOf('models/gemini-3', 'models/gemini-embedding-001') },
    most: 100,
    wrongKey: {
      status: 400,
      body: google(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]),
    },
    faults: {
      'over quota': {
        status: 429,
        body: google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for embed_content_free_tier_requests.', [
          { violations: [{ quotaId: 'EmbedContentRequestsPerDayPerUser' }] },
          { retryDelay: '12s' },
        ]),
      },
      'model not loaded': {
        status: 404,
        body: google(404, 'NOT_FOUND', 'models/m is not found, or not supported for embedContent.'),
      },
      'too large': {
        status: 400,
        body: google(400, 'INVALID_ARGUMENT', '* requests: at most 100 requests can be in one batch'),
      },
      'rate limit': {
        status: 429,
        body: google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for requests per minute.', [
          { retryDelay: '0.002s' },
        ]),
      },
    },
    // A zero is left out, as protobuf does.
    rows: (vectors) =>
      vectors.map((embedding, index) => (index === 0 ? { embedding } : { index, embedding })),
  },
  openRouter: {
    base: '/openrouter/api/v1',
    auth: bearer,
    models: {
      path: '/embeddings/models',
      body: { data: [{ id: 'openai/text-embedding-3-small', name: 'x' }] },
    },
    most: 2048,
    wrongKey: { status: 401, body: { error: { code: 401, message: 'User not found.' } } },
    faults: {
      'over quota': { status: 402, body: { error: { code: 402, message: 'Insufficient credits.' } } },
      'model not loaded': {
        status: 400,
        body: { error: { code: 400, message: 'm is not a valid model ID' } },
      },
      'too large': {
        status: 200,
        body: {
          error: {
            code: 400,
            message: 'Provider returned error',
            metadata: { raw: '{"message":"Too many inputs, split into more batches"}' },
          },
        },
      },
      'rate limit': {
        status: 200,
        body: { error: { code: 429, message: 'Rate limit exceeded: 20 per minute' } },
      },
    },
  },
  azure: {
    base: '/azure/openai/deployments/small',
    auth: { header: 'api-key', before: '' },
    models: { path: '/azure/openai/models', body: listOf('text-embedding-3-small') },
    most: 2048,
    wrongKey: {
      status: 401,
      body: { error: { code: '401', message: 'Access denied due to an invalid subscription key.' } },
    },
    faults: {
      'over quota': {
        status: 403,
        body: { error: { code: 'QuotaExceeded', message: 'The monthly quota of this resource is used up.' } },
      },
      'model not loaded': {
        status: 404,
        body: { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } },
      },
      'too large': {
        status: 400,
        body: openAiError('Too many inputs. The max number of inputs is 16.', null),
      },
      'rate limit': {
        status: 429,
        body: { error: { code: '429', message: 'Requests have exceeded the call rate limit of this tier.' } },
        headers: { 'retry-after-ms': '2' },
      },
    },
  },
} as const satisfies Record<string, Played>;

export type ServiceId = keyof typeof playedServices;

export interface PlayedServer {
  addressOf(id: ServiceId): string;
  /** Shows a fault to so many of the next requests. */
  fail(fault: Fault, times?: number): void;
  requests: { url: string; headers: IncomingMessage['headers']; inputs: string[] }[];
  close(): Promise<void>;
}

/** One server on loopback that plays all of them, each under its own path. */
export async function startPlayedServices(key: string): Promise<PlayedServer> {
  const requests: PlayedServer['requests'] = [];
  let fault: Fault = 'none';
  let left = 0;
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader(
        'Access-Control-Allow-Headers',
        request.headers['access-control-request-headers'] ?? '*',
      );
      response.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const inputs = text === '' ? [] : (JSON.parse(text) as { input: string[] }).input;
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const [id, service] = Object.entries(playedServices as Record<string, Played>).find(([, { base }]) =>
      pathname.startsWith(`/${base.split('/')[1]!}/`),
    )!;
    const send = ({ status, body, headers }: Answer) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body).replaceAll('{key}', String(request.headers[service.auth.header])));
    requests.push({ url: request.url!, headers: request.headers, inputs });
    if (id === 'azure' && !searchParams.has('api-version'))
      return void send({ status: 404, body: { error: { code: '404', message: 'Resource not found' } } });
    if (request.headers[service.auth.header] !== service.auth.before + key)
      return void send(service.wrongKey);
    const listAt = id === 'azure' ? service.models.path : service.base + service.models.path;
    if (pathname === listAt) return void send({ status: 200, body: service.models.body });
    if (pathname !== `${service.base}/embeddings`) return void response.writeHead(404).end('Not Found');
    if (inputs.length > service.most) return void send(service.faults['too large']);
    if (left > 0) {
      left -= 1;
      if (fault === 'reset') return void response.destroy();
      if (fault === 'time-out') return;
      if (fault !== 'none') return void send(service.faults[fault]);
    }
    const vectors = inputs.map((input) => pseudoVector(input, 8));
    const data = service.rows?.(vectors) ?? vectors.map((embedding, index) => ({ index, embedding }));
    send({ status: 200, body: { object: 'list', data, model: 'm', usage: { total_tokens: 1 } } });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    addressOf: (id) => origin + playedServices[id].base,
    fail: (next, times = Infinity) => {
      fault = next;
      left = times;
      requests.length = 0;
    },
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
