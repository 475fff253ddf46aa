import { useCallback } from 'react';
import { writeParams, type ParamValues } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';

/** Changes the settings of a failure explorer in place, or tells the address after a change. */
export interface Moves<V> {
  set: (patch: Partial<V>, options?: { replace?: boolean }) => void;
  href: (patch: Partial<V>) => string;
}

/** The settings of a failure explorer, as its address has them. `codecs` must be stable. */
export function useExplorer<C extends object>({ entry: { id } }: OpenExperiment, codecs: C) {
  const { values, set, dropped } = useParams(codecs);
  const href = useCallback(
    (patch: Partial<ParamValues<C>>) =>
      formatLocation(
        { page: 'experiment', experiment: id, view: 'failures' },
        writeParams(codecs, { ...values, ...patch }),
      ),
    [codecs, values, id],
  );
  return { values, set, href, dropped };
}
