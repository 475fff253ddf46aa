import { CUTOFFS } from '../../core/metrics/contextTokens';
import { metricLabel } from '../../core/metrics/registry';
import {
  count,
  decimal,
  interval,
  MISSING,
  percent,
  pValue,
  score,
  signedScore,
} from '../../core/stats/format';
import { asidesOf } from '../../experiments/chunking/asides';
import { clustersInWords, clusterWord } from '../../experiments/chunking/scorecard';
import type { ChunkingRow, ChunkingSummary } from '../../experiments/chunking/formats';
import type { Estimate } from '../../artifact/common';
import type { Scorecard } from '../experiment';
import { alignColumns } from '../table';
import { neighborFigures, neighborObjects, neighborText } from './neighborScorecard';

type PerCutoff = ChunkingRow['metrics']['hitAt'];

const boundsOf = (estimate: Estimate) => estimate.interval ?? estimate.exactBound;
const perCutoff = <T>(cells: PerCutoff, pick: (cell: Estimate) => T) =>
  Object.fromEntries(CUTOFFS.map((cutoff) => [cutoff, pick(cells[cutoff])]));

/** One object per row: figures as numbers, their intervals beside them. */
function rowOf(row: ChunkingRow, summary: ChunkingSummary): Record<string, unknown> {
  const { metrics } = row;
  const alone = summary.expansions.find((expansion) => expansion.row === row.row)?.rows[0];
  const cells = (name: string, figure: PerCutoff) => ({
    [name]: perCutoff(figure, ({ value }) => value),
    [`${name}Interval`]: perCutoff(figure, boundsOf),
  });
  const cell = (name: string, figure: Estimate) => ({
    [name]: figure.value,
    [`${name}Interval`]: boundsOf(figure),
  });
  const cost = (name: string, found: ChunkingRow['metrics']['contextTokensAt90']) => ({
    [name]: found?.tokens ?? null,
    [`${name}Cutoff`]: found?.cutoff ?? null,
    [`${name}Interval`]: found?.interval ?? null,
  });
  const within = (name: string, figure: 'hitRate' | 'spanRecall' | 'evidenceCoverage') => {
    const cells = (pick: (cell: Estimate) => unknown) =>
      Object.fromEntries(row.budgetCurve.map((point) => [point.tokens, pick(point[figure])]));
    return { [name]: cells(({ value }) => value), [`${name}Interval`]: cells(boundsOf) };
  };
  const open = summary.abstention?.rows.find((own) => own.row === row.row);
  return {
    ...(alone && neighborFigures(alone)),
    row: row.row,
    label: row.label,
    strategy: row.strategy,
    retriever: row.retriever,
    table: row.table,
    best: summary.best?.row === row.row,
    n: row.n,
    articles: summary.corpus.documents.length,
    contexts: row.contexts,
    meanTokens: row.meanTokens,
    ...cells('hitAt', metrics.hitAt),
    ...cells('recallAt', metrics.recallAt),
    ...cell('mrrAt10', metrics.mrrAt10),
    ...cell('ndcgAt10', metrics.ndcgAt10),
    ...cost('contextTokensAt90', metrics.contextTokensAt90),
    ...cost('uniqueContextTokensAt90', metrics.uniqueContextTokensAt90),
    ...cells('evidenceHitAt', metrics.evidenceHitAt),
    ...cell('evidenceMrrAt10', metrics.evidenceMrrAt10),
    ...cell('evidenceNdcgAt10', metrics.evidenceNdcgAt10),
    ...cells('spanRecallAt', metrics.spanRecallAt),
    ...cells('spanPrecisionAt', metrics.spanPrecisionAt),
    ...cells('spanIoUAt', metrics.spanIoUAt),
    ...cells('evidenceCoverageAt', metrics.evidenceCoverageAt),
    ...cell('precisionOmega', metrics.precisionOmega),
    ...within('hitWithin', 'hitRate'),
    ...within('spanRecallWithin', 'spanRecall'),
    ...within('evidenceCoverageWithin', 'evidenceCoverage'),
    budgetCurve: row.budgetCurve.map(({ tokens, hitRate, spanRecall, evidenceCoverage }) => ({
      tokens,
      hitRate: hitRate.value,
      spanRecall: spanRecall.value,
      evidenceCoverage: evidenceCoverage.value,
    })),
    ...(open && {
      ...cell('falsePositiveRate', open.falsePositiveRate),
      ...cell('answeredAboveFloor', open.answered),
      floor: open.floor,
      floorOf: open.scoredBy,
      auroc: open.auroc.value,
      aurocInterval: open.auroc.interval,
      riskAtCoverage: open.riskAtCoverage,
    }),
    baseline: row.baseline,
    losses: row.losses,
    rulesDiffer: row.rulesDiffer,
    tokenizer: summary.tokenizer.name,
  };
}

