/**
 * Where a tie group lies in a ranking: all that the expected metrics need.
 *
 * The group is around the best relevant candidate (`tieGroup`) for hit and reciprocal
 * rank, around a cutoff (`tieGroupAt`) for recall.
 */
export interface TieCounts {
  /** Candidates that rank before the group. */
  above: number;
  /** Relevant ones among them. */
  relevantAbove: number;
  /** Candidates in the group. */
  tied: number;
  /** Relevant ones among them. */
  relevantTied: number;
  /** Relevant candidates in all, retrieved or not. */
  totalRelevant: number;
}

/** Scores this close to the first of their group are tied. */
export const TIE_TOLERANCE = 1e-9;

/**
 * The tie group of the best relevant candidate, so that a metric is the mean over all
 * orders of equal scores and nobody's sort decides it.
 *
 * From the top, a group takes everything within `tolerance` of its *first* member; so
 * small steps cannot chain far scores together. `relevant[i]` says whether candidate i
 * is relevant; `totalRelevant` counts relevant ones that have no score here as well.
 * Without a relevant candidate all are above, and every metric is 0.
 */
export function tieGroup(
  scores: ArrayLike<number>,
  relevant: ArrayLike<boolean | number>,
  tolerance = TIE_TOLERANCE,
  totalRelevant = countRelevant(relevant),
): TieCounts {
  const groups = rankGroups(scores, relevant, tolerance);
  return groupWhere(groups, ({ relevantTied }) => relevantTied > 0, totalRelevant);
}

/** The tie group that holds rank `cutoff`, for the expected recall there. Past the last candidate all are above. */
export function tieGroupAt(
  cutoff: number,
  scores: ArrayLike<number>,
  relevant: ArrayLike<boolean | number>,
  tolerance = TIE_TOLERANCE,
  totalRelevant = countRelevant(relevant),
): TieCounts {
  checkCutoff(cutoff);
  const groups = rankGroups(scores, relevant, tolerance);
  return groupWhere(groups, ({ above, tied }) => above + tied >= cutoff, totalRelevant);
}

/** A group of a ranking by score, best first; `members` are candidate indexes. */
export interface RankGroup {
  above: number;
  relevantAbove: number;
  tied: number;
  relevantTied: number;
  members: number[];
}

/** All groups of tied scores, best first. */
export function rankGroups(
  scores: ArrayLike<number>,
  relevant: ArrayLike<boolean | number>,
  tolerance = TIE_TOLERANCE,
): RankGroup[] {
  if (scores.length !== relevant.length)
    throw new RangeError(`${scores.length} scores and ${relevant.length} relevances, expected as many`);
  if (!(tolerance >= 0)) throw new RangeError(`tolerance is ${tolerance}, expected 0 or more`);
  const order = Array.from(scores, (score, index) => {
    if (!Number.isFinite(score)) throw new RangeError(`score ${index} is ${score}, expected a finite number`);
    return index;
  }).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const groups: RankGroup[] = [];
  let first = Infinity;
  for (const index of order) {
    let group = groups.at(-1);
    if (!group || first - scores[index]! > tolerance) {
      const above = group ? group.above + group.tied : 0;
      const relevantAbove = group ? group.relevantAbove + group.relevantTied : 0;
      groups.push((group = { above, relevantAbove, tied: 0, relevantTied: 0, members: [] }));
      first = scores[index]!;
    }
    group.tied++;
    if (relevant[index]) group.relevantTied++;
    group.members.push(index);
  }
  return groups;
}

/** Chance that a relevant candidate stands at rank k or better, over all orders of the tie group. 0 without any relevant one. */
export function expectedHitAt(k: number, ties: TieCounts): number {
  checkCutoff(k);
  checkTies(ties);
  const { above, relevantAbove, tied, relevantTied } = ties;
  if (relevantAbove > 0) {
    if (k > above - relevantAbove) return 1;
    throw undetermined(k, ties);
  }
  const places = placesWithin(k, ties);
  let missed = 1;
  for (let i = 0; i < places && missed > 0; i++) missed *= Math.max(0, tied - relevantTied - i) / (tied - i);
  return 1 - missed;
}

/**
 * Mean of 1 / rank of the first relevant candidate, over all orders of the tie group; a
 * first relevant rank beyond k counts 0 (`k = Infinity` for no cutoff). 0 without any
 * relevant one.
 */
