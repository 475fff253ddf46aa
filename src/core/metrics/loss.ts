import { checkCutoff } from './ties';

/** The stage that lost a missed question, in the order in which they are looked for. */
export const LOSSES = ['source', 'boundary', 'evidence', 'budget', 'index', 'ranking'] as const;
export type Loss = (typeof LOSSES)[number];

/** The cutoff at which a question without a relevant context is a miss, unless the reader changes it. */
export const MISS_CUTOFF = 5;

export interface LossInput {
  /** The gold text occurs somewhere in the corpus. */
  inCorpus: boolean;
  /** A context of the gold's own document covers the gold span whole (with several required spans: each of them). */
  coveredWhole: boolean;
  /** Spans that the question requires; 1 for an ordinary question. */
  required: number;
  /** How many of them the contexts up to the cutoff (and within the budget) hold. */
  found: number;
  /** Rank of the first relevant context (with several required spans: by which all are found); `null` when there is none. */
  relevantRank: number | null;
  /** The same rank in an exact search of what an approximate index was built over; undefined where the search was exact itself. */
  exactRank?: number | null | undefined;
  /** 5 unless told. */
  cutoff?: number;
  /** Contexts that fit the token budget (`prefixWithinBudget`); without it no budget applies. */
  withinBudget?: number;
}

/**
 * Why a question was missed, as the first that applies; `null` when it was not.
 *
 * - `source`: the gold text is nowhere in the corpus.
 * - `boundary`: no context of the gold's own document covers the gold span whole.
 * - `evidence`: a required span is missing while another was found.
 * - `budget`: found by the cutoff, but past the token budget.
 * - `index`: an exact search of the same rows holds it by the cutoff, and the index left it out.
 * - `ranking`: a context holds it, but ranks below the cutoff or was not retrieved.
 */
export function lossOf({
  inCorpus,
  coveredWhole,
  required,
  found,
  relevantRank,
  exactRank,
  cutoff = MISS_CUTOFF,
  withinBudget = Infinity,
}: LossInput): Loss | null {
  checkCutoff(cutoff);
  if (relevantRank !== null) checkCutoff(relevantRank);
  if (!(withinBudget >= 0))
    throw new RangeError(`withinBudget is ${withinBudget} contexts, expected 0 or more`);
  if (!(found >= 0 && found <= required))
    throw new RangeError(`${found} of ${required} required spans found, expected 0 to ${required}`);
  if (relevantRank !== null && relevantRank <= Math.min(cutoff, withinBudget)) return null;
  if (!inCorpus) return 'source';
  if (!coveredWhole) return 'boundary';
  if (found > 0 && found < required) return 'evidence';
  if (relevantRank !== null && relevantRank <= cutoff) return 'budget';
  if (typeof exactRank === 'number' && exactRank <= cutoff) return 'index';
  return 'ranking';
}
