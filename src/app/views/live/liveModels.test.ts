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
    [{ truncateHere: true }, 'to how many dimensions'],
  ])('says what is wrong with %o', (patch, words) => {
    const { choice, problem } = compatibleChoice({ ...endpoint, ...patch });
    expect(choice).toBeNull();
    expect(problem).toContain(words);
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
