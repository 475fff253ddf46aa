import type { Tokens } from '../units';
import type { DocumentSpan } from './spanMetrics';

/** The token budgets of the equal-budget curves. */
export const BUDGETS = [64, 128, 256, 512, 1_024, 2_048, 4_096] as const;

/**
 * How many contexts from the top fit into `budget` tokens: the longest prefix of the
 * ranking whose merged spans, each merged run counted once by `tokensOf`, hold at most
 * that many. No context is cut; 0 when the first alone is too long.
 */
export function prefixWithinBudget(
  spansByRank: readonly DocumentSpan[],
  tokensOf: (run: DocumentSpan) => Tokens,
  budget: Tokens,
): number {
  return prefixesWithinBudgets(spansByRank, tokensOf, [budget])[0]!;
}

/**
 * `prefixWithinBudget` for several budgets in one pass over the ranking.
 *
 * A context that joins runs is counted together with them, so each step counts one run.
 * Joining can save a token, so a longer prefix may fit again where a shorter one did not;
 * the pass goes on until the prefix holds more than twice the largest budget.
 */
export function prefixesWithinBudgets(
  spansByRank: readonly DocumentSpan[],
  tokensOf: (run: DocumentSpan) => Tokens,
  budgets: readonly Tokens[],
): number[] {
  for (const budget of budgets)
    if (!(budget >= 0)) throw new RangeError(`budget is ${budget} tokens, expected 0 or more`);
  const largest = Math.max(0, ...budgets);
  const longest = budgets.map(() => 0);
  let contexts = 0;
  for (const total of prefixTokens(spansByRank, tokensOf)) {
    contexts++;
    budgets.forEach((budget, b) => {
      if (total <= budget) longest[b] = contexts;
    });
    if (total > 2 * largest) break;
  }
  return longest;
}

/**
 * The tokens of each prefix of a ranking, context by context: its merged spans, each
 * merged run counted once. Reads the ranking no further than it is asked to go.
 */
export function* prefixTokens(
  spansByRank: Iterable<DocumentSpan>,
  tokensOf: (run: DocumentSpan) => Tokens,
): Generator<Tokens, void, undefined> {
  const runs = new Map<number | undefined, CountedRun[]>();
  let total = 0;
  for (const span of spansByRank) {
    total += addContext(runs, span, tokensOf);
    yield total;
  }
}

interface CountedRun extends DocumentSpan {
  tokens: Tokens;
}

/** Adds a context to the disjoint runs of its document and returns by how many tokens the total grew. */
function addContext(
  runs: Map<number | undefined, CountedRun[]>,
  { document, start, end }: DocumentSpan,
  tokensOf: (run: DocumentSpan) => Tokens,
): Tokens {
  if (start >= end) return 0;
  const own = runs.get(document) ?? [];
  const apart: CountedRun[] = [];
  const joined: DocumentSpan = { document, start, end };
  let replaced = 0;
  for (const run of own) {
    if (run.start <= start && end <= run.end) return 0;
    if (run.end < start || end < run.start) {
      apart.push(run);
      continue;
    }
    joined.start = Math.min(joined.start, run.start);
    joined.end = Math.max(joined.end, run.end);
    replaced += run.tokens;
  }
  const tokens = tokensOf(joined);
  runs.set(document, [...apart, { ...joined, tokens }]);
  return tokens - replaced;
}
