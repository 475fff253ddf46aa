import type { EmbedHooks } from '../../providers/shared/embedTexts';
import type { EmbedProgress } from '../../providers/provider';
import { TooLarge } from '../../providers/shared/tooLarge';
import { packError } from '../../worker/client';
import type { ComputeTasks, EmbedAnswer, EmbedEvent, LearnedEmbedder } from '../../worker/protocol';
import { compute } from './liveCompute';
import { localProvider, type Embedder } from './liveProviders';

/** Tasks of the computing worker that embed. */
type Embedding = 'runMethod' | 'embedTexts' | 'readsToTheEnd';

export interface EmbedTaskHooks {
  signal: AbortSignal;
  onProgress?: (progress: EmbedProgress) => void;
  onStep?: (step: string) => void;
}

/**
 * Runs a task that embeds. The worker cuts, counts, reads answers and keeps vectors; the
 * requests themselves, and the key, stay on this thread, where only bytes pass through.
 */
export async function runEmbedding<Name extends Embedding>(
  task: Name,
  embedder: Embedder,
  input: Omit<ComputeTasks[Name]['input'], 'spec'>,
  { signal, onProgress, onStep }: EmbedTaskHooks,
): Promise<ComputeTasks[Name]['result']> {
  let progress: EmbedProgress | null = null;
  const show = (wait: Partial<EmbedProgress>) => {
    // What ends after a cancel is kept, but nobody watches any more.
    if (progress && !signal.aborted) onProgress?.({ ...progress, ...wait });
  };
  const onEvent = (event: EmbedEvent) => {
    switch (event.kind) {
      case 'progress':
        progress = event.progress;
        return show({});
      case 'step':
        return onStep?.(event.step);
      case 'send':
        return void send(embedder, event.call, event.inputs, { signal, onBatch: () => {}, onWait: show });
      case 'read':
        return void read(event.call, event.texts, signal);
    }
  };
  // The compiler cannot tell that the input of one of several tasks is that task's own.
  const whole = { ...input, spec: embedder.spec } as unknown as ComputeTasks[Name]['input'];
  const result = await compute().run(task, whole, {
    signal,
    onEvent: onEvent as (event: ComputeTasks[Name]['event']) => void,
  });
  return result;
}

/** Remembers what an endpoint taught in a task. */
export function learn(embedder: Embedder, { spec }: LearnedEmbedder): void {
  embedder.spec = spec;
}

const answer = (given: EmbedAnswer, transfer: Transferable[] = []) =>
  compute().run('answer', given, { transfer });

async function send(
  { send: sendInputs }: Embedder,
  call: number,
  inputs: string[],
  hooks: EmbedHooks,
): Promise<void> {
  try {
    const parts = await sendInputs!(inputs, hooks);
    await answer({ call, kind: 'body', parts }, buffersOf(parts));
  } catch (error) {
    await answer(
      error instanceof TooLarge
        ? { call, kind: 'too-large', by: error.by, error: packError(error.refusal) }
        : { call, kind: 'failed', error: packError(error) },
    );
  }
}

async function read(call: number, texts: string[], signal: AbortSignal): Promise<void> {
  let inputs = 0;
  try {
    await localProvider().read(texts, {
      signal,
      onInputs: (count) => (inputs += count),
      onBatch: (finished) =>
        answer({ call, kind: 'finished', finished }, buffersOf(finished.map(({ vector }) => vector))),
    });
    await answer({ call, kind: 'done', inputs });
  } catch (error) {
    await answer({ call, kind: 'failed', error: packError(error) });
  }
}

/** Each block of memory once: several arrays may lie in one. */
function buffersOf(arrays: readonly (Uint8Array | Float32Array)[]): Transferable[] {
  return [...new Set(arrays.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
