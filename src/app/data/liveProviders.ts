import { clearStoredModel, storedModelBytes } from '../../providers/local/storedModelFiles';
import { languageWarning } from '../../providers/local/languageWarning';
import { localModelDescription } from '../../providers/local/description';
import type { Prefixes } from '../../providers/modelDescription';
import { readAddress, secretsOf } from '../../providers/remote/endpoint';
import { holdsKey, isSecret, maskSecrets } from '../../providers/remote/maskKey';
import {
  endpointPresets,
  presetIds,
  presetOf,
  suggestPrefixes,
  type PresetId,
} from '../../providers/remote/presets';
import {
  estimateCost,
  openAiModels,
  priceListNote,
  type OpenAiModelName,
} from '../../providers/remote/models';
import { ProviderError, type ProviderErrorKind } from '../../providers/shared/providerError';
import type { SendInputs } from '../../providers/shared/remoteTexts';
import type { EmbedderSpec } from '../../worker/protocol';

export {
  clearStoredModel,
  endpointPresets,
  estimateCost,
  holdsKey,
  presetIds,
  presetOf,
  suggestPrefixes,
  type PresetId,
  languageWarning,
  localModelDescription,
  openAiModels,
  priceListNote,
  storedModelBytes,
  type OpenAiModelName,
};
export { localProvider, onModelLoad, onModelReady, secondModel } from './embedding';
export { isAbortError } from '../../providers/shared/abort';
export { ProviderError, type ProviderErrorKind };
export type { ModelLoadEvent } from '../../worker/protocol';

const openAiBaseUrl = endpointPresets.openai.baseUrl;

/** What may be told about any endpoint. */
export interface RequestSettings {
  /** Most texts in one request; null for as many as the page can take in. */
  maxInputs?: number | null;
  timeoutMs?: number | null;
  /** What tells this model from an older one of the same name. */
  revision?: string | null;
}

/** An embedding model as the reader has chosen it; the key is no part of it. */
export type ProviderChoice =
  | { kind: 'local' }
  | ({ kind: 'openai'; model: OpenAiModelName; dimensions: number } & RequestSettings)
  | ({
      kind: 'compatible';
      baseUrl: string;
      model: string;
      /** null: the endpoint decides. */
      dimensions: number | null;
      /** Ask for whole vectors and shorten them in the page. */
      truncateHere: boolean;
      /** Tokens of one text that the model reads; null when nobody knows. */
      maxTokens: number | null;
      /** The header that carries the key where it is not `authorization`. */
      keyHeader?: string | null;
      /** Azure's. */
      apiVersion?: string | null;
      prefixes?: Prefixes | null;
      /** What the reader says that a million tokens cost. */
      usdPerMillionTokens?: number | null;
      needsKey?: boolean;
    } & RequestSettings);

/** Where texts would go; null for the built-in model. Throws a `ProviderError` for an address that is none or not safe. */
export function endpointOf(
  choice: ProviderChoice,
): { baseUrl: string; origin: string; apiVersion: string | null } | null {
  if (choice.kind === 'local') return null;
  const address = readAddress(choice.kind === 'openai' ? openAiBaseUrl : choice.baseUrl);
  return { ...address, origin: new URL(address.baseUrl).origin };
}

/** Whether a choice is of no use without a key. */
export const needsKey = (choice: ProviderChoice): boolean =>
  choice.kind === 'openai' || (choice.kind === 'compatible' && choice.needsKey === true);

/** Estimated price of so many tokens: by the list for OpenAI's models, else by what the reader typed. */
export function priceOf(
  choice: ProviderChoice,
  tokens: number,
): { usd: number; usdPerMillionTokens: number; note: string } | null {
  if (choice.kind === 'local') return null;
  const typed = choice.kind === 'compatible' ? (choice.usdPerMillionTokens ?? null) : null;
  if (typed !== null)
    return {
      usd: (tokens / 1e6) * typed,
      usdPerMillionTokens: typed,
      note: 'The price is the one that you typed.',
    };
  return endpointOf(choice)?.baseUrl === openAiBaseUrl ? estimateCost(choice.model, tokens) : null;
}

/** Further headers by origin, in memory only: some of them are keys. */
const headersOf = new Map<string, Readonly<Record<string, string>>>();

export function setEndpointHeaders(origin: string, headers: Readonly<Record<string, string>>): void {
  headersOf.set(origin, headers);
  forgetProvider();
}

/** Our own words without any part of a key that a server may have put into them. */
export function masked(text: string, key: string | null): string {
  const secrets = [key ?? '', ...[...headersOf.values()].flatMap((headers) => secretsOf(null, headers))];
  return maskSecrets(text, secrets.filter(isSecret));
}

/** The outcome of `work`; a failure says nothing of the key, whatever a server put into its numbers and names. */
export const withoutKey = <Result>(key: string | null, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (error instanceof ProviderError)
      throw new ProviderError(error.kind, masked(error.message, key), error.fields);
    throw error;
  });

