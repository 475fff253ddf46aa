import { interval, MISSING, percent } from '../../core/stats/format';
import type { Tokens } from '../../core/units';
import type { PlainCell, PlainTable } from '../report/plainTable';
import { rankMarks, type PlaceMark } from '../scorecard/ranks';
import type { Across, AcrossCell } from './across';
import { behind } from './words';

/** Places by row, from 1-based groups that rows share. */
function placesOf(rows: readonly { strategy: string; tieGroup: number | null }[]): Map<string, PlaceMark> {
  const groups: string[][] = [];
  for (const { strategy, tieGroup } of rows)
    if (tieGroup !== null) (groups[tieGroup - 1] ??= []).push(strategy);
  return rankMarks(groups);
}

/** A table of strategies and corpora, and the place of each row by its largest regret. */
export interface AcrossTable extends PlainTable {
  places: ReadonlyMap<string, PlaceMark>;
  /** Ids of the rows, in their order. */
  strategies: readonly string[];
}

/**
 * Strategies at one budget, the smallest largest regret first: how far each falls behind at worst, and its
 * share and place on every corpus. Places are shared where the data do not order.
 */
export function acrossTable(across: Across, budget: Tokens): AcrossTable {
  const largest = across.largest.filter((row) => row.budget === budget);
  const placed = largest.map(({ strategy }) => strategy);
  const order = [...placed, ...across.strategies.map(({ id }) => id).filter((id) => !placed.includes(id))];
  const nameOf = (corpus: string): string => across.corpora.find(({ id }) => id === corpus)?.name ?? corpus;
  const byCorpus = across.corpora.map(({ id }) => {
    const cells = across.cells.filter((cell) => cell.corpus === id && cell.budget === budget);
    return { cells, places: placesOf(cells) };
  });
  const cellOf = (cell: AcrossCell | undefined, places: ReadonlyMap<string, PlaceMark>): PlainCell => ({
    text: percent(cell?.value ?? null, cell?.n),
    value: cell?.value ?? null,
    ...(cell?.interval && {
      note: `${interval(cell.interval[0], cell.interval[1], percent)}, place ${places.get(cell.strategy)?.text ?? MISSING}`,
    }),
  });
  return {
    id: `across-${budget}`,
    title: `Evidence coverage within ${budget.toLocaleString('en')} tokens`,
    columns: [
      { label: 'Strategy', figures: false },
      {
        label: 'Largest regret',
        figures: true,
        about:
          'How far the strategy falls behind the best of a corpus, where it falls behind most. In each of the bootstrap’s draws the best of every corpus is chosen anew.',
      },
      ...across.corpora.map(({ name, n, clusters, cluster }) => ({
        label: name,
        figures: true,
        about: `${n.toLocaleString('en')} questions with evidence; intervals over ${clusters} clusters by ${cluster}.`,
      })),
    ],
    rows: order.map((id) => {
      const own = largest.find(({ strategy }) => strategy === id);
      return [
        { text: across.strategies.find((strategy) => strategy.id === id)!.label },
        {
          text: own ? behind(own.value, own.interval) : MISSING,
          value: own?.value ?? null,
          ...(own && own.value > 0 && { note: `on ${nameOf(own.corpus)}` }),
        },
        ...byCorpus.map(({ cells, places }) =>
          cellOf(
            cells.find(({ strategy }) => strategy === id),
            places,
          ),
        ),
      ];
    }),
    places: placesOf(largest),
    strategies: order,
  };
}
