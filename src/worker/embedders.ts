import { utf8Length } from '../core/text/sizes';
import { embedWithReaders } from '../providers/local/embedWithModel';
import { localProvider } from '../providers/local/localProvider';
import type { EmbeddingProvider } from '../providers/provider';
import type { EmbedDistinct } from '../providers/shared/embedTexts';
import { remoteTexts } from '../providers/shared/remoteTexts';
import type { TokenCounter } from '../providers/shared/textWindows';
import { TooLarge } from '../providers/shared/tooLarge';
import type { ProviderError } from '../providers/shared/providerError';
import type { EmbedAnswer, EmbedderSpec, EmbeddingTasks, RunEvent } from './embedProtocol';
import type { EmbedTasks } from './protocol';
import { readThrough } from './readThrough';
import {
  createTaskClient,
  threadStopped,
  unpackError,
  type TaskClient,
  type TaskHandlers,
} from './taskChannel';

/** Providers whose network, or whose model, is in another thread. */
export interface Embedders {
  /** `spec.endpoint` learns; it goes back to the asker. Without `emit` it can only plan. */
  open(spec: EmbedderSpec, emit?: (event: RunEvent) => void): EmbeddingProvider;
  /** The end of what the built-in model still read when it was cancelled. */
  ended(): Promise<void>;
  tasks: Pick<TaskHandlers<EmbeddingTasks>, 'answer' | 'connect' | 'modelStopped'>;
}

export function createEmbedders(loadTokenizer: () => Promise<TokenCounter>): Embedders {
  const calls = new Map<number, (answer: EmbedAnswer) => void>();
  let nextCall = 1;
  let ending: Promise<void> = Promise.resolve();
  /** The model, once or twice. */
  const models: TaskClient<EmbedTasks>[] = [];
  /** Asks the asker of a task for something. */
  const ask = (emit: (call: number) => void): Promise<EmbedAnswer> =>
    new Promise((resolve, reject) => {
      const call = nextCall++;
      calls.set(call, (answer) => {
        calls.delete(call);
        if (answer.kind === 'too-large')
          reject(new TooLarge(unpackError(answer.error) as ProviderError, answer.by));
        else if (answer.kind === 'failed') reject(unpackError(answer.error));
        else resolve(answer);
      });
      emit(call);
    });

  const read =
    (emit: (event: RunEvent) => void): EmbedDistinct =>
    async (texts, hooks) => {
      await ask((call) => emit({ kind: 'load', call }));
      const reading = embedWithReaders(() => models.map(readThrough))(texts, hooks);
      hooks.signal?.addEventListener('abort', () => (ending = reading.catch(() => {})), { once: true });
      await reading;
    };

  return {
    open: (spec, emit = sendsNothing) =>
      spec.kind === 'remote'
        ? remoteTexts(
            spec.endpoint,
            async (inputs) => {
              const answer = await ask((call) => emit({ kind: 'send', call, inputs }));
              return answer.kind === 'body' ? answer.parts : [];
            },
            loadTokenizer,
          )
        : // Estimated, because a plan loads no model.
          localProvider(read(emit), async (texts) => ({
            inputs: texts.length,
            tokens: Math.ceil(texts.reduce((sum, text) => sum + utf8Length(text), 0) / 4),
          })),
    ended: () => ending,
    tasks: {
      answer: async (answer) => calls.get(answer.call)?.(answer),
      connect: async ({ port }) => void models.push(createTaskClient<EmbedTasks>(port)),
      modelStopped: async () => models.forEach((model) => model.breakDown(threadStopped)),
    },
  };
}

function sendsNothing(): never {
  throw new RangeError('a plan must send nothing');
}
