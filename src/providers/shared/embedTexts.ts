import { isBlank } from '../../core/text/whitespace';
import type { EmbeddedTexts, EmbedOptions } from '../provider';
import type { ModelDescription } from '../modelDescription';
import { orAbort, throwIfAborted } from './abort';
import { ProviderError } from './providerError';
import { vectorKeys, type CachedVector } from './vectorCache';

/** One finished text of a batch: `index` counts in the list that was given to be embedded. */
export interface FinishedText extends CachedVector {
  index: number;
}

export interface EmbedHooks {
  signal?: AbortSignal;
  /** Called once per finished batch. The cache is written before the next batch counts as done. */
  onBatch: (finished: FinishedText[]) => void | Promise<void>;
  onInputs?: (count: number) => void;
  onRequest?: () => void;
  onRetry?: () => void;
  onWait?: (wait: { waitingMs?: number; waitUntil?: number; attempt?: number; message?: string }) => void;
}

/** Embeds distinct, non-blank texts and returns each batch as it is finished. */
export type EmbedDistinct = (texts: string[], hooks: EmbedHooks) => Promise<void>;

/** Distinct non-blank texts in order of first appearance, and for each slot its place among them (−1: blank). */
export function distinctTexts(texts: readonly string[]): { distinct: string[]; place: Int32Array } {
  const places = new Map<string, number>();
  const distinct: string[] = [];
  const place = new Int32Array(texts.length).fill(-1);
  texts.forEach((text, slot) => {
    if (isBlank(text)) return;
    let found = places.get(text);
    if (found === undefined) {
      found = distinct.length;
      places.set(text, found);
      distinct.push(text);
    }
    place[slot] = found;
  });
  return { distinct, place };
}

/** Texts whose keys are made and asked for together: tens of thousands at once take more memory than time. */
const askedAtOnce = 1024;

/** What the cache already knows of some distinct texts, with their keys; without a usable cache nothing. */
export async function askCache(
  model: ModelDescription,
  dimensions: number | null,
  distinct: string[],
  { cache, prefixOf }: Pick<EmbedOptions, 'cache' | 'prefixOf'>,
): Promise<{ keys: string[] | null; known: (CachedVector | undefined)[] }> {
  const keys: string[] = [];
  const known: (CachedVector | undefined)[] = [];
  for (let from = 0; cache && from < distinct.length; from += askedAtOnce) {
    const some = await vectorKeys(model, dimensions, distinct.slice(from, from + askedAtOnce), prefixOf);
    if (!some) break;
    keys.push(...some);
    known.push(...(await cache.get(some)));
  }
  return known.length === distinct.length
    ? { keys, known }
    : { keys: null, known: distinct.map(() => undefined) };
}

/**
 * Vectors of all slots, asking the cache first and telling it after every batch.
 *
 * `dimensions` is the length asked for, part of the cache key; `null` when the
 * endpoint decides. Everything that providers have in common lives here.
 */
export async function embedTexts(
  model: ModelDescription,
  dimensions: number | null,
  texts: readonly string[],
  options: EmbedOptions,
  embedDistinct: EmbedDistinct,
): Promise<EmbeddedTexts> {
  const { signal, cache, onProgress } = options;
  throwIfAborted(signal);
  const { distinct, place } = distinctTexts(texts);
  const stats = { texts: distinct.length, cached: 0, inputs: 0, requests: 0, retries: 0 };
  const { keys, known } = await orAbort(askCache(model, dimensions, distinct, options), signal);
  const missing: number[] = [];
  known.forEach((entry, index) => {
    if (!entry) missing.push(index);
  });
  stats.cached = distinct.length - missing.length;
  let done = stats.cached;
  const report = (wait = {}) => onProgress?.({ done, total: distinct.length, cached: stats.cached, ...wait });
  report();

  if (missing.length > 0) {
    const work = embedDistinct(
      missing.map((index) => distinct[index]!),
      {
        signal,
        onBatch: async (finished) => {
          const entries: [string, CachedVector][] = [];
          for (const { index, vector, tokens, windows } of finished) {
            const at = missing[index]!;
            const entry = { vector, tokens, windows };
            known[at] = entry;
            if (keys) entries.push([keys[at]!, entry]);
          }
          done += finished.length;
          if (cache && keys) await cache.set(entries);
          // A batch that ends after the cancel is kept, but nobody watches any more.
          if (!signal?.aborted) report();
        },
        onInputs: (count) => (stats.inputs += count),
        onRequest: () => (stats.requests += 1),
        onRetry: () => (stats.retries += 1),
        onWait: (wait) => {
          if (!signal?.aborted) report(wait);
        },
      },
    );
    await orAbort(work, signal);
  }
  checkLengths(model, known);
  const slots = Array.from(place, (at) => (at < 0 ? undefined : known[at]!));
  return {
    vectors: slots.map((entry) => entry?.vector ?? null),
    windows: slots.map((entry) => entry?.windows ?? 0),
    tokens: slots.map((entry) => (entry ? entry.tokens : 0)),
    stats,
  };
}

/** All vectors of a run have one length: a cache may hold those of an endpoint that has changed since. */
function checkLengths(model: ModelDescription, entries: readonly (CachedVector | undefined)[]): void {
  for (const entry of entries) {
    model.dimensions ??= entry!.vector.length;
    if (entry!.vector.length !== model.dimensions) {
      throw new ProviderError(
        'model-changed',
        `Vectors of ${entry!.vector.length} and of ${model.dimensions} numbers came together for one model: the model behind this name has changed since some were kept. Set the kept vectors aside, or clear them, and run again.`,
        { expected: model.dimensions, found: entry!.vector.length },
      );
    }
  }
}
