import { count, decimal, MISSING } from '../../core/stats/format';
import { andList } from '../../core/stats/words';
import type { Tokens } from '../../core/units';
import type { Across } from './across';

/** How far behind, in percentage points: `3.2 points [0.4, 5.1]`. */
export function behind(value: number | null, interval: readonly [number, number] | null): string {
  if (value === null) return MISSING;
  const [low, high] = (interval ?? []).map((bound) => decimal(100 * bound));
  return `${decimal(100 * value)} points${interval ? ` [${low}, ${high}]` : ''}`;
}

/** What follows from the table at one budget, and no more: which strategy is never bad, as far as these corpora say. */
export function acrossSentence({ corpora, strategies, largest }: Across, budget: Tokens): string {
  const labelOf = (id: string): string => strategies.find((strategy) => strategy.id === id)?.label ?? id;
  if (corpora.length === 0) return 'No corpus with evidence is measured yet.';
  const rows = largest.filter((row) => row.budget === budget);
  const [first] = rows;
  if (!first) return `At ${count(budget)} tokens no strategy is measured on all ${corpora.length} corpora.`;
  const [leader, ...tied] = rows
    .filter(({ tieGroup }) => tieGroup === first.tieGroup)
    .map((row) => labelOf(row.strategy));
  const figure = behind(first.value, first.interval);
  if (corpora.length === 1)
    return `One corpus, ${corpora[0]!.name}, shows no strategy that is good everywhere: that takes two or more.`;
  if (tied.length === rows.length - 1 && rows.length > 1)
    return `At ${count(budget)} tokens these ${corpora.length} corpora establish no strategy that is bad less often than another; ${leader} falls behind least, by at most ${figure}.`;
  const rivals = tied.length === 0 ? '' : ` ${andList(tied)} cannot be told apart from it.`;
  return `At ${count(budget)} tokens ${leader} is never far behind: at most ${figure}, on ${corpora.find(({ id }) => id === first.corpus)!.name}.${rivals}`;
}
