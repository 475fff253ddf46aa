import { endpointPresets, priceOf, suggestPrefixes } from '../../data/liveProviders';
import { readHeaders } from '../../data/endpointHeaders';
import { useKeys } from '../../state/liveKeys';
import { emptyEndpoint } from '../../state/liveSettings';
import { describe, expect, it } from 'vitest';
import { readParams, writeParams } from '../../state/params';
import { liveCodecs } from './liveParams';
import { smallBlendBlock } from '../../../testing/blendBlocks';
import { compareRuns, largestGap } from './reproduce/reproduceModel';
import { compatibleChoice, openAiDimensions } from './useProviderChoice';
import type { BlendSummary } from '../../../experiments/blend/formats';

const endpoint = {
  ...emptyEndpoint,
  baseUrl: 'http://localhost:11434/v1',
  model: 'nomic',
  dimensions: '',
  maxTokens: '',
  maxInputs: '',
  truncateHere: false,
};

describe('the link of the live panel', () => {
  it('keeps what it knows and names what it does not', () => {
    const { values, dropped } = readParams(liveCodecs, {
      provider: 'openai',
      model: 'gpt-9',
      weight: '0.65',
      limit: '2.5',
      pair: '2.17',
      dimensions: '256',
      key: 'sk-secret',
    });
    expect(values).toMatchObject({
      provider: 'openai',
      model: 'text-embedding-3-small',
      weight: 0.65,
      limit: 5,
      pair: { part: 2, piece: 17 },
      dimensions: 256,
    });
    expect(dropped).toEqual(['model “gpt-9”', 'limit “2.5”', 'parameter “key”']);
  });

  it('writes only what differs from the start', () => {
    const { values } = readParams(liveCodecs, {});
    expect(writeParams(liveCodecs, values)).toEqual({});
    expect(
      writeParams(liveCodecs, { ...values, pair: { part: 1, piece: 3 }, threshold: -0.2, dimensions: 512 }),
    ).toEqual({ pair: '1.3', threshold: '-0.2', dimensions: '512' });
  });

  it.each(['', '0.1', '1.0', '1', '1.x', '-1.2', '1.2.3'])('refuses the pair “%s”', (raw) => {
    expect(liveCodecs.pair.parse(raw)).toBeUndefined();
  });
});

describe('compatibleChoice', () => {
  it('reads an endpoint as typed', () => {
    expect(compatibleChoice({ ...endpoint, maxTokens: '512' })).toEqual({
      choice: {
        kind: 'compatible',
        baseUrl: endpoint.baseUrl,
        model: 'nomic',
        dimensions: null,
        truncateHere: false,
        maxTokens: 512,
        maxInputs: null,
      },
      origin: 'http://localhost:11434',
      problem: null,
    });
  });

  it.each([
    [{ baseUrl: ' ' }, 'Type the base URL'],
    [{ baseUrl: 'nothing' }, 'is not an address'],
    [{ baseUrl: 'http://192.168.1.5/v1' }, 'plain http and not on this machine'],
    [{ baseUrl: 'https://user:pass@host/v1' }, 'holds a user name or password'],
    [{ model: '' }, 'Type the name of the model'],
    [{ maxInputs: '0' }, 'Texts in one request must be a whole number above 0'],
    [{ dimensions: 'many' }, 'Dimensions must be a whole number above 0'],
    [{ maxInputs: '4,096' }, 'can be 2,048 at most'],
    [{ timeout: '0' }, 'must be 1 to 3,600 seconds'],
    [{ timeout: 'soon' }, 'must be 1 to 3,600 seconds'],
    [{ price: 'cheap' }, 'must be a number of US dollars'],
    [{ model: 'sk-proj-Known0123456789Secret' }, 'looks like a key'],
    [{ baseUrl: 'sk-proj-Known0123456789Secret' }, 'looks like a key'],
    [
      { preset: 'azure', baseUrl: 'https://RESOURCE.openai.azure.com/openai/deployments/DEPLOYMENT' },
      'names of your resource',
    ],
    [{ truncateHere: true }, 'to how many dimensions'],
  ])('says what is wrong with %o', (patch, words) => {
    const { choice, problem } = compatibleChoice({ ...endpoint, ...patch });
    expect(choice).toBeNull();
    expect(problem).toContain(words);
    expect(problem).not.toContain('Known0123');
  });

  it('reads numbers as people write them, and what is beside an endpoint', () => {
    const { choice } = compatibleChoice({
      ...endpoint,
      dimensions: '1,024',
      maxTokens: '8 192',
      maxInputs: '2,048',
      timeout: '90',
      price: 'US$ 0.13',
      revision: ' v2 ',
      queryPrefix: 'Instruct: find it\\nQuery: ',
    });
    expect(choice).toMatchObject({
      dimensions: 1024,
      maxTokens: 8192,
      maxInputs: 2048,
      timeoutMs: 90_000,
      usdPerMillionTokens: 0.13,
      revision: 'v2',
      prefixes: { query: 'Instruct: find it\nQuery: ', document: '' },
    });
    expect(priceOf(choice!, 2_000_000)).toMatchObject({ usd: 0.26 });
  });

  it('knows a service by its host, and what it wants', () => {
    const azure = compatibleChoice({
      ...endpoint,
      baseUrl: 'mine.openai.azure.com/openai/deployments/small/embeddings?api-version=2023-05-15',
    });
    expect(azure.choice).toMatchObject({ keyHeader: 'api-key', apiVersion: '2023-05-15', needsKey: true });
    const gemini = compatibleChoice({ ...endpoint, baseUrl: endpointPresets.gemini.baseUrl });
    expect(gemini.choice).toMatchObject({ maxInputs: 100, needsKey: true });
    expect(compatibleChoice(endpoint).choice).not.toHaveProperty('needsKey');
    expect(compatibleChoice({ ...endpoint, baseUrl: 'https://api.openai.com/v1' }).choice).toHaveProperty(
      'needsKey',
    );
  });

  it('refuses an address that holds a key that was typed', () => {
    useKeys.setState({ keys: { 'https://host.example': 'abcd-1234-efgh' } });
    const { choice, problem } = compatibleChoice({
      ...endpoint,
      baseUrl: 'https://host.example/abcd-1234-efgh/v1',
    });
    expect(choice).toBeNull();
    expect(problem).toMatch(/holds your key/);
    expect(problem).not.toContain('abcd');
    useKeys.setState({ keys: {} });
  });
});