/** The scorecard for people. */
function textOf(summary: ChunkingSummary): string {
  const { rows, corpus, bootstrap, comparisons, best, model, tokenizer } = summary;
  const ndcg = (estimate: Estimate) => {
    const bounds = boundsOf(estimate);
    return `${score(estimate.value)} ${interval(bounds?.[0], bounds?.[1], score)}`;
  };
  const table = (title: string, own: readonly ChunkingRow[]) =>
    own.length === 0
      ? []
      : [
          title,
          alignColumns([
            [
              '',
              ...CUTOFFS.map((cutoff) => metricLabel('hitAt', cutoff)),
              metricLabel('mrrAt10'),
              `${metricLabel('ndcgAt10')}, 95 % interval`,
              'tokens to >90 %',
              'contexts',
              'mean tokens',
            ],
            ...own.map(({ row, metrics, contexts, meanTokens }) => [
              row === best?.row ? `${row} *` : row,
              ...CUTOFFS.map((cutoff) => percent(metrics.hitAt[cutoff].value)),
              score(metrics.mrrAt10.value),
              ndcg(metrics.ndcgAt10),
              metrics.contextTokensAt90
                ? `${count(Math.round(metrics.contextTokensAt90.tokens))} (k = ${metrics.contextTokensAt90.cutoff})`
                : MISSING,
              count(contexts),
              decimal(meanTokens),
            ]),
          ]),
          '',
        ];
  return [
    summary.headline,
    '',
    `${corpus.name}. Intervals: 95 %, ${count(bootstrap.draws)} bootstrap draws over ${clustersInWords(summary)}. Tokens: ${tokenizer.name}${tokenizer.estimated ? ' (estimate)' : ''}.`,
    ...(best && best.notSeparatedFrom.length > 0
      ? [`* best row; not separated from ${best.notSeparatedFrom.join(', ')}`]
      : best
        ? ['* best row']
        : []),
    '',
    ...table(
      'BM25',
      rows.filter((row) => row.table === 'main'),
    ),
    ...table(
      `With ${model?.name ?? 'a model'}: answers a different retrieval question`,
      rows.filter((row) => row.table === 'second'),
    ),
    `Declared comparisons of ${metricLabel('ndcgAt10')} (sign flips over ${clusterWord(summary)}, Holm within each table)`,
    alignColumns([
      ['', 'difference', '95 % interval', 'p', 'adjusted p', 'verdict'],
      ...comparisons.map(({ a, b, difference, interval: bounds, p, adjustedP, verdict }) => [
        `${a} against ${b}`,
        signedScore(difference),
        interval(bounds?.[0], bounds?.[1], signedScore),
        pValue(p),
        pValue(adjustedP),
        verdict.replace(/\ba\b/, a).replace(/\bb\b/, b),
      ]),
    ]),
    '',
    ...neighborText(summary),
    ...asidesOf(summary).flatMap(asideText),
  ].join('\n');
}

function asideText({ words, table: { columns, rows } }: ReturnType<typeof asidesOf>[number]): string[] {
  return [
    '',
    ...words,
    alignColumns([columns.map(({ label }) => label), ...rows.map((cells) => cells.map(({ text }) => text))]),
  ];
}

export function chunkingScorecard(summary: ChunkingSummary): Scorecard {
  return {
    rows: [...summary.rows.map((row) => rowOf(row, summary)), ...neighborObjects(summary)],
    text: textOf(summary),
  };
}
