import type { Finding } from '../../artifact/indexFile';
import { count } from '../../core/stats/format';
import { andList } from '../../core/stats/words';
import type { Tokens } from '../../core/units';
import type { Across } from './across';

/** The budget that the finding speaks of: that of a scorecard when it opens. */
export const findingBudget: Tokens = 512;
/** Tied strategies that a sentence of 25 words can name. */
const mostNamed = 2;

/**
 * What several corpora establish about strategies at one budget, for a card; null with fewer than two
 * corpora. The number is how far the leader is behind the best of the corpus where it does worst.
 */
export function acrossFinding({ corpora, strategies, largest }: Across): Finding | null {
  if (corpora.length < 2) return null;
  const rows = largest.filter(({ budget }) => budget === findingBudget);
  const [first] = rows;
  if (!first) return null;
  const labelOf = (id: string): string => strategies.find((strategy) => strategy.id === id)?.label ?? id;
  const tied = rows.filter(
    ({ strategy, tieGroup }) => strategy !== first.strategy && tieGroup === first.tieGroup,
  );
  const nothing = tied.length === rows.length - 1;
  const rivals =
    tied.length === 0
      ? ''
      : `; ${tied.length > mostNamed ? `${tied.length} others` : andList(tied.map(({ strategy }) => labelOf(strategy)))} cannot be told apart from it`;
  return {
    sentence: nothing
      ? `On ${corpora.length} corpora no strategy is established as the safest at ${count(findingBudget)} tokens.`
      : `On ${corpora.length} corpora ${labelOf(first.strategy)} is never far behind the best at ${count(findingBudget)} tokens${rivals}.`,
    value: round(-100 * first.value),
    unit: 'points at worst',
    interval: below(first.interval),
    picture: {
      kind: 'differences',
      items: rows.map(({ strategy, value, interval }) => ({
        label: labelOf(strategy),
        value: round(-100 * value),
        interval: below(interval),
      })),
    },
  };
}

const round = (points: number): number => Math.round(1e4 * points) / 1e4 + 0;
const below = (bounds: readonly [number, number] | null): [number, number] | null =>
  bounds && [round(-100 * bounds[1]), round(-100 * bounds[0])];
