import { loadLocalModel, type LocalModel } from '../providers/local/localModel';
import { measureTexts, readerOf } from '../providers/local/embedWithModel';
import { createStoredModelFiles } from '../providers/local/storedModelFiles';
import { ProviderError } from '../providers/shared/providerError';
import type { EmbedTasks, ModelLoadResult } from './protocol';
import { serveTasks, type TaskHandlers } from './taskChannel';

/** The handlers of the embedding worker; tests run them without one. */
export function createEmbedTasks(
  loadModel: typeof loadStoredModel = loadStoredModel,
): TaskHandlers<EmbedTasks> {
  let loaded: { model: LocalModel; result: ModelLoadResult } | undefined;
  const loadedModel = (): LocalModel => {
    if (!loaded) throw new ProviderError('worker', 'The local model was asked before it was loaded.');
    return loaded.model;
  };
  const handlers: TaskHandlers<EmbedTasks> = {
    connect: async ({ port }) => serveTasks(port, handlers),
    loadModel: async ({ modelUrl }, { signal, emit }) => {
      loaded ??= await loadModel(modelUrl, signal, emit);
      return loaded.result;
    },
    windows: ({ texts }) => readerOf(loadedModel()).windows(texts),
    embed: ({ windows }) => readerOf(loadedModel()).run(windows),
    measure: async ({ texts }) => measureTexts(loadedModel(), texts),
  };
  return handlers;
}

async function loadStoredModel(
  modelUrl: string,
  signal: AbortSignal,
  onProgress: (event: EmbedTasks['loadModel']['event']) => void,
): Promise<{ model: LocalModel; result: ModelLoadResult }> {
  const files = await createStoredModelFiles(modelUrl);
  let model: LocalModel;
  try {
    model = await loadLocalModel(files, { signal, onProgress });
  } catch (error) {
    if (!(error instanceof ProviderError) || !files.fromStorage()) throw error;
    // What was kept is damaged: once more from the site itself.
    await files.forget();
    model = await loadLocalModel(files, { signal, onProgress });
  }
  return { model, result: { fromStorage: files.fromStorage(), kept: await files.keep() } };
}
