import { nothingFound } from '../../analysis/finding';
import type { Finding } from '../../artifact/indexFile';
import { smallestReachableP } from '../../core/stats/signFlip';
import { rounded } from '../../core/stats/stored';
import { counted } from '../../core/stats/words';
import type { ImportedSummary } from './formats';

/** Which run the highest nDCG@10 is shown to beat. The pairs were picked after looking: the best run against the others. */
export function itemsFinding({ best, comparisons, rows }: ImportedSummary): Finding {
  const [first] = comparisons;
  if (rows.length === 1)
    return nothingFound('Only one run was imported, so there is nothing that it could be compared with.');
  if (!best || !first)
    return nothingFound('Nothing is established: the runs were judged on different questions.');
  const picture: Finding['picture'] = {
    kind: 'differences',
    items: comparisons.slice(0, 8).map(({ b, difference, interval }) => ({
      label: b.length > 24 ? `${b.slice(0, 23)}…` : b,
      value: difference,
      interval,
    })),
  };
  const beaten = comparisons.filter(({ a, verdict }) => a === best.row && verdict === 'a beats b');
  if (beaten.length === 0)
    return {
      ...nothingFound(
        smallestReachableP(first.clusters, comparisons.length) >= 0.05
          ? `Nothing can be established: ${counted(first.clusters, 'cluster')} of questions are too few to compare ${counted(rows.length, 'run')}.`
          : 'Nothing is established: the run with the highest nDCG@10 is not shown to beat any other.',
      ),
      picture,
    };
  const smallest = beaten.reduce((one, other) =>
    (other.difference ?? 0) < (one.difference ?? 0) ? other : one,
  );
  const others = comparisons.length === 1 ? smallest.b : counted(comparisons.length, 'other run');
  return {
    sentence:
      comparisons.length === 1
        ? `${best.row} scores higher than ${others} on nDCG@10.`
        : `${best.row} scores higher than ${beaten.length} of ${others} on nDCG@10.`,
    value: smallest.difference === null ? null : rounded(smallest.difference),
    unit: comparisons.length === 1 ? 'nDCG@10' : `nDCG@10 over ${smallest.b}`,
    interval: smallest.interval,
    picture,
  };
}
