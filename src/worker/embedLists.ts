import { isBlank } from '../core/text/whitespace';
import { packTexts } from '../core/text/packedTexts';
import { utf8Length } from '../core/text/sizes';
import type { EmbeddedTexts, EmbeddingProvider, EmbedProgress } from '../providers/provider';
import { throwIfAborted } from '../providers/shared/abort';
import type { VectorCache } from '../providers/shared/vectorCache';
import type { PackedVectors } from './computeProtocol';
import type { EmbedderSpec, TextsPlan, TokenSums } from './embedProtocol';

/** Sets of texts, each embedded by itself and answered slot by slot. */
export type TextSets = readonly (readonly string[])[];

/** What embedding the sets would take. Asks the kept vectors, sends nothing. */
export async function planSets(
  spec: EmbedderSpec,
  provider: EmbeddingProvider,
  cache: VectorCache,
  sets: TextSets,
  { probe, list, signal }: { probe: boolean; list: boolean; signal: AbortSignal },
): Promise<TextsPlan> {
  const total = { requests: 0, inputs: 0, cached: 0, bytes: 0, tokens: 0 as number | null };
  const earlier = new Set<string>();
  for (const set of sets) {
    // A text of an earlier set is answered by the cache by then.
    const plan = await provider.plan(
      set.filter((text) => !earlier.has(text)),
      { cache, signal },
    );
    throwIfAborted(signal);
    for (const text of set) earlier.add(text);
    total.requests += plan.requests;
    total.inputs += plan.inputs;
    total.cached += plan.cached;
    total.bytes += plan.bytes;
    total.tokens = total.tokens === null || plan.tokens === null ? null : total.tokens + plan.tokens;
  }
  const longest = longestOf(sets);
  const probed = probe && total.inputs > 0;
  if (probed) {
    total.requests += 1;
    total.inputs += 2;
    total.bytes += 2 * utf8Length(longest);
  }
  return {
    ...total,
    spec,
    model: provider.model,
    probe: probed,
    longest,
    listed: list ? packTexts([...earlier].filter((text) => !isBlank(text))) : null,
  };
}

/** Vectors of all sets. Finished batches are kept as they come, so that a run that was cancelled or failed goes on where it stopped. */
export async function embedSets(
  provider: EmbeddingProvider,
  cache: VectorCache,
  sets: TextSets,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: EmbedProgress) => void },
): Promise<EmbeddedTexts[]> {
  const counts = sets.map(distinctCount);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const done: EmbeddedTexts[] = [];
  let [before, cachedBefore] = [0, 0];
  for (const [index, set] of sets.entries()) {
    const embedded = await provider.embed(set, {
      signal,
      cache,
      onProgress: (progress) =>
        onProgress({
          ...progress,
          done: before + progress.done,
          cached: cachedBefore + progress.cached,
          total,
        }),
    });
    before += counts[index]!;
    cachedBefore += embedded.stats.cached;
    done.push(embedded);
  }
  return done;
}

export function distinctCount(texts: readonly string[]): number {
  return new Set(texts.filter((text) => !isBlank(text))).size;
}

export function longestOf(sets: TextSets): string {
  let longest = '';
  for (const set of sets) for (const text of set) if (text.length > longest.length) longest = text;
  return longest;
}

/** Vectors one after the other, in a block of their own that can be moved to another thread. */
export function packRows(rows: readonly Float32Array[]): PackedVectors {
  const dimensions = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  rows.forEach((row, index) => values.set(row, index * dimensions));
  return { dimensions, values };
}

export function tokenSums(sets: readonly Pick<EmbeddedTexts, 'tokens' | 'windows'>[]): TokenSums {
  const sums: TokenSums = { tokens: 0, texts: 0, windowed: 0, windows: 0 };
  for (const { tokens, windows } of sets) {
    windows.forEach((count, slot) => {
      if (count === 0) return;
      sums.texts += 1;
      sums.windows += count;
      if (count > 1) sums.windowed += 1;
      const own = tokens[slot] ?? null;
      sums.tokens = sums.tokens === null || own === null ? null : sums.tokens + own;
    });
  }
  return sums;
}
