import { count, interval, percent, pValue, score, signedScore } from '../../core/stats/format';
import type { Estimate } from '../../artifact/common';
import type { ImportedRowFigures, ImportedSummary } from '../../experiments/items/formats';
import { importedIntervals } from '../../experiments/items/files';
import type { Scorecard } from '../experiment';
import { alignColumns } from '../table';

const boundsOf = (estimate: Estimate) => estimate.interval ?? estimate.exactBound;

/** One object per row: figures as numbers, their intervals beside them. What is not known is absent. */
function rowOf(
  { row, tag, run, n, unanswered, unjudged, tied, metrics }: ImportedRowFigures,
  summary: ImportedSummary,
  place: number,
): Record<string, unknown> {
  const figures = Object.entries(metrics).flatMap(([name, figure]): [string, unknown][] => {
    if (figure === null) return [];
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
    tag,
    run: run.file,
    judgments: summary.judgments[summary.rows[place]!.judgments]?.file ?? null,
    n,
    ...Object.fromEntries(figures),
    unanswered,
    unjudged,
    tied,
    cluster: summary.bootstrap.cluster,
  };
}

export function importedScorecard(summary: ImportedSummary): Scorecard {
  const { rows, comparisons, notices } = summary;
  const graded = rows.some(({ metrics }) => metrics.gradedNdcgAt10 !== null);
  const text = [
    summary.headline,
    '',
    `${summary.corpus.name}. ${importedIntervals(summary)}.`,
    '',
    alignColumns([
      [
        'run',
        'R@1',
        'R@3',
        'R@5',
        'R@10',
        'MRR@10',
        'nDCG@10',
        ...(graded ? ['graded nDCG@10'] : []),
        'recall@10',
        'n',
        'nothing returned',
        'not judged',
        'tied',
      ],
      ...rows.map(({ row, n, unanswered, unjudged, tied, metrics }) => [
        row,
        ...(['1', '3', '5', '10'] as const).map((k) => percent(metrics.hitAt[k].value, n)),
        score(metrics.mrrAt10.value),
        score(metrics.ndcgAt10.value),
        ...(graded ? [score(metrics.gradedNdcgAt10?.value)] : []),
        percent(metrics.recallAt['10'].value, n),
        ...[n, unanswered, unjudged, tied].map(count),
      ]),
    ]),
    ...(comparisons.length === 0
      ? []
      : [
          '',
          'The highest row against every other, on nDCG@10 (sign flips, Holm over all lines)',
          alignColumns([
            ['', 'difference', '95 % interval', 'adjusted p', 'verdict'],
            ...comparisons.map(({ a, b, difference, interval: bounds, adjustedP, verdict }) => [
              `${a} against ${b}`,
              signedScore(difference),
              interval(bounds?.[0], bounds?.[1], signedScore),
              pValue(adjustedP),
              verdict === 'a beats b'
                ? `${a} beats ${b}`
                : verdict === 'b beats a'
                  ? `${b} beats ${a}`
                  : verdict,
            ]),
          ]),
        ]),
    ...(notices.length === 0 ? [] : ['', ...notices]),
  ].join('\n');
  return { rows: rows.map((row, place) => rowOf(row, summary, place)), text };
}
