import OpenAI from 'openai';
import { z } from 'zod';
import type { EmbeddingProvider } from './provider';
import type { ModelDescription, Prefixes } from './modelDescription';
import { readBody, readRefusal } from './remote/answerBody';
import { checkKey, readAddress, secretsOf } from './remote/endpoint';
import { exchange, usualRetries, type ExchangeContext, type RetryRules } from './remote/exchange';
import { redact } from './remote/maskKey';
import { openAiModels, type OpenAiModel, type OpenAiModelName } from './remote/models';
import { ProviderError } from './shared/providerError';
import { readAnswer } from './shared/readAnswer';
import { remoteTexts, type RemoteEndpoint, type SendInputs } from './shared/remoteTexts';
import type { TokenCounter } from './shared/textWindows';
import { cutVectorRules, remoteVectorRules } from './shared/vectorRules';

export { estimateCost } from './remote/models';
export { readsToTheEnd } from './shared/readsToTheEnd';
export type { TokenCounter } from './shared/textWindows';

export const openAiBaseUrl = 'https://api.openai.com/v1';
/** OpenAI's own limits of one request; a compatible endpoint's smaller one is learned. */
export const requestLimits = { maxInputs: 2048, maxBytes: 300_000 } as const;

/** How long a request may take unless told. */
export const usualTimeoutMs = 60_000;

export interface RemoteProviderOptions {
  /** OpenAI's unless told. */
  baseUrl?: string;
  /** Kept in this provider's closure only. */
  apiKey?: string;
  /** The header that carries the key: `authorization` as a bearer token unless told, any other as it is. */
  keyHeader?: string;
  /** Further headers, such as a gateway asks for. */
  headers?: Readonly<Record<string, string>>;
  /** Azure's `api-version`, sent in the address. */
  apiVersion?: string;
  model: string;
  /** Length of the vectors; OpenAI's models have a default, other endpoints decide themselves. */
  dimensions?: number;
  /** Asks for whole vectors and cuts them to `dimensions` here: for endpoints that ignore the parameter and models trained for it. */
  truncateHere?: boolean;
  /** Tokens of one text that the model reads; known for OpenAI's. */
  maxTokens?: number;
  /** What goes before the texts that are searched for, and before those that are searched. */
  prefixes?: Prefixes;
  /** What tells this model from an older one of the same name, where the reader knows it. */
  revision?: string;
  maxInputs?: number;
  maxBytes?: number;
  timeoutMs?: number;
  retries?: Partial<RetryRules>;
  /** Loaded when tokens are to be counted; without it they are not, and over-long texts are refused by the endpoint. */
  loadTokenizer?: () => Promise<TokenCounter>;
  fetch?: typeof fetch;
  /** Origin of the page, for telling CORS apart; read from `location` unless told. */
  pageOrigin?: string | null;
}

function describe(
  options: RemoteProviderOptions,
  baseUrl: string,
): { model: ModelDescription; sendDimensions: boolean } {
  const isOpenAi = baseUrl === openAiBaseUrl;
  const known: OpenAiModel | undefined = Object.hasOwn(openAiModels, options.model)
    ? openAiModels[options.model as OpenAiModelName]
    : undefined;
  const { dimensions, truncateHere = false } = options;
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions > 0))
    throw new RangeError(`dimensions must be a whole number above 0, found ${dimensions}`);
  const openAi = isOpenAi ? known : undefined;
  if (
    openAi &&
    dimensions !== undefined &&
    dimensions !== openAi.nativeDimensions &&
    (!openAi.supportsDimensions || dimensions > openAi.nativeDimensions)
  ) {
    throw new RangeError(
      `${openAi.name} gives ${openAi.supportsDimensions ? 'at most ' : ''}${openAi.nativeDimensions} dimensions, found ${dimensions}`,
    );
  }
  const length = dimensions ?? openAi?.defaultDimensions ?? null;
  const maxTokens = options.maxTokens ?? openAi?.maxTokens ?? null;
  return {
    model: {
      provider: isOpenAi ? 'openai' : 'compatible',
      name: options.model,
      revision: options.revision ?? 'not stated',
      baseUrl,
      dimensions: length,
      maxTokens,
      tokenUnit: 'cl100k_base tokens',
      windowing: maxTokens === null ? 'none' : 'windowed mean',
      rules: truncateHere ? cutVectorRules : remoteVectorRules,
      supportsDimensions: known?.supportsDimensions ?? dimensions !== undefined,
      ...(options.prefixes && { prefixes: options.prefixes }),
      ...(maxTokens === null && {
        note: 'How much of a text this endpoint reads is not known; it may ignore the end of long ones without saying so.',
      }),
    },
    sendDimensions: length !== null && !truncateHere && (openAi ? openAi.supportsDimensions : true),
  };
}

