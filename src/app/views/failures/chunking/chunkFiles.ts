import { chunkingChunksFormat, type ChunkingChunks } from '../../../../experiments/chunking/formats';
import { loadExperimentFile } from '../../../data/artifacts';
import { createPromiseCache } from '../../../data/promiseCache';
import type { OpenExperiment } from '../../openExperiment';

const pending = createPromiseCache<ReadonlyMap<number, ChunkingChunks>>();

/** Chunk boundaries of some documents, fetched together. One promise per set, for `use()`. */
export function loadChunks(
  { source, entry }: OpenExperiment,
  documents: readonly number[],
): Promise<ReadonlyMap<number, ChunkingChunks>> {
  const wanted = [...new Set(documents)].sort((a, b) => a - b);
  const key = JSON.stringify([source.id, entry.id, wanted]);
  return pending.get(key, async () => {
    const load = (document: number) =>
      loadExperimentFile(source, entry, `chunks/${document}.json`, chunkingChunksFormat);
    return new Map(
      await Promise.all(wanted.map(async (document) => [document, (await load(document)).value] as const)),
    );
  });
}
