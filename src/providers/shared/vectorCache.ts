import type { ModelDescription } from '../modelDescription';
import type { VectorRules } from './vectorRules';

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

async function sha256Hex(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  let hex = '';
  for (const byte of hash) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

/** Hex digits of a stamp, and of the digest of the text that follows it in a key. */
export const [stampDigits, digestDigits] = [8, 64];

/**
 * What every key made under these rules begins with, so that a store can tell entries of
 * another version without their texts. `null` where the platform has no digest (a page
 * over plain http beyond loopback): nothing can be cached there.
 */
export async function rulesStamp(rules: VectorRules): Promise<string | null> {
  return globalThis.crypto?.subtle ? (await sha256Hex(JSON.stringify(rules))).slice(0, stampDigits) : null;
}

/**
 * Keys of texts under one model: the stamp of its rules, then SHA-256 in hex of
 * provider, base URL, model, revision, dimensions, windowing rule, all rules, what goes
 * before the text, and the text.
 *
 * `null` where nothing can be cached.
 */
export async function vectorKeys(
  model: ModelDescription,
  dimensions: number | null,
  texts: readonly string[],
  prefixOf: (text: string) => string = () => '',
): Promise<string[] | null> {
  const stamp = await rulesStamp(model.rules);
  if (stamp === null) return null;
  const windowing =
    model.windowing === 'none' ? 'none' : `${model.windowing} of ${model.maxTokens} ${model.tokenUnit}`;
  const prefix = JSON.stringify([
    model.provider,
    model.baseUrl ?? '',
    model.name,
    model.revision,
    dimensions,
    windowing,
    model.rules,
  ]);
  return Promise.all(
    texts.map(async (text) => {
      const before = prefixOf(text);
      const whole = before === '' ? text : `${JSON.stringify([before])}\n${text}`;
      return stamp + (await sha256Hex(`${prefix}\n${whole}`));
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
