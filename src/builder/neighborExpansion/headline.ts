import { comparedBudget } from '../../experiments/chunking/neighbors/figures';
import { MISS_CUTOFF } from '../../core/metrics/loss';
import { count, MISSING, percent, points } from '../../core/stats/format';
import type { Comparison } from '../../artifact/common';
import type { NeighborSummary } from '../../experiments/chunking/neighbors/formats';

/** What widening hits gives at the same number of hits, what it costs, and what is left of it at the same cost. */
export function neighborHeadline({ rows, comparisons }: Omit<NeighborSummary, 'headline'>): string {
  const base = rows[0];
  const row = rows.find(({ row }) => row === '1/1');
  if (!base || !row) return 'No width has a figure.';
  const compared = (metric: string): Comparison | undefined =>
    comparisons.find(({ a, metric: on }) => a === row.row && on === metric);
  const hits = row.metrics.expandedHitAt[MISS_CUTOFF].value;
  const extra = row.metrics.extraTokensAt[MISS_CUTOFF].value;
  return [
    `One neighbor on each side of the first ${MISS_CUTOFF} hits holds the answer to ${percent(hits)} of the questions instead of ${percent(base.metrics.hitAt[MISS_CUTOFF].value)} by hits alone, for ${extra === null ? 'n/a' : count(Math.round(extra))} more tokens a question.`,
    sameBudget(compared(`hitRate.${comparedBudget}`)),
  ].join(' ');
}

/** The fair question: are neighbors a better use of the same tokens than further hits? */
function sameBudget(found: Comparison | undefined): string {
  if (!found) return '';
  const outcome = {
    'a beats b': 'that beats',
    'b beats a': 'that loses to',
    'not established': 'it is not established that this differs from',
  }[found.verdict];
  // The unit is said by the difference before it.
  const bounds = found.interval
    ? found.interval.map((end) => points(end).replace(/ points$/, '')).join(' to ')
    : MISSING;
  return `Within the same ${count(comparedBudget)} tokens ${outcome} handing over more hits without neighbors: ${points(found.difference)}, 95 % interval ${bounds}.`;
}
