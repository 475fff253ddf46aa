import { useEffect, useRef, useState } from 'react';
import { compute, type ContextKind, type Ranking, type SearchSettings } from '../../../data/liveCompute';
import type { Pair } from '../liveParams';

interface Request {
  run: number;
  context: ContextKind;
  settings: SearchSettings;
  pair: Pair | null;
}

/** A ranking that knows its run: places of one run mean nothing in the texts of another. */
export type RunRanking = Ranking & { run: number };

interface Shown {
  ranking: RunRanking | null;
  error: Error | null;
}

/**
 * A run ranked in the worker at these settings. While one ranking is made, only the newest
 * wish waits: a dragged slider never queues up. The last ranking of the same run stays
 * until the next is there.
 */
export function useRanking(
  run: number,
  context: ContextKind,
  settings: SearchSettings,
  pair: Pair | null,
): Shown {
  const [shown, setShown] = useState<Shown & { run: number }>({ run, ranking: null, error: null });
  const asking = useRef<{ busy: boolean; next: Request | null; left: boolean }>({
    busy: false,
    next: null,
    left: false,
  });
  const { part, piece } = pair ?? { part: null, piece: null };
  useEffect(() => {
    const state = asking.current;
    state.left = false;
    state.next = { run, context, settings, pair: part === null ? null : { part, piece } };
    if (!state.busy) void askOn(state, setShown);
  }, [run, context, settings, part, piece]);
  useEffect(() => {
    const state = asking.current;
    return () => {
      state.left = true;
      state.next = null;
    };
  }, []);
  return shown.run === run ? shown : { ranking: null, error: null };
}

async function askOn(
  state: { busy: boolean; next: Request | null; left: boolean },
  show: (shown: Shown & { run: number }) => void,
): Promise<void> {
  state.busy = true;
  for (let request = state.next; request; request = state.next) {
    state.next = null;
    const { run, pair, ...rest } = request;
    try {
      const ranking = await compute().run('rankMethod', {
        run,
        ...rest,
        pair: pair && { part: pair.part - 1, piece: pair.piece - 1 },
      });
      if (ranking && !state.left) show({ run, ranking: { ...ranking, run }, error: null });
    } catch (error) {
      if (!state.left)
        show({ run, ranking: null, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  state.busy = false;
}
