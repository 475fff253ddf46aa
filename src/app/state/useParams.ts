import { useCallback, useMemo } from 'react';
import { readParams, writeParams, type ParamValues } from './params';
import { navigate, useApp } from './store';

export interface ViewParams<C> {
  values: ParamValues<C>;
  /** Changes some parameters and keeps the others. `replace` makes no step in the history. */
  set(patch: Partial<ParamValues<C>>, options?: { replace?: boolean }): void;
  /** What the link asked for and was not understood; shown once as a notice. */
  dropped: string[];
}

/**
 * The one reader and writer of a view's URL parameters. `codecs` must be stable
 * (module level, or memoised where the known values come from data).
 */
export function useParams<C extends object>(codecs: C): ViewParams<C> {
  const { place, params, dropped: unknownPlace } = useApp((state) => state.selection);
  const { values, dropped } = useMemo(() => readParams(codecs, params), [codecs, params]);
  const set = useCallback(
    (patch: Partial<ParamValues<C>>, options: { replace?: boolean } = {}) => {
      // Read afresh: two changes within one frame must not undo each other.
      const current = useApp.getState().selection;
      const now = readParams(codecs, current.params).values;
      navigate(place, writeParams(codecs, { ...now, ...patch }), options);
    },
    [codecs, place],
  );
  return { values, set, dropped: useMemo(() => [...unknownPlace, ...dropped], [unknownPlace, dropped]) };
}
