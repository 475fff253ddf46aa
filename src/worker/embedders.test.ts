import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryCache } from '../providers/shared/vectorCache';
import { ProviderError } from '../providers/shared/providerError';
import { readsToTheEnd } from '../providers/shared/readsToTheEnd';
import { estimateTokenizer } from '../core/chunking/tokens';
import { textAt } from '../core/text/packedTexts';
import { computePage, embedsBy, testEndpoint } from '../testing/computeTasks';
import { fakeModel, textOf } from '../testing/fakeModel';
import { pseudoVector } from '../testing/pseudoVector';
import type { MethodInput, Ranking } from './computeProtocol';
import { createEmbedders } from './embedders';
import { embedSets, planSets } from './embedLists';
import type { EmbedAnswer, EmbedderSpec, RunEvent } from './embedProtocol';
import type { EmbedTasks } from './protocol';
import { packError, serveTasks, type TaskHandlers } from './taskChannel';

const dimensions = 8;
const vectorOf = (text: string, length = dimensions) => Float32Array.from(pseudoVector(text, length));
const remote = (maxInputs = 100) => testEndpoint('pseudo', maxInputs);

const sent = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'send' ? [event.inputs] : []));
const honest = embedsBy(vectorOf);
type Call = Parameters<typeof honest>[0];

/** Embedders whose calls are answered with `reply`, and lists embedded with them. */
function page(reply: (event: Call) => EmbedAnswer[]) {
  const embedders = createEmbedders(async () => estimateTokenizer);
  const cache = createMemoryCache();
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const silent = { signal, emit: () => undefined };
  const emit = (event: RunEvent) => {
    events.push(event);
    if ('call' in event)
      queueMicrotask(() => reply(event).forEach((answer) => void embedders.tasks.answer(answer, silent)));
  };
  return {
    embedders,
    events,
    controller,
    cache,
    silent,
    open: (spec: EmbedderSpec) => embedders.open(spec, emit),
    async embed(spec: EmbedderSpec, texts: string[]) {
      const provider = embedders.open(spec, emit);
      const [embedded] = await embedSets(provider, cache, [texts], { signal, onProgress: () => undefined });
      return { ...embedded!, spec, model: provider.model };
    },
    plan: (spec: EmbedderSpec, texts: string[], probe = false) =>
      planSets(spec, embedders, cache, [texts], { probe, signal }),
  };
}

describe('embedding with an endpoint that only the page can reach', () => {
  const texts = ['one', 'two', 'three', 'one'];

  it('asks for what is not kept, and has the vectors slot by slot', async () => {
    const { embed, events } = page(honest);
    const first = await embed(remote(2), texts);
    expect(sent(events)).toEqual([['one', 'two'], ['three']]);
    expect(first.vectors).toEqual(texts.map((text) => vectorOf(text)));
    expect(first).toMatchObject({
      model: { dimensions },
      tokens: [1, 1, 2, 1],
      windows: [1, 1, 1, 1],
      stats: { cached: 0, inputs: 3 },
    });
    const again = await embed(remote(2), ['three', 'four']);
    expect(again.stats).toMatchObject({ cached: 1, inputs: 1 });
    expect(sent(events).at(-1)).toEqual(['four']);
  });

  it('plans what it would send, and sends nothing', async () => {
    const { plan: planOf, events } = page(honest);
    const plan = await planOf(remote(2), texts, true);
    // Two of the inputs and one of the requests find out whether the longest text is read to its end.
    expect(plan).toMatchObject({
      requests: 3,
      inputs: 5,
      cached: 0,
      bytes: 23,
      tokens: 8,
      probe: true,
      listed: { text: 'onetwothree' },
    });
    expect(textAt(plan.listed, 2)).toBe('three');
    expect(events).toEqual([]);
  });

  it('cuts a request that is too large, and hands back what it learned', async () => {
    const refusal = packError(new ProviderError('too-large', 'at most 2'));
    const { embed, events } = page((event) =>
      event.kind === 'send' && event.inputs.length > 2
        ? [{ call: event.call, kind: 'too-large', by: 'inputs', error: refusal }]
        : honest(event),
    );
    const { spec } = await embed(remote(), ['a', 'b', 'c', 'd', 'e']);
    expect(sent(events).map(({ length }) => length)).toEqual([5, 3, 2, 2, 1]);
    expect(spec).toMatchObject({ endpoint: { limits: { maxInputs: 2 }, model: { dimensions } } });
  });

  it('passes on failures of the page, and names an answer that is none', async () => {
    const broken = page(({ call }) => [
      { call, kind: 'failed', error: packError(new ProviderError('quota', 'no credit left')) },
    ]);
    await expect(broken.embed(remote(), texts)).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'quota',
      message: 'no credit left',
    });
    const html = page(({ call }) => [
      { call, kind: 'body', parts: [new TextEncoder().encode('<!doctype html>')] },
    ]);
    await expect(html.embed(remote(), texts)).rejects.toMatchObject({
      kind: 'bad-response',
    });
  });

  it('finds out whether a long text is read to its end', async () => {
    const reads = (reply: (event: Call) => EmbedAnswer[]) =>
      readsToTheEnd(page(reply).open(remote()), 'many words in a row', new AbortController().signal);
    expect(await reads(honest)).toBe(true);
    expect(await reads(embedsBy((text) => vectorOf(text.slice(0, 5))))).toBe(false);
  });
});

