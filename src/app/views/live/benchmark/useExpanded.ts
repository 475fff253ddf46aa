import { useEffect, useState } from 'react';
import type { NeighborCounts } from '../../../../core/retrieval/neighbors';
import { expandHits, type ExpandedSearch } from '../../../data/benchmarkExpansion';
import { isAbortError } from '../../../data/liveProviders';

interface Answer {
  run: string;
  strategy: string;
  width: NeighborCounts;
  found: ExpandedSearch[] | Error;
}

export interface Expanded {
  /** The width that the figures are of: that of a moment ago while the next one is computed. */
  width: NeighborCounts;
  searches: readonly ExpandedSearch[];
}

/** The hits of a run at a width, computed in the worker; what was there stays until the new figures are. */
export function useExpanded(
  run: string,
  strategy: string,
  neighborPrev: number,
  neighborNext: number,
): { expanded: Expanded | null; error: Error | null; isPending: boolean } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const width = { neighborPrev, neighborNext };
    const take = (found: ExpandedSearch[] | Error) => {
      if (!controller.signal.aborted) setAnswer({ run, strategy, width, found });
    };
    expandHits(run, strategy, width, controller.signal).then(take, (error: unknown) => {
      if (!isAbortError(error)) take(error instanceof Error ? error : new Error(String(error)));
    });
    return () => controller.abort();
  }, [run, strategy, neighborPrev, neighborNext]);
  const own = answer?.run === run && answer.strategy === strategy ? answer : null;
  const isPending = own?.width.neighborPrev !== neighborPrev || own.width.neighborNext !== neighborNext;
  if (!own) return { expanded: null, error: null, isPending };
  if (own.found instanceof Error) return { expanded: null, error: isPending ? null : own.found, isPending };
  return { expanded: { width: own.width, searches: own.found }, error: null, isPending };
}
