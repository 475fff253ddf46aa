import { chunkingChunksFormat, type ChunkingChunks } from '../../../../experiments/chunking/formats';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenExperiment } from '../../openExperiment';

const pending = new Map<string, Promise<ReadonlyMap<number, ChunkingChunks>>>();

/** Chunk boundaries of some documents, fetched together. One promise per set, for `use()`; a failed one is forgotten. */
export function loadChunks(
  { source, entry }: OpenExperiment,
  documents: readonly number[],
): Promise<ReadonlyMap<number, ChunkingChunks>> {
  const wanted = [...new Set(documents)].sort((a, b) => a - b);
  const key = JSON.stringify([source.id, entry.id, wanted]);
  let promise = pending.get(key);
  if (!promise) {
    promise = Promise.all(
      wanted.map(
        async (document) =>
          [
            document,
            (await loadExperimentFile(source, entry, `chunks/${document}.json`, chunkingChunksFormat)).value,
          ] as const,
      ),
    ).then((loaded) => new Map(loaded));
    promise.catch(() => pending.delete(key));
    pending.set(key, promise);
  }
  return promise;
}
