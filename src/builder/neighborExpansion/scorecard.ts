import { MISS_CUTOFF } from '../../core/metrics/loss';
import {
  count,
  decimal,
  interval,
  percent,
  points,
  pValue,
  score,
  signedScore,
} from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';
import type { NeighborRow, NeighborSummary } from '../../experiments/chunking/neighbors/formats';
import type { Scorecard } from '../experiment';
import { alignColumns } from '../table';

const boundsOf = (estimate: Estimate) => estimate.interval ?? estimate.exactBound;

/** One object per row: figures as numbers, their intervals beside them. */
function rowOf(
  {
    row,
    neighborPrev,
    neighborNext,
    n,
    metrics,
    expandedTokensAt90,
    rescuedAt,
    chunksAt,
    budgetCurve,
  }: NeighborRow,
  summary: NeighborSummary,
): Record<string, unknown> {
  const figures = Object.entries(metrics).flatMap(([name, figure]): [string, unknown][] => {
    if (!('1' in figure))
      return [
        [name, figure.value],
        [`${name}Interval`, boundsOf(figure)],
      ];
    const per = (pick: (cell: Estimate) => unknown) =>
      Object.fromEntries(Object.entries(figure).map(([cutoff, cell]) => [cutoff, pick(cell)]));
    return [
      [name, per(({ value }) => value)],
      [`${name}Interval`, per(boundsOf)],
    ];
  });
  return {
    row,
    label: `±${row}`,
    strategy: summary.strategy.id,
    retriever: 'bm25',
    neighborPrev,
    neighborNext,
    n,
    ...Object.fromEntries(figures),
    expandedTokensAt90: expandedTokensAt90?.tokens ?? null,
    expandedTokensAt90Cutoff: expandedTokensAt90?.cutoff ?? null,
    rescuedAt,
    chunksAt,
    budgetCurve: budgetCurve.map(({ tokens, hitRate }) => ({
      tokens,
      hitRate: hitRate.value,
      hitRateInterval: boundsOf(hitRate),
    })),
    tokenizer: summary.tokenizer.name,
  };
}

export function neighborScorecard(summary: NeighborSummary): Scorecard {
  const { rows, comparisons, corpus, bootstrap, tokenizer } = summary;
  const k = MISS_CUTOFF;
  const text = [
    summary.headline,
    '',
    `${corpus.name}. Intervals: 95 %, ${count(bootstrap.draws)} bootstrap draws over ${bootstrap.clusters} articles. Tokens: ${tokenizer.name}${tokenizer.estimated ? ' (estimate)' : ''}.`,
    '',
    alignColumns([
      [
        '±P/N',
        'hit@1',
        `hit@${k}`,
        'expanded hit@1',
        `expanded hit@${k}`,
        'MRR@10',
        'expanded MRR@10',
        `tokens@${k}`,
        `extra tokens@${k}`,
        `rescued@${k}`,
      ],
      ...rows.map(({ row, metrics, rescuedAt }) => [
        `±${row}`,
        percent(metrics.hitAt[1].value),
        percent(metrics.hitAt[k].value),
        percent(metrics.expandedHitAt[1].value),
        percent(metrics.expandedHitAt[k].value),
        score(metrics.mrrAt10.value),
        score(metrics.expandedMrrAt10.value),
        decimal(metrics.expandedTokensAt[k].value, 0),
        decimal(metrics.extraTokensAt[k].value, 0),
        count(rescuedAt[k]),
      ]),
    ]),
    '',
    'Against ±0/0 (sign flips over articles, Holm over all lines)',
    alignColumns([
      ['', 'on', 'difference', '95 % interval', 'adjusted p', 'verdict'],
      ...comparisons.map(({ a, metric, difference, interval: bounds, adjustedP, verdict }) => {
        const signed = metric.includes('Mrr') ? signedScore : points;
        return [
          `±${a}`,
          metric,
          signed(difference),
          interval(bounds?.[0], bounds?.[1], signed),
          pValue(adjustedP),
          verdict === 'not established'
            ? verdict
            : verdict === 'a beats b'
              ? `±${a} beats ±0/0`
              : `±0/0 beats ±${a}`,
        ];
      }),
    ]),
  ].join('\n');
  return { rows: rows.map((row) => rowOf(row, summary)), text };
}
