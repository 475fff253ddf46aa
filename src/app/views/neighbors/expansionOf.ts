import type { ExperimentEntry } from '../../../artifact/indexFile';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import { neighborWidths } from '../../../experiments/chunking/neighbors/widths';

/** Widths that an experiment's fixed-size hits were returned with. */
export function expansionOf({ files }: Pick<ExperimentEntry, 'files'>): {
  applies: boolean;
  widths: readonly NeighborCounts[];
} {
  const applies = files.some(({ name }) => name.startsWith('neighbors/'));
  return { applies, widths: applies ? neighborWidths : neighborWidths.slice(0, 1) };
}
