import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryCache } from '../providers/shared/vectorCache';
import { ProviderError } from '../providers/shared/providerError';
import { pseudoVector } from '../testing/pseudoVector';
import type { MethodInput, Ranking } from './computeProtocol';
import { createComputeTasks } from './computeTasks';
import type { EmbedAnswer, EmbedderSpec, EmbedEvent } from './embedProtocol';
import { packError } from './taskChannel';

const dimensions = 8;
const vectorOf = (text: string, length = dimensions) => Float32Array.from(pseudoVector(text, length));
const encoder = new TextEncoder();

/** The bytes of an endpoint's answer, in two parts that cut a number in half. */
function bodyOf(inputs: readonly string[]): Uint8Array[] {
  const bytes = encoder.encode(
    JSON.stringify({ data: inputs.map((text, index) => ({ index, embedding: [...vectorOf(text)] })) }),
  );
  return [bytes.slice(0, 100), bytes.slice(100)];
}

const remote = (maxInputs = 100): EmbedderSpec => ({
  kind: 'remote',
  endpoint: {
    origin: 'http://localhost:1',
    model: {
      provider: 'compatible',
      name: 'pseudo',
      revision: 'not stated',
      baseUrl: 'http://localhost:1/v1',
      dimensions: null,
      maxTokens: 50,
      tokenUnit: 'cl100k_base tokens',
      windowing: 'windowed mean',
      rules: {},
      supportsDimensions: false,
    },
    askedDimensions: null,
    sendDimensions: false,
    truncateHere: false,
    limits: { maxInputs, maxBytes: 300_000 },
  },
});

/** A page that answers the calls of the worker's tasks with `reply`. */
function page(reply: (event: EmbedEvent & { call: number }) => EmbedAnswer[]) {
  const tasks = createComputeTasks({ ...createMemoryCache(), refused: () => null });
  const events: EmbedEvent[] = [];
  const controller = new AbortController();
  const emit = (event: EmbedEvent) => {
    events.push(event);
    if ('call' in event)
      void Promise.resolve().then(async () => {
        for (const answer of reply(event))
          await tasks.answer(answer, { signal: controller.signal, emit: () => {} });
      });
  };
  return { tasks, events, controller, context: { signal: controller.signal, emit } as never };
}

const sent = (events: readonly EmbedEvent[]) =>
  events.flatMap((event) => (event.kind === 'send' ? [event.inputs] : []));
const honest = (event: EmbedEvent & { call: number }): EmbedAnswer[] =>
  event.kind === 'send' ? [{ call: event.call, kind: 'body', parts: bodyOf(event.inputs) }] : [];

describe('embedding with an endpoint that only the page can reach', () => {
  const texts = ['one', 'two', 'three', 'one'];

  it('asks for what is not kept, and has the vectors slot by slot', async () => {
    const { tasks, events, context } = page(honest);
    const first = await tasks.embedTexts({ spec: remote(2), texts }, context);
    expect(sent(events)).toEqual([['one', 'two'], ['three']]);
    expect(first.vectors).toEqual({
      dimensions,
      values: Float32Array.from(texts.flatMap((text) => [...vectorOf(text)])),
    });
    expect(first).toMatchObject({
      model: { dimensions },
      sums: { tokens: 4, texts: 4, windowed: 0 },
      cached: 0,
      inputs: 3,
    });
    const again = await tasks.embedTexts({ spec: remote(2), texts: ['three', 'four'] }, context);
    expect(again).toMatchObject({ cached: 1, inputs: 1 });
    expect(sent(events).at(-1)).toEqual(['four']);
  });

  it('plans what it would send, and sends nothing', async () => {
    const { tasks, events, context } = page(honest);
    const plan = await tasks.planTexts({ spec: remote(2), texts, probe: true, list: true }, context);
    // Two of the inputs and one of the requests find out whether the longest text is read to its end.
    expect(plan).toMatchObject({
      requests: 3,
      inputs: 5,
      cached: 0,
      bytes: 21,
      tokens: 3,
      probe: true,
      longest: 'three',
      listed: { text: 'onetwothree' },
    });
    expect(events).toEqual([]);
  });

  it('cuts a request that is too large, and hands back what it learned', async () => {
    const refusal = packError(new ProviderError('too-large', 'at most 2'));
    const { tasks, events, context } = page((event) =>
      event.kind === 'send' && event.inputs.length > 2
        ? [{ call: event.call, kind: 'too-large', by: 'inputs', error: refusal }]
        : honest(event),
    );
    const { spec } = await tasks.embedTexts({ spec: remote(), texts: ['a', 'b', 'c', 'd', 'e'] }, context);
    expect(sent(events).map(({ length }) => length)).toEqual([5, 3, 2, 2, 1]);
    expect(spec).toMatchObject({ endpoint: { limits: { maxInputs: 2 }, model: { dimensions } } });
  });

  it('passes on failures of the page, and names an answer that is none', async () => {
    const broken = page(({ call }) => [
      { call, kind: 'failed', error: packError(new ProviderError('quota', 'no credit left')) },
    ]);
    await expect(broken.tasks.embedTexts({ spec: remote(), texts }, broken.context)).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'quota',
      message: 'no credit left',
    });
    const html = page(({ call }) => [{ call, kind: 'body', parts: [encoder.encode('<!doctype html>')] }]);
    await expect(html.tasks.embedTexts({ spec: remote(), texts }, html.context)).rejects.toMatchObject({
      kind: 'bad-response',
    });
  });

  it('finds out whether a long text is read to its end', async () => {
    const whole = page(honest);
    expect(
      await whole.tasks.readsToTheEnd({ spec: remote(), text: 'many words in a row' }, whole.context),
    ).toBe(true);
    const deaf = page((event) =>
      event.kind === 'send'
        ? [{ call: event.call, kind: 'body', parts: bodyOf(event.inputs.map((text) => text.slice(0, 5))) }]
        : [],
    );
    expect(
      await deaf.tasks.readsToTheEnd({ spec: remote(), text: 'many words in a row' }, deaf.context),
    ).toBe(false);
  });
});

