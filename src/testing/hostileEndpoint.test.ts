import { expect, it, vi } from 'vitest';
import { startHostileEndpoint } from './hostileEndpoint';

it('settles an answer at arrival: one that comes late uses up nothing of the next script', async () => {
  const endpoint = await startHostileEndpoint({ delayMs: 50 });
  const ask = () =>
    fetch(`${endpoint.baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'pseudo', input: ['a'] }),
    });
  const late = ask();
  await vi.waitUntil(() => endpoint.requests.length === 1);
  endpoint.behave({ script: [{ kind: 'status', status: 500 }] });
  expect((await late).status).toBe(200);
  expect((await ask()).status).toBe(500);
  await endpoint.close();
});
