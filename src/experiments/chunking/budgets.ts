import { BUDGETS } from '../../core/metrics/budget';
import { goldLength } from '../../core/metrics/spanMetrics';
import type { ClusterColumn } from '../../core/stats/aggregate';
import type { Tokens } from '../../core/units';
import { clustersOf, type Clusters } from '../../datasets/corpus';
import type { ChunkingBudgets, ChunkingQuestions, ChunkingSummary } from './formats';
import { heldWithin, recalledWithin } from './measure/budgetSteps';
import { clustered } from './measure/figures';

/** What can be asked of a token budget. */
export const budgetMeasures = ['answer', 'evidence', 'coverage', 'spanRecall'] as const;
export type BudgetMeasure = (typeof budgetMeasures)[number];
export type MainMeasure = 'answer' | 'coverage';

/** The largest budget that curves and findings follow; a prefix past it may be smaller again only up to the reach of the file. */
export const largestBudget = Math.max(...BUDGETS);

/** The budget that is looked at where nobody chooses. */
export const firstBudget: Tokens = 512;

/** One row with what each question holds at every budget. */
export type BudgetRow = Pick<ChunkingBudgets['rows'][number], 'row' | 'answer' | 'evidence'> &
  Partial<ChunkingBudgets['rows'][number]>;
type Questions = ChunkingQuestions['questions'];

/** Gold code units of each question; 0 for one that names no evidence, which counts in the measure by the answer alone. */
function goldUnits(questions: Questions): number[] {
  const known = unitsOf.get(questions) ?? questions.map(({ gold }) => goldLength(gold));
  unitsOf.set(questions, known);
  return known;
}
const unitsOf = new WeakMap<Questions, number[]>();

/** What a row holds of each question within a budget, 0 to 1; NaN for a question that the measure leaves out. */
export function heldAt(
  row: BudgetRow,
  measure: BudgetMeasure,
  questions: Questions,
  budget: Tokens,
): Float64Array {
  const units = goldUnits(questions);
  return Float64Array.from(questions, (_, q) => {
    if (measure === 'answer') return Number(heldWithin(row.answer[q], budget));
    const all = units[q]!;
    if (all === 0) return NaN;
    if (measure === 'evidence') return Number(heldWithin(row.evidence[q], budget));
    const held = recalledWithin(row.spanRecall?.[q] ?? [], budget);
    return measure === 'coverage' ? Number(held === all) : held / all;
  });
}

/** What a row holds from so many tokens on, as a mean over questions. */
export interface Stair {
  tokens: Tokens;
  value: number;
}

/**
 * A row at every budget up to the largest: the mean over questions changes at these budgets alone, and stands between
 * them. Begins at 1 token. Empty where no question counts.
 */
export function stairsOf(row: BudgetRow, measure: BudgetMeasure, questions: Questions): Stair[] {
  const units = goldUnits(questions);
  const rises: { tokens: Tokens; by: number }[] = [];
  let n = 0;
  questions.forEach(({ gold }, q) => {
    if (measure !== 'answer' && units[q] === 0) return;
    n += 1;
    if (measure === 'spanRecall') {
      let held = 0;
      const steps = row.spanRecall?.[q] ?? [];
      for (let i = 0; i < steps.length; held = steps[i + 1]!, i += 2)
        rises.push({ tokens: steps[i]!, by: (steps[i + 1]! - held) / units[q]! });
      return;
    }
    const { all, any } = fewestTokens(row, measure === 'answer' ? 'answer' : 'evidence', q, gold);
    const tokens = measure === 'evidence' ? any : all;
    if (tokens !== null) rises.push({ tokens, by: 1 });
  });
  if (n === 0) return [];
  rises.sort((a, b) => a.tokens - b.tokens);
  const stairs: Stair[] = [{ tokens: 1, value: 0 }];
  let held = 0;
  for (const { tokens, by } of rises) {
    if (tokens > largestBudget) break;
    held += by;
    const last = stairs.at(-1)!;
    if (last.tokens === tokens) last.value = held / n;
    else stairs.push({ tokens, value: held / n });
  }
  return stairs;
}

/** The value of the last stair at or below a budget; null where there is none. */
export function onStairs(stairs: readonly Stair[], budget: Tokens): number | null {
  let [low, high] = [0, stairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stairs[middle]!.tokens <= budget) low = middle + 1;
    else high = middle;
  }
  return stairs[low - 1]?.value ?? null;
}

/**
 * The fewest tokens until a question counts as found by a rule, and until any of it is: by the answer rule a context
 * that holds an answer; by the evidence rule, at a budget, all required spans. `null` where no prefix within reach does.
 */
export function fewestTokens(
  row: BudgetRow,
  rule: 'answer' | 'evidence',
  question: number,
  gold: Questions[number]['gold'],
): { all: Tokens | null; any: Tokens | null } {
  const any = row[rule][question] ?? null;
  const units = rule === 'answer' ? 0 : goldLength(gold);
  if (units === 0) return { all: any, any };
  const steps = row.spanRecall?.[question] ?? [];
  for (let i = 0; i < steps.length; i += 2) if (steps[i + 1] === units) return { all: steps[i]!, any };
  return { all: null, any };
}

/** The rule of the failure explorer by which a budget's measure counts a question. */
export const ruleOfMeasure = (measure: BudgetMeasure): 'answer' | 'evidence' =>
  measure === 'answer' ? 'answer' : 'evidence';

/** The same added up per cluster. */
export const columnAt = (
  row: BudgetRow,
  measure: BudgetMeasure,
  questions: Questions,
  clusters: Clusters,
  budget: Tokens,
): ClusterColumn => clustered(heldAt(row, measure, questions, budget), clusters);

/** Budgets at which any of some rows holds more than one token below, ascending, up to the largest: between two of them nothing changes. */
export function stepsOf(
  rows: readonly BudgetRow[],
  measure: BudgetMeasure,
  to: Tokens = largestBudget,
): Tokens[] {
  const found = new Set<Tokens>();
  for (const row of rows) {
    const lists =
      measure === 'answer' || measure === 'evidence'
        ? [row[measure]]
        : (row.spanRecall ?? []).map((steps) => steps.filter((_, i) => i % 2 === 0));
    for (const list of lists)
      for (const tokens of list) if (tokens !== null && tokens <= to) found.add(tokens);
  }
  return [...found].sort((a, b) => a - b);
}

/** The clusters of a stored run's questions. */
export const storedClusters = (
  { bootstrap }: Pick<ChunkingSummary, 'bootstrap'>,
  questions: Questions,
): Clusters => clustersOf({ questions, cluster: bootstrap.cluster });

/** The measure that a run is judged by: its answers, or where it names none (an answer is then wherever the evidence is) whether all evidence is covered. */
export const mainMeasure = ({ rows }: ChunkingBudgets): MainMeasure =>
  rows.every(({ answer, evidence }) => answer.every((tokens, q) => tokens === evidence[q]))
    ? 'coverage'
    : 'answer';
