import { isBlank } from '../core/text/whitespace';
import { packTexts } from '../core/text/packedTexts';
import { utf8Length } from '../core/text/sizes';
import type {
  EmbeddedTexts,
  EmbeddingProvider,
  EmbedOptions,
  EmbedProgress,
  RequestPlan,
} from '../providers/provider';
import { throwIfAborted } from '../providers/shared/abort';
import type { VectorCache } from '../providers/shared/vectorCache';
import { endProbe, readsToTheEnd } from '../providers/shared/readsToTheEnd';
import type { Embedders } from './embedders';
import type { EmbedderSpec, EmbedInput, EmbedSetsProgress, TextsPlan, TokenSums } from './embedProtocol';
import { digestOf, shorterKept } from './tickets';

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

function setSize(spec: EmbedderSpec): number {
  if (spec.kind === 'local') return localTexts;
  const dimensions = spec.endpoint.askedDimensions ?? usualDimensions;
  return Math.max(16, Math.min(textsAtOnce, Math.floor(numbersAtOnce / dimensions)));
}

/** A long list in sets: by what the reader chose and not by what an endpoint answered since, so that a plan and its run are cut alike. */
export function setsOf(texts: readonly string[], spec: EmbedderSpec): TextSets {
  const size = setSize(spec);
  const sets: string[][] = [];
  let from = 0;
  while (from < texts.length) {
    const set = texts.slice(from, from + (spec.kind === 'local' && from === 0 ? firstLocalTexts : size));
    sets.push(set);
    from += set.length;
  }
  return sets;
}

/** How texts are treated: which of them search, and what is known of the endpoint. */
export interface TextRoles {
  /** Texts that are searched for; all others are searched. */
  queries?: readonly string[];
}

/** What goes before each text under the endpoint's prefixes. */
export function prefixesOf(
  spec: EmbedderSpec,
  { queries = [] }: TextRoles,
): ((text: string) => string) | undefined {
  const prefixes = spec.kind === 'remote' ? spec.endpoint.model.prefixes : undefined;
  if (!prefixes) return undefined;
  const asked = new Set(queries);
  return (text) => (asked.has(text) ? prefixes.query : prefixes.document);
}

/** Texts that are cut by vectors, so that a plan knows no more than bounds. */
export interface Unforeseen {
  inputs: number;
  bytes: number;
  tokens: number;
}

interface PlanSets extends TextRoles {
  probe: boolean;
  /** Texts that are listed at most. */
  list?: number;
  unforeseen?: Unforeseen | null;
  signal: AbortSignal;
  onSet?: (texts: number) => void;
}

/**
 * What embedding the sets would take, and a ticket for exactly that. Asks the kept vectors,
 * sends nothing.
 */
export async function planSets(
  spec: EmbedderSpec,
  embedders: Pick<Embedders, 'open' | 'tickets'>,
  cache: VectorCache,
  sets: TextSets,
  { probe, list = Infinity, unforeseen = null, queries, signal, onSet }: PlanSets,
): Promise<TextsPlan> {
  const provider = embedders.open(spec);
  const prefixOf = prefixesOf(spec, { queries });
  const total = { requests: 0, inputs: 0, cached: 0, bytes: 0, tokens: 0 as number | null };
  const add = (part: Omit<RequestPlan, 'texts' | 'cached'>): void => {
    total.requests += part.requests;
    total.inputs += part.inputs;
    total.bytes += part.bytes;
    total.tokens = total.tokens === null || part.tokens === null ? null : total.tokens + part.tokens;
  };
  const inputs = new Set<number>();
  const onInputs = (sent: readonly string[]) => sent.forEach((input) => inputs.add(digestOf(input)));
  let kept: ReturnType<typeof shorterKept> | null = null;
  const earlier = new Set<string>();
  for (const set of sets) {
    // A text of an earlier set is answered by the cache by then.
    const plan = await provider.plan(
      set.filter((text) => !earlier.has(text)),
      { cache, signal, prefixOf, onInputs, onKept: (text, found) => (kept = shorterKept(kept, text, found)) },
    );
    throwIfAborted(signal);
    for (const text of set) earlier.add(text);
    total.cached += plan.cached;
    add(plan);
    onSet?.(earlier.size);
  }
  const base = {
    spec,
    model: provider.model,
    listed: packTexts([...earlier].filter((text) => !isBlank(text)).slice(0, list)),
  };
  if (spec.kind === 'local')
    return { ...total, ...base, probe: false, check: false, atMost: false, ticket: null };
  if (unforeseen) add({ ...unforeseen, requests: requestsFor(unforeseen, spec) });
  const sends = total.inputs > 0;
  const longest = longestOf(sets);
  const probed = probe && sends ? endProbe(longest) : null;
  if (probed) add(await provider.plan(probed, { signal, onInputs }));
  const check = sends ? (kept as ReturnType<typeof shorterKept> | null) : null;
  if (check) add(await provider.plan([check.text], { signal, prefixOf, onInputs }));
  return {
    ...total,
    ...base,
    probe: probed !== null,
    check: check !== null,
    atMost: unforeseen !== null,
    ticket: embedders.tickets.issue({
      inputs,
      spare: unforeseen?.inputs ?? 0,
      longest,
      check: check && { text: check.text, vector: check.kept.vector, prefixOf },
    }),
  };
}

/** Requests that texts of unknown lengths take at most. */
function requestsFor({ inputs, bytes }: Unforeseen, spec: EmbedderSpec & { kind: 'remote' }): number {
  const { maxInputs, maxBytes } = spec.endpoint.limits;
  const atOnce = Math.min(maxInputs, setSize(spec));
  return inputs === 0 ? 0 : Math.min(inputs, Math.ceil(inputs / atOnce) + 2 * Math.ceil(bytes / maxBytes));
}

/** Vectors of all sets. Finished batches are kept as they come, so that a run that was cancelled or failed goes on where it stopped. */
export async function embedSets(
  provider: EmbeddingProvider,
  cache: VectorCache,
  sets: TextSets,
  {
    signal,
    prefixOf,
    onProgress,
  }: {
    signal: AbortSignal;
    prefixOf?: EmbedOptions['prefixOf'];
    onProgress: (progress: EmbedSetsProgress) => void;
  },
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
      prefixOf,
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
  { spec, probe, ticket }: EmbedInput,
  embedders: Pick<Embedders, 'tickets'>,
  provider: EmbeddingProvider,
  sets: TextSets,
  embedded: readonly EmbeddedTexts[],
  signal: AbortSignal,
): Promise<boolean | null> {
  const sent = spec.kind === 'remote' && embedded.some(({ stats }) => stats.inputs > 0);
  if (!probe || !sent) return null;
  // The one that the plan named: what was cut since may be longer.
  return readsToTheEnd(provider, embedders.tickets.get(ticket)?.longest ?? longestOf(sets), signal);
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
