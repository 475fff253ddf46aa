import type { RemoteProviderOptions } from '../../providers/openai';
import type { EmbeddingProvider } from '../../providers/provider';
import { createWorkerProvider, startEmbedWorker, type WorkerProvider } from '../../worker/client';
import type { ModelLoadEvent, ModelLoadResult } from '../../worker/protocol';

/** Relative to the page and not to this file: the site may lie under any path. */
const modelUrl = (): string => new URL('model/', document.baseURI).href;

const loadListeners = new Set<(progress: ModelLoadEvent) => void>();
let local: WorkerProvider | undefined;

/** The built-in model. Its worker starts here, its 28 MB load with the first text that it must read. */
export function localProvider(): WorkerProvider {
  if (!local) {
    const start = (onLoad?: (progress: ModelLoadEvent) => void) =>
      createWorkerProvider(startEmbedWorker(), { modelUrl: modelUrl(), onLoad });
    local = tellsWhenReady(start((progress) => loadListeners.forEach((listener) => listener(progress))));
    if (navigator.hardwareConcurrency > 1) second = { worker: start() };
  }
  return local;
}

const readyListeners = new Set<(result: ModelLoadResult | null) => void>();

const tellsWhenReady = (model: WorkerProvider): WorkerProvider => ({
  ...model,
  load: async (options) => {
    let result: ModelLoadResult | null = null;
    try {
      return (result = await model.load(options));
    } finally {
      for (const listener of readyListeners) listener(result);
    }
  },
});

/** Calls back when the built-in model is loaded, whoever asked for it; with null when somebody waits for it no longer. */
export function onModelReady(listener: (result: ModelLoadResult | null) => void): void {
  readyListeners.add(listener);
}

let second: { worker: WorkerProvider; loaded?: Promise<WorkerProvider | null> } | undefined;

/**
 * The built-in model once more, so that two batches are read at a time; null where it
 * would not pay. It takes 60 MB and a core of its own, and its files must be kept: they
 * are not fetched twice. Its program is fetched with the first one's, since the network may
 * be away later.
 */
export async function secondModel(isKept: boolean): Promise<WorkerProvider | null> {
  if (!second || !isKept) return null;
  const { worker } = second;
  // Half as fast is no failure.
  return (second.loaded ??= worker.load().then(
    () => worker,
    () => null,
  ));
}

/** Calls back while the built-in model loads; returns the end of it. */
export function onModelLoad(listener: (progress: ModelLoadEvent) => void): () => void {
  loadListeners.add(listener);
  return () => loadListeners.delete(listener);
}

/** A provider over the network. The `openai` package and the token table are loaded for it. */
export async function remoteProvider(
  options: Omit<RemoteProviderOptions, 'loadTokenizer'>,
): Promise<EmbeddingProvider> {
  const [{ createRemoteProvider }, { loadCl100k }] = await Promise.all([
    import('../../providers/openai'),
    import('../../providers/tokenizer'),
  ]);
  return createRemoteProvider({ ...options, loadTokenizer: loadCl100k });
}
