import type { ModelDescription } from './modelDescription';
import type { CachedVector, VectorCache } from './shared/vectorCache';

/** Progress of one embedding run, counted in distinct texts. */
export interface EmbedProgress {
  done: number;
  total: number;
  /** Of `done`, how many came from the cache. */
  cached: number;
  /** Present while waiting before a request is repeated: the time still to wait. */
  waitingMs?: number;
  /** When that time is over, on the clock of the machine. */
  waitUntil?: number;
  /** Number of the try that the wait leads to, 2 for the first repetition. */
  attempt?: number;
  message?: string;
}

export interface EmbedOptions {
  /** Ends the run at once with an `AbortError`; batches already finished stay in the cache. */
  signal?: AbortSignal;
  onProgress?: (progress: EmbedProgress) => void;
  cache?: VectorCache;
  /** What goes before a text, in every window of it and in its cache key; nothing unless told. */
  prefixOf?: (text: string) => string;
}

export interface PlanOptions extends Pick<EmbedOptions, 'signal' | 'cache' | 'prefixOf'> {
  /** Hears the inputs that would leave this machine. */
  onInputs?: (inputs: readonly string[]) => void;
  /** Hears of texts that the cache answers. */
  onKept?: (text: string, kept: CachedVector) => void;
}

export interface EmbedStats {
  /** Distinct non-blank texts of the run. */
  texts: number;
  /** Of these, texts answered by the cache. */
  cached: number;
  /** Inputs that the model was given: windows of the texts that were not cached. */
  inputs: number;
  requests: number;
  retries: number;
}

export interface EmbeddedTexts {
  /** One unit vector per slot; `null` where the text was blank. Equal texts share one array: do not write to it. */
  vectors: (Float32Array | null)[];
  /** Windows that each slot's text was cut into: 1 when it was read whole, 0 when blank. */
  windows: number[];
  /** Tokens of each slot's text in the model's `tokenUnit`, all of them embedded; `null` when they cannot be counted. */
  tokens: (number | null)[];
  stats: EmbedStats;
}

/** What a run would send, before anything is sent. */
export interface RequestPlan {
  /** Distinct non-blank texts. */
  texts: number;
  /** Of these, texts that the given cache already answers. */
  cached: number;
  /** Requests over the network; 0 for a model on this machine. */
  requests: number;
  /** Inputs after windowing, without the cached ones. */
  inputs: number;
  /** UTF-8 bytes of those inputs. */
  bytes: number;
  /** Tokens of those inputs in the model's `tokenUnit`; `null` when they cannot be counted. */
  tokens: number | null;
}

/** One embedding model, wherever it runs: local and remote ones look the same to their users. */
export interface EmbeddingProvider {
  readonly model: ModelDescription;
  plan(texts: readonly string[], options?: PlanOptions): Promise<RequestPlan>;
  /**
   * Unit vectors of texts, slot by slot.
   *
   * Each distinct text is embedded once per call and its vector reused, so equal
   * texts have identical vectors and exact ties stay exact. Blank texts are never
   * sent. Failures are `ProviderError`, cancelling is an `AbortError`.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbeddedTexts>;
}
