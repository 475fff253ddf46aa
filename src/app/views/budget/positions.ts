import type { Tokens } from '../../../core/units';
import { largestBudget } from '../../../experiments/chunking/budgets';

/** Steps of a slider, and of a chart's pointer, to each doubling of a budget. */
const perDoubling = 20;

export const lastPosition = Math.round(Math.log2(largestBudget) * perDoubling);
export const budgetAt = (position: number): Tokens => Math.round(2 ** (position / perDoubling));
export const positionOf = (budget: Tokens): number => Math.round(Math.log2(budget) * perDoubling);

/** Every budget of the slider from one on, ascending. */
export const budgetsFrom = (low: Tokens): Tokens[] => [
  ...new Set(
    Array.from({ length: lastPosition + 1 }, (_, i) => budgetAt(i)).filter((tokens) => tokens >= low),
  ),
];