describe('embedding with the built-in model, which is in another worker', () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
  const open: MessagePort[] = [];
  afterEach(() => open.splice(0).forEach((port) => port.close()));

  /** Embedders that are connected to as many models when one is asked for, as the page does it. */
  function connected(...models: TaskHandlers<EmbedTasks>[]) {
    const given = page(({ kind, call }) => {
      if (kind !== 'load') return [];
      for (const model of models) {
        const { port1, port2 } = new MessageChannel();
        open.push(port1, port2);
        serveTasks<EmbedTasks>(port1, model);
        void given.embedders.tasks.connect({ port: port2 }, given.silent);
      }
      return [{ call, kind: 'loaded' }];
    });
    return given;
  }
  const whole = (text: string) => vectorOf(text, 512);

  it('asks in blocks, and takes batches as they come', async () => {
    const [blocks, batches]: [number[], number[]] = [[], []];
    const model = fakeModel(whole);
    const { embed, events } = connected({
      ...model,
      windows: (input, context) => {
        blocks.push(input.texts.length);
        return model.windows(input, context);
      },
      embed: (input, context) => {
        batches.push(input.windows.length);
        return model.embed(input, context);
      },
    });
    const { vectors, stats } = await embed({ kind: 'local' }, texts);
    expect(blocks).toEqual([256, 44]);
    expect(batches).toEqual([...Array.from({ length: 18 }, () => 16), 12]);
    expect(events.map(({ kind }) => kind)).toEqual(['load']);
    expect(stats.inputs).toBe(300);
    for (const index of [0, 9, 10, 255, 256, 299]) expect(vectors[index]).toEqual(whole(texts[index]!));
  });

  it('gives each batch to the next of two models that is free, and makes the same batches of the texts', async () => {
    const run = async (...models: ((ids: number[][]) => Promise<unknown>)[]) => {
      const batches: string[][] = [];
      const { embed } = connected(
        ...models.map((wait) =>
          fakeModel(whole, {
            embed: async ({ windows }) => {
              batches.push(windows.map(textOf));
              await wait(windows);
              return windows.map((ids) => Float32Array.from(whole(textOf(ids))));
            },
          }),
        ),
      );
      const { vectors } = await embed({ kind: 'local' }, texts);
      return { batches, vectors };
    };
    const free = async () => {};
    const alone = await run(free);
    // The second model has taken the first batch of the first block when the others are done.
    let release = () => {};
    const busy = new Promise<void>((resolve) => (release = resolve));
    let left = 15;
    const two = await run(
      async () => {
        left -= 1;
        if (left === 0) release();
      },
      () => busy,
    );
    const inOrder = (batches: string[][]) => batches.map((batch) => batch.join()).sort();
    expect(inOrder(two.batches)).toEqual(inOrder(alone.batches));
    expect(two.vectors).toEqual(alone.vectors);
  });

  it('keeps a batch that ends after the cancel', async () => {
    const given = connected(
      fakeModel(whole, {
        embed: async ({ windows }) => {
          given.controller.abort();
          return windows.map((ids) => Float32Array.from(whole(textOf(ids))));
        },
      }),
    );
    await expect(given.embed({ kind: 'local' }, texts)).rejects.toMatchObject({ name: 'AbortError' });
    // Whoever counts what is kept waits for it.
    await given.embedders.ended();
    expect((await given.cache.size()).entries).toBe(16);
    const reader = page(honest).embedders;
    const now = { probe: false, signal: new AbortController().signal };
    await expect
      .poll(
        async () =>
          (await planSets({ kind: 'local' }, reader, given.cache, [texts.slice(0, 18)], now)).cached,
      )
      .toBe(16);
  });

  it('fails what it waits for when one of those workers has died', async () => {
    const given = connected(
      fakeModel(whole, {
        embed: async () => {
          void given.embedders.tasks.modelStopped(null, given.silent);
          return new Promise<never>(() => {});
        },
      }),
      fakeModel(whole),
    );
    await expect(given.embed({ kind: 'local' }, texts)).rejects.toThrow('The background worker stopped.');
  });
});

