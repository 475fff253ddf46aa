import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { localModelDescription } from '../../providers/local/description';
import type { EmbeddingProvider } from '../../providers/provider';
import { isAbortError } from '../../providers/shared/abort';

const maxBodyBytes = 20_000_000;
const maxInputs = 2048;

const requestSchema = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string())], {
    error: 'must be a string or a list of strings; token ids are not understood here',
  }),
  encoding_format: z.enum(['float', 'base64']).default('float'),
  dimensions: z.int().positive().optional(),
  user: z.string().optional(),
});

/** A refusal in the shape of OpenAI's errors. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: { type?: string; param?: string | null; code?: string | null } = {},
  ) {
    super(message);
  }
}

/**
 * An HTTP server that answers `/v1/embeddings` and `/v1/models` like OpenAI, with
 * the vectors of a local provider.
 *
 * Any page may call it (CORS is open), because it serves nothing but the vectors
 * of what it is sent. `key` makes it refuse requests that do not carry it.
 */
export function createEmbeddingServer(provider: EmbeddingProvider, { key }: { key?: string } = {}): Server {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'retry-after, x-request-id');
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/+$/, '');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
      response.setHeader(
        'Access-Control-Allow-Headers',
        request.headers['access-control-request-headers'] ?? '*',
      );
      response.setHeader('Access-Control-Max-Age', '600');
      if (request.headers['access-control-request-private-network'])
        response.setHeader('Access-Control-Allow-Private-Network', 'true');
      response.writeHead(204).end();
      return;
    }
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      throw new Refusal(
        401,
        request.headers.authorization ? 'Incorrect API key provided.' : "You didn't provide an API key.",
        { code: 'invalid_api_key' },
      );
    }
    if (path === '/v1/models' && request.method === 'GET')
      return send(response, 200, { object: 'list', data: [modelEntry()] });
    if (path === `/v1/models/${localModelDescription.name}` && request.method === 'GET')
      return send(response, 200, modelEntry());
    if (path !== '/v1/embeddings')
      throw new Refusal(404, `Unknown address ${path}: this endpoint knows /v1/embeddings and /v1/models.`);
    if (request.method !== 'POST')
      throw new Refusal(405, `Not allowed to ${request.method} here: embeddings are asked for with POST.`);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    send(response, 200, await embed(provider, await readJson(request), gone.signal));
  };
  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent || isAbortError(error)) response.destroy();
      else if (error instanceof Refusal) sendError(response, error);
      else
        sendError(
          response,
          new Refusal(500, 'The local model failed on this request.', { type: 'server_error' }),
        );
    });
  });
}

function modelEntry() {
  return { id: localModelDescription.name, object: 'model', created: 0, owned_by: 'chunkscope' };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes)
      throw new Refusal(413, `The request is larger than ${maxBodyBytes} bytes. Send smaller requests.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body of the request is not JSON.');
  }
}

async function embed(provider: EmbeddingProvider, body: unknown, signal: AbortSignal): Promise<unknown> {
  const decoded = requestSchema.safeParse(body);
  if (!decoded.success) {
    const issue = decoded.error.issues[0]!;
    throw new Refusal(400, `'${issue.path.join('.')}': ${issue.message}.`, {
      param: issue.path.join('.') || null,
    });
  }
  const { model, input, encoding_format: format, dimensions } = decoded.data;
  if (model !== localModelDescription.name) {
    throw new Refusal(
      404,
      `The model '${model.slice(0, 100)}' does not exist here. This endpoint serves '${localModelDescription.name}'.`,
      { param: 'model', code: 'model_not_found' },
    );
  }
  if (dimensions !== undefined && dimensions !== localModelDescription.dimensions) {
    throw new Refusal(
      400,
      `This model does not support specifying dimensions: its vectors have ${localModelDescription.dimensions}.`,
      { param: 'dimensions' },
    );
  }
  const texts = typeof input === 'string' ? [input] : input;
  if (texts.length === 0 || texts.length > maxInputs) {
    throw new Refusal(
      400,
      `'input' holds ${texts.length} texts; 1 to ${maxInputs} are allowed, at most ${maxInputs} in one request.`,
      { param: 'input' },
    );
  }
  const blank = texts.findIndex((text) => text.trim() === '');
  if (blank >= 0)
    throw new Refusal(400, `'input.${blank}' is blank: a text without words has no vector.`, {
      param: 'input',
    });
  const { vectors, tokens } = await provider.embed(texts, { signal });
  const used = tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? base64(vector!) : Array.from(vector!),
  }));
  return { object: 'list', data, model, usage: { prompt_tokens: used, total_tokens: used } };
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, { status, message, fields }: Refusal): void {
  // A body that was not read to its end would leave the connection unusable.
  if (status === 413) response.setHeader('connection', 'close');
  send(response, status, {
    error: { message, type: 'invalid_request_error', param: null, code: null, ...fields },
  });
}