describe('embedding with the built-in model, which is in another worker', () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
  const finishedOf = (list: readonly string[], from = 0) =>
    list.map((text, index) => ({ index: from + index, vector: vectorOf(text, 512), tokens: 2, windows: 1 }));

  it('asks in blocks, and takes batches as they come', async () => {
    const { tasks, events, context } = page((event) =>
      event.kind === 'read'
        ? [
            { call: event.call, kind: 'finished', finished: finishedOf(event.texts.slice(0, 10)) },
            { call: event.call, kind: 'finished', finished: finishedOf(event.texts.slice(10), 10) },
            { call: event.call, kind: 'done', inputs: event.texts.length },
          ]
        : [],
    );
    const { vectors, inputs } = await tasks.embedTexts({ spec: { kind: 'local' }, texts }, context);
    expect(events.flatMap((event) => (event.kind === 'read' ? [event.texts.length] : []))).toEqual([256, 44]);
    expect(inputs).toBe(300);
    for (const place of [0, 9, 10, 255, 256, 299])
      expect(vectors.values.subarray(place * 512, (place + 1) * 512)).toEqual(vectorOf(texts[place]!, 512));
  });

  it('keeps a batch that ends after the cancel', async () => {
    const late: EmbedAnswer[] = [];
    const { tasks, controller, context } = page((event) => {
      if (event.kind !== 'read') return [];
      late.push({ call: event.call, kind: 'finished', finished: finishedOf(event.texts.slice(0, 16)) });
      controller.abort();
      return [{ call: event.call, kind: 'failed', error: packError(new DOMException('', 'AbortError')) }];
    });
    await expect(tasks.embedTexts({ spec: { kind: 'local' }, texts }, context)).rejects.toMatchObject({
      name: 'AbortError',
    });
    const now = { signal: new AbortController().signal, emit: () => {} };
    for (const answer of late) await tasks.answer(answer, now);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...(await tasks.keptTexts({ texts: texts.slice(14, 18) }, now))]).toEqual([1, 1, 0, 0]);
  });
});

describe('a run of the first mode', () => {
  let tasks: ReturnType<typeof page>['tasks'];
  let context: never;
  let events: EmbedEvent[];
  const input = (patch: Partial<MethodInput> = {}): MethodInput => ({
    spec: remote(),
    text: {
      format: 'plain',
      stored: 'Van 31.\n---\nThe key.\n---\nDimmer 3.',
      message: 'Which van? Who holds the key of the fire door at night?',
      maxBytes: 1200,
      timeZone: 'UTC',
    },
    context: 'mean',
    probe: false,
    ...patch,
  });
  beforeEach(() => ({ tasks, context, events } = page(honest)));
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
