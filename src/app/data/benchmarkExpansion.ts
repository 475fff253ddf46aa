import type { NeighborCounts } from '../../core/retrieval/neighbors';
import type { ExpandedSearch } from '../../worker/protocol';
import { compute } from './liveCompute';

export type { ExpandedSearch } from '../../worker/protocol';

/** Figures of every search of a strategy, its hits alone and widened. Nothing is cut or embedded again. */
export function expandHits(
  run: string,
  strategy: string,
  width: NeighborCounts,
  signal: AbortSignal,
): Promise<ExpandedSearch[]> {
  return compute().run('expand', { run, strategy, width }, { signal });
}
