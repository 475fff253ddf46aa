import { utf8Length } from '../../core';
import { abortError } from '../../providers/shared/abort';
import { countAhead, embeddingCache, endpointOf, estimateCost, openProvider, readsToTheEnd, type EmbeddedTexts, type EmbeddingProvider, type EmbedProgress, type ModelDescription, type ProviderChoice } from './liveProviders';

/** What a run embeds: sets of texts, each asked for by itself and answered slot by slot. */
export interface EmbedJob {
  choice: ProviderChoice;
  /** The reader's key for the choice's endpoint. */
  key: string | null;
  sets: readonly (readonly string[])[];
}

/** What a run would send, and what it would cost, before anything is sent. */
export interface SendPlan {
  /** Where it goes. */
  origin: string;
  model: string;
  dimensions: number | null;
  requests: number;
  inputs: number;
  /** Texts that are answered from what is kept. */
  cached: number;
  bytes: number;
  /** cl100k_base tokens. */
  tokens: number | null;
  price: { usd: number; usdPerMillionTokens: number; note: string } | null;
  /** Two more inputs that find out whether the endpoint reads a long text to its end. */
  probe: boolean;
  /** The first texts that would be sent, as they would be sent but for windowing. */
  texts: string[];
}

export interface EmbedResult {
  sets: EmbeddedTexts[];
  model: ModelDescription;
  /** Whether the longest text was read to its end; null where that was not asked. */
  readToEnd: boolean | null;
}

/** Whether a long text might be cut without a word: a limit that nobody knows, at an endpoint that is not OpenAI's. */
function needsProbe(choice: ProviderChoice): boolean {
  return choice.kind === 'compatible' && choice.maxTokens === null;
}

/** The plan of a run over the network. Loads the tokenizer, asks the kept vectors, sends nothing. */
export async function planRun({ choice, key, sets }: EmbedJob, signal: AbortSignal): Promise<SendPlan> {
  const endpoint = endpointOf(choice);
  if (!endpoint) throw new RangeError('the built-in model sends nothing, so there is nothing to plan');
  const provider = await openProvider(choice, key);
  await countAhead(sets.flat(), signal);
  const total = { requests: 0, inputs: 0, cached: 0, bytes: 0, tokens: 0 as number | null };
  const earlier = new Set<string>();
  for (const set of sets) {
    // A text of an earlier set is answered by the cache by then.
    const plan = await provider.plan(set.filter((text) => !earlier.has(text)), { cache: embeddingCache, signal });
    signal.throwIfAborted();
    for (const text of set) earlier.add(text);
    total.requests += plan.requests;
    total.inputs += plan.inputs;
    total.cached += plan.cached;
    total.bytes += plan.bytes;
    total.tokens = total.tokens === null || plan.tokens === null ? null : total.tokens + plan.tokens;
  }
  const probe = needsProbe(choice) && total.inputs > 0;
  const longest = longestOf(sets.flat());
  if (probe) {
    total.requests += 1;
    total.inputs += 2;
    total.bytes += 2 * utf8Length(longest);
  }
  const cost = choice.kind === 'openai' && total.tokens !== null ? estimateCost(choice.model, total.tokens) : null;
  return { origin: endpoint.origin, model: provider.model.name, dimensions: provider.model.dimensions, ...total, price: cost, probe, texts: [...earlier].filter((text) => text.trim() !== '') };
}

/**
 * Vectors of all sets. Finished batches are kept as they come, so that a run that was
 * cancelled or failed goes on where it stopped.
 */
export async function runEmbedding({ choice, key, sets }: EmbedJob, { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: EmbedProgress) => void }): Promise<EmbedResult> {
  const provider: EmbeddingProvider = await openProvider(choice, key);
  if (choice.kind !== 'local') await countAhead(sets.flat(), signal);
  if (signal.aborted) throw abortError();
  const counts = sets.map((set) => new Set(set.filter((text) => text.trim() !== '')).size);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const done: EmbeddedTexts[] = [];
  let [before, cachedBefore] = [0, 0];
  for (const [index, set] of sets.entries()) {
    const embedded = await provider.embed(set, {
      signal,
      cache: embeddingCache,
      onProgress: (progress) => onProgress({ ...progress, done: before + progress.done, cached: cachedBefore + progress.cached, total }),
    });
    before += counts[index]!;
    cachedBefore += embedded.stats.cached;
    done.push(embedded);
  }
  const sent = done.some(({ stats }) => stats.inputs > 0);
  const readToEnd = needsProbe(choice) && sent ? await readsToTheEnd(choice, key, longestOf(sets.flat()), signal) : null;
  return { sets: done, model: { ...provider.model }, readToEnd };
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
