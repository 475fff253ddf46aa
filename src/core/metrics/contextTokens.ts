import { byDocument, type DocumentSpan } from './spanMetrics';

/** The cutoffs at which contexts are counted. */
export const CUTOFFS = [1, 3, 5, 10] as const;
export type Cutoff = (typeof CUTOFFS)[number];

/** One question's ranking, for the cost of finding its answer. */
export interface CostOutcome {
  /** Rank of the first relevant context; `null` when none was returned. */
  firstRelevantRank: number | null;
  /** Tokens of the context at each rank, `tokensByRank[0]` at rank 1. */
  tokensByRank: ArrayLike<number>;
}

/**
 * The first cutoff at which *more* than 90 % of `n` questions have a relevant context;
 * `null` when none has, or without questions.
 *
 * In whole numbers, `10 · hits > 9 · n`: 720 of 800 is 90 % and does not pass, which a
 * rounded share would leave to luck. `hitsAt(k)` is a count of questions.
 */
export function cutoffAbove90(hitsAt: (cutoff: Cutoff) => number, n: number): Cutoff | null {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`n is ${n}, expected a whole number of at least 0`);
  for (const cutoff of CUTOFFS) {
    const hits = hitsAt(cutoff);
    if (!Number.isInteger(hits) || hits < 0 || hits > n)
      throw new RangeError(`hits at ${cutoff} are ${hits}, expected a whole number from 0 to ${n}`);
    if (10 * hits > 9 * n) return cutoff;
  }
  return null;
}

/**
 * What it costs to have the answer in front of the model nine times out of ten: the mean
 * over questions of the tokens of all contexts at ranks 1 … k, k from `cutoffAbove90`.
 *
 * Raw: text returned twice is paid twice. `null` (n/a) when no cutoff passes 90 %.
 */
export function contextTokensAt90(questions: readonly CostOutcome[]): number | null {
  return meanAt90(questions, ({ tokensByRank }, cutoff) => {
    let tokens = 0;
    for (let i = 0; i < Math.min(cutoff, tokensByRank.length); i++) tokens += tokensByRank[i]!;
    return tokens;
  });
}

/**
 * The same with text that was returned twice paid once: the contexts at ranks 1 … k are
 * merged, and each merged run is counted by `tokensOf`.
 */
export function uniqueContextTokensAt90(
  questions: readonly { firstRelevantRank: number | null; spansByRank: readonly DocumentSpan[] }[],
  tokensOf: (run: DocumentSpan) => number,
): number | null {
  return meanAt90(questions, ({ spansByRank }, cutoff) => {
    let tokens = 0;
    for (const [document, runs] of byDocument(spansByRank.slice(0, cutoff)))
      for (const run of runs) tokens += tokensOf({ ...run, document });
    return tokens;
  });
}

function meanAt90<T extends { firstRelevantRank: number | null }>(
  questions: readonly T[],
  tokensWithin: (question: T, cutoff: Cutoff) => number,
): number | null {
  const hitsAt = (cutoff: Cutoff): number =>
    questions.filter(({ firstRelevantRank: rank }) => rank !== null && rank <= cutoff).length;
  const cutoff = cutoffAbove90(hitsAt, questions.length);
  if (cutoff === null) return null;
  return questions.reduce((sum, question) => sum + tokensWithin(question, cutoff), 0) / questions.length;
}
