import { localModelDescription } from '../providers/local/description';
import type { EmbeddingProvider } from '../providers/provider';
import { embedTexts, type EmbedDistinct } from '../providers/shared/embedTexts';
import { remoteTexts, type SendInputs } from '../providers/shared/remoteTexts';
import type { TokenCounter } from '../providers/shared/textWindows';
import { TooLarge } from '../providers/shared/tooLarge';
import type { ProviderError } from '../providers/shared/providerError';
import type { EmbedAnswer, EmbedderSpec, EmbedEvent } from './embedProtocol';
import { unpackError } from './taskChannel';

/** A call that waits for its answer. */
interface OpenCall {
  answer(answer: EmbedAnswer): void;
}

/** Providers whose network, or whose model, is in another thread: what they cannot do here they ask for, and `answer` brings it. */
export interface EmbedDesk {
  /** `spec.endpoint` learns; hand it back to the asker. */
  open(spec: EmbedderSpec, emit: (event: EmbedEvent) => void): EmbeddingProvider;
  answer(answer: EmbedAnswer): void;
}

/** Distinct texts that are read together; the built-in model sorts them by length among themselves, and an interrupted run loses no more. */
const readAtOnce = 256;

export function createEmbedDesk(loadTokenizer: () => Promise<TokenCounter>): EmbedDesk {
  const calls = new Map<number, OpenCall>();
  let nextCall = 1;
  /** Calls that failed or were cancelled: what they still finish is kept, until something else is asked for. */
  const failed: number[] = [];
  /** Opens a call and waits until `handle` has settled it. */
  const ask = <T>(
    emit: (call: number) => void,
    handle: (answer: EmbedAnswer, resolve: (value: T) => void) => void | Promise<void>,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      for (const old of failed.splice(0)) calls.delete(old);
      const call = nextCall++;
      calls.set(call, {
        answer: (answer) => {
          const settle = async () => {
            if (answer.kind === 'too-large')
              throw new TooLarge(unpackError(answer.error) as ProviderError, answer.by);
            if (answer.kind === 'failed') throw unpackError(answer.error);
            await handle(answer, (value) => {
              calls.delete(call);
              resolve(value);
            });
          };
          settle().catch((error: unknown) => {
            failed.push(call);
            reject(error);
          });
        },
      });
      emit(call);
    });

  const sendThrough =
    (emit: (event: EmbedEvent) => void): SendInputs =>
    (inputs) =>
      ask<Uint8Array[]>(
        (call) => emit({ kind: 'send', call, inputs }),
        (answer, resolve) => {
          if (answer.kind === 'body') resolve(answer.parts);
        },
      );

  const readThrough =
    (emit: (event: EmbedEvent) => void): EmbedDistinct =>
    async (texts, hooks) => {
      for (let from = 0; from < texts.length; from += readAtOnce) {
        hooks.signal?.throwIfAborted();
        // In order, and all of them before the block counts as done.
        let written = Promise.resolve();
        const inputs = await ask<number>(
          (call) => emit({ kind: 'read', call, texts: texts.slice(from, from + readAtOnce) }),
          async (answer, resolve) => {
            if (answer.kind === 'finished') {
              const finished = answer.finished.map((one) => ({ ...one, index: from + one.index }));
              written = written.then(() => hooks.onBatch(finished));
              await written;
            } else if (answer.kind === 'done') {
              await written;
              resolve(answer.inputs);
            }
          },
        );
        hooks.onInputs?.(inputs);
      }
    };

  return {
    open: (spec, emit) =>
      spec.kind === 'remote'
        ? remoteTexts(spec.endpoint, sendThrough(emit), loadTokenizer)
        : {
            model: localModelDescription,
            embed: (texts, options = {}) =>
              embedTexts(
                localModelDescription,
                localModelDescription.dimensions,
                texts,
                options,
                readThrough(emit),
              ),
            plan: () =>
              Promise.reject(new RangeError('the built-in model sends nothing, so there is nothing to plan')),
          },
    answer: (answer) => calls.get(answer.call)?.answer(answer),
  };
}
