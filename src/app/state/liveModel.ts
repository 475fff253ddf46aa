import { create } from 'zustand';
import {
  clearStoredModel,
  isAbortError,
  localProvider,
  onModelLoad,
  onModelReady,
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

// A run loads it too, with the first text that it must read.
onModelLoad((progress) => {
  if (useModel.getState().state.kind !== 'ready') show({ kind: 'loading', progress });
});
onModelReady((result) => {
  if (result) show({ kind: 'ready', ...result });
  else if (useModel.getState().state.kind === 'loading') show({ kind: 'absent' });
  void lookAtKeptModel();
});

/** Loads the model unless it is there; a failure is shown. */
export async function loadModel(): Promise<void> {
  show({ kind: 'loading', progress: null });
  try {
    await localProvider().load();
  } catch (error) {
    show(isAbortError(error) || !(error instanceof Error) ? { kind: 'absent' } : { kind: 'failed', error });
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