describe('a run of the first mode', () => {
  let tasks: ReturnType<typeof computePage>['tasks'];
  let context: ReturnType<typeof computePage>['context'];
  let events: RunEvent[];
  const input = (patch: Partial<MethodInput> = {}): MethodInput => ({
    spec: remote(),
    text: {
      format: 'auto',
      stored: 'Van 31.\n---\nThe key.\n---\nDimmer 3.',
      message: 'Which van? Who holds the key of the fire door at night?',
      maxBytes: 1200,
      timeZone: 'UTC',
    },
    context: 'mean',
    probe: false,
    ...patch,
  });
  beforeEach(() => ({ tasks, context, events } = computePage(honest)));
  const rank = (run: number, patch = {}): Promise<Ranking | null> =>
    tasks.rankMethod(
      { run, context: 'mean', settings: { weight: 1, limit: 2, threshold: -1 }, pair: null, ...patch },
      context,
    );

  it('is planned, embedded once and ranked as often as wanted', async () => {
    expect(await tasks.planMethod(input(), context)).toMatchObject({ inputs: 6, cached: 0, probe: false });
    const facts = await tasks.runMethod(input(), context);
    expect(facts).toMatchObject({
      parts: 2,
      pieces: 3,
      hasTexts: false,
      readToEnd: null,
      zeroContexts: { mean: 0, text: null },
      sums: { texts: 6, windowed: 0 },
    });
    expect([...facts.windows]).toEqual([1, 1, 1]);
    const requests = sent(events).length;
    const ranking = await rank(facts.run, { pair: { part: 0, piece: 2 } });
    expect(ranking).toMatchObject({ context: 'mean', pair: { part: 0, piece: 2 } });
    expect(ranking!.results.groups[0]!.places).toHaveLength(2);
    expect(ranking!.anatomy!.terms).toHaveLength(4);
    expect((await rank(facts.run, { pair: { part: 7, piece: 2 } }))!.anatomy).toBeNull();
    // The own texts are not embedded: the mean stands in for them, and says so.
    expect(await rank(facts.run, { context: 'text' })).toMatchObject({ context: 'mean' });
    expect(sent(events)).toHaveLength(requests);
  });

  it('takes the contexts’ own texts where they are wanted, and forgets all but two runs', async () => {
    const runs: number[] = [];
    for (let time = 0; time < 3; time++)
      runs.push((await tasks.runMethod(input({ context: 'text' }), context)).run);
    expect(await rank(runs[0]!)).toBeNull();
    expect(await rank(runs[2]!, { context: 'text' })).toMatchObject({ context: 'text' });
    expect(await rank(runs[1]!)).toMatchObject({ context: 'mean' });
  });
});
