import { useEffect, useState } from 'react';
import {
  chunkingRankingsFormat,
  chunkingRelevantFormat,
  type ChunkingRankings,
  type ChunkingRelevant,
} from '../../../experiments/chunking/formats';
import type { FileFormat } from '../../../artifact/decode';
import { loadExperimentFile } from '../../data/artifacts';
import type { OpenExperiment } from '../openExperiment';

/**
 * Rankings of some rows, as far as they have arrived. The view stays as it is meanwhile:
 * waiting for them must not lose the reader's place. Loaded one after another, the first first.
 */
export function useRankings(
  experiment: OpenExperiment,
  rows: readonly string[],
): ReadonlyMap<string, ChunkingRankings> {
  return useFiles(
    experiment,
    rows.map((row) => `rankings/${row}.json`),
    chunkingRankingsFormat,
    rows,
  );
}

/** Relevant contexts of one strategy, once they have arrived; nothing is loaded for null. */
export function useRelevant(
  experiment: OpenExperiment,
  strategy: string | null,
): ChunkingRelevant | undefined {
  const names = strategy === null ? [] : [strategy];
  return useFiles(
    experiment,
    names.map((name) => `relevant/${name}.json`),
    chunkingRelevantFormat,
    names,
  ).get(strategy ?? '');
}

function useFiles<T>(
  experiment: OpenExperiment,
  paths: readonly string[],
  format: FileFormat<T>,
  names: readonly string[],
): ReadonlyMap<string, T> {
  const { source, entry } = experiment;
  const [loaded, setLoaded] = useState<ReadonlyMap<string, T>>(new Map());
  const [failure, setFailure] = useState<unknown>(null);
  const wanted = JSON.stringify(names);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      for (const [place, path] of paths.entries()) {
        const { value } = await loadExperimentFile(source, entry, path, format);
        if (!isWanted) return;
        setLoaded((before) =>
          before.has(names[place]!) ? before : new Map(before).set(names[place]!, value),
        );
      }
    };
    load().catch((error: unknown) => isWanted && setFailure(error));
    return () => {
      isWanted = false;
    };
    // The names say which files; the arrays are new at every call.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source, entry, format, wanted]);
  if (failure !== null) throw failure;
  return loaded;
}
