import type { StoredBenchmark } from '../../experiments/chunking/stored';

/** How far a score may move when the same text is embedded again, in another batch or on another machine. */
const embeddingTolerance = 1e-6;

/** Whether two scores may be of the same vectors. */
export const close = (a: number, b: number): boolean => Math.abs(a - b) <= embeddingTolerance;

/**
 * The first ranking that differs by more than neighbours within the tolerance changing
 * places (`difference`, null when none does), and how many did that (`swapped`).
 */
export function compareRankings(
  committed: StoredBenchmark,
  rebuilt: StoredBenchmark,
): { difference: string | null; swapped: number } {
  let swapped = 0;
  for (const { row } of committed.summary.rows) {
    const [old, fresh] = [committed.rankings.get(row)!, rebuilt.rankings.get(row)];
    if (!fresh) return { difference: `rankings/${row}.json was not rebuilt`, swapped };
    for (const [q, contexts] of old.contexts.entries()) {
      const place = `rankings/${row}.json, question ${q}`;
      const [scores, again] = [old.scores[q]!, fresh.scores[q] ?? []];
      if (contexts.length !== fresh.contexts[q]?.length)
        return {
          difference: `${place}: ${contexts.length} contexts committed, ${fresh.contexts[q]?.length} rebuilt`,
          swapped,
        };
      let moved = false;
      for (const [rank, context] of contexts.entries()) {
        if (!close(scores[rank]!, again[rank]!))
          return {
            difference: `${place}, rank ${rank + 1}: score ${scores[rank]} committed, ${again[rank]} rebuilt`,
            swapped,
          };
        moved ||= context !== fresh.contexts[q]![rank];
      }
      if (moved) swapped++;
    }
  }
  return { difference: null, swapped };
}

/** Whether every fused score is the sum over the ranks in the two stored rankings, wherever both are within their depth. */
export function checkFusion({ summary, rankings }: StoredBenchmark): string | null {
  const { rrfK } = summary.rankFusion!;
  for (const { row, strategy, retriever } of summary.rows) {
    if (!retriever.startsWith('hybrid')) continue;
    const lists = ['bm25', retriever === 'hybrid' ? 'embedding' : 'embedding-blend'].map((part) =>
      rankings.get(
        summary.rows.find((other) => other.strategy === strategy && other.retriever === part)!.row,
      )!,
    );
    const fused = rankings.get(row)!;
    for (const [q, contexts] of fused.contexts.entries()) {
      for (const [place, context] of contexts.entries()) {
        const ranks = lists.map((list) => list.contexts[q]!.indexOf(context) + 1);
        if (ranks.includes(0)) continue;
        const expected = ranks.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0);
        if (Math.abs(fused.scores[q]![place]! - expected) > 1e-8)
          return `rankings/${row}.json, question ${q}, rank ${place + 1}: score ${fused.scores[q]![place]}, ranks ${ranks.join(' and ')} give ${expected}`;
      }
    }
  }
  return null;
}
