import * as format from '../core/stats/format';
import { MISS_CUTOFF } from '../core/metrics/loss';
import type { NeighborSummary } from '../experiments/chunking/neighbors/formats';

type Summary = Omit<NeighborSummary, 'headline'>;

/** What a width gives at the same number of hits, what it costs, and what is left of it at the same tokens. */
export function liveNeighborHeadline(summary: Summary): string {
  const { rows, bootstrap } = summary;
  const [alone] = rows;
  const wide = rows.at(-1);
  if (!alone || !wide || wide === alone || wide.n === 0)
    return 'No width has a figure: there was no question, or no neighbor.';
  const k = MISS_CUTOFF;
  const rescued = wide.rescuedAt[k];
  const extra = wide.metrics.extraTokensAt[k].value;
  const parts = [
    `With ${besides(wide)} each, the first ${k} hits of ${summary.strategy.label} hold the answer to ${format.percent(wide.metrics.expandedHitAt[k].value, wide.n)} of ${format.count(wide.n)} ${wide.n === 1 ? 'question' : 'questions'} instead of ${format.percent(alone.metrics.hitAt[k].value, alone.n)} by hits alone (${format.count(rescued)} rescued), for ${extra === null ? format.MISSING : format.count(Math.round(extra))} more tokens a question.`,
    sameTokens(summary, wide.row),
  ];
  if (bootstrap.clusters < 2)
    parts.push(
      `All questions belong to one ${bootstrap.cluster}, so no interval and no comparison is defined.`,
    );
  return parts.filter((part) => part !== '').join(' ');
}

const chunks = (count: number): string => (count === 1 ? 'one chunk' : `${count} chunks`);

function besides({ neighborPrev, neighborNext }: Summary['rows'][number]): string {
  return [
    ...(neighborPrev > 0 ? [`${chunks(neighborPrev)} before`] : []),
    ...(neighborNext > 0 ? [`${chunks(neighborNext)} after`] : []),
  ].join(' and ');
}

function sameTokens({ comparisons, bootstrap }: Summary, row: string): string {
  const found = comparisons.find(({ a, metric }) => a === row && metric.startsWith('hitRate.'));
  if (!found || bootstrap.clusters < 2) return '';
  const tokens = format.count(Number(found.metric.slice('hitRate.'.length)));
  const verdict = {
    'a beats b': 'they beat',
    'b beats a': 'they lose to',
    'not established': 'it is not established that they differ from',
  }[found.verdict];
  return `Within the same ${tokens} tokens ${verdict} further hits without neighbors (${format.points(found.difference)}).`;
}
