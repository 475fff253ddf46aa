import type { RemoteProviderOptions } from '../../providers/openai';
import type { EmbeddingProvider } from '../../providers/provider';
import { createWorkerProvider, startEmbedWorker, type WorkerProvider } from '../../worker/client';
import type { ModelLoadEvent } from '../../worker/protocol';

const loadListeners = new Set<(progress: ModelLoadEvent) => void>();
let local: WorkerProvider | undefined;

/** The built-in model. Its worker starts here, its 28 MB load with the first run. */
export function localProvider(): WorkerProvider {
  local ??= createWorkerProvider(startEmbedWorker(), {
    // Relative to the page and not to this file: the site may lie under any path.
    modelUrl: new URL('model/', document.baseURI).href,
    onLoad: (progress) => loadListeners.forEach((listener) => listener(progress)),
  });
  return local;
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
