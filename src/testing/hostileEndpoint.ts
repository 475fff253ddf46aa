import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pseudoVector } from './pseudoVector';

export { pseudoVector } from './pseudoVector';

/** One way to answer a request for embeddings, wrong ones first of all. */
export type Answer =
  | { kind: 'right' }
  | {
      kind: 'status';
      status: number;
      error?: { message: string; type?: string; code?: string | null };
      headers?: Record<string, string>;
      text?: string;
    }
  | { kind: 'rateLimit'; headers?: Record<string, string> }
  | { kind: 'quota' }
  | { kind: 'drop' }
  /** Status and headers, then silence until the server closes. */
  | { kind: 'stall' }
  /** Half of a right answer, then the connection is dropped. */
  | { kind: 'cut' }
  /** Any JSON with status 200. */
  | { kind: 'json'; body: unknown }
  | { kind: 'base64' }
  | { kind: 'rowsReversed' }
  | { kind: 'rowShort' }
  | { kind: 'rowTwice' }
  | { kind: 'noIndex' }
  | { kind: 'dimensions'; length: number }
  | { kind: 'norm'; factor: number }
  | { kind: 'zero'; row: number }
  /** `NaN` as Python writes it, or `null` as JavaScript does. */
  | { kind: 'notFinite'; row: number; written: 'NaN' | 'null' }
  | { kind: 'redirect'; location: string }
  | { kind: 'text'; contentType: string; text: string };

export interface Behaviour {
  /** Key that requests must carry; the refusal repeats the wrong one, as some servers do. */
  key?: string;
  /** Answers to the first requests for embeddings, in order; later ones are right. */
  script?: Answer[];
  /** Answer to every request after the script. */
  always?: Answer;
  /** Most inputs in one request. */
  maxInputs?: number;
  /** Most bytes of texts in one request, refused with 413. */
  maxBytes?: number;
  /** Length of vectors when the request names none. */
  dimensions?: number;
  ignoreDimensions?: boolean;
  /** Floats even where base64 was asked for. */
  floatsAlways?: boolean;
  delayMs?: number;
  /** `open`: any origin and header; `standardHeaders`: only authorization and content-type; `noKey`: preflights refuse authorization; `none`: no CORS headers at all. */
  cors?: 'open' | 'standardHeaders' | 'noKey' | 'none';
  vector?: (text: string, dimensions: number) => number[];
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  inputs: string[];
  body: Record<string, unknown>;
  /** Milliseconds since the endpoint started. */
  atMs: number;
}

