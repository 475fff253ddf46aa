import { clusterColumn } from '../../../core/stats/aggregate';
import { estimateCells } from '../../../core/stats/intervals';
import type { ChunkingRankings, ChunkingRelevant } from '../../../experiments/chunking/formats';
import type { Estimate } from '../../../artifact/common';
import { discount, discountsUpTo } from '../../../core/metrics/ndcg';

/** What the first ten ranks of a row hold, question by question. */
export interface RankedRow {
  row: string;
  /** Bit r − 1 is set where rank r holds a relevant context. */
  masks: number[];
  /** All relevant contexts of the question, retrieved or not. */
  totals: number[];
}

export interface CutoffInput {
  rows: RankedRow[];
  measure: 'ndcg' | 'mrr';
  /** Questions by cluster: indexes. */
  clusters: number[][];
}

export function rankedRow(rankings: ChunkingRankings, relevant: ChunkingRelevant): RankedRow {
  return {
    row: rankings.row,
    masks: rankings.contexts.map((contexts, question) => {
      const answers = new Set(relevant.answer[question]);
      return contexts
        .slice(0, 10)
        .reduce((mask, context, index) => (answers.has(context) ? mask | (1 << index) : mask), 0);
    }),
    totals: relevant.answer.map(({ length }) => length),
  };
}

/** nDCG or reciprocal rank of one question at every cutoff from 1 to 10. */
export function questionAtCutoffs(measure: CutoffInput['measure'], mask: number, total: number): number[] {
  let gain = 0;
  let first = 0;
  return Array.from({ length: 10 }, (_, index) => {
    const rank = index + 1;
    if (mask & (1 << index)) {
      gain += discount(rank);
      first ||= rank;
    }
    if (measure === 'mrr') return first === 0 ? 0 : 1 / first;
    return total === 0 ? 0 : gain / ideal[Math.min(rank, total)]!;
  });
}

const ideal = Array.from({ length: 11 }, (_, ranks) => discountsUpTo(ranks));

/** Every row at every cutoff from 1 to 10, with intervals that share their draws. */
export function cutoffFigures({
  rows,
  measure,
  clusters,
}: CutoffInput): { row: string; estimates: Estimate[] }[] {
  const columns = rows.flatMap(({ masks, totals }) => {
    const figures = masks.map((mask, question) => questionAtCutoffs(measure, mask, totals[question]!));
    return Array.from({ length: 10 }, (_, index) =>
      clusterColumn(clusters.map((members) => members.map((question) => figures[question]![index]!))),
    );
  });
  const cells = estimateCells(columns, { share: true });
  return rows.map(({ row }, place) => ({
    row,
    estimates: cells.slice(place * 10, place * 10 + 10).map(({ mean, n, low, high, method, t }): Estimate => {
      const bounds: [number, number] | null = low === null || high === null ? null : [low, high];
      return {
        value: mean,
        n,
        interval: method === 'bootstrap' ? bounds : null,
        exactBound: method === 'binomial' ? bounds : null,
        tInterval: t && [t.low, t.high],
      };
    }),
  }));
}

/** Questions by the family that the benchmark draws as a whole; a question's document where the files name no such family. */
export function questionClusters(
  questions: readonly { document: number | null; families: Readonly<Record<string, string>> }[],
  cluster: string,
): number[][] {
  const groups = new Map<string, number[]>();
  questions.forEach(({ document, families }, index) => {
    const key = Object.hasOwn(families, cluster) ? families[cluster]! : `document ${document}`;
    const members = groups.get(key);
    if (members) members.push(index);
    else groups.set(key, [index]);
  });
  return [...groups.values()];
}
