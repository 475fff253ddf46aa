import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { headlineRule } from '../../../experiments/chunking/hitRule';
import type { ChunkingQuestions, ChunkingSummary } from '../../../experiments/chunking/formats';
import { rules } from '../../../experiments/chunking/neighbors/outcomes';
import { mergedRowId } from '../../../experiments/chunking/neighbors/stored';
import { choice, optionalChoice, sorting, type ParamValues } from '../../state/params';
import type { Moves } from '../failures/useExplorer';
import { states } from './neighborsModel';

export const shows = ['rescued', 'missed', 'hit', 'all'] as const;
export const cutoffChoices = CUTOFFS.map(String);

/** Widths that a link may name: `fixed_size-1-1`, and `fixed_size-0-0` for hits alone. */
export const widthIds = ({ expansions }: ChunkingSummary): string[] =>
  expansions.flatMap((expansion) => expansion.rows.map((row) => mergedRowId(expansion, row)));

/** Parameters of the questions that neighbors rescue: the failures of a benchmark with a width in the link. */
export function neighborCodecs(summary: ChunkingSummary, questions: ChunkingQuestions['questions']) {
  const widths = widthIds(summary);
  return {
    width: optionalChoice(widths),
    k: choice(cutoffChoices, '5'),
    rule: choice(rules, headlineRule(summary)),
    show: choice(shows, states[1]),
    family: optionalChoice([...new Set(summary.groupings.flatMap(({ families }) => families))]),
    /** Columns of the list; a width's own column holds its expanded ranks. */
    sort: sorting(['question', 'article', 'state', 'hit', ...widths], []),
    question: optionalChoice(questions.map(({ id }) => id)),
  };
}

export type NeighborValues = ParamValues<ReturnType<typeof neighborCodecs>>;
export type NeighborMoves = Moves<NeighborValues>;