export interface HostileEndpoint {
  baseUrl: string;
  /** Requests for embeddings, in order of arrival, refused ones too. */
  requests: RecordedRequest[];
  /** Every request, preflights and probes too. */
  everything: RecordedRequest[];
  /** Replaces the behaviour and forgets what was recorded. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** An OpenAI-shaped endpoint on loopback that misbehaves on demand. */
export async function startHostileEndpoint(initial: Behaviour = {}): Promise<HostileEndpoint> {
  let behaviour = initial;
  let script = [...(initial.script ?? [])];
  const requests: RecordedRequest[] = [];
  const everything: RecordedRequest[] = [];
  const started = performance.now();

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    const inputs = Array.isArray(body.input)
      ? (body.input as string[])
      : typeof body.input === 'string'
        ? [body.input]
        : [];
    const record: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      inputs,
      body,
      atMs: performance.now() - started,
    };
    everything.push(record);
    allowOrigins(request, response, behaviour.cors ?? 'open');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (request.url?.endsWith('/models')) {
      send(response, 200, { object: 'list', data: [{ id: 'pseudo', object: 'model', owned_by: 'testing' }] });
      return;
    }
    requests.push(record);
    // Settled at arrival: a late answer must not use up the script of the next test.
    const current = behaviour;
    const settled = refuse(record, current) ?? script.shift() ?? current.always ?? { kind: 'right' };
    if (current.delayMs) await new Promise((resolve) => setTimeout(resolve, current.delayMs));
    answer(response, settled, record, current);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    everything,
    behave: (next) => {
      behaviour = next;
      script = [...(next.script ?? [])];
      requests.length = 0;
      everything.length = 0;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function allowOrigins(
  request: IncomingMessage,
  response: ServerResponse,
  cors: NonNullable<Behaviour['cors']>,
): void {
  if (cors === 'none') return;
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Access-Control-Expose-Headers', 'retry-after, retry-after-ms');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  const headers = {
    open: request.headers['access-control-request-headers'] ?? '*',
    standardHeaders: 'authorization, content-type',
    noKey: 'content-type',
  }[cors];
  response.setHeader('Access-Control-Allow-Headers', headers);
  if (request.headers['access-control-request-private-network'])
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
}

function refuse(
  { headers, inputs }: RecordedRequest,
  { key, maxInputs, maxBytes }: Behaviour,
): Answer | undefined {
  if (key !== undefined && headers.authorization !== `Bearer ${key}`) {
    return {
      kind: 'status',
      status: 401,
      error: {
        message: `Incorrect API key provided: ${headers.authorization ?? 'none'}.`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      },
    };
  }
  if (maxInputs !== undefined && inputs.length > maxInputs) {
    return {
      kind: 'status',
      status: 400,
      error: {
        message: `batch size ${inputs.length} > maximum allowed batch size ${maxInputs}`,
        type: 'invalid_request_error',
      },
    };
  }
  const bytes = inputs.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (maxBytes !== undefined && bytes > maxBytes)
    return { kind: 'status', status: 413, text: 'Payload Too Large' };
  return undefined;
}

function answer(
  response: ServerResponse,
  how: Answer,
  { inputs, body }: RecordedRequest,
  behaviour: Behaviour,
): void {
  switch (how.kind) {
    case 'status':
      if (how.text !== undefined) response.writeHead(how.status, how.headers).end(how.text);
      else
        send(
          response,
          how.status,
          { error: { type: 'server_error', code: null, message: 'Something went wrong.', ...how.error } },
          how.headers,
        );
      return;
    case 'rateLimit':
      send(
        response,
        429,
        {
          error: {
            message: 'Rate limit reached for requests.',
            type: 'requests',
            code: 'rate_limit_exceeded',
          },
        },
        how.headers,
      );
      return;
    case 'quota':
      send(
        response,
        429,
        {
          error: {
            message: 'You exceeded your current quota, please check your plan.',
            type: 'insufficient_quota',
            code: 'insufficient_quota',
          },
        },
        { 'retry-after': '1' },
      );
      return;
    case 'drop':
      response.destroy();
      return;
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"object":"list",');
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
      response.write('{"object":"list","data":[{"index":0,"embedding":[0.1,', () => response.destroy());
      return;
    case 'json':
      send(response, 200, how.body);
      return;
    case 'redirect':
      response.writeHead(307, { location: how.location }).end();
      return;
    case 'text':
      response.writeHead(200, { 'content-type': how.contentType }).end(how.text);
      return;
    default:
      sendVectors(response, how, inputs, body, behaviour);
  }
}

function sendVectors(
  response: ServerResponse,
  how: Answer,
  inputs: string[],
  body: Record<string, unknown>,
  behaviour: Behaviour,
): void {
  const asked =
    typeof body.dimensions === 'number' && !behaviour.ignoreDimensions ? body.dimensions : undefined;
  const length = how.kind === 'dimensions' ? how.length : (asked ?? behaviour.dimensions ?? 8);
  const factor = how.kind === 'norm' ? how.factor : 1;
  const make = behaviour.vector ?? pseudoVector;
  const base64 = how.kind === 'base64' || (body.encoding_format !== 'float' && !behaviour.floatsAlways);
  let rows: { object: string; index?: number; embedding: unknown }[] = inputs.map((text, index) => {
    let vector: (number | string)[] = make(text, length).map((value) => value * factor);
    if (how.kind === 'zero' && how.row === index) vector = vector.map(() => 0);
    if (how.kind === 'notFinite' && how.row === index) vector[vector.length - 1] = '#';
    const embedding = base64
      ? Buffer.from(Float32Array.from(vector as number[]).buffer).toString('base64')
      : vector;
    return how.kind === 'noIndex'
      ? { object: 'embedding', embedding }
      : { object: 'embedding', index, embedding };
  });
  if (how.kind === 'rowsReversed') rows.reverse();
  if (how.kind === 'rowShort') rows = rows.slice(0, -1);
  if (how.kind === 'rowTwice') rows = [...rows.slice(0, -1), rows[0]!];
  const tokens = inputs.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const json = JSON.stringify({
    object: 'list',
    model: body.model,
    data: rows,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(how.kind === 'notFinite' ? json.replaceAll('"#"', how.written) : json);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
