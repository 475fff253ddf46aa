import { MISS_CUTOFF } from '../../../../core/metrics/loss';
import {
  lossStages,
  type ChunkingQuestions,
  type ChunkingSummary,
} from '../../../../experiments/chunking/formats';
import {
  choice,
  flag,
  optionalWhole,
  optionalChoice,
  sorting,
  wholeIn,
  type ParamValues,
} from '../../../state/params';
import { largestBudget } from '../../../../experiments/chunking/budgets';
import { headlineRule } from '../../../../experiments/chunking/hitRule';
import { maxNeighbors } from '../../../../experiments/chunking/neighbors/widths';
import { widthIds } from '../../neighbors/neighborParams';
import type { Moves } from '../useExplorer';
import { listColumns, matrixOrders, rules, showChoices } from './missModel';

/** Deepest cutoff that a link may ask for. */
const deepest = 100;

const cutoff = wholeIn(1, deepest, MISS_CUTOFF);
const neighbors = wholeIn(0, maxNeighbors, 1);
const optionalBudget = optionalWhole(1, largestBudget);

/** Parameters of the view; what may be named depends on the experiment. */
export function chunkingCodecs(summary: ChunkingSummary, questions: ChunkingQuestions['questions']) {
  const rows = summary.rows.map(({ row }) => row);
  return {
    row: choice(rows, summary.best?.row ?? rows[0] ?? ''),
    k: cutoff,
    rule: choice(rules, headlineRule(summary)),
    budget: optionalBudget,
    grouping: choice(
      summary.groupings.map(({ id }) => id),
      summary.groupings[0]?.id ?? '',
    ),
    family: optionalChoice([...new Set(summary.groupings.flatMap(({ families }) => families))]),
    stage: optionalChoice(lossStages),
    rescuedBy: optionalChoice(rows),
    alone: flag(),
    show: choice(showChoices, 'misses'),
    sort: sorting(listColumns, []),
    cells: choice(['counts', 'rates'], 'counts'),
    order: choice(matrixOrders, 'stored'),
    /** A width of neighbor expansion: the questions that it rescues, in place of the rows' misses. */
    width: optionalChoice(widthIds(summary)),
    question: optionalChoice(questions.map(({ id }) => id)),
    /** Context number that the target is set beside, when it is not the first of the ranking. */
    against: optionalWhole(0, Number.MAX_SAFE_INTEGER),
    /** Chunks before and after every hit that a miss is looked at with. */
    prev: neighbors,
    next: neighbors,
  };
}

export type ChunkingCodecs = ReturnType<typeof chunkingCodecs>;
export type ChunkingValues = ParamValues<ChunkingCodecs>;
export type ChunkingMoves = Moves<ChunkingValues>;

/** Leaves the open question, and what belongs to it alone. */
export const closed = { question: null, against: null } as const;