describe('openAiDimensions', () => {
  it('keeps to what the model gives', () => {
    expect(openAiDimensions('text-embedding-3-small', null)).toBe(1024);
    expect(openAiDimensions('text-embedding-3-small', 256)).toBe(256);
    expect(openAiDimensions('text-embedding-3-small', 3000)).toBe(1024);
    expect(openAiDimensions('text-embedding-ada-002', 256)).toBe(1536);
  });
});

describe('compareRuns', () => {
  const estimate = (value: number) => ({ value, n: 128, interval: null, tInterval: null, exactBound: null });
  const summary = (rows: [string, number][], references: object[] = []) =>
    ({
      rows: rows.map(([row, value]) => ({
        row,
        label: row,
        top1: {
          clean: estimate(value),
          stored: estimate(value),
          query: estimate(value),
          both: estimate(value),
        },
      })),
      references,
    }) as unknown as BlendSummary;

  it('puts the three beside each other and drops no row', () => {
    const rows = compareRuns(
      summary(
        [
          ['whole', 0.5],
          ['gone', 0.1],
        ],
        [{ besides: 'whole', top1: { clean: 1, stored: null, query: 0.578, both: 0.367 } }],
      ),
      summary([
        ['new', 0.2],
        ['whole', 0.6],
      ]),
    );
    expect(
      rows.map(({ row, cells }) => [
        row,
        cells.clean.published?.value ?? null,
        cells.clean.own?.value ?? null,
        cells.clean.reported,
        cells.stored.reported,
      ]),
    ).toEqual([
      ['whole', 0.5, 0.6, 1, null],
      ['gone', 0.1, null, null, null],
      ['new', null, 0.2, null, null],
    ]);
  });
});

describe('largestGap', () => {
  const similarities = (seed: number) => {
    const model = { provider: 'test', name: 'pseudo', revision: '1', dimensions: 12, windowing: 'none' };
    return {
      formatVersion: 1 as const,
      kind: 'blend-similarities' as const,
      model,
      context: smallBlendBlock('context', ['development', 'evaluation'], seed).block,
      intent: smallBlendBlock('intent', ['evaluation'], seed).block,
    };
  };

  it('is nothing for a run and itself, and finds the one number that moved', () => {
    const one = similarities(1);
    expect(largestGap(one, structuredClone(one))).toBe(0);
    for (const move of [
      (run: typeof one) => (run.intent.contextToContext.noisyNoisy[3]![2]! += 0.25),
      (run: typeof one) => (run.context.storedInner.noisy[1]! -= 0.25),
      (run: typeof one) => (run.context.pieceToPiece[0]![1]! += 0.25),
    ]) {
      const moved = structuredClone(one);
      move(moved);
      expect(largestGap(one, moved)).toBeCloseTo(0.25, 9);
    }
  });

  it('is not defined for other texts', () => {
    const one = similarities(1);
    expect(largestGap(one, { ...one, context: one.intent })).toBeNull();
  });
});

describe('prefixes', () => {
  it.each([
    ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
    ['multilingual-e5-large-instruct', 'Instruct: ', ''],
    ['e5-mistral-7b-instruct', 'Instruct: ', ''],
    ['BAAI/bge-large-en-v1.5', 'Represent this sentence', ''],
    ['bge-small-zh-v1.5', '为这个句子', ''],
    ['text-embedding-nomic-embed-text-v1.5', 'search_query: ', 'search_document: '],
    ['mxbai-embed-large:latest', 'Represent this sentence', ''],
    ['embeddinggemma:300m', 'task: search result', 'title: none'],
    ['Qwen/Qwen3-Embedding-0.6B', 'Instruct: ', ''],
  ])('are suggested for %s', (model, query, document) => {
    const { prefixes } = suggestPrefixes(model)!;
    expect([prefixes.query.startsWith(query), prefixes.document.startsWith(document)]).toEqual([true, true]);
    if (document === '') expect(prefixes.document).toBe('');
  });

  it.each(['text-embedding-3-small', 'bge-m3', 'all-minilm', 'base5', ''])(
    'are not suggested for “%s”',
    (model) => {
      expect(suggestPrefixes(model)).toBeNull();
    },
  );
});

describe('extra headers', () => {
  it('are read one a line, and refused with the reason', () => {
    expect(readHeaders('X-Title: mine\n\n x-tenant :  a b \n')).toEqual({
      headers: { 'x-title': 'mine', 'x-tenant': 'a b' },
      problem: null,
    });
    expect(readHeaders('nonsense').problem).toMatch(/Name: value/);
    expect(readHeaders('Origin: x').problem).toMatch(/set by the browser/);
    expect(readHeaders('X-Name: Zoë').problem).toMatch(/no header may hold/);
  });
});
