import type { ModelDescription } from '../provider';

/** A finished vector with what is needed to report on it without counting its tokens again. */
export interface CachedVector {
  vector: Float32Array;
  /** Tokens of the text; `null` when they could not be counted. */
  tokens: number | null;
  windows: number;
}

/** Keeps finished vectors under the keys of `vectorKeys`. Asked before anything is embedded, told after every batch. */
export interface VectorCache {
  /** One answer per key, `undefined` where nothing is kept. */
  get(keys: readonly string[]): Promise<(CachedVector | undefined)[]>;
  set(entries: readonly (readonly [key: string, value: CachedVector])[]): Promise<void>;
  size(): Promise<{ entries: number; bytes: number }>;
  clear(): Promise<void>;
}

/**
 * Keys of texts under one model: SHA-256 in hex of provider, base URL, model,
 * revision, dimensions, windowing rule and text.
 *
 * `null` where the platform has no digest (a page over plain http beyond
 * loopback): nothing can be cached there then.
 */
export async function vectorKeys(
  model: ModelDescription,
  dimensions: number | null,
  texts: readonly string[],
): Promise<string[] | null> {
  const digest = globalThis.crypto?.subtle;
  if (!digest) return null;
  const rule =
    model.windowing === 'none' ? 'none' : `${model.windowing} of ${model.maxTokens} ${model.tokenUnit}`;
  const prefix = JSON.stringify([
    model.provider,
    model.baseUrl ?? '',
    model.name,
    model.revision,
    dimensions,
    rule,
  ]);
  const encoder = new TextEncoder();
  return Promise.all(
    texts.map(async (text) => {
      const hash = new Uint8Array(await digest.digest('SHA-256', encoder.encode(`${prefix}\n${text}`)));
      let hex = '';
      for (const byte of hash) hex += byte.toString(16).padStart(2, '0');
      return hex;
    }),
  );
}

/** A cache for one session: gone with the page or the process. */
export function createMemoryCache(): VectorCache {
  const entries = new Map<string, CachedVector>();
  return {
    get: async (keys) => keys.map((key) => entries.get(key)),
    set: async (added) => {
      for (const [key, value] of added) entries.set(key, value);
    },
    size: async () => {
      let bytes = 0;
      for (const { vector } of entries.values()) bytes += vector.byteLength;
      return { entries: entries.size, bytes };
    },
    clear: async () => entries.clear(),
  };
}
