import { afterEach, describe, expect, it } from 'vitest';
import { ProviderError } from '../providers/shared/providerError';
import { createTaskClient, serveTasks, WorkerError, type Port, type TaskHandlers } from './taskChannel';

const open: MessageChannel[] = [];
afterEach(() => {
  for (const { port1, port2 } of open.splice(0)) {
    port1.close();
    port2.close();
  }
});

/** Two ends of a channel that copies messages just as a worker's does. */
function channel(): [page: Port, worker: Port] {
  const pair = new MessageChannel();
  open.push(pair);
  pair.port1.start();
  pair.port2.start();
  return [pair.port1, pair.port2];
}

describe('tasks over a channel', () => {
  type Tasks = {
    add: { input: number[]; event: number; result: number };
    fail: { input: 'provider' | 'range' | 'other'; event: never; result: never };
    wait: { input: null; event: never; result: never };
  };
  let stopped = false;
  const handlers: TaskHandlers<Tasks> = {
    add: async (numbers, { emit }) => {
      numbers.forEach((number) => emit(number));
      return numbers.reduce((sum, number) => sum + number, 0);
    },
    fail: async (kind) => {
      if (kind === 'provider')
        throw new ProviderError('model-files', 'not there', { subject: 'model.json', expected: 3 });
      if (kind === 'range') throw new RangeError('size must be above 0, found -1');
      throw new TypeError('odd');
    },
    wait: (_, { signal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('stopped', 'AbortError'));
        });
      }),
  };
  const client = () => {
    const [page, worker] = channel();
    serveTasks(worker, handlers);
    return createTaskClient<Tasks>(page);
  };

  it('keeps the answers of tasks at the same time apart', async () => {
    const tasks = client();
    const events: number[] = [];
    const [three, nine] = await Promise.all([
      tasks.run('add', [1, 2]),
      tasks.run('add', [4, 5], { onEvent: (event) => events.push(event) }),
    ]);
    expect([three, nine, events]).toEqual([3, 9, [4, 5]]);
  });

  it('brings errors over with their class and fields', async () => {
    const tasks = client();
    const provider: unknown = await tasks.run('fail', 'provider').catch((error: unknown) => error);
    expect(provider).toBeInstanceOf(ProviderError);
    expect(provider).toMatchObject({
      kind: 'model-files',
      message: 'not there',
      fields: { subject: 'model.json', expected: 3 },
    });
    await expect(tasks.run('fail', 'range')).rejects.toThrow(RangeError);
    await expect(tasks.run('fail', 'other')).rejects.toMatchObject({
      name: 'WorkerError',
      message: 'odd',
      origin: 'TypeError',
    });
  });

  it('tells the task of a cancel', async () => {
    const tasks = client();
    const controller = new AbortController();
    const run = tasks.run('wait', null, { signal: controller.signal });
    controller.abort();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    await tasks.run('add', []);
    expect(stopped).toBe(true);
  });

  it('fails what waits, and what comes later, when the worker breaks', async () => {
    const target = new EventTarget();
    const port: Port = {
      postMessage: () => {},
      addEventListener: target.addEventListener.bind(target) as Port['addEventListener'],
    };
    const tasks = createTaskClient<Tasks>(port);
    const run = tasks.run('add', [1]);
    target.dispatchEvent(new Event('error'));
    await expect(run).rejects.toBeInstanceOf(WorkerError);
    await expect(tasks.run('add', [1])).rejects.toThrow(/background worker stopped/);
  });
});
