import type { Hit } from './topK';

export interface FusionOptions {
  /** Softens the lead of the first ranks. Default 60. */
  rrfK?: number;
  /** Places of each list that count. Default 100. */
  depth?: number;
}

export interface FusedHit extends Hit {
  /** The 1-based rank in each list; null where the list lacks it within `depth`. */
  ranks: (number | null)[];
}

export const fusionDefaults = { rrfK: 60, depth: 100 } as const satisfies Required<FusionOptions>;

/**
 * Reciprocal rank fusion: how well an item stands in several rankings together, `Σ 1/(rrfK + rank)`.
 *
 * The lists hold returned contexts, best first; only the order counts, never the
 * scores. An item absent from a list gets nothing from it, and one listed twice
 * counts at its better rank. Ties keep the corpus order. No lists, no hits.
 * Source: Cormack, Clarke and Büttcher, SIGIR 2009.
 */
export function reciprocalRankFusion(
  rankings: readonly (readonly { index: number }[])[],
  options: FusionOptions = {},
): FusedHit[] {
  const { rrfK, depth } = { ...fusionDefaults, ...options };
  if (!(rrfK >= 0 && rrfK < Infinity))
    throw new RangeError(`rrfK: expected a number of at least 0, found ${rrfK}`);
  if (!(depth >= 1) || (depth !== Infinity && !Number.isInteger(depth)))
    throw new RangeError(`depth: expected a whole number of at least 1 or Infinity, found ${depth}`);
  const found = new Map<number, (number | null)[]>();
  rankings.forEach((ranking, list) => {
    for (let place = 0; place < Math.min(ranking.length, depth); place++) {
      const { index } = ranking[place]!;
      let ranks = found.get(index);
      if (ranks === undefined) {
        ranks = new Array<number | null>(rankings.length).fill(null);
        found.set(index, ranks);
      }
      ranks[list] ??= place + 1;
    }
  });
  const fused = Array.from(found, ([index, ranks]): FusedHit => {
    // Summed by rank, not by list: the same ranks from other lists are an exact tie.
    const sorted = ranks.filter((rank) => rank !== null).sort((a, b) => a - b);
    return { index, score: sorted.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0), ranks };
  });
  return fused.sort((a, b) => b.score - a.score || a.index - b.index);
}
