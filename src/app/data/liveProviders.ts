import { clearStoredModel, storedModelBytes } from '../../providers/local/storedModelFiles';
import { languageWarning } from '../../providers/local/languageWarning';
import { localModelDescription } from '../../providers/local/description';
import { checkBaseUrl } from '../../providers/remote/endpoint';
import {
  estimateCost,
  openAiModels,
  priceListNote,
  type OpenAiModelName,
} from '../../providers/remote/models';
import type { SendInputs } from '../../providers/shared/remoteTexts';
import type { EmbedderSpec } from '../../worker/protocol';

export {
  clearStoredModel,
  estimateCost,
  languageWarning,
  localModelDescription,
  openAiModels,
  priceListNote,
  storedModelBytes,
  type OpenAiModelName,
};
export { localProvider, onModelLoad, onModelReady, secondModel } from './embedding';
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
      /** Most texts in one request; null for as many as the page can take in. */
      maxInputs: number | null;
    };

/** Where texts would go; null for the built-in model. Throws a `ProviderError` for an address that is none or not safe. */
export function endpointOf(choice: ProviderChoice): { baseUrl: string; origin: string } | null {
  if (choice.kind === 'local') return null;
  const baseUrl = checkBaseUrl(choice.kind === 'openai' ? openAiBaseUrl : choice.baseUrl);
  return { baseUrl, origin: new URL(baseUrl).origin };
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
  const { endpoint, send } = createRemoteSender({ apiKey: key ?? undefined, ...addressOf(choice) });
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

function addressOf(choice: Exclude<ProviderChoice, { kind: 'local' }>) {
  if (choice.kind === 'openai')
    return {
      baseUrl: openAiBaseUrl,
      model: choice.model,
      dimensions: choice.dimensions,
      maxInputs: usualInputs(choice.dimensions),
    };
  const { baseUrl, model, dimensions, truncateHere, maxTokens, maxInputs } = choice;
  return {
    baseUrl,
    model,
    dimensions: dimensions ?? undefined,
    truncateHere,
    maxTokens: maxTokens ?? undefined,
    maxInputs: maxInputs ?? usualInputs(truncateHere ? null : dimensions),
  };
}

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
