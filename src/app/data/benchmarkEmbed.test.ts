import { beforeEach, describe, expect, it, vi } from 'vitest';
import { embedListed, planListed, type ListedProgress, type ListedTexts } from './benchmarkEmbed';
import type { ProviderChoice } from './liveProviders';

const fake = vi.hoisted(() => ({ calls: [] as string[][], kept: new Set<string>(), fail: 0, probe: true }));
vi.mock('./benchmarkKept', () => ({
  keptTexts: async (texts: readonly string[]) => texts.map((text) => fake.kept.has(text)),
}));
const model = {
  provider: 'test',
  name: 'fake',
  revision: '1',
  dimensions: 2,
  maxTokens: 8,
  windowing: 'windowed mean',
};
vi.mock('./liveCompute', () => ({
  compute: () => ({
    run: async (_: 'planTexts', { texts }: { texts: readonly string[] }) => {
      const missing = texts.filter((text) => !fake.kept.has(text));
      return {
        model,
        cached: texts.length - missing.length,
        requests: missing.length > 0 ? 1 : 0,
        inputs: missing.length,
        bytes: missing.join('').length,
        tokens: missing.length,
      };
    },
  }),
}));
vi.mock('./liveProviders', async (original) => ({
  ...(await original<object>()),
  openEmbedder: async () => ({ spec: {}, send: null }),
}));
vi.mock('./liveTasks', () => ({
  learn: () => undefined,
  runEmbedding: async (
    task: string,
    _: object,
    { texts }: { texts: readonly string[] },
    { onProgress }: { onProgress(progress: object): void },
  ) => {
    if (task === 'readsToTheEnd') return fake.probe;
    if (fake.fail > 0 && fake.calls.length === fake.fail) throw new Error('the endpoint is gone');
    const missing = texts.filter((text) => !fake.kept.has(text));
    fake.calls.push(missing);
    missing.forEach((text) => fake.kept.add(text));
    onProgress({ done: texts.length, total: texts.length, cached: texts.length - missing.length });
    return {
      model,
      vectors: { dimensions: 2, values: Float32Array.from(texts.flatMap((text) => [text.length, 1])) },
      sums: { windowed: texts.filter((text) => text.length > 8).length },
      inputs: missing.length,
      cached: texts.length - missing.length,
    };
  },
}));

const all = Array.from({ length: 300 }, (_, i) => `text ${i}`);
const listed = (texts: readonly string[] = all): ListedTexts => ({
  total: texts.length,
  bytes: texts.join('').length,
  slice: async (from, limit) => texts.slice(from, from + limit),
});
const endpoint = (rest: object = {}): ProviderChoice => ({
  kind: 'compatible',
  baseUrl: 'http://127.0.0.1:1/v1',
  model: 'fake',
  dimensions: 4096,
  truncateHere: false,
  maxTokens: 8,
  maxInputs: null,
  ...rest,
});
const { signal } = new AbortController();

async function embed(choice: ProviderChoice, texts = all) {
  const rows = new Map<number, number[]>();
  const told: ListedProgress[] = [];
  const result = await embedListed(choice, null, listed(texts), {
    signal,
    probe: true,
    onProgress: (progress) => told.push(progress),
    onVectors: async (from, { dimensions, values }) =>
      void Array.from({ length: values.length / dimensions }, (_, row) =>
        rows.set(from + row, [...values.subarray(row * dimensions, (row + 1) * dimensions)]),
      ),
  });
  return { result, rows, told };
}

beforeEach(() => {
  fake.calls.splice(0);
  fake.kept.clear();
  fake.fail = 0;
  fake.probe = true;
});

describe('embedding a list slice by slice', () => {
  it('gives every text its vector, whatever the slices', async () => {
    const { rows, told, result } = await embed(endpoint());
    expect(rows.size).toBe(300);
    all.forEach((text, place) => expect(rows.get(place)).toEqual([text.length, 1]));
    expect(fake.calls.flat()).toEqual(all);
    expect(Math.max(...fake.calls.map(({ length }) => length))).toBe(128);
    expect(told.at(-1)).toMatchObject({ done: 300, total: 300, cached: 0 });
    expect(told.map(({ done }) => done)).toEqual([...told.map(({ done }) => done)].sort((a, b) => a - b));
    expect(result).toMatchObject({ texts: 300, windowed: 0, readToEnd: null });
  });

  it('begins with a small slice where the machine’s own speed must be found out', async () => {
    await embed({ kind: 'local' });
    expect(fake.calls.map(({ length }) => length)).toEqual([32, 256, 12]);
  });

  it('goes on where a failure stopped it, and says what was kept', async () => {
    fake.fail = 1;
    await expect(embed(endpoint())).rejects.toThrow('the endpoint is gone');
    fake.fail = 0;
    const { told } = await embed(endpoint());
    expect(fake.calls.flat()).toEqual(all);
    expect(told.at(-1)).toMatchObject({ done: 300, cached: 128 });
  });

  it('counts texts that were read in windows, and notices an endpoint that does not read to the end', async () => {
    fake.probe = false;
    const { result } = await embed(endpoint({ maxTokens: null }), ['short', 'a long text']);
    expect(result).toMatchObject({ windowed: 1, readToEnd: false });
  });
});

describe('the plan of a list', () => {
  it('adds up its slices as the run will send them, and the two texts of the probe', async () => {
    fake.kept.add('text 7');
    const plan = await planListed(endpoint(), null, listed(), signal, () => undefined);
    expect(plan).toMatchObject({
      local: false,
      requests: 3,
      inputs: 299,
      cached: 1,
      tokens: 299,
      price: null,
      probe: false,
      origin: 'http://127.0.0.1:1',
    });
    expect(Array.from({ length: plan.texts.length }, (_, index) => plan.texts.at(index))).toEqual(
      all.slice(0, 200),
    );
    expect(
      await planListed(endpoint({ maxTokens: null }), null, listed(), signal, () => undefined),
    ).toMatchObject({ requests: 4, inputs: 301, probe: true });
    expect(fake.calls).toEqual([]);
  });

  it('has a price where one is known', async () => {
    const plan = await planListed(
      { kind: 'openai', model: 'text-embedding-3-small', dimensions: 1024 },
      'key',
      listed(),
      signal,
      () => undefined,
    );
    expect(plan.price).toMatchObject({ usd: (300 / 1e6) * 0.02, usdPerMillionTokens: 0.02 });
  });

  it('asks of the built-in model only what is kept', async () => {
    fake.kept.add('text 7');
    expect(await planListed({ kind: 'local' }, null, listed(), signal, () => undefined)).toMatchObject({
      local: true,
      requests: 0,
      inputs: 299,
      cached: 1,
    });
  });
});
