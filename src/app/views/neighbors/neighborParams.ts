import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { rules } from '../../../experiments/chunking/neighbors/outcomes';
import type { NeighborQuestions, NeighborSummary } from '../../../experiments/chunking/neighbors/formats';
import { choice, optionalChoice, sorting, type ParamValues } from '../../state/params';
import { states } from './neighborsModel';

export const shows = ['rescued', 'missed', 'hit', 'all'] as const;
export const cutoffChoices = CUTOFFS.map(String);

/** Parameters of the failures of a neighbor expansion. */
export function neighborCodecs(summary: NeighborSummary, questions: NeighborQuestions['questions']) {
  const rows = summary.rows.map(({ row }) => row);
  return {
    row: choice(rows, rows.includes('1/1') ? '1/1' : (rows[0] ?? '')),
    k: choice(cutoffChoices, '5'),
    rule: choice(rules, 'answer'),
    show: choice(shows, states[1]),
    family: optionalChoice([...new Set(summary.groupings.flatMap(({ families }) => families))]),
    /** Columns of the list; a row's own column holds its expanded ranks. */
    sort: sorting(['question', 'article', 'state', 'hit', ...rows], []),
    question: optionalChoice(questions.map(({ id }) => id)),
  };
}

export type NeighborValues = ParamValues<ReturnType<typeof neighborCodecs>>;
export interface NeighborMoves {
  set: (patch: Partial<NeighborValues>, options?: { replace?: boolean }) => void;
  href: (patch: Partial<NeighborValues>) => string;
}
