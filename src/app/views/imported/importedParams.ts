import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { choice, optionalChoice, sorting, text, type ParamValues } from '../../state/params';
import type { Moves } from '../failures/useExplorer';
import type { ImportedData } from './importedData';

export const shows = ['missed', 'tied', 'empty', 'hit', 'all'] as const;
export type Show = (typeof shows)[number];
export const showWords: Readonly<Record<Show, string>> = {
  missed: 'missed',
  tied: 'tied',
  empty: 'nothing returned',
  hit: 'found',
  all: 'all',
};
export const cutoffChoices = CUTOFFS.map(String);

/** Names of the columns that hold another row's rank: `r0` is the first row. */
export const rowColumn = (place: number): string => `r${place}`;

/** Parameters of the list of questions of an imported run. */
export function importedCodecs({ summary, questions }: ImportedData) {
  const rows = summary.rows.map(({ row }) => row);
  return {
    row: choice(rows, summary.best?.row ?? rows[0] ?? ''),
    k: choice(cutoffChoices, '5'),
    show: choice(shows, 'missed'),
    family: optionalChoice([...new Set(questions.flatMap(({ family }) => family ?? []))]),
    find: text(),
    sort: sorting(
      [
        'question',
        'family',
        'outcome',
        'relevant',
        'returned',
        'reciprocalRank',
        ...rows.map((_, place) => rowColumn(place)),
      ],
      [],
    ),
    question: optionalChoice(questions.map(({ id }) => id)),
  };
}

export type ImportedValues = ParamValues<ReturnType<typeof importedCodecs>>;
export type ImportedMoves = Moves<ImportedValues>;
