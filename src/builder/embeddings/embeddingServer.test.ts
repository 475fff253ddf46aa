import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRemoteProvider } from '../../providers/openai';
import type { EmbeddingProvider } from '../../providers/provider';
import { createEmbeddingServer } from './embeddingServer';
import { createNodeProvider } from './nodeProvider';

const model = 'universal-sentence-encoder-lite';
let local: EmbeddingProvider;
let server: Server;
let baseUrl: string;

async function listen(started: Server): Promise<string> {
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/v1`;
}

beforeAll(async () => {
  local = await createNodeProvider('local', { cache: null });
  server = createEmbeddingServer(local);
  baseUrl = await listen(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, never> & {
      error: { message: string; param: string; code: string };
      data: { index: number; embedding: unknown }[];
      usage: { prompt_tokens: number };
    },
  };
}

describe('the local endpoint', () => {
  it('gives the local model’s vectors through the real client', async () => {
    const remote = createRemoteProvider({ baseUrl, apiKey: 'anything', model });
    const texts = ['The key is in the safe.', ' ', 'Exports last 30 days.'];
    const [over, direct] = [await remote.embed(texts), await local.embed(texts)];
    expect(over.vectors[1]).toBeNull();
    for (const at of [0, 2])
      direct.vectors[at]!.forEach((value, i) => expect(over.vectors[at]![i]).toBeCloseTo(value, 6));
    expect(remote.model.dimensions).toBe(512);
  });

  it('answers in base64 when asked, with usage in the model’s tokens', async () => {
    const input = ['one text'];
    const [float, base64] = [
      await post({ model, input, encoding_format: 'float' }),
      await post({ model, input, encoding_format: 'base64' }),
    ];
    const bytes = Buffer.from(base64.body.data[0]!.embedding as string, 'base64');
    const decoded = new Float32Array(bytes.buffer, bytes.byteOffset, 512);
    (float.body.data[0]!.embedding as number[]).forEach((value, i) =>
      expect(decoded[i]).toBeCloseTo(value, 6),
    );
    const { tokens } = await local.embed(input);
    expect(float.body.usage.prompt_tokens).toBe(tokens[0]);
  });

  it.each([
    [
      'another model',
      { model: 'text-embedding-3-small', input: 'a' },
      404,
      'model',
      /serves 'universal-sentence-encoder-lite'/,
    ],
    [
      'other dimensions',
      { model, input: 'a', dimensions: 256 },
      400,
      'dimensions',
      /does not support specifying dimensions/,
    ],
    ['dimensions that are no number', { model, input: 'a', dimensions: -1 }, 400, 'dimensions', /dimensions/],
    ['a blank text', { model, input: ['a', ' '] }, 400, 'input', /input\.1/],
    ['no texts', { model, input: [] }, 400, 'input', /0 texts/],
    ['too many texts', { model, input: new Array(2049).fill('a') }, 400, 'input', /2049 texts/],
    ['token ids', { model, input: [1, 2, 3] }, 400, 'input', /token ids/],
    [
      'an unknown format',
      { model, input: 'a', encoding_format: 'hex' },
      400,
      'encoding_format',
      /encoding_format/,
    ],
    ['no JSON', '{', 400, null, /not JSON/],
  ])('refuses %s in the shape of OpenAI', async (_, body, status, param, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.body.error.param).toBe(param);
    expect(answer.body.error.message).toMatch(message);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('lets a page call it: preflight, private network, models', async () => {
    const preflight = await fetch(`${baseUrl}/embeddings`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type, x-stainless-os',
        'access-control-request-private-network': 'true',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-stainless-os',
    );
    expect(preflight.headers.get('access-control-allow-private-network')).toBe('true');
    const models = (await (await fetch(`${baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual([model]);
    expect((await fetch(`${baseUrl}/chat/completions`, { method: 'POST' })).status).toBe(404);
  });

  it('can want a key', async () => {
    const strict = createEmbeddingServer(local, { key: 'sk-right' });
    const address = await listen(strict);
    await expect(
      createRemoteProvider({ baseUrl: address, apiKey: 'sk-wrong', model }).embed(['a']),
    ).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(
      (await createRemoteProvider({ baseUrl: address, apiKey: 'sk-right', model }).embed(['a'])).vectors[0],
    ).toHaveLength(512);
    strict.closeAllConnections();
    strict.close();
  });
});
