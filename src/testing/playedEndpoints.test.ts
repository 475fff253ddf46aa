import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointPresets, listModels, presetOf, type ProviderChoice } from '../app/data/liveProviders';
import { faultOf } from '../app/views/live/job/faults';
import { compatibleChoice } from '../app/views/live/useProviderChoice';
import { emptyEndpoint } from '../app/state/liveSettings';
import { createRemoteProvider } from '../providers/openai';
import { ProviderError } from '../providers/shared/providerError';
import { pseudoVector } from './pseudoVector';
import { playedServices, startPlayedServices, type PlayedServer, type ServiceId } from './playedEndpoints';

const key = 'test-Known0123456789Secret';
let server: PlayedServer;
beforeAll(async () => {
  server = await startPlayedServices(key);
});
afterAll(() => server.close());

const ids = Object.keys(playedServices) as ServiceId[];
const quick = { tries: 3, baseMs: 1, maxMs: 4, loadingTries: 3 };
const signal = new AbortController().signal;

/** What the panel makes of a preset whose address was replaced by that of the played service. */
function choiceOf(id: ServiceId): Extract<ProviderChoice, { kind: 'compatible' }> {
  const { choice, problem } = compatibleChoice({
    ...emptyEndpoint,
    preset: id,
    baseUrl: server.addressOf(id),
    model: endpointPresets[id].model,
  });
  expect(problem).toBeNull();
  return choice as Extract<ProviderChoice, { kind: 'compatible' }>;
}

function providerOf(id: ServiceId, apiKey = key, timeoutMs = 30_000) {
  const { baseUrl, model, keyHeader, apiVersion, maxInputs } = choiceOf(id);
  return createRemoteProvider({
    baseUrl,
    model,
    apiKey,
    timeoutMs,
    retries: quick,
    keyHeader: keyHeader ?? undefined,
    apiVersion: apiVersion ?? undefined,
    maxInputs: maxInputs ?? undefined,
  });
}

async function failure(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  expect(error, String(error)).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

/** What the reader sees. */
const seen = (error: ProviderError): string => `${faultOf(error).title} ${faultOf(error).message}`;

describe.each(ids)('%s', (id) => {
  it('lists its models, those for embeddings first', async () => {
    server.fail('none');
    const names = await listModels(choiceOf(id), key, modelsPath(id), signal);
    expect(names[0]).toMatch(/embed|bge|default/);
    expect(names.some((name) => name.startsWith('models/'))).toBe(false);
  });

  it('embeds, slot by slot', async () => {
    server.fail('none');
    const texts = Array.from({ length: 130 }, (_, at) => `text ${at}`);
    const { vectors } = await providerOf(id).embed(texts);
    texts.forEach((text, at) => expect(vectors[at]![0]).toBeCloseTo(pseudoVector(text, 8)[0]!, 6));
    const carried = server.requests.map(({ headers }) => headers[playedServices[id].auth.header]);
    expect(new Set(carried).size).toBe(1);
    if (id === 'azure') expect(server.requests.every(({ url }) => url.includes('api-version='))).toBe(true);
    if (id === 'gemini') expect(server.requests.map(({ inputs }) => inputs.length)).toEqual([100, 30]);
  });

  it.each<[Parameters<PlayedServer['fail']>[0], RegExp, number]>([
    ['over quota', /^The account has no credit left\. .*Add credit or use another key.* It said: "/, 1],
    [
      'model not loaded',
      /^There is no such address or model\. .*cannot use the model ".+"\. Check its name/,
      1,
    ],
    ['too large', /^A text is too large\. .* It was a single text of 1 bytes, beginning "a/, 1],
    [
      'rate limit',
      /^(?:The server limits how fast requests may come\.|The server failed\.) .*(?:Wait a little and resume|Try again)/,
      3,
    ],
    ['reset', /^The server cannot be reached\. .*it dropped the connection/, 3],
  ])('%s is told in words, with what to do', async (fault, words, requests) => {
    server.fail(fault);
    const error = await failure(providerOf(id).embed(['a']));
    expect(seen(error)).toMatch(words);
    expect(seen(error)).not.toMatch(/JSON|undefined|Known0123/);
    expect(server.requests).toHaveLength(requests);
  });

  it('a wrong key is told, without the key', async () => {
    server.fail('none');
    const wrong = 'test-Wrong9876543210Secret';
    const error = await failure(providerOf(id, wrong).embed(['a', 'b']));
    expect(seen(error)).toMatch(/^The key was not accepted\. .*Check that it was copied whole/);
    expect(seen(error)).not.toContain('Wrong987');
    expect(server.requests).toHaveLength(1);
    expect((await failure(listModels(choiceOf(id), wrong, modelsPath(id), signal))).kind).toBe(
      'unauthorized',
    );
  });

  it.each(['too large', 'rate limit', 'reset', 'time-out'] as const)(
    'comes through %s once it passes',
    async (fault) => {
      server.fail(fault, 1);
      const { vectors } = await providerOf(id, key, fault === 'time-out' ? 1500 : 30_000).embed(['a', 'b']);
      expect(vectors.every(Boolean)).toBe(true);
      const sizes = server.requests.map(({ inputs }) => inputs.length);
      // What comes after the first halves is left to how slow the machine is.
      expect(sizes.slice(0, 2)).toEqual(fault === 'too large' || fault === 'time-out' ? [2, 1] : [2, 2]);
    },
  );
});

/** Where the panel asks for the list. */
const modelsPath = (id: ServiceId): string => presetOf(null, id)?.models ?? 'models';