export function expectedReciprocalRank(k: number, ties: TieCounts): number {
  checkCutoff(k);
  checkTies(ties);
  const { above, relevantAbove, tied, relevantTied } = ties;
  if (relevantAbove > 0) {
    if (relevantAbove === above) return 1;
    throw undetermined(k, ties);
  }
  if (relevantTied === 0) return 0;
  const places = Math.min(placesWithin(k, ties), tied - relevantTied + 1);
  // C(t − j, r − 1) / C(t, r), the chance that the first relevant one is j-th, from its value for j − 1.
  let chance = relevantTied / tied;
  let sum = 0;
  for (let j = 1; j <= places; j++) {
    sum += chance / (above + j);
    chance *= (tied - j - relevantTied + 1) / (tied - j);
  }
  return sum;
}

/**
 * Mean share of all relevant candidates at rank k or better, over all orders of the tie
 * group, which has to be the one that holds rank k (`tieGroupAt`): relevant candidates
 * below the group count as not found. 0 without any relevant one.
 */
export function expectedRecallAt(k: number, ties: TieCounts): number {
  checkCutoff(k);
  checkTies(ties);
  const { above, relevantAbove, tied, relevantTied, totalRelevant } = ties;
  if (totalRelevant === 0) return 0;
  if (k < above && relevantAbove > 0 && relevantAbove < above) throw undetermined(k, ties);
  const within = tied === 0 ? 0 : (relevantTied * placesWithin(k, ties)) / tied;
  return (Math.min(k, relevantAbove) + within) / totalRelevant;
}

/** How a query of the controlled experiment is listed, and what it adds to the misses. */
export interface TieOutcome {
  kind: 'hit' | 'tied' | 'missed';
  /** 1 − expected hit. */
  loss: number;
}

/** `hit` when certain, `missed` when impossible, `tied` in between: it adds the missing part to the misses. */
export function tieOutcome(expectedHit: number): TieOutcome {
  if (!(expectedHit >= 0 && expectedHit <= 1))
    throw new RangeError(`expected hit is ${expectedHit}, expected 0 to 1`);
  return { kind: expectedHit === 1 ? 'hit' : expectedHit === 0 ? 'missed' : 'tied', loss: 1 - expectedHit };
}

/** A rank from 1 on; `Infinity` stands for no cutoff. */
export function checkCutoff(k: number): void {
  if (k !== Infinity && !(Number.isInteger(k) && k >= 1))
    throw new RangeError(`cutoff is ${k}, expected a whole number of at least 1`);
}

function groupWhere(
  groups: readonly RankGroup[],
  wanted: (group: RankGroup) => boolean,
  totalRelevant: number,
): TieCounts {
  const found = groups.find(wanted);
  if (found)
    return {
      above: found.above,
      relevantAbove: found.relevantAbove,
      tied: found.tied,
      relevantTied: found.relevantTied,
      totalRelevant,
    };
  const last = groups.at(-1);
  const above = last ? last.above + last.tied : 0;
  return {
    above,
    relevantAbove: last ? last.relevantAbove + last.relevantTied : 0,
    tied: 0,
    relevantTied: 0,
    totalRelevant,
  };
}

function countRelevant(relevant: ArrayLike<boolean | number>): number {
  let n = 0;
  for (let i = 0; i < relevant.length; i++) if (relevant[i]) n++;
  return n;
}

/** How many places of the tie group lie at rank k or better. */
function placesWithin(k: number, { above, tied }: TieCounts): number {
  return Math.min(Math.max(k - above, 0), tied);
}

function checkTies(ties: TieCounts): void {
  const { above, relevantAbove, tied, relevantTied, totalRelevant } = ties;
  const whole = [above, relevantAbove, tied, relevantTied, totalRelevant].every(
    (n) => Number.isInteger(n) && n >= 0,
  );
  if (
    !whole ||
    relevantAbove > above ||
    relevantTied > tied ||
    relevantAbove + relevantTied > totalRelevant
  ) {
    throw new RangeError(
      `ties are ${JSON.stringify(ties)}, expected whole numbers with relevantAbove ≤ above, relevantTied ≤ tied and both together ≤ totalRelevant`,
    );
  }
}

/** Counts do not say which places above the group the relevant ones hold; a guess would be a wrong figure. */
function undetermined(k: number, ties: TieCounts): RangeError {
  return new RangeError(
    `ties are ${JSON.stringify(ties)}, which leaves open where the relevant ones above the group rank; expected the group of the best relevant candidate or of rank ${k}`,
  );
}
