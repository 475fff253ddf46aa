import type { Fraction } from '../units';
import { checkSize } from '../text/sizes';
import { blendedScore, type BlendDots } from './scoreTerms';
import { checkFocusWeight } from './vectors';

/** Scores nearer than this are tied: neither side leads. */
const tied = 1e-9;

export interface WeightRange {
  low: Fraction;
  high: Fraction;
}

export interface SwapWeight {
  /** The weight nearest the current one at which the two score the same; just past it the other one leads. */
  weight: Fraction;
  /** Every such weight, ascending. */
  crossings: Fraction[];
  /** Where the target leads, ascending; at least one range. */
  targetLeads: WeightRange[];
}

/**
 * The smallest change of the focus weight, on both sides at once, that would swap
 * the target and the one that won over it; null when no weight in 0–1 does.
 *
 * Changes of sign are sought on a grid of `steps` weights and then bisected, so
 * two crossings within one step cancel unseen. Two that are tied at every weight,
 * or at one end of the range alone, never swap.
 */
export function swapWeight(
  target: BlendDots,
  winner: BlendDots,
  { focusWeight = 0.8, steps = 1000 }: { focusWeight?: Fraction; steps?: number } = {},
): SwapWeight | null {
  checkFocusWeight(focusWeight);
  checkSize('steps', steps);
  const lead = (weight: Fraction): number =>
    blendedScore(target, weight, weight).score - blendedScore(winner, weight, weight).score;

  const crossings: Fraction[] = [];
  const targetLeads: WeightRange[] = [];
  /** The last grid weight at which somebody led, and by how much. */
  let last: { weight: Fraction; lead: number } | undefined;
  for (let step = 0; step <= steps; step += 1) {
    const weight = step / steps;
    const now = lead(weight);
    if (Math.abs(now) < tied) continue;
    if (!last && now > 0) targetLeads.push({ low: 0, high: 1 });
    if (last && last.lead > 0 !== now > 0) {
      const crossing = bisect(lead, last.weight, weight, now > 0);
      crossings.push(crossing);
      if (now > 0) targetLeads.push({ low: crossing, high: 1 });
      else targetLeads.at(-1)!.high = crossing;
    }
    last = { weight, lead: now };
  }
  if (crossings.length === 0) return null;
  const weight = crossings.reduce((best, next) =>
    Math.abs(next - focusWeight) < Math.abs(best - focusWeight) ? next : best,
  );
  return { weight, crossings, targetLeads };
}

/** The weight between `low` and `high` where the lead changes its sign. */
function bisect(
  lead: (weight: Fraction) => number,
  low: Fraction,
  high: Fraction,
  rising: boolean,
): Fraction {
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (lead(middle) > 0 === rising) high = middle;
    else low = middle;
  }
}
