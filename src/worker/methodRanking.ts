import {
  blendDotsAt,
  blendedGroups,
  blendedWhole,
  blendScoreAt,
  type BlendTable,
} from '../core/retrieval/blendTable';
import { mergeParts, starvedParts, unreachedParts } from '../core/retrieval/groups';
import { scoreTermsFromDots } from '../core/vectors/scoreTerms';
import { swapWeight } from '../core/vectors/swapWeight';
import type { Hit } from '../core/retrieval/topK';
import type { MethodResults, ScoreAnatomy, SearchSettings } from './computeProtocol';

/** Ranks of all pieces for each part by the pieces alone, `[part][piece]`, from 1. Made once for a table. */
export function ranksAlone(table: BlendTable): Int32Array[] {
  return Array.from({ length: table.parts }, (_, part) => {
    const ranks = new Int32Array(table.pieces);
    const scores = table.pieceToPiece.subarray(part * table.pieces, (part + 1) * table.pieces);
    const order = Array.from(ranks.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
    order.forEach((piece, rank) => (ranks[piece] = rank + 1));
    return ranks;
  });
}

export function methodResults(
  table: BlendTable,
  alone: readonly Int32Array[],
  { weight, limit, threshold }: SearchSettings,
): MethodResults {
  const places = table.parts * limit;
  // One ranking answers three questions: its best places over the threshold are the groups, and the one list.
  const ranked = blendedGroups(table, weight, { limit: places, threshold: -2 });
  const found = ranked.map((hits) => hits.filter(({ score }) => score >= threshold));
  const groups = found.map((hits) => hits.slice(0, limit));
  const whole = table.parts === 0 ? [] : blendedWhole(table, weight, { limit, threshold });
  const global = mergeParts(found, places);
  return {
    groups: groups.map((hits, part) => ({
      places: hits.map((hit) => ({ ...hit, rankAlone: alone[part]![hit.index]! })),
      best: ranked[part]![0] ?? null,
    })),
    whole,
    global,
    unreached: unreachedParts(groups, whole),
    starved: starvedParts(groups, global),
  };
}

/** Why a part and a piece score what they score at a weight. */
export function scoreAnatomy(table: BlendTable, part: number, piece: number, weight: number): ScoreAnatomy {
  const dots = blendDotsAt(table, part, piece);
  const { score, queryNorm, storedNorm, ...shares } = scoreTermsFromDots(dots, weight);
  const [query, stored] = [dots.queryContextIsZero ? 1 : weight, dots.storedContextIsZero ? 1 : weight];
  let [rank, leader]: [number, Hit] = [1, { index: piece, score }];
  for (let other = 0; other < table.pieces; other += 1) {
    const theirs = blendScoreAt(table, part, other, weight);
    if (theirs > score || (theirs === score && other < piece)) rank += 1;
    if (theirs > leader.score || (theirs === leader.score && other < leader.index))
      leader = { index: other, score: theirs };
  }
  const ahead = leader.index === piece ? null : leader;
  return {
    score,
    terms: [
      { name: 'part · piece', weight: query * stored, dot: dots.pieceToPiece, share: shares.pieceToPiece },
      {
        name: 'part · context of the piece',
        weight: query * (1 - stored),
        dot: dots.pieceToContext,
        share: shares.pieceToContext,
      },
      {
        name: 'message · piece',
        weight: (1 - query) * stored,
        dot: dots.contextToPiece,
        share: shares.contextToPiece,
      },
      {
        name: 'message · context of the piece',
        weight: (1 - query) * (1 - stored),
        dot: dots.contextToContext,
        share: shares.contextToContext,
      },
    ],
    queryNorm,
    storedNorm,
    rank,
    leader: ahead,
    alone: dots.storedContextIsZero === true,
    levelAt: ahead
      ? (swapWeight(dots, blendDotsAt(table, part, ahead.index), { focusWeight: weight })?.weight ?? null)
      : null,
  };
}
