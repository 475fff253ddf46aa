import { embedWithReaders } from '../providers/local/embedWithModel';
import { localProvider } from '../providers/local/localProvider';
import type { EmbeddingProvider } from '../providers/provider';
import { isAbortError, orAbort } from '../providers/shared/abort';
import type { EmbedDistinct } from '../providers/shared/embedTexts';
import type {
  BundleTasks,
  ComputeTasks,
  CorpusTasks,
  DoctorTasks,
  EmbedTasks,
  ExplainTasks,
  ImportTasks,
  ModelLoadEvent,
  ModelLoadResult,
} from './protocol';
import { readThrough } from './readThrough';
import { createTaskClient, type Port, type TaskClient } from './taskChannel';

export { packError, type TaskClient } from './taskChannel';

export interface WorkerProvider extends EmbeddingProvider {
  /** Loads the model unless it is loaded; `embed` and `plan` do so themselves. */
  load(options?: { signal?: AbortSignal }): Promise<ModelLoadResult>;
  /** A port through which another thread reads texts with the model, once it is loaded; `onStopped` is called when the worker has died. */
  connect(onStopped: () => void): MessagePort;
}

export interface WorkerProviderOptions {
  /** Absolute address of the folder with the model's files, ending in a slash. */
  modelUrl: string;
  /** Called while the model loads, whoever asked for it. */
  onLoad?: (progress: ModelLoadEvent) => void;
}

/** Starts the embedding worker. One per page is enough: it holds 60 MB once the model is loaded. */
export function startEmbedWorker(): Worker {
  return new Worker(new URL('./embed.worker.ts', import.meta.url), { type: 'module', name: 'embed' });
}

/** The local model behind a worker, with the face of any other provider. */
export function createWorkerProvider(
  port: Port,
  { modelUrl, onLoad }: WorkerProviderOptions,
): WorkerProvider {
  const tasks = createTaskClient<EmbedTasks>(port);
  let loading: { result: Promise<ModelLoadResult>; stop: AbortController; waiting: number } | undefined;
  /** One load for all who wait for it; it stops when the last of them has cancelled. */
  const load = async ({ signal }: { signal?: AbortSignal } = {}): Promise<ModelLoadResult> => {
    if (!loading) {
      const stop = new AbortController();
      const started = {
        result: tasks.run('loadModel', { modelUrl }, { signal: stop.signal, onEvent: onLoad }),
        stop,
        waiting: 0,
      };
      started.result.catch(() => {
        if (loading === started) loading = undefined;
      });
      loading = started;
    }
    const shared = loading;
    shared.waiting += 1;
    try {
      return await orAbort(shared.result, signal);
    } catch (error) {
      if (isAbortError(error) && shared.waiting === 1 && loading === shared) {
        loading = undefined;
        shared.stop.abort();
      }
      throw error;
    } finally {
      shared.waiting -= 1;
    }
  };
  const read: EmbedDistinct = async (texts, hooks) => {
    await load({ signal: hooks.signal });
    await embedWithReaders(() => [readThrough(tasks)])(texts, hooks);
  };
  const provider = localProvider(read, async (texts, signal) => {
    await load({ signal });
    return tasks.run('measure', { texts }, { signal });
  });
  return {
    ...provider,
    load,
    connect: (onStopped) => {
      const { port1, port2 } = new MessageChannel();
      void tasks.run('connect', { port: port1 }, { transfer: [port1] });
      port.addEventListener('error', onStopped);
      return port2;
    },
  };
}

/** Starts the worker that reads corpus files and counts tokens: both would hold up the page. */
export function startCorpusWorker(): TaskClient<CorpusTasks> {
  return createTaskClient<CorpusTasks>(
    new Worker(new URL('./corpus.worker.ts', import.meta.url), { type: 'module', name: 'corpus' }),
  );
}

/** Starts the worker that holds the reader’s texts, cuts, embeds and ranks them, and computes live experiments. */
export function startComputeWorker(): TaskClient<ComputeTasks> {
  return createTaskClient<ComputeTasks>(
    new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module', name: 'compute' }),
  );
}

/** Starts the worker that takes BM25 scores apart. */
export function startExplainWorker(): TaskClient<ExplainTasks> {
  return createTaskClient<ExplainTasks>(
    new Worker(new URL('./explain.worker.ts', import.meta.url), { type: 'module', name: 'explain' }),
  );
}

/** Starts the worker that packs and reads whole runs. */
export function startBundleWorker(): TaskClient<BundleTasks> {
  return createTaskClient<BundleTasks>(
    new Worker(new URL('./bundle.worker.ts', import.meta.url), { type: 'module', name: 'bundle' }),
  );
}

/** Starts the worker that reads TREC files. One per import: ending it ends the work and gives its memory back. */
export function startImportWorker(): { tasks: TaskClient<ImportTasks>; end: () => void } {
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  });
  return { tasks: createTaskClient<ImportTasks>(worker), end: () => worker.terminate() };
}

/** Starts the worker that examines whole artifacts. One per examination: ending it ends the work. */
export function startDoctorWorker(): { tasks: TaskClient<DoctorTasks>; end: () => void } {
  const worker = new Worker(new URL('./doctor.worker.ts', import.meta.url), {
    type: 'module',
    name: 'doctor',
  });
  return { tasks: createTaskClient<DoctorTasks>(worker), end: () => worker.terminate() };
}
