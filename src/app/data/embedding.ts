import type { RemoteProviderOptions } from '../../providers/openai';
import type { EmbeddingProvider } from '../../providers/provider';
import { createWorkerProvider, startEmbedWorker, type WorkerProvider } from '../../worker/client';
import type { ModelLoadEvent } from '../../worker/protocol';

/** Relative to the page and not to this file: the site may lie under any path. */
const modelUrl = (): string => new URL('model/', document.baseURI).href;

const loadListeners = new Set<(progress: ModelLoadEvent) => void>();
let local: WorkerProvider | undefined;

/** The built-in model. Its worker starts here, its 28 MB load with the first run. */
export function localProvider(): WorkerProvider {
  local ??= createWorkerProvider(startEmbedWorker(), {
    modelUrl: modelUrl(),
    onLoad: (progress) => loadListeners.forEach((listener) => listener(progress)),
  });
  return local;
}

let second: Promise<WorkerProvider | null> | undefined;

/**
 * The built-in model once more, so that two batches are read at a time; null where it
 * would not pay. It takes 60 MB and a core of its own, and its files must be kept: they
 * are not fetched twice.
 */
export function secondModel(isKept: boolean): Promise<WorkerProvider | null> {
  if (!isKept || navigator.hardwareConcurrency < 2) return Promise.resolve(null);
  second ??= (async () => {
    const model = createWorkerProvider(startEmbedWorker(), { modelUrl: modelUrl() });
    await model.load();
    return model;
  })();
  // Half as fast is no failure.
  return second.catch(() => null);
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
