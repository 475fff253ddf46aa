import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryCache, vectorKeys } from '../../providers/shared/vectorCache';
import type { EmbeddingProvider } from '../../providers/provider';
import { startHostileEndpoint } from '../../testing/hostileEndpoint';
import { createNodeProvider, loadNodeModel } from './nodeProvider';

let local: EmbeddingProvider;
beforeAll(async () => {
  local = await createNodeProvider('local', { cache: null });
});

const cosine = (a: Float32Array | null | undefined, b: Float32Array | null | undefined) =>
  a!.reduce((sum, value, i) => sum + value * b![i]!, 0);
const sentences = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `Sentence number ${i} speaks of topic ${(7 * i) % 13} and ${i % 5} other things.`,
  );

describe('the local model in Node', () => {
  it('gives unit vectors whose cosines follow the meaning', async () => {
    const { vectors, tokens, windows, stats } = await local.embed([
      'The cat sat on the mat.',
      'A kitten was sitting on a rug.',
      'Quarterly revenue rose by a tenth.',
      ' ',
      'The cat sat on the mat.',
    ]);
    for (const at of [0, 1, 2]) expect(cosine(vectors[at], vectors[at])).toBeCloseTo(1, 6);
    expect(cosine(vectors[0], vectors[1])).toBeGreaterThan(cosine(vectors[0], vectors[2]) + 0.2);
    expect(vectors[3]).toBeNull();
    expect(vectors[4]).toBe(vectors[0]);
    expect(tokens.map((count) => (count ?? 0) > 5)).toEqual([true, true, true, false, true]);
    expect(windows).toEqual([1, 1, 1, 0, 1]);
    expect(stats).toEqual({ texts: 3, cached: 0, inputs: 3, requests: 0, retries: 0 });
  });

  it('ignores a token after the 128th, which is why longer texts are cut', async () => {
    const model = await loadNodeModel();
    const [word, other] = [model.tokenizer.encode('word')[0]!, model.tokenizer.encode('dog')[0]!];
    const base = new Array<number>(140).fill(word);
    const [plain, at127, at128] = await model.run([base, base.with(127, other), base.with(128, other)]);
    expect(cosine(plain, at127)).toBeLessThan(0.999);
    expect(cosine(plain, at128)).toBeGreaterThan(0.999999);
  });

  it('reads a text of any length to its end', async () => {
    const body = sentences(12).join(' ');
    const { vectors, windows, tokens } = await local.embed([
      `${body} The dogs are called Milo and Otis.`,
      `${body} The invoice was paid in March.`,
    ]);
    expect(windows[0]).toBeGreaterThan(1);
    expect(tokens[0]).toBeGreaterThan(128);
    expect(cosine(vectors[0], vectors[1])).toBeLessThan(0.99);
  });

  it('averages windows by their tokens', async () => {
    const model = await loadNodeModel();
    const body = sentences(16);
    const counts = body.map((sentence) => model.tokenizer.encode(sentence).length);
    const groups: number[][] = [[]];
    let size = 0;
    counts.forEach((count, at) => {
      if (size + count > 128) {
        groups.push([]);
        size = 0;
      }
      groups.at(-1)!.push(at);
      size += count;
    });
    const { vectors, windows } = await local.embed([
      body.join(' '),
      ...groups.map((group) => group.map((at) => body[at]!).join(' ')),
    ]);
    expect(windows).toEqual([groups.length, ...groups.map(() => 1)]);
    const mean = new Float64Array(512);
    groups.forEach((group, g) => {
      const weight = group.reduce((sum, at) => sum + counts[at]!, 0);
      for (let i = 0; i < 512; i++) mean[i]! += weight * vectors[g + 1]![i]!;
    });
    const norm = Math.hypot(...mean);
    expect(mean.reduce((sum, value, i) => sum + (value / norm) * vectors[0]![i]!, 0)).toBeGreaterThan(
      0.9999999,
    );
  });

  it('gives a text the same vector in whatever company, to 1e-6', async () => {
    const [text] = sentences(1);
    const alone = (await local.embed([text!])).vectors[0]!;
    const among = (await local.embed([...sentences(40), sentences(20).join(' ')])).vectors[0]!;
    alone.forEach((value, i) => expect(Math.abs(value - among[i]!)).toBeLessThan(1e-6));
  });

  it('stops between batches, keeps what is done and resumes without embedding anything twice', async () => {
    const cache = createMemoryCache();
    const controller = new AbortController();
    const texts = sentences(64);
    const run = local.embed(texts, {
      cache,
      signal: controller.signal,
      onProgress: ({ done }) => void (done >= 32 && controller.abort()),
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect((await cache.size()).entries).toBeGreaterThanOrEqual(32);
    // A batch that was being read when it stopped may still be kept.
    const { stats } = await local.embed(texts, { cache });
    expect(stats.cached).toBeGreaterThanOrEqual(32);
    expect(stats.cached).toBeLessThan(64);
    expect(stats.inputs).toBe(64 - stats.cached);
    expect(await local.plan(texts, { cache })).toMatchObject({ texts: 64, cached: 64, inputs: 0 });
  });

  it('plans without embedding, in its own tokens', async () => {
    const text = sentences(14).join(' ');
    const plan = await local.plan(['short', text, ' ', 'short']);
    const { tokens, windows } = await local.embed(['short', text]);
    expect(plan).toEqual({
      texts: 2,
      cached: 0,
      requests: 0,
      inputs: windows[0]! + windows[1]!,
      bytes: 5 + text.length,
      tokens: tokens[0]! + tokens[1]!,
    });
  });
});

describe('cache keys', () => {
  it('differ when any part of what made the vector differs', async () => {
    const variants = [
      local.model,
      { ...local.model, provider: 'compatible' as const },
      { ...local.model, baseUrl: 'https://a.example/v1' },
      { ...local.model, name: 'x' },
      { ...local.model, revision: 'x' },
      { ...local.model, windowing: 'none' as const },
      { ...local.model, maxTokens: 64 },
      { ...local.model, rules: { ...local.model.rules, windows: 'x' } },
    ];
    const keys = await Promise.all(variants.map((model) => vectorKeys(model, 512, ['text'])));
    const others = await Promise.all([
      vectorKeys(local.model, 256, ['text']),
      vectorKeys(local.model, 512, ['text ']),
    ]);
    const all = [...keys, ...others].flatMap((list) => list ?? []);
    expect(new Set(all).size).toBe(variants.length + 2);
    for (const key of all) expect(key).toMatch(/^[0-9a-f]{72}$/);
  });
});

describe('OpenAI in Node', () => {
  it('wants a key before a run begins', async () => {
    await expect(createNodeProvider('openai', { apiKey: ' ' })).rejects.toMatchObject({
      kind: 'unauthorized',
    });
  });

  it('asks text-embedding-3-small for 1,024 dimensions', async () => {
    const endpoint = await startHostileEndpoint();
    const remote = await createNodeProvider('openai', {
      apiKey: 'sk-test',
      baseUrl: endpoint.baseUrl,
      cache: null,
    });
    const { vectors } = await remote.embed(['a']);
    expect(endpoint.requests[0]!.body).toMatchObject({ model: 'text-embedding-3-small', dimensions: 1024 });
    expect(vectors[0]).toHaveLength(1024);
    await endpoint.close();
  });
});
