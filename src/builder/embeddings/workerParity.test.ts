import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryCache } from '../../providers/shared/vectorCache';
import { turnsUntilSettled } from '../../testing/turns';
import { createWorkerProvider } from '../../worker/client';
import { createEmbedTasks } from '../../worker/embedTasks';
import type { ModelLoadEvent } from '../../worker/protocol';
import { serveTasks, type Port } from '../../worker/taskChannel';
import { createNodeProvider, loadNodeModel } from './nodeProvider';

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

const sentences = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `Sentence number ${i} speaks of topic ${(7 * i) % 13} and ${i % 5} other things.`,
  );

function workerProvider(onLoad?: (progress: ModelLoadEvent) => void) {
  const [page, worker] = channel();
  serveTasks(
    worker,
    createEmbedTasks(async (_, __, onProgress) => {
      onProgress({ loadedBytes: 1, totalBytes: 2 });
      return { model: await loadNodeModel(), result: { fromStorage: false, kept: true } };
    }),
  );
  return createWorkerProvider(page, { modelUrl: 'https://site.example/model/', onLoad });
}

describe('the local model behind a worker', () => {
  it('gives exactly the vectors of the builder', async () => {
    const texts = [...sentences(40), ' ', sentences(30).join(' '), sentences(1)[0]!];
    const direct = await (await createNodeProvider('local', { cache: null })).embed(texts);
    const through = await workerProvider().embed(texts);
    expect(through).toEqual(direct);
    expect(through.vectors.at(-1)).toBe(through.vectors[0]);
  });

  it('loads by itself, once, and tells its progress', async () => {
    const progress: ModelLoadEvent[] = [];
    const provider = workerProvider((event) => progress.push(event));
    await Promise.all([provider.embed(['a']), provider.plan(['b']), provider.load()]);
    expect(progress).toEqual([{ loadedBytes: 1, totalBytes: 2 }]);
  });

  it('plans like the direct provider', async () => {
    const texts = ['short', sentences(30).join(' '), ''];
    expect(await workerProvider().plan(texts)).toEqual(
      await (await createNodeProvider('local', { cache: null })).plan(texts),
    );
  });

  it('cancels at once, stops in the worker and keeps what was finished', async () => {
    const cache = createMemoryCache();
    const controller = new AbortController();
    const provider = workerProvider();
    const texts = sentences(112);
    let turns: Promise<number> | undefined;
    const run = provider.embed(texts, {
      cache,
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done < 16 || turns) return;
        controller.abort();
        turns = turnsUntilSettled(run);
      },
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    // At once, and not after the batch in work.
    expect(await turns).toBeLessThan(5);
    // The next run waits for the batch in work, whose texts are kept too.
    await provider.embed(['another text'], { cache });
    const { entries } = await cache.size();
    expect(entries).toBeGreaterThan(16);
    expect(entries).toBeLessThan(100);
    expect((await provider.embed(texts, { cache })).stats.inputs).toBe(112 - (entries - 1));
  });

  it('lets others go on loading when one cancels', async () => {
    const provider = workerProvider();
    const controller = new AbortController();
    const [first, second] = [provider.load({ signal: controller.signal }), provider.load()];
    controller.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await expect(second).resolves.toEqual({ fromStorage: false, kept: true });
  });
});
