import type { EmbedProgress } from '../../providers/provider';
import { TooLarge } from '../../providers/shared/tooLarge';
import { packError, type WorkerProvider } from '../../worker/client';
import type { ComputeTasks, EmbedAnswer, EmbedInput, RunEvent, RunProgress } from '../../worker/protocol';
import { compute } from './liveCompute';
import {
  localProvider,
  needsProbe,
  secondModel,
  endpointOf,
  masked,
  openEmbedder,
  ProviderError,
  rememberLimits,
  withoutKey,
  type Embedder,
  type ProviderChoice,
} from './liveProviders';

export type { RunProgress, RunWork } from '../../worker/protocol';

/** Which model embeds. */
export interface EmbedWith {
  choice: ProviderChoice;
  /** The reader's key for the choice's endpoint. */
  key: string | null;
}

export interface RunHooks {
  signal: AbortSignal;
  onProgress?: (progress: RunProgress) => void;
  /** What the reader should know; the run goes on. */
  onNotice?: (text: string) => void;
  /** The plan that the reader confirmed: a run over the network sends what is in it and nothing else. */
  plan?: { ticket: number | null } | null;
}

/** Tasks of the computing worker that embed, or say what embedding would take. */
type EmbedTask = {
  [Name in keyof ComputeTasks]: ComputeTasks[Name]['input'] extends EmbedInput ? Name : never;
}[keyof ComputeTasks];

/**
 * Plans or makes a run. The worker holds the texts, cuts, counts, reads answers and keeps
 * vectors; what is sent with the key passes through this thread as bytes, and what the
 * built-in model reads never does.
 */
export async function runTask<Name extends EmbedTask>(
  task: Name,
  { choice, key }: EmbedWith,
  input: Omit<ComputeTasks[Name]['input'], keyof EmbedInput>,
  { signal: stop, onProgress, onNotice, plan = null }: RunHooks,
): Promise<ComputeTasks[Name]['result']> {
  const embedder = await openEmbedder(choice, key);
  const keyGone = new AbortController();
  const signal = AbortSignal.any([stop, keyGone.signal]);
  const user = { origin: endpointOf(choice)?.origin ?? null, end: () => keyGone.abort() };
  let last: RunProgress | null = null;
  const show = (progress: RunProgress | null) => {
    last = progress;
    // What ends after a cancel is kept, but nobody watches any more.
    if (progress && !signal.aborted) onProgress?.(progress);
  };
  /** A wait before a request is repeated; without one the last is over. */
  const onWait = (wait: Partial<EmbedProgress>) => {
    if (last?.kind !== 'embed') return;
    const { waitingMs: _, waitUntil: __, attempt: ___, message: ____, ...progress } = last;
    show({ ...progress, ...wait });
  };
  const onEvent = (event: RunEvent) => {
    switch (event.kind) {
      case 'step':
      case 'embed':
        return show(event);
      case 'notice':
        return signal.aborted ? undefined : onNotice?.(masked(event.text, key));
      case 'send':
        return void reply(event.call, () => sendThrough(embedder, event.inputs, { signal, onWait }));
      case 'load':
        return void reply(event.call, () => loadModel(signal));
    }
  };
  // The compiler cannot tell that the input of one of several tasks is that task's own.
  const whole = {
    ...input,
    spec: embedder.spec,
    probe: needsProbe(choice),
    ticket: plan?.ticket ?? null,
  } as unknown as ComputeTasks[Name]['input'];
  users.add(user);
  try {
    // The worker does not know the key, and a server may have put it into what the worker tells of.
    const result = await withoutKey(
      key,
      compute().run(task, whole, {
        signal,
        onEvent: onEvent as (event: ComputeTasks[Name]['event']) => void,
      }),
    );
    embedder.spec = result.spec;
    rememberLimits(choice, result.spec);
    return result;
  } catch (error) {
    if (keyGone.signal.aborted && !stop.aborted)
      throw new ProviderError(
        'key-forgotten',
        'The key was forgotten, so the run that used it was ended. What is done so far is kept.',
      );
    throw error;
  } finally {
    users.delete(user);
  }
}

/** Runs and plans that are going on, by the endpoint whose key they use. */
const users = new Set<{ origin: string | null; end: () => void }>();

/** Ends what uses the key of an endpoint. */
export function endRunsWithKey(origin: string): void {
  for (const user of users) if (user.origin === origin) user.end();
}

type Reply =
  Extract<EmbedAnswer, { kind: 'body' | 'loaded' }> extends infer Answer
    ? Answer extends EmbedAnswer
      ? Omit<Answer, 'call'>
      : never
    : never;

/** Answers a call of a running task, also where it fails. */
async function reply(call: number, make: () => Promise<Reply>): Promise<void> {
  const answer = (given: EmbedAnswer, transfer: Transferable[] = []) =>
    compute().run('answer', given, { transfer });
  try {
    const made = await make();
    await answer({ call, ...made }, made.kind === 'body' ? buffersOf(made.parts) : []);
  } catch (error) {
    await answer(
      error instanceof TooLarge
        ? { call, kind: 'too-large', by: error.by, error: packError(error.refusal) }
        : { call, kind: 'failed', error: packError(error) },
    );
  }
}

async function sendThrough(
  { send }: Embedder,
  inputs: string[],
  hooks: { signal: AbortSignal; onWait: (wait: Partial<EmbedProgress>) => void },
): Promise<Reply> {
  return { kind: 'body', parts: await send!(inputs, { ...hooks, onBatch: () => {} }) };
}

let connected = false;

/** Loads the built-in model; from then on its worker and the computing one talk to each other. A second one joins them when it is ready. */
async function loadModel(signal: AbortSignal): Promise<Reply> {
  const { fromStorage, kept } = await localProvider().load({ signal });
  if (!connected) {
    connected = true;
    connect(localProvider());
    void secondModel(fromStorage || kept).then((model) => model && connect(model));
  }
  return { kind: 'loaded' };
}

function connect(model: WorkerProvider): void {
  const port = model.connect(() => void compute().run('modelStopped', null));
  void compute().run('connect', { port }, { transfer: [port] });
}

/** Each block of memory once: several arrays may lie in one. */
function buffersOf(arrays: readonly Uint8Array[]): Transferable[] {
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
