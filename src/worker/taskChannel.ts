import { abortError, isAbortError } from '../providers/shared/abort';
import {
  ProviderError,
  type ProviderErrorFields,
  type ProviderErrorKind,
} from '../providers/shared/providerError';

/** What a worker can be asked: by name, its input, what it tells on the way, and its result. */
export type TaskMap = Record<string, { input: unknown; event: unknown; result: unknown }>;

export type TaskRequest<Tasks extends TaskMap> =
  | { kind: 'start'; requestId: number; task: keyof Tasks; input: Tasks[keyof Tasks]['input'] }
  | { kind: 'cancel'; requestId: number };

export type TaskMessage<Tasks extends TaskMap> =
  | { kind: 'event'; requestId: number; event: Tasks[keyof Tasks]['event'] }
  | { kind: 'result'; requestId: number; result: Tasks[keyof Tasks]['result'] }
  | { kind: 'failed'; requestId: number; error: SentError }
  | { kind: 'cancelled'; requestId: number };

/** An error as it crosses between threads, where classes do not. */
export type SentError =
  | { type: 'provider'; kind: ProviderErrorKind; message: string; fields: ProviderErrorFields }
  | { type: 'range' | 'abort' | 'other'; message: string; name: string };

/** A fault of the worker itself, or an error of a kind that has no class here. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  constructor(
    message: string,
    /** Name of the error inside the worker, or `thread` when the worker itself broke. */
    readonly origin: string,
  ) {
    super(message);
  }
}

/** The part of `Worker`, of a worker's own scope and of `MessagePort` that the channel needs. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
  /** A `MessagePort` holds its messages back until it is started. */
  start?(): void;
}

export interface TaskContext<Event> {
  /** Fires when the asker cancels; a task looks at it wherever it can stop. */
  signal: AbortSignal;
  emit(event: Event, transfer?: Transferable[]): void;
  /** Moves what the result holds to the asker instead of copying it; the task must not use it any more. */
  transfer?(items: Transferable[]): void;
}

export type TaskHandlers<Tasks extends TaskMap> = {
  [Name in keyof Tasks]: (
    input: Tasks[Name]['input'],
    context: TaskContext<Tasks[Name]['event']>,
  ) => Promise<Tasks[Name]['result']>;
};

/** Answers the requests that come through a port. A worker file holds this call and its handlers. */
export function serveTasks<Tasks extends TaskMap>(port: Port, handlers: TaskHandlers<Tasks>): void {
  const running = new Map<number, AbortController>();
  const post = (message: TaskMessage<Tasks>, transfer: Transferable[] = []) =>
    port.postMessage(message, transfer);
  const start = async ({ requestId, task, input }: TaskRequest<Tasks> & { kind: 'start' }) => {
    const controller = new AbortController();
    running.set(requestId, controller);
    const moved: Transferable[] = [];
    try {
      const result = await handlers[task](input, {
        signal: controller.signal,
        emit: (event, transfer) => post({ kind: 'event', requestId, event }, transfer),
        transfer: (items) => moved.push(...items),
      });
      post({ kind: 'result', requestId, result }, moved);
    } catch (error) {
      post(
        controller.signal.aborted && isAbortError(error)
          ? { kind: 'cancelled', requestId }
          : { kind: 'failed', requestId, error: packError(error) },
      );
    } finally {
      running.delete(requestId);
    }
  };
  port.addEventListener('message', ({ data }: MessageEvent<TaskRequest<Tasks>>) => {
    if (data.kind === 'start') void start(data);
    else running.get(data.requestId)?.abort();
  });
  port.start?.();
}

export interface RunOptions<Event> {
  signal?: AbortSignal;
  /** Called for every event, also for those that arrive after a cancel: finished work is worth keeping. */
  onEvent?: (event: Event) => void;
  transfer?: Transferable[];
}

export interface TaskClient<Tasks extends TaskMap> {
  /** Asks for a task. An abort rejects at once with an `AbortError`, and the worker stops when it next looks. */
  run<Name extends keyof Tasks>(
    task: Name,
    input: Tasks[Name]['input'],
    options?: RunOptions<Tasks[Name]['event']>,
  ): Promise<Tasks[Name]['result']>;
  /** Fails what waits and whatever is asked later: a port does not tell that the thread at its other end has died. */
  breakDown(message: string): void;
}

/** What is said when a worker died. */
export const threadStopped =
  'The background worker stopped. Reload the page; if it stays, the site was not copied whole, or an extension blocks workers.';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onEvent?: (event: never) => void;
}

export function createTaskClient<Tasks extends TaskMap>(port: Port): TaskClient<Tasks> {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let broken: WorkerError | undefined;

  port.addEventListener('message', ({ data }: MessageEvent<TaskMessage<Tasks>>) => {
    const asker = waiting.get(data.requestId);
    if (!asker) return;
    if (data.kind === 'event') {
      asker.onEvent?.(data.event as never);
      return;
    }
    waiting.delete(data.requestId);
    if (data.kind === 'result') asker.resolve(data.result);
    else asker.reject(data.kind === 'cancelled' ? abortError() : unpackError(data.error));
  });
  const breakDown = (message: string) => {
    broken = new WorkerError(message, 'thread');
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  };
  port.addEventListener('error', () => breakDown(threadStopped));
  port.addEventListener('messageerror', () =>
    breakDown('A message of the background worker could not be read. Reload the page.'),
  );

  port.start?.();

  return {
    breakDown,
    run: (task, input, { signal, onEvent, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        if (signal?.aborted) return reject(abortError());
        const requestId = nextId++;
        const cancel = () => {
          port.postMessage({ kind: 'cancel', requestId } satisfies TaskRequest<Tasks>, []);
          reject(abortError());
        };
        const settle = () => signal?.removeEventListener('abort', cancel);
        waiting.set(requestId, {
          resolve: (result) => {
            settle();
            resolve(result as Tasks[typeof task]['result']);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
          onEvent,
        });
        signal?.addEventListener('abort', cancel, { once: true });
        port.postMessage({ kind: 'start', requestId, task, input } satisfies TaskRequest<Tasks>, transfer);
      }),
  };
}

/** An error as plain data. */
export function packError(error: unknown): SentError {
  if (error instanceof ProviderError)
    return { type: 'provider', kind: error.kind, message: error.message, fields: error.fields };
  if (isAbortError(error)) return { type: 'abort', message: '', name: 'AbortError' };
  if (error instanceof Error)
    return {
      type: error instanceof RangeError ? 'range' : 'other',
      message: error.message,
      name: error.name,
    };
  return { type: 'other', message: String(error), name: 'Error' };
}

/** The error that was packed, of its own class where it has one. */
export function unpackError(sent: SentError): Error {
  switch (sent.type) {
    case 'provider':
      return new ProviderError(sent.kind, sent.message, sent.fields);
    case 'range':
      return new RangeError(sent.message);
    case 'abort':
      return abortError();
    case 'other':
      return new WorkerError(sent.message, sent.name);
  }
}