/** Limits that a server taught, by where and how it was asked: another time-out may bear more. */
const taught = new Map<string, { maxInputs: number; maxBytes: number }>();
const limitsKey = (choice: ProviderChoice): string =>
  choice.kind === 'local'
    ? ''
    : JSON.stringify([endpointOf(choice)?.baseUrl, choice.model, choice.maxInputs, choice.timeoutMs]);

export function rememberLimits(choice: ProviderChoice, spec: EmbedderSpec): void {
  if (spec.kind === 'remote') taught.set(limitsKey(choice), { ...spec.endpoint.limits });
}

/** An embedding model that can be asked: what the worker is told of it, and the way to its network. */
export interface Embedder {
  /** Learns with every answer. */
  spec: EmbedderSpec;
  /** For the built-in model null. */
  send: SendInputs | null;
}

/** The embedder that was made last: it has learned its endpoint's limits, which a new one would learn again. */
let last: { choice: ProviderChoice; key: string | null; embedder: Embedder } | undefined;

/** The embedder of a choice. `key` stays in the closure of `send`. The `openai` package is loaded with the first one that needs it. */
export async function openEmbedder(choice: ProviderChoice, key: string | null): Promise<Embedder> {
  if (choice.kind === 'local') return { spec: { kind: 'local' }, send: null };
  if (last && last.key === key && JSON.stringify(last.choice) === JSON.stringify(choice))
    return last.embedder;
  const { createRemoteSender } = await import('../../providers/openai');
  const { endpoint, send } = createRemoteSender(senderOptions(choice, key));
  Object.assign(endpoint.limits, taught.get(limitsKey(choice)));
  const embedder: Embedder = { spec: { kind: 'remote', endpoint }, send };
  last = { choice, key, embedder };
  return embedder;
}

/** Numbers that the answer to one request holds at most, about 2.6 MB: taking in more at once would hold the page, though a worker reads it. */
const numbersAtOnce = 131_072;
/** Length of vectors that is reckoned with where the endpoint decides. */
const usualDimensions = 1024;

/** Texts in one request where the reader names no number: by the dimensions that were chosen and not by what an endpoint answered since, so that a plan and its run are cut alike. */
function usualInputs(dimensions: number | null): number {
  return Math.min(2048, Math.max(16, Math.floor(numbersAtOnce / (dimensions ?? usualDimensions))));
}

/** Most texts in one request that any endpoint is sent. */
export const mostInputs = 2048;

function senderOptions(choice: Exclude<ProviderChoice, { kind: 'local' }>, key: string | null) {
  const { baseUrl, origin, apiVersion } = endpointOf(choice)!;
  const { model, maxInputs, timeoutMs, revision } = choice;
  const common = {
    apiKey: key ?? undefined,
    headers: headersOf.get(origin),
    baseUrl,
    model,
    timeoutMs: timeoutMs ?? undefined,
    revision: revision ?? undefined,
  };
  const inputsAtMost = (usual: number) => Math.min(mostInputs, maxInputs ?? usual);
  if (choice.kind === 'openai')
    return {
      ...common,
      dimensions: choice.dimensions,
      maxInputs: inputsAtMost(usualInputs(choice.dimensions)),
    };
  const { dimensions, truncateHere, maxTokens, keyHeader, prefixes } = choice;
  return {
    ...common,
    dimensions: dimensions ?? undefined,
    truncateHere,
    maxTokens: maxTokens ?? undefined,
    maxInputs: inputsAtMost(usualInputs(truncateHere ? null : dimensions)),
    keyHeader: keyHeader ?? undefined,
    apiVersion: choice.apiVersion ?? apiVersion ?? undefined,
    prefixes: prefixes ?? undefined,
  };
}

/** Names of the models that an endpoint lists, those for embeddings first where names tell. */
export async function listModels(
  choice: Exclude<ProviderChoice, { kind: 'local' }>,
  key: string | null,
  models: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { askModels } = await import('../../providers/openai');
  return withoutKey(key, askModels({ ...senderOptions(choice, key), models }, signal));
}

/** Embeds one word, and says how long its vector is and how long it took. */
export async function testConnection(
  choice: Exclude<ProviderChoice, { kind: 'local' }>,
  key: string | null,
  signal: AbortSignal,
): Promise<{ dimensions: number; ms: number }> {
  const { createRemoteProvider } = await import('../../providers/openai');
  const startedAt = performance.now();
  const provider = createRemoteProvider({
    ...senderOptions(choice, key),
    retries: { tries: 1, loadingTries: 3 },
  });
  const { vectors } = await withoutKey(key, provider.embed([testWord], { signal }));
  return { dimensions: vectors[0]!.length, ms: performance.now() - startedAt };
}

/** The word that a test sends. */
export const testWord = 'hello';

/** Forgets the embedder that holds a key. */
export function forgetProvider(): void {
  last = undefined;
}

/** Whether a long text might be cut without a word: a limit that nobody knows, at an endpoint that is not OpenAI's. */
export function needsProbe(choice: ProviderChoice): boolean {
  return choice.kind === 'compatible' && choice.maxTokens === null;
}

/** Whether a run that was ended goes on where it stopped; without https there are no keys to find finished texts by. */
export function canResume(): boolean {
  return Boolean(globalThis.crypto?.subtle);
}
