import { isBlank } from '../core/text/whitespace';
import { packTexts } from '../core/text/packedTexts';
import { utf8Length } from '../core/text/sizes';
import type { EmbeddedTexts, EmbeddingProvider, EmbedProgress } from '../providers/provider';
import { throwIfAborted } from '../providers/shared/abort';
import type { VectorCache } from '../providers/shared/vectorCache';
import { readsToTheEnd } from '../providers/shared/readsToTheEnd';
import type { EmbedderSpec, EmbedInput, EmbedSetsProgress, TextsPlan, TokenSums } from './embedProtocol';

/** Sets of texts, each embedded by itself and answered slot by slot. */
export type TextSets = readonly (readonly string[])[];

/** Numbers that one set of a long list makes at most (2 MB), and texts: more of them at once would hold up a cancel. */
const numbersAtOnce = 524_288;
const textsAtOnce = 512;
/** Length of vectors that is reckoned with where the endpoint decides. */
const usualDimensions = 1024;
/** The built-in model works in blocks of this many, and begins with a few that tell soon how fast it goes. */
const localTexts = 256;
const firstLocalTexts = 32;

/** A long list in sets: by what the reader chose and not by what an endpoint answered since, so that a plan and its run are cut alike. */
export function setsOf(texts: readonly string[], spec: EmbedderSpec): TextSets {
  const size =
    spec.kind === 'local'
      ? localTexts
      : Math.max(
          16,
          Math.min(
            textsAtOnce,
            Math.floor(numbersAtOnce / (spec.endpoint.askedDimensions ?? usualDimensions)),
          ),
        );
  const sets: string[][] = [];
  let from = 0;
  while (from < texts.length) {
    const set = texts.slice(from, from + (spec.kind === 'local' && from === 0 ? firstLocalTexts : size));
    sets.push(set);
    from += set.length;
  }
  return sets;
}

/** What embedding the sets would take. Asks the kept vectors, sends nothing. */
export async function planSets(
  spec: EmbedderSpec,
  provider: EmbeddingProvider,
  cache: VectorCache,
  sets: TextSets,
  {
    probe,
    list = Infinity,
    signal,
    onSet,
  }: {
    probe: boolean;
    /** Texts that are listed at most. */
    list?: number;
    signal: AbortSignal;
    onSet?: (texts: number) => void;
  },
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
    onSet?.(earlier.size);
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
    listed: packTexts([...earlier].filter((text) => !isBlank(text)).slice(0, list)),
  };
}

/** Vectors of all sets. Finished batches are kept as they come, so that a run that was cancelled or failed goes on where it stopped. */
export async function embedSets(
  provider: EmbeddingProvider,
  cache: VectorCache,
  sets: TextSets,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: EmbedSetsProgress) => void },
): Promise<EmbeddedTexts[]> {
  const sizes = sets.map(sizeOf);
  const sum = (of: keyof (typeof sizes)[number]) => sizes.reduce((all, size) => all + size[of], 0);
  const before = {
    done: 0,
    cached: 0,
    doneBytes: 0,
    cachedBytes: 0,
    total: sum('texts'),
    totalBytes: sum('bytes'),
  };
  let startedAt: number | null = null;
  const report = ({ texts, bytes }: (typeof sizes)[number], progress: EmbedProgress, begunAt: number) => {
    const { done, cached } = progress;
    if (done > cached) startedAt ??= begunAt;
    onProgress({
      ...progress,
      done: before.done + done,
      cached: before.cached + cached,
      total: before.total,
      doneBytes: before.doneBytes + share(done, texts, bytes),
      cachedBytes: before.cachedBytes + share(cached, texts, bytes),
      totalBytes: before.totalBytes,
      embeddingMs: startedAt === null ? 0 : performance.now() - startedAt,
    });
  };
  const embedded: EmbeddedTexts[] = [];
  for (const [index, set] of sets.entries()) {
    const size = sizes[index]!;
    const begunAt = performance.now();
    const { stats, ...rest } = await provider.embed(set, {
      signal,
      cache,
      onProgress: (progress) => report(size, progress, begunAt),
    });
    before.done += size.texts;
    before.cached += stats.cached;
    before.doneBytes += size.bytes;
    before.cachedBytes += share(stats.cached, size.texts, size.bytes);
    embedded.push({ ...rest, stats });
  }
  return embedded;
}

const share = (done: number, texts: number, bytes: number): number =>
  texts === 0 ? 0 : (done / texts) * bytes;

function sizeOf(set: readonly string[]): { texts: number; bytes: number } {
  const distinct = new Set(set.filter((text) => !isBlank(text)));
  let bytes = 0;
  for (const text of distinct) bytes += utf8Length(text);
  return { texts: distinct.size, bytes };
}

/** Whether the longest text is read to its end; null where nobody asked, or nothing was sent. */
export async function probeSets(
  { spec, probe }: EmbedInput,
  provider: EmbeddingProvider,
  sets: TextSets,
  embedded: readonly EmbeddedTexts[],
  signal: AbortSignal,
): Promise<boolean | null> {
  const sent = spec.kind === 'remote' && embedded.some(({ stats }) => stats.inputs > 0);
  return probe && sent ? readsToTheEnd(provider, longestOf(sets), signal) : null;
}

export function distinctCount(texts: readonly string[]): number {
  return new Set(texts.filter((text) => !isBlank(text))).size;
}

function longestOf(sets: TextSets): string {
  let longest = '';
  for (const set of sets) for (const text of set) if (text.length > longest.length) longest = text;
  return longest;
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
