import { MISS_CUTOFF } from '../../../core/metrics/loss';
import { count, interval, MISSING, percent, points } from '../../../core/stats/format';
import type { ChunkingSummary } from '../formats';
import { comparedBudget } from './figures';
import type { Expansion, NeighborRow } from './formats';

/** What one neighbor on each side (the widest width, where that one was not measured) gives at the same tokens, and at the same number of hits for more tokens. */
export function expansionHeadline(
  { rows, comparisons }: Expansion,
  { bootstrap }: Pick<ChunkingSummary, 'bootstrap'>,
): string {
  const [alone] = rows;
  const wide =
    rows.find(({ neighborPrev, neighborNext }) => neighborPrev === 1 && neighborNext === 1) ?? rows.at(-1);
  if (!alone || !wide || wide === alone || wide.n === 0)
    return 'No width has a figure: there was no question, or no neighbor.';
  const k = MISS_CUTOFF;
  const extra = wide.metrics.extraTokensAt[k].value;
  return [
    sameTokens(comparisons, wide, bootstrap),
    `With ${besides(wide)} each, the first ${k} hits hold the answer to ${percent(wide.metrics.expandedHitAt[k].value, wide.n)} of ${count(wide.n)} ${wide.n === 1 ? 'question' : 'questions'}, instead of ${percent(alone.metrics.expandedHitAt[k].value, alone.n)} without (hits side by side merged in both), for ${extra === null ? MISSING : count(Math.round(extra))} more tokens a question.`,
    bootstrap.clusters < 2
      ? `All questions belong to one ${bootstrap.cluster}, so no interval and no comparison is defined.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const chunks = (number: number): string => (number === 1 ? 'one chunk' : `${number} chunks`);

function besides({ neighborPrev, neighborNext }: NeighborRow): string {
  return [
    ...(neighborPrev > 0 ? [`${chunks(neighborPrev)} before`] : []),
    ...(neighborNext > 0 ? [`${chunks(neighborNext)} after`] : []),
  ].join(' and ');
}

/** The fair question: are neighbors a better use of the same tokens than further hits? */
function sameTokens(
  comparisons: Expansion['comparisons'],
  { row }: NeighborRow,
  { clusters }: ChunkingSummary['bootstrap'],
): string {
  const found = comparisons.find(({ a, metric }) => a === row && metric === `hitRate.${comparedBudget}`);
  if (!found || clusters < 2) return '';
  const verdict = {
    'a beats b': 'neighbors beat',
    'b beats a': 'neighbors lose to',
    'not established': 'it is not established that neighbors differ from',
  }[found.verdict];
  return `Within the same ${count(comparedBudget)} tokens ${verdict} more hits: ${points(found.difference)} ${interval(found.interval?.[0], found.interval?.[1], points)}.`;
}
