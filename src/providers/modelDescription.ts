import type { VectorRules } from './shared/vectorRules';

export type ProviderKind = 'local' | 'openai' | 'compatible' | 'test';

/** Words that a model was trained to find before each kind of text. */
export interface Prefixes {
  query: string;
  document: string;
}

/** How a text longer than the model reads is treated. `none`: the limit is unknown, nothing is cut here. */
export type Windowing = 'windowed mean' | 'none';

/** What provenance, the cache key and the page say about a model. */
export interface ModelDescription {
  provider: ProviderKind;
  name: string;
  /** Version of the weights as far as it is known: a package version, or the endpoint's own word for it. */
  revision: string;
  /** Length of every vector; `null` until a compatible endpoint has answered once. */
  dimensions: number | null;
  /** Tokens of one text that the model reads, in `tokenUnit`; `null` when nobody says. */
  maxTokens: number | null;
  tokenUnit: string;
  windowing: Windowing;
  /** How its texts are read and its vectors made here; part of the cache key. */
  rules: VectorRules;
  /** Whether `truncateDimensions` may be used on its vectors (Matryoshka training). */
  supportsDimensions: boolean;
  /** The endpoint that texts go to; absent when nothing leaves the machine. */
  baseUrl?: string;
  /** What goes before the texts that are searched for and those that are searched; absent where nothing does. */
  prefixes?: Prefixes;
  /** Languages that it was made for, as English words; absent when it is multilingual or unknown. */
  languages?: string[];
  note?: string;
}
