import { create } from 'zustand';
import {
  clearStoredModel,
  isAbortError,
  localProvider,
  onModelLoad,
  storedModelBytes,
  type ModelLoadEvent,
} from '../data/liveProviders';

/** The built-in model, as far as the page knows. */
type ModelState =
  | { kind: 'absent' }
  | { kind: 'loading'; progress: ModelLoadEvent | null }
  /** `kept`: whether its files are there on the next visit. */
  | { kind: 'ready'; fromStorage: boolean; kept: boolean }
  | { kind: 'failed'; error: Error };

interface LiveModel {
  state: ModelState;
  /** Bytes that its files take in this browser's storage; null until looked at. */
  keptBytes: number | null;
}

export const useModel = create<LiveModel>()(() => ({ state: { kind: 'absent' }, keptBytes: null }));

const show = (state: ModelState) => useModel.setState({ state });

/** Loads the model unless it is there; whoever waits for it may cancel. */
export async function loadModel(signal?: AbortSignal): Promise<void> {
  if (useModel.getState().state.kind === 'ready') return;
  const stopWatching = onModelLoad((progress) => {
    if (useModel.getState().state.kind === 'loading') show({ kind: 'loading', progress });
  });
  if (useModel.getState().state.kind !== 'loading') show({ kind: 'loading', progress: null });
  try {
    show({ kind: 'ready', ...(await localProvider().load({ signal })) });
  } catch (error) {
    show(isAbortError(error) || !(error instanceof Error) ? { kind: 'absent' } : { kind: 'failed', error });
    throw error;
  } finally {
    stopWatching();
    void lookAtKeptModel();
  }
}

export async function lookAtKeptModel(): Promise<void> {
  useModel.setState({ keptBytes: await storedModelBytes() });
}

/** Deletes the kept files. A model that is loaded stays usable until the page is closed. */
export async function deleteKeptModel(): Promise<void> {
  await clearStoredModel();
  await lookAtKeptModel();
}
