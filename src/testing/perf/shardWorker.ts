import { parentPort } from 'node:worker_threads';
import { matrixOf } from '../../core/vectors/matrix';
import { searchRows } from '../../core/vectors/search';
import type { Hit } from '../../core/retrieval/topK';

/** To a worker: first its rows, by transfer, then queries. */
export type ShardRequest =
  | { kind: 'rows'; values: Float32Array; dimensions: number }
  | { kind: 'search'; queries: number[][]; k: number };
/** Back: a sign that it is ready, then the best rows of each query, counted from its own first. */
export type ShardAnswer = { kind: 'ready' } | { kind: 'found'; hits: Hit[][] };

let matrix: ReturnType<typeof matrixOf> | undefined;

parentPort!.on('message', (request: ShardRequest) => {
  const answer = (message: ShardAnswer) => parentPort!.postMessage(message);
  if (request.kind === 'rows') {
    matrix = matrixOf(request.values, request.dimensions);
    answer({ kind: 'ready' });
  } else answer({ kind: 'found', hits: searchRows(request.queries, matrix!, request.k) });
});
