import { estimateTokenizer } from '../core/chunking/tokens';
import { createMemoryCache } from '../providers/shared/vectorCache';
import { createComputeTasks } from '../worker/computeTasks';
import type { EmbedAnswer, EmbedderSpec, RunEvent } from '../worker/embedProtocol';
import type { TaskContext } from '../worker/taskChannel';

/** An endpoint that the page can reach, as the computing worker knows it before the first answer. */
export const testEndpoint = (name = 'pseudo', maxInputs = 100): EmbedderSpec => ({
  kind: 'remote',
  endpoint: {
    origin: 'http://localhost:1',
    model: {
      provider: 'compatible',
      name,
      revision: 'not stated',
      baseUrl: 'http://localhost:1/v1',
      dimensions: null,
      maxTokens: 50,
      tokenUnit: 'cl100k_base tokens',
      windowing: 'windowed mean',
      rules: {},
      supportsDimensions: false,
    },
    askedDimensions: null,
    sendDimensions: false,
    truncateHere: false,
    limits: { maxInputs, maxBytes: 300_000 },
  },
});

/** The bytes of an endpoint's answer, in two parts that cut a number in half. */
export function answerBody(vectors: readonly ArrayLike<number>[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ data: vectors.map((vector, index) => ({ index, embedding: Array.from(vector) })) }),
  );
  return [bytes.slice(0, 100), bytes.slice(100)];
}

type Call = Extract<RunEvent, { call: number }>;

/** The computing worker without a thread, and a page that answers the calls of its tasks with `reply`. */
export function computePage(
  reply: (event: Call) => EmbedAnswer[],
  loadTokenizer = async () => estimateTokenizer,
) {
  const tasks = createComputeTasks({ ...createMemoryCache(), refused: () => null }, loadTokenizer);
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const silent = { signal: new AbortController().signal, emit: () => undefined };
  const context: TaskContext<RunEvent> = {
    signal: controller.signal,
    emit(event) {
      events.push(event);
      if ('call' in event)
        queueMicrotask(() => reply(event).forEach((answer) => void tasks.answer(answer, silent)));
    },
  };
  return { tasks, events, controller, context };
}

/** An endpoint that gives every text the vector of `vectorOf`. */
export const embedsBy =
  (vectorOf: (text: string) => ArrayLike<number>) =>
  (event: Call): EmbedAnswer[] =>
    event.kind === 'send'
      ? [{ call: event.call, kind: 'body', parts: answerBody(event.inputs.map((text) => vectorOf(text))) }]
      : [];
