import { clearStoredModel, storedModelBytes } from '../../providers/local/storedModelFiles';
import { languageWarning } from '../../providers/local/languageWarning';
import { localModelDescription } from '../../providers/local/description';
import type { EmbeddingProvider } from '../../providers/provider';
import { checkBaseUrl } from '../../providers/remote/endpoint';
import { estimateCost, openAiModels, priceListNote, type OpenAiModelName } from '../../providers/remote/models';
import { createMemoryCache, type VectorCache } from '../../providers/shared/vectorCache';
import type { TokenCounter } from '../../providers/remote/textWindows';
import { compute } from './liveCompute';
import { localProvider, vectorCache } from './embedding';

export { clearStoredModel, estimateCost, languageWarning, localModelDescription, openAiModels, priceListNote, storedModelBytes, type OpenAiModelName };
export type { EmbeddedTexts, EmbeddingProvider, EmbedProgress, ModelDescription } from '../../providers/provider';
export { localProvider, onModelLoad } from './embedding';
export { isAbortError } from '../../providers/shared/abort';
export { ProviderError, type ProviderErrorKind } from '../../providers/shared/providerError';
export type { ModelLoadEvent } from '../../worker/protocol';

const openAiBaseUrl = 'https://api.openai.com/v1';

/** An embedding model as the reader has chosen it; the key is no part of it. */
export type ProviderChoice =
  | { kind: 'local' }
  | { kind: 'openai'; model: OpenAiModelName; dimensions: number }
  | {
      kind: 'compatible';
      baseUrl: string;
      model: string;
      /** null: the endpoint decides. */
      dimensions: number | null;
      /** Ask for whole vectors and shorten them in the page. */
      truncateHere: boolean;
      /** Tokens of one text that the model reads; null when nobody knows. */
      maxTokens: number | null;
      /** Most texts in one request; null for OpenAI's own limit. */
      maxInputs: number | null;
    };

/** Where texts would go; null for the built-in model. Throws a `ProviderError` for an address that is none or not safe. */
export function endpointOf(choice: ProviderChoice): { baseUrl: string; origin: string } | null {
  if (choice.kind === 'local') return null;
  const baseUrl = checkBaseUrl(choice.kind === 'openai' ? openAiBaseUrl : choice.baseUrl);
  return { baseUrl, origin: new URL(baseUrl).origin };
}

/** Token ends by text, counted in the worker before a provider asks for them. */
const knownEnds = new Map<string, Uint32Array>();

/**
 * Counts the cl100k_base tokens of texts off the main thread, so that planning a large
 * run does not hold up the page. What earlier texts needed is forgotten.
 */
export async function countAhead(texts: readonly string[], signal?: AbortSignal): Promise<void> {
  const wanted = new Set(texts);
  for (const text of knownEnds.keys()) if (!wanted.has(text)) knownEnds.delete(text);
  const missing = [...wanted].filter((text) => !knownEnds.has(text));
  if (missing.length === 0) return;
  const ends = await compute().run('tokenEnds', { texts: missing }, { signal });
  missing.forEach((text, index) => knownEnds.set(text, ends[index]!));
}

const counter: TokenCounter = {
  name: 'cl100k_base',
  encode: (text) => {
    const ends = knownEnds.get(text);
    if (!ends) throw new RangeError('a text was to be sent whose tokens were not counted');
    return ends;
  },
};

/** The provider that was made last: it has learned its endpoint's limits, which a new one would learn again. */
let last: { choice: ProviderChoice; key: string | null; provider: EmbeddingProvider } | undefined;

/** The provider of a choice. `key` stays in the provider's closure. The `openai` package is loaded with the first one that needs it. */
export async function openProvider(choice: ProviderChoice, key: string | null): Promise<EmbeddingProvider> {
  if (choice.kind === 'local') return localProvider();
  if (last && last.key === key && JSON.stringify(last.choice) === JSON.stringify(choice)) return last.provider;
  const provider = await createRemote(choice, key, true);
  last = { choice, key, provider };
  return provider;
}

/** Forgets the provider that holds a key. */
export function forgetProvider(): void {
  last = undefined;
}

/** Whether an endpoint reads a text to its end; two inputs are sent for it, whole. */
export async function readsToTheEnd(choice: ProviderChoice, key: string | null, text: string, signal: AbortSignal): Promise<boolean> {
  if (choice.kind === 'local') return true;
  const provider = await createRemote(choice, key, false);
  const { readsToTheEnd: probe } = await import('../../providers/openai');
  return probe(provider, text, signal);
}

async function createRemote(choice: Exclude<ProviderChoice, { kind: 'local' }>, key: string | null, counts: boolean): Promise<EmbeddingProvider> {
  const { createRemoteProvider } = await import('../../providers/openai');
  const common = { apiKey: key ?? undefined, ...(counts && { loadTokenizer: () => Promise.resolve(counter) }) };
  if (choice.kind === 'openai') return createRemoteProvider({ ...common, baseUrl: openAiBaseUrl, model: choice.model, dimensions: choice.dimensions });
  const { baseUrl, model, dimensions, truncateHere, maxTokens, maxInputs } = choice;
  return createRemoteProvider({ ...common, baseUrl, model, dimensions: dimensions ?? undefined, truncateHere, maxTokens: maxTokens ?? undefined, maxInputs: maxInputs ?? undefined });
}

const sessionCache = createMemoryCache();

/** The kept vectors; where the browser keeps none, those of this visit, so that a run resumes without embedding twice. */
export const embeddingCache: VectorCache = {
  get: async (keys) => {
    const [kept, own] = await Promise.all([vectorCache.get(keys), sessionCache.get(keys)]);
    return keys.map((_, index) => kept[index] ?? own[index]);
  },
  set: async (entries) => {
    await vectorCache.set(entries);
    if (vectorCache.refused() !== null) await sessionCache.set(entries);
  },
  size: () => vectorCache.size(),
  clear: async () => {
    await Promise.all([vectorCache.clear(), sessionCache.clear()]);
  },
};

/** Whether a run that was ended goes on where it stopped; without https there are no keys to find finished texts by. */
export function canResume(): boolean {
  return Boolean(globalThis.crypto?.subtle);
}

/** Why vectors are not kept between visits, in words; null while they are. */
export function whyNotKept(): string | null {
  if (!canResume()) return 'Nothing is cached: this page is not served over https, so the browser gives it no way to make safe keys. Every run embeds everything again.';
  return vectorCache.refused();
}
