import { recalledLength } from '../../../core/metrics/spanMetrics';
import type { ReturnedContext } from '../../../core/retrieval/contexts';
import type { Rank, Tokens } from '../../../core/units';
import type { GoldSpan } from '../../../datasets/corpus';

/**
 * What one ranking gives one question at every token budget: the fewest tokens of any prefix
 * (merged spans, each merged run tokenised once) from which on each thing is held.
 *
 * Exact at every budget up to the reach of the run, since what fits a budget changes only
 * where a further context fits.
 */
export interface BudgetSteps {
  /** Until a context that holds an answer; null when no prefix within reach does. */
  answer: Tokens | null;
  /** Until a context that covers a gold span. */
  evidence: Tokens | null;
  /** Tokens, then gold code units held from there on; both rise from step to step. All required spans are covered once all units are held. */
  spanRecall: number[];
}

interface RankedContext {
  rank: Rank;
  context: ReturnedContext;
}

/**
 * The steps of one question. `totals[i]` are the tokens of the first i + 1 contexts, `touching`
 * the contexts among them that overlap the gold, by rank.
 *
 * A longer prefix may hold fewer tokens than a shorter one, where a context joins two runs, so
 * what a rank costs is the least of all prefixes that reach it.
 */
export function budgetSteps(
  totals: readonly Tokens[],
  reach: Tokens,
  first: { answer: Rank; evidence: Rank },
  touching: readonly RankedContext[],
  gold: readonly GoldSpan[],
): BudgetSteps {
  const least = leastFrom(totals);
  const at = (rank: Rank): Tokens | null => {
    const tokens = rank === 0 ? undefined : least[rank - 1];
    return tokens === undefined || tokens > reach ? null : tokens;
  };
  const spanRecall: number[] = [];
  const held: ReturnedContext[] = [];
  for (const { rank, context } of touching) {
    const tokens = at(rank);
    if (tokens === null) break;
    held.push(context);
    const units = recalledLength(held, gold);
    if (units > (spanRecall.at(-1) ?? 0)) {
      if (spanRecall.at(-2) === tokens) spanRecall.length -= 2;
      spanRecall.push(tokens, units);
    }
  }
  return { answer: at(first.answer), evidence: at(first.evidence), spanRecall };
}

/** The fewest tokens of any prefix that is at least so long. */
export function leastFrom(totals: readonly Tokens[]): Tokens[] {
  const least = [...totals];
  for (let i = least.length - 2; i >= 0; i--) least[i] = Math.min(least[i]!, least[i + 1]!);
  return least;
}

/** Whether something that takes so many tokens is held within a budget. */
export const heldWithin = (tokens: Tokens | null | undefined, budget: Tokens): boolean =>
  tokens !== null && tokens !== undefined && tokens <= budget;

/** Gold code units that are held within a budget. */
export function recalledWithin(steps: readonly number[], budget: Tokens): number {
  let units = 0;
  for (let i = 0; i < steps.length && steps[i]! <= budget; i += 2) units = steps[i + 1]!;
  return units;
}
