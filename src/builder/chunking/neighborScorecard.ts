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
import type { ChunkingSummary } from '../../experiments/chunking/formats';
import { expansionHeadline } from '../../experiments/chunking/neighbors/headline';
import type { Expansion, NeighborRow } from '../../experiments/chunking/neighbors/formats';
import { expansionShapes } from '../../experiments/chunking/neighbors/measure';
import { storedExpansion } from '../../experiments/chunking/neighbors/stored';
import { widthLabel } from '../../experiments/chunking/neighbors/widths';
import { alignColumns } from '../table';
import type { chunkingReader } from './files';

const boundsOf = (estimate: Estimate) => estimate.interval ?? estimate.exactBound;

/** Figures that a width has besides those of its row without neighbors, as numbers, their intervals beside them. */
export function neighborFigures({
  neighborPrev,
  neighborNext,
  metrics,
  expandedTokensAt90,
  rescuedAt,
  chunksAt,
  budgetCurve,
}: NeighborRow): Record<string, unknown> {
  const figures = Object.entries(metrics).flatMap(([name, figure]): [string, unknown][] => {
    const all = (pick: (cell: Estimate) => unknown) =>
      '1' in figure
        ? Object.fromEntries(Object.entries(figure).map(([cutoff, cell]) => [cutoff, pick(cell)]))
        : pick(figure);
    return [
      [name, all(({ value }) => value)],
      [`${name}Interval`, all(boundsOf)],
    ];
  });
  return {
    neighborPrev,
    neighborNext,
    ...Object.fromEntries(figures),
    expandedTokensAt90: expandedTokensAt90?.tokens ?? null,
    expandedTokensAt90Cutoff: expandedTokensAt90?.cutoff ?? null,
    rescuedAt,
    chunksAt,
    expandedBudgetCurve: budgetCurve.map(({ tokens, hitRate }) => ({
      tokens,
      hitRate: hitRate.value,
      hitRateInterval: boundsOf(hitRate),
    })),
  };
}

/** One object per further width, marked by its counts. */
export function neighborObjects({ expansions, tokenizer }: ChunkingSummary): Record<string, unknown>[] {
  return expansions.flatMap(({ strategy, rows }) =>
    rows
      .filter(({ neighborPrev, neighborNext }) => neighborPrev + neighborNext > 0)
      .map((row) => ({
        row: row.row,
        label: widthLabel(row),
        strategy,
        retriever: 'bm25',
        table: 'neighbors',
        n: row.n,
        ...neighborFigures(row),
        tokenizer: tokenizer.name,
      })),
  );
}

export const neighborText = (summary: ChunkingSummary): string[] =>
  summary.expansions.flatMap((expansion) => expansionText(expansion, summary));

function expansionText(expansion: Expansion, summary: ChunkingSummary): string[] {
  const { row: base, rows, comparisons } = expansion;
  const k = MISS_CUTOFF;
  const label = (row: string): string => (row === base ? `${base}, ±0/0` : row);
  return [
    `Neighbor expansion of ${base}. ${expansionHeadline(expansion, summary)}`,
    alignColumns([
      [
        '',
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
        label(row),
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
    'Against ±0/0 (sign flips over clusters, Holm over all lines)',
    alignColumns([
      ['', 'on', 'difference', '95 % interval', 'adjusted p', 'verdict'],
      ...comparisons.map(({ a, b, metric, difference, interval: bounds, adjustedP, verdict }) => {
        const signed = metric.includes('Mrr') ? signedScore : points;
        return [
          a,
          metric,
          signed(difference),
          interval(bounds?.[0], bounds?.[1], signed),
          pValue(adjustedP),
          verdict.replace(/\ba\b/, a).replace(/\bb\b/, label(b)),
        ];
      }),
    ]),
    '',
  ];
}

/** Both shapes of one question's first hits under every width: `show <id> --question ID`. null for a question that is not there. */
export async function questionShapes(
  reader: ReturnType<typeof chunkingReader>,
  id: string,
): Promise<Record<string, unknown>[] | null> {
  const [summary, questions] = [await reader.summary(), await reader.questions()];
  const question = questions.questions.findIndex((own) => own.id === id);
  if (question < 0) return null;
  const chunks = await Promise.all(summary.corpus.documents.map((_, document) => reader.chunks(document)));
  const found: Record<string, unknown>[] = [];
  for (const expansion of summary.expansions) {
    const { row, strategy } = expansion;
    const spans = chunks.flatMap(({ strategies }) => {
      const { contexts } = strategies[strategy]!;
      return Array.from({ length: contexts.length / 2 }, (_, chunk) => ({
        start: contexts[2 * chunk]!,
        end: contexts[2 * chunk + 1]!,
      }));
    });
    const { basis } = storedExpansion(
      {
        summary,
        questions,
        rankings: await reader.rankings(row),
        relevant: await reader.relevant(strategy),
        neighbors: await reader.neighbors(strategy),
      },
      expansion,
    );
    for (const { row, neighborPrev, neighborNext } of expansion.rows)
      found.push({
        row,
        neighborPrev,
        neighborNext,
        question: id,
        cutoff: MISS_CUTOFF,
        ...expansionShapes(
          basis,
          question,
          MISS_CUTOFF,
          { neighborPrev, neighborNext },
          (chunk) => spans[chunk]!,
        ),
      });
  }
  return found;
}