/** Where requests go and what each carries. */
interface Carried {
  baseUrl: string;
  origin: string;
  key: string | null;
  keyHeader: string;
  headers: Readonly<Record<string, string>>;
  apiVersion: string | null;
}

/**
 * The `openai` client, cut down to what an embedding request needs.
 *
 * Only three headers leave, and those that the reader asked for: the package's own telling
 * ones make preflights that many servers refuse, and its environment variables must not
 * reach an endpoint that the reader typed. Redirects are refused: texts go to the address
 * that was typed and nowhere else. Refusals are read here, because the package knows the
 * errors of one shape only.
 */
function createClient(
  { baseUrl, origin, key, keyHeader, headers: extra, apiVersion }: Carried,
  send: typeof fetch,
): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    // Never reached: `exchange` keeps the time, because this one stops at the headers.
    timeout: 2 ** 30,
    logLevel: 'off',
    ...(apiVersion !== null && { defaultQuery: { 'api-version': apiVersion } }),
    fetch: async (address, init) => {
      const headers = new Headers({ accept: 'application/json' });
      if (init?.body) headers.set('content-type', 'application/json');
      for (const [name, value] of Object.entries(extra)) headers.set(name, value);
      if (key !== null) headers.set(keyHeader, keyHeader === 'authorization' ? `Bearer ${key}` : key);
      const response = await send(address, {
        ...init,
        headers,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
      });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        throw new ProviderError(
          'refused',
          `${origin} redirects to another address, and texts are only sent to the one that you typed. Type the final address.`,
          { subject: origin },
        );
      }
      if (!response.ok) throw await readRefusal(response);
      return response;
    },
  });
}

/** The network of an endpoint: what alone knows the key. */
export interface RemoteSender {
  endpoint: RemoteEndpoint;
  send: SendInputs;
}

/** What requests to an endpoint need. Nothing is sent yet. */
function openEndpoint(options: Omit<RemoteProviderOptions, 'loadTokenizer'>) {
  const pageOrigin =
    options.pageOrigin === undefined
      ? typeof document === 'undefined'
        ? null
        : location.origin
      : options.pageOrigin;
  const address = readAddress(options.baseUrl ?? openAiBaseUrl, pageOrigin !== null);
  const { baseUrl } = address;
  const key = checkKey(options.apiKey);
  const { origin } = new URL(baseUrl);
  if (options.model.trim() === '') throw new RangeError('model must be named, found an empty string');
  const { model, sendDimensions } = describe(options, baseUrl);
  const send = options.fetch ?? ((address, init) => globalThis.fetch(address, init));
  const headers = options.headers ?? {};
  const keyHeader = (options.keyHeader ?? 'authorization').toLowerCase();
  const client = createClient(
    { baseUrl, origin, key, keyHeader, headers, apiVersion: options.apiVersion ?? address.apiVersion },
    send,
  );
  const limits = {
    maxInputs: options.maxInputs ?? requestLimits.maxInputs,
    maxBytes: options.maxBytes ?? requestLimits.maxBytes,
  };
  const context: ExchangeContext = {
    baseUrl,
    origin,
    model: model.name,
    secrets: secretsOf(key, headers),
    timeoutMs: options.timeoutMs ?? usualTimeoutMs,
    retries: { ...usualRetries, ...options.retries },
    pageOrigin,
    probeFetch: send,
    answered: false,
    headerNames: [...(key === null ? [] : [keyHeader]), 'content-type', ...Object.keys(headers)],
  };
  return { origin, client, context, model, sendDimensions, limits };
}

