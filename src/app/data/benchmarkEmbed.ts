import { utf8Length } from '../../core/text/sizes';
import type { PackedVectors } from '../../worker/protocol';
import type { BenchmarkPlan } from './benchmarkRun';
import { keptTexts } from './benchmarkKept';
import { compute } from './liveCompute';
import { priceOf } from './liveEmbed';
import {
  endpointOf,
  localModelDescription,
  needsProbe,
  openEmbedder,
  type ModelDescription,
  type ProviderChoice,
} from './liveProviders';
import { learn, runEmbedding } from './liveTasks';

/** Distinct texts that stand somewhere else and are read slice by slice. */
export interface ListedTexts {
  total: number;
  bytes: number;
  slice(from: number, limit: number): Promise<string[]>;
}

export interface ListedProgress {
  done: number;
  total: number;
  /** Of `done`, those that were kept from before. */
  cached: number;
  /** UTF-8 bytes of the texts that are done, of all, and of those that were kept. */
  doneBytes: number;
  totalBytes: number;
  cachedBytes: number;
  /** Time since the first text that was not kept. */
  embeddingMs: number;
  waitingMs?: number;
  attempt?: number;
  message?: string;
}

/** Numbers that one slice of vectors holds at most (2 MB), and texts: taking in more of them at once would hold the page. */
const numbersAtOnce = 524_288;
const textsAtOnce = 512;
/** Length of vectors that is reckoned with where the endpoint decides. */
const usualDimensions = 1024;
/** The built-in model works in blocks of this many. */
const localSlice = 256;
/** A first slice that tells soon how fast it goes. */
const firstSlice = 32;
/** Texts of a plan that are shown. */
const shownTexts = 200;

/** By what the reader chose and not by what an endpoint answered since, so that a plan and its run are cut alike. */
function sliceSize(choice: ProviderChoice): number {
  return choice.kind === 'local'
    ? localSlice
    : Math.max(16, Math.min(textsAtOnce, Math.floor(numbersAtOnce / (choice.dimensions ?? usualDimensions))));
}

/** What embedding the listed texts would take. Asks only what is kept; for the built-in model not even that is loaded. */
export async function planListed(
  choice: ProviderChoice,
  key: string | null,
  texts: ListedTexts,
  signal: AbortSignal,
  onDone: (done: number) => void,
): Promise<BenchmarkPlan> {
  const total = { requests: 0, inputs: 0, cached: 0, bytes: 0, tokens: 0 as number | null };
  const local = choice.kind === 'local';
  const embedder = local ? null : await openEmbedder(choice, key);
  let model: ModelDescription = localModelDescription;
  const size = sliceSize(choice);
  const shown: string[] = [];
  let longest = '';
  for (let from = 0; from < texts.total; from += size) {
    const slice = await texts.slice(from, size);
    signal.throwIfAborted();
    shown.push(...slice.slice(0, shownTexts - shown.length));
    for (const text of slice) if (text.length > longest.length) longest = text;
    if (embedder) {
      const plan = await compute().run(
        'planTexts',
        { spec: embedder.spec, texts: slice, probe: false, list: false },
        { signal },
      );
      learn(embedder, plan);
      model = plan.model;
      total.requests += plan.requests;
      total.inputs += plan.inputs;
      total.cached += plan.cached;
      total.bytes += plan.bytes;
      total.tokens = total.tokens === null || plan.tokens === null ? null : total.tokens + plan.tokens;
    } else {
      const kept = await keptTexts(slice);
      slice.forEach((text, place) => {
        if (kept[place]) total.cached += 1;
        else {
          total.inputs += 1;
          total.bytes += utf8Length(text);
        }
      });
      total.tokens = Math.ceil(total.bytes / 4);
    }
    onDone(Math.min(from + size, texts.total));
  }
  const probe = needsProbe(choice) && total.inputs > 0;
  if (probe) {
    total.requests += 1;
    total.inputs += 2;
    total.bytes += 2 * utf8Length(longest);
  }
  return {
    local,
    origin: endpointOf(choice)?.origin ?? 'this machine',
    model: model.name,
    dimensions: model.dimensions,
    ...total,
    price: priceOf(choice, total.tokens),
    probe,
    texts: { length: shown.length, at: (index) => shown[index]! },
  };
}

export interface ListedHooks {
  signal: AbortSignal;
  /** Whether to find out if an endpoint whose limit nobody knows reads a long text to its end; two inputs are sent for it. */
  probe: boolean;
  onProgress(progress: ListedProgress): void;
  /** Called slice by slice; awaited before the next one. */
  onVectors(from: number, vectors: PackedVectors): Promise<void>;
}

export interface EmbeddedList {
  model: ModelDescription;
  texts: number;
  /** Texts that were too long to be read at once: cut into windows whose vectors were averaged. */
  windowed: number;
  /** Whether the longest text was read to its end; null where that was not asked. */
  readToEnd: boolean | null;
}

/** Vectors of the listed texts, handed over slice by slice. Finished ones are kept as they come. */
export async function embedListed(
  choice: ProviderChoice,
  key: string | null,
  texts: ListedTexts,
  { signal, probe, onProgress, onVectors }: ListedHooks,
): Promise<EmbeddedList> {
  const embedder = await openEmbedder(choice, key);
  let model: ModelDescription = localModelDescription;
  const local = choice.kind === 'local';
  const progress: ListedProgress = {
    done: 0,
    total: texts.total,
    cached: 0,
    doneBytes: 0,
    totalBytes: texts.bytes,
    cachedBytes: 0,
    embeddingMs: 0,
  };
  let started: number | null = null;
  let longest = '';
  let sent = false;
  let windowed = 0;
  onProgress({ ...progress });
  for (let from = 0; from < texts.total;) {
    const limit = local && from === 0 ? Math.min(firstSlice, sliceSize(choice)) : sliceSize(choice);
    const slice = await texts.slice(from, limit);
    signal.throwIfAborted();
    const bytes = slice.reduce((sum, text) => sum + utf8Length(text), 0);
    for (const text of slice) if (text.length > longest.length) longest = text;
    const begun = performance.now();
    const embedded = await runEmbedding(
      'embedTexts',
      embedder,
      { texts: slice },
      {
        signal,
        onProgress: ({ done, cached, waitingMs, attempt, message }) => {
          if (done > cached) started ??= begun;
          const share = slice.length === 0 ? 0 : done / slice.length;
          onProgress({
            ...progress,
            done: progress.done + done,
            cached: progress.cached + cached,
            doneBytes: progress.doneBytes + share * bytes,
            cachedBytes: progress.cachedBytes + (slice.length === 0 ? 0 : (cached / slice.length) * bytes),
            embeddingMs: started === null ? 0 : performance.now() - started,
            ...(waitingMs !== undefined && { waitingMs, attempt, message }),
          });
        },
      },
    );
    learn(embedder, embedded);
    model = embedded.model;
    if (embedded.inputs > 0) {
      sent = true;
      started ??= begun;
    }
    windowed += embedded.sums.windowed;
    await onVectors(from, embedded.vectors);
    progress.done += slice.length;
    progress.cached += embedded.cached;
    progress.doneBytes += bytes;
    progress.cachedBytes += slice.length === 0 ? 0 : (embedded.cached / slice.length) * bytes;
    from += slice.length;
  }
  const readToEnd =
    probe && needsProbe(choice) && sent
      ? await runEmbedding('readsToTheEnd', embedder, { text: longest }, { signal })
      : null;
  return { model: { ...model }, texts: texts.total, windowed, readToEnd };
}
