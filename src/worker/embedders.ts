import { utf8Length } from '../core/text/sizes';
import { embedWithReaders } from '../providers/local/embedWithModel';
import { localProvider } from '../providers/local/localProvider';
import type { EmbeddingProvider } from '../providers/provider';
import type { EmbedDistinct } from '../providers/shared/embedTexts';
import { remoteTexts, type RemoteEndpoint, type SendInputs } from '../providers/shared/remoteTexts';
import type { TokenCounter } from '../providers/shared/textWindows';
import { TooLarge } from '../providers/shared/tooLarge';
import { ProviderError, type ProviderErrorKind } from '../providers/shared/providerError';
import type { EmbedAnswer, EmbedderSpec, EmbeddingTasks, RunEvent } from './embedProtocol';
import type { EmbedTasks } from './protocol';
import { readThrough } from './readThrough';
import { changeOf, createGate, createTickets, notConfirmed, type KeptText } from './tickets';
import {
  createTaskClient,
  threadStopped,
  unpackError,
  type TaskClient,
  type TaskHandlers,
} from './taskChannel';

/** Providers whose network, or whose model, is in another thread. */
export interface Embedders {
  /**
   * `spec.endpoint` learns; it goes back to the asker. Without `emit` it can only plan. With a
   * ticket nothing leaves that it does not allow, and before the first request goes the
   * question whether the model is still the one that it was.
   */
  open(
    spec: EmbedderSpec,
    emit?: (event: RunEvent) => void,
    ticket?: number | null,
    signal?: AbortSignal,
  ): EmbeddingProvider;
  tickets: ReturnType<typeof createTickets>;
  /** The end of what the built-in model still read when it was cancelled. */
  ended(): Promise<void>;
  tasks: Pick<TaskHandlers<EmbeddingTasks>, 'answer' | 'connect' | 'modelStopped'>;
}

/** Failures that a run would meet next as well. */
const endsRun: ReadonlySet<ProviderErrorKind> = new Set([
  'unauthorized',
  'forbidden',
  'quota',
  'not-found',
  'cors',
  'unreachable',
  'rate-limited',
  'not-confirmed',
  'key-forgotten',
]);

export function createEmbedders(loadTokenizer: () => Promise<TokenCounter>): Embedders {
  const calls = new Map<number, (answer: EmbedAnswer) => void>();
  const tickets = createTickets();
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

  /** The way to the network, as far as a ticket lets through. */
  const gated = (
    endpoint: RemoteEndpoint,
    emit: (event: RunEvent) => void,
    id: number | null | undefined,
    signal: AbortSignal | undefined,
  ): SendInputs => {
    const through: SendInputs = async (inputs) => {
      const answer = await ask((call) => emit({ kind: 'send', call, inputs }));
      return answer.kind === 'body' ? answer.parts : [];
    };
    if (id === undefined) return through;
    const ticket = tickets.get(id);
    if (!ticket) return () => Promise.reject(notConfirmed());
    const pass = createGate(ticket);
    const sender: SendInputs = async (inputs, hooks) => {
      pass(inputs);
      return through(inputs, hooks);
    };
    let checked: Promise<void> | undefined;
    return async (inputs, hooks) => {
      pass(inputs);
      if (ticket.check) await (checked ??= checkModel(endpoint, sender, ticket.check, emit, signal));
      return through(inputs, hooks);
    };
  };

  /** Embeds a kept text again; throws where the model behind the name is another than it was. */
  const checkModel = async (
    endpoint: RemoteEndpoint,
    sender: SendInputs,
    { text, vector, prefixOf }: KeptText,
    emit: (event: RunEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    // Of any length: that it has another is what is to be found out.
    const fresh = {
      ...endpoint,
      limits: { ...endpoint.limits },
      model: { ...endpoint.model, dimensions: endpoint.askedDimensions },
    };
    let now: Float32Array;
    try {
      const { vectors } = await remoteTexts(fresh, sender, loadTokenizer).embed([text], { prefixOf, signal });
      now = vectors[0]!;
    } catch (error) {
      if (!(error instanceof ProviderError) || endsRun.has(error.kind)) throw error;
      emit({
        kind: 'notice',
        text: `Whether the model is still the one that made the kept vectors could not be checked: ${error.message}`,
      });
      return;
    }
    const change = changeOf(vector, now);
    if (change !== null)
      throw new ProviderError(
        'model-changed',
        `A kept text was embedded again and came back with ${change}: the model behind "${endpoint.model.name}" at ${endpoint.origin} is not the one that made the kept vectors. Nothing else was sent, and nothing was mixed. Set the kept vectors aside to embed everything with the model of today.`,
        { subject: endpoint.model.name },
      );
  };

  return {
    tickets,
    open: (spec, emit = sendsNothing, ticket = undefined, signal = undefined) =>
      spec.kind === 'remote'
        ? remoteTexts(spec.endpoint, gated(spec.endpoint, emit, ticket, signal), loadTokenizer)
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