/** The endpoint that options name, and the way to send it inputs. Nothing is sent before the first call. */
export function createRemoteSender(options: Omit<RemoteProviderOptions, 'loadTokenizer'>): RemoteSender {
  const { origin, client, context, model, sendDimensions, limits } = openEndpoint(options);
  const askedDimensions = model.dimensions;

  return {
    endpoint: {
      origin,
      model,
      askedDimensions,
      sendDimensions,
      truncateHere: options.truncateHere ?? false,
      limits,
    },
    send: (inputs, hooks) =>
      exchange(
        async (signal) => {
          const body = {
            model: model.name,
            input: inputs,
            encoding_format: 'float' as const,
            ...(sendDimensions && { dimensions: askedDimensions! }),
          };
          return readBody(
            await client.embeddings.create(body, { signal }).asResponse(),
            inputs.length,
            origin,
          );
        },
        inputs.length,
        context,
        hooks,
      ),
  };
}

/** OpenAI's embedding models, or any endpoint that speaks their API. Nothing is sent before the first `embed`. */
export function createRemoteProvider({
  loadTokenizer,
  ...options
}: RemoteProviderOptions): EmbeddingProvider {
  const { endpoint, send } = createRemoteSender(options);
  return remoteTexts(endpoint, send, loadTokenizer);
}

const modelsSchema = z.union([
  z.object({ data: z.array(z.object({ id: z.string() })) }),
  z.object({ models: z.array(z.union([z.object({ id: z.string() }), z.object({ name: z.string() })])) }),
  z.array(z.object({ id: z.string() })),
]);

/** Names that speak of embeddings, or of families that are nothing else. */
const embeds = /embed|bge|(?:^|[^a-z])e5(?:[^a-z]|$)|gte-|minilm|arctic|mxbai|nomic|jina|voyage|sentence/i;

/** Names of the models that an endpoint lists, those that speak of embeddings first. No text is sent. */
export async function askModels(
  { models, ...options }: Omit<RemoteProviderOptions, 'loadTokenizer'> & { models?: string },
  signal?: AbortSignal,
): Promise<string[]> {
  const { origin, client, context } = openEndpoint({ ...options, model: options.model || 'none' });
  const path = new URL(models ?? 'models', `${client.baseURL.replace(/\/+$/, '')}/`).pathname;
  const body = await exchange(
    async (stop) => readBody(await client.get(origin + path, { signal: stop }).asResponse(), 0, origin),
    1,
    { ...context, retries: { ...context.retries, tries: 1, loadingTries: 1 } },
    { signal, onBatch: () => undefined },
  );
  const decoded = modelsSchema.safeParse(readAnswer(body, origin));
  if (!decoded.success)
    throw new ProviderError(
      'bad-response',
      `${origin} does not list its models. Type the name of the model.`,
      {
        subject: origin,
      },
    );
  const listed = decoded.data;
  const rows: ({ id: string } | { name: string })[] = Array.isArray(listed)
    ? listed
    : 'data' in listed
      ? listed.data
      : listed.models;
  const names = rows
    .map((row) => ('id' in row ? row.id : row.name).replace(/^models\//, ''))
    .filter((name) => name !== '' && name === redact(name, context.secrets));
  return [...new Set(names)].sort(
    (a, b) => Number(embeds.test(b)) - Number(embeds.test(a)) || (a < b ? -1 : 1),
  );
}
