import { blendDotsAt, blendedGlobal, blendedGroups, blendedWhole, blendScoreAt, scoreTermsFromDots, starvedParts, swapWeight, unreachedParts, type BlendTable, type GlobalHit, type Hit } from '../../../../core';
import type { EmbeddedTexts } from '../../../data/liveProviders';

export interface SearchSettings {
  weight: number;
  limit: number;
  threshold: number;
}

/** One place of a part's group. */
export interface GroupPlace extends Hit {
  /** Rank that the piece would have for this part without any context, from 1. */
  rankAlone: number;
}

export interface PartGroup {
  places: GroupPlace[];
  /** The best piece, also where it stays under the threshold; null without pieces. */
  best: Hit | null;
}

/** What a message finds: a group per part, and the two wrong ways beside it. */
export interface MethodResults {
  groups: PartGroup[];
  /** One vector for the whole message, with as many places as all groups together. */
  whole: Hit[];
  /** All parts in one list of as many places. */
  global: GlobalHit[];
  /** Parts with a group of which nothing is in the list of the whole message. */
  unreached: number[];
  /** Parts with a group but no place in the one list. */
  starved: number[];
}

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

export function methodResults(table: BlendTable, alone: readonly Int32Array[], { weight, limit, threshold }: SearchSettings): MethodResults {
  const options = { limit, threshold };
  const groups = blendedGroups(table, weight, options);
  const best = blendedGroups(table, weight, { limit: 1, threshold: -2 });
  const whole = table.parts === 0 ? [] : blendedWhole(table, weight, options);
  const global = blendedGlobal(table, weight, options);
  return {
    groups: groups.map((hits, part) => ({ places: hits.map((hit) => ({ ...hit, rankAlone: alone[part]![hit.index]! })), best: best[part]![0] ?? null })),
    whole,
    global,
    unreached: unreachedParts(groups, whole),
    starved: starvedParts(groups, global),
  };
}

interface ScoreTerm {
  name: string;
  /** What of the two sides it multiplies. */
  weight: number;
  dot: number;
  /** Weight times dot product, over both norms: its share of the score. */
  share: number;
}

export interface ScoreAnatomy {
  score: number;
  terms: ScoreTerm[];
  queryNorm: number;
  storedNorm: number;
  /** The place that the piece has for the part, from 1. */
  rank: number;
  /** The piece that leads for this part, where that is another one. */
  leader: Hit | null;
  /** The nearest weight at which the piece draws level with the leader; null where none does, or where it leads. */
  levelAt: number | null;
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
    if (theirs > leader.score || (theirs === leader.score && other < leader.index)) leader = { index: other, score: theirs };
  }
  const ahead = leader.index === piece ? null : leader;
  return {
    score,
    terms: [
      { name: 'part · piece', weight: query * stored, dot: dots.pieceToPiece, share: shares.pieceToPiece },
      { name: 'part · context of the piece', weight: query * (1 - stored), dot: dots.pieceToContext, share: shares.pieceToContext },
      { name: 'message · piece', weight: (1 - query) * stored, dot: dots.contextToPiece, share: shares.contextToPiece },
      { name: 'message · context of the piece', weight: (1 - query) * (1 - stored), dot: dots.contextToContext, share: shares.contextToContext },
    ],
    queryNorm,
    storedNorm,
    rank,
    leader: ahead,
    levelAt: ahead ? (swapWeight(dots, blendDotsAt(table, part, ahead.index), { focusWeight: weight })?.weight ?? null) : null,
  };
}

/** Tokens and windows of a set of texts, for `n of m tokens embedded`. */
export interface TokenSums {
  /** null when some could not be counted. */
  tokens: number | null;
  texts: number;
  /** Texts that took more than one window. */
  windowed: number;
  windows: number;
}

export function tokenSums(sets: readonly EmbeddedTexts[]): TokenSums {
  const sums: TokenSums = { tokens: 0, texts: 0, windowed: 0, windows: 0 };
  for (const { tokens, windows } of sets) {
    windows.forEach((count, slot) => {
      if (count === 0) return;
      sums.texts += 1;
      sums.windows += count;
      if (count > 1) sums.windowed += 1;
      const own = tokens[slot] ?? null;
      sums.tokens = sums.tokens === null || own === null ? null : sums.tokens + own;
    });
  }
  return sums;
}

/** A text without its label line. */
export function bodyOf({ text, label }: { text: string; label: string | null }): string {
  return label === null ? text : text.slice(label.length + 1);
}

/** The start of a text on one line. */
export function excerptOf(text: string, length: number): string {
  const line = text.slice(0, length * 2).replace(/\s+/g, ' ').trim();
  const points = Array.from(line);
  return points.length > length || text.length > length * 2 ? `${points.slice(0, length).join('')}…` : line;
}

/** Element id of the button that asks about a pair, `1.11`. */
export function whyId(pair: string): string {
  return `why-${pair}`;
}
