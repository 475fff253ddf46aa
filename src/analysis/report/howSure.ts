import { count } from '../../core/stats/format';
import type { Comparison } from '../../artifact/common';

/** How intervals were made and what a verdict takes, in sentences. */
export const resampling = ({
  draws,
  clusters,
  cluster,
  random,
}: {
  draws: number;
  clusters: number;
  cluster: string;
  random: { seed: number; generator: string };
}): string =>
  `Intervals are 95 % percentile bootstraps of ${count(draws)} draws over ${count(clusters)} clusters (${cluster}), seed ${random.seed} of ${random.generator}. A comparison counts only when its p, corrected by Holm over the declared pairs, is below 0.05 and its paired interval has no zero.`;

export const verdictCounts = (comparisons: readonly Comparison[]): string => {
  if (comparisons.length === 0) return 'No comparison was declared, so none is established.';
  const established = comparisons.filter(({ verdict }) => verdict !== 'not established').length;
  return `Of ${count(comparisons.length)} declared comparisons, ${count(established)} ${established === 1 ? 'is' : 'are'} established; the others are not, which is no proof of equality.`;
};
