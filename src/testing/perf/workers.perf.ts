import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { matrixOf } from '../../core/vectors/matrix';
import { searchRows } from '../../core/vectors/search';
import type { Hit } from '../../core/retrieval/topK';
import { asRows, generatedVectors } from './generatedVectors';
import { compare, type PerfRow } from './measure';
import type { ShardAnswer, ShardRequest } from './shardWorker';

const [count, dimensions, questions, k] = [160_000, 256, 64, 10];

/** Search by two workers, each with half of the rows, against one with all of them. By the clock: processor time does not fall. */
export async function run(): Promise<PerfRow[]> {
  const queries = asRows(generatedVectors(questions, dimensions, 0.61), dimensions);
  const one = await startWorkers(1);
  const two = await startWorkers(2);
  try {
    const expected = JSON.stringify(
      searchRows(queries, matrixOf(generatedVectors(count, dimensions), dimensions), k),
    );
    for (const search of [one.search, two.search]) {
      if (JSON.stringify(await search(queries)) !== expected)
        throw new Error('workers: shards change the result');
    }
    return await compare(
      `cosine top ${k} of ${count.toLocaleString('en')} × ${dimensions}, ${questions} queries, ${availableParallelism()} processors`,
      [
        { name: 'two workers', run: () => two.search(queries) },
        { name: 'one worker', run: () => one.search(queries), target: '≥ 1.7' },
      ],
      15,
    );
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

/** A worker of Node starts without the loader that lets this file run as TypeScript. */
const workerCode = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(new URL('./shardWorker.ts', import.meta.url).href)}); })`;

interface Shards {
  search(queries: number[][]): Promise<Hit[][]>;
  stop(): Promise<unknown>;
}

async function startWorkers(shards: number): Promise<Shards> {
  const values = generatedVectors(count, dimensions);
  const shardRows = Math.ceil(count / shards);
  const workers = await Promise.all(
    Array.from({ length: shards }, async (_, shard) => {
      const worker = new Worker(workerCode, { eval: true });
      const rows = values.slice(shard * shardRows * dimensions, (shard + 1) * shardRows * dimensions);
      worker.postMessage({ kind: 'rows', values: rows, dimensions } satisfies ShardRequest, [rows.buffer]);
      await once(worker, 'message');
      return worker;
    }),
  );
  return {
    async search(queries) {
      const found = await Promise.all(
        workers.map(async (worker, shard) => {
          worker.postMessage({ kind: 'search', queries, k } satisfies ShardRequest);
          const [answer] = (await once(worker, 'message')) as [ShardAnswer & { kind: 'found' }];
          return answer.hits.map((hits) =>
            hits.map(({ index, score }) => ({ index: index + shard * shardRows, score })),
          );
        }),
      );
      return queries.map((_, query) =>
        found
          .flatMap((hits) => hits[query]!)
          .sort((a, b) => b.score - a.score || a.index - b.index)
          .slice(0, k),
      );
    },
    stop: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}
