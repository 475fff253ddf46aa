import { afterEach, expect, it, vi } from 'vitest';
import { estimateTokenizer } from '../../core/chunking/tokens';
import { localModelDescription } from '../../providers/local/description';
import { createMemoryCache } from '../../providers/shared/vectorCache';
import { fakeModel } from '../../testing/fakeModel';
import { pseudoVector } from '../../testing/pseudoVector';
import { createWorkerProvider } from '../../worker/client';
import { createComputeTasks } from '../../worker/computeTasks';
import type { ComputeTasks, EmbedTasks } from '../../worker/protocol';
import { createTaskClient, serveTasks } from '../../worker/taskChannel';
import { runTask } from './liveTasks';

/** The two workers of the page, each behind a channel that copies as a thread's does. */
const threads = vi.hoisted(() => ({ compute: null as unknown, local: null as unknown }));
vi.mock('./liveCompute', () => ({ compute: () => threads.compute }));
vi.mock('./embedding', () => ({
  localProvider: () => threads.local,
  onModelLoad: () => () => {},
  secondModel: async () => null,
}));

const open: MessagePort[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  open.splice(0).forEach((port) => port.close());
});
function channel(): { page: MessagePort; worker: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  return { page: port1, worker: port2 };
}

/** Every text and every vector that a message carries. */
function* contentOf(message: unknown): Generator<string | Float32Array> {
  if (typeof message === 'string' || message instanceof Float32Array) yield message;
  else if (Array.isArray(message) || Object.prototype.toString.call(message) === '[object Object]')
    for (const part of Object.values(message as object)) yield* contentOf(part);
}

it('takes a text to the built-in model and its vector back in one crossing each, without the page', async () => {
  const [compute, model] = [channel(), channel()];
  const read: string[] = [];
  const { windows } = fakeModel(() => []);
  const handlers = fakeModel((text) => pseudoVector(text, localModelDescription.dimensions), {
    connect: async ({ port }) => {
      open.push(port);
      serveTasks(port, handlers);
    },
    loadModel: async () => ({ fromStorage: true, kept: true }),
    windows: async ({ texts }, context) => {
      read.push(...texts);
      return windows({ texts }, context);
    },
  });
  serveTasks<EmbedTasks>(model.worker, handlers);
  serveTasks<ComputeTasks>(
    compute.worker,
    createComputeTasks({ ...createMemoryCache(), refused: () => null }, async () => estimateTokenizer),
  );
  const client = createTaskClient<ComputeTasks>(compute.page);
  threads.compute = client;
  threads.local = createWorkerProvider(model.page, { modelUrl: 'https://site.example/model/' });

  const posted: { by: MessagePort; content: (string | Float32Array)[] }[] = [];
  const post = MessagePort.prototype.postMessage;
  vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (
    this: MessagePort,
    message: unknown,
    options?: StructuredSerializeOptions,
  ) {
    posted.push({ by: this, content: [...contentOf(message)] });
    post.call(this, message, options);
  });

  const chunk = 'The marked words stand in a chunk of their own.';
  await client.run('hold', { documents: [{ id: 'a.md', text: `${chunk}\n\n${chunk.toUpperCase()}` }] });
  await runTask(
    'runBenchmark',
    { choice: { kind: 'local' }, key: null },
    {
      questions: [
        { id: 'q', text: 'What is marked?', document: null, answers: ['words'], marks: [], family: null },
      ],
      setup: {
        variants: [
          { id: 'recursive', strategy: 'recursive', label: 'Recursive', parameters: { chunkSize: 50 } },
        ],
        embedding: { name: 'local', retrievers: ['embedding'], focusWeight: 0.8 },
        keepWithoutGold: true,
      },
      description: {
        id: 'live-1',
        title: 'Mine',
        corpusName: 'Own text',
        neighbors: { neighborPrev: 0, neighborNext: 0 },
      },
    },
    { signal: new AbortController().signal },
  );
  const own = read.find((text) => text.startsWith('The marked'))!;
  const crossings = posted.filter(({ content }) => content.includes(own));
  const back = posted.filter(({ content }) => content.some((part) => part instanceof Float32Array));
  expect([crossings.length, back.length]).toEqual([1, 1]);
  const ofPage = [compute, model].flatMap(({ page, worker }) => [page, worker]);
  expect([...crossings, ...back].some(({ by }) => ofPage.includes(by))).toBe(false);
});
