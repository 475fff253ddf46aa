import { clusterColumn, type ClusterColumn } from '../../../core/stats/aggregate';
import { comparePairs, type CompareOptions } from '../../../core/stats/compare';
import { estimateCells } from '../../../core/stats/intervals';
import { storedComparison, storedEstimate, type PairedComparison } from '../../../core/stats/stored';
import { tieGroups } from '../../../core/stats/tieGroups';
import type { Cosine } from '../../../core/units';
import type { Estimate } from '../../../artifact/common';
import type { ThreadsFactFigures, ThreadsFacts, ThreadsMessages, ThreadsSearchFigures } from '../formats';
import { declaredSearches, declaredSteps, messageSearches } from './rows';

/** The three measures of a fact, in the order of the source. */
export const factMetrics = ['topRightAboveFloor', 'topRight', 'reciprocalRank'] as const;
export type FactMetric = (typeof factMetrics)[number];

/** The measure that verdicts are read from first. */
export const mainMetric: FactMetric = 'topRight';

type StoredRow = ThreadsFacts['rows'][number];

/** What a row scores on one fact. */
export function factValue(row: StoredRow, metric: FactMetric, fact: number, floor: Cosine): number {
  switch (metric) {
    case 'topRightAboveFloor':
      return row.topScore[fact]! >= floor ? row.hit[fact]! : 0;
    case 'topRight':
      return row.hit[fact]!;
    case 'reciprocalRank':
      return row.reciprocalRank[fact]!;
  }
}

/** Values grouped by thread: a thread is drawn with all that belongs to it. */
const byThread = (threads: readonly number[], values: readonly (readonly number[])[]): ClusterColumn => {
  const present = [...new Set(threads)].sort((a, b) => a - b);
  return clusterColumn(
    present.map((thread) => values.flatMap((own, index) => (threads[index] === thread ? own : []))),
  );
};

function estimatesOf(columns: readonly ClusterColumn[], share: boolean, options: CompareOptions): Estimate[] {
  return estimateCells(columns, { ...options, share }).map(storedEstimate);
}

/** Figures of every row, over the facts of chosen threads. */
export function factFigures(
  { facts, rows }: Pick<ThreadsFacts, 'facts' | 'rows'>,
  floor: Cosine,
  options: CompareOptions = {},
  isChosen: (thread: number) => boolean = () => true,
): ThreadsFactFigures[] {
  const chosen = [...facts.keys()].filter((fact) => isChosen(facts[fact]!.thread));
  const threads = chosen.map((fact) => facts[fact]!.thread);
  const columns = rows.flatMap((row) =>
    factMetrics.map((metric) =>
      byThread(
        threads,
        chosen.map((fact) => [factValue(row, metric, fact, floor)]),
      ),
    ),
  );
  const cells = estimatesOf(columns, true, options);
  return rows.map((_, index) => {
    const [topRightAboveFloor, topRight, reciprocalRank] = cells.slice(index * 3, index * 3 + 3);
    return {
      topRightAboveFloor: topRightAboveFloor!,
      topRight: topRight!,
      reciprocalRank: reciprocalRank!,
    };
  });
}

/** Each declared step on each measure, and which rows no measure can order. Holm goes over the steps of one measure. */
export function factVerdicts(
  { facts, rows }: Pick<ThreadsFacts, 'facts' | 'rows'>,
  floor: Cosine,
  options: CompareOptions = {},
): { comparisons: PairedComparison[]; tieGroups: { metric: string; groups: string[][] }[] } {
  const threads = facts.map(({ thread }) => thread);
  const clusters = new Set(threads).size;
  const found = factMetrics.map((metric) => {
    const columns = new Map(
      rows.map((row) => [
        row.row,
        byThread(
          threads,
          facts.map((_, fact) => [factValue(row, metric, fact, floor)]),
        ),
      ]),
    );
    const pairs = declaredSteps.map(({ a, b }): [string, string] => [a, b]);
    const groups: string[][] = [];
    for (const { id, group } of tieGroups(
      rows.map(({ row }) => ({ id: row, column: columns.get(row)! })),
      options,
    ))
      if (group !== null) (groups[group - 1] ??= []).push(id);
    return {
      comparisons: comparePairs(columns, pairs, options).map((compared) =>
        storedComparison(compared, metric, clusters),
      ),
      tieGroups: { metric, groups },
    };
  });
  return {
    comparisons: found.flatMap(({ comparisons }) => comparisons),
    tieGroups: found.map(({ tieGroups: groups }) => groups),
  };
}

/** Figures of every search of the mixed messages, and the declared comparisons of their coverage. */
export function searchFigures(
  { messages, searches }: Pick<ThreadsMessages, 'messages' | 'searches'>,
  options: CompareOptions = {},
): { searches: ThreadsSearchFigures[]; comparisons: PairedComparison[] } {
  if (messages.length === 0) return { searches: [], comparisons: [] };
  const threads = messages.map(({ thread }) => thread);
  const parts = messages.map((message) => message.parts.length);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const covered = searches.map((own) =>
    byThread(
      threads,
      own.covered.map((list) => list.map(Number)),
    ),
  );
  const coverage = estimatesOf(covered, true, options);
  // Only in one list do parts compete for places.
  const starved = estimatesOf(
    searches.map(({ search, starved: own }) =>
      byThread(
        threads,
        own.map((count, message) =>
          Array.from({ length: search === 'one-list' ? parts[message]! : 0 }, (_, part) =>
            Number(part < count),
          ),
        ),
      ),
    ),
    true,
    options,
  );
  const perMessage = (values: (own: (typeof searches)[number]) => readonly number[]) =>
    estimatesOf(
      searches.map((own) =>
        byThread(
          threads,
          values(own).map((value) => [value]),
        ),
      ),
      false,
      options,
    );
  const tokens = perMessage((own) => own.tokens);
  const attached = perMessage((own) => own.attached);
  const asked = perMessage(({ search }) => parts.map((count) => (search === 'whole' ? 1 : count)));
  return {
    searches: searches.map(({ search, covered: own }, index) => {
      const { label, about } = messageSearches.find((known) => known.search === search)!;
      return {
        search,
        label,
        about,
        messages: messages.length,
        subjects: own.flat().length,
        parts: sum(parts),
        coverage: coverage[index]!,
        lost: own.flat().filter((found) => !found).length,
        starvation: starved[index]!,
        tokensAttached: tokens[index]!,
        attached: attached[index]!,
        searches: asked[index]!,
      };
    }),
    comparisons: comparePairs(
      new Map(searches.map(({ search }, index) => [search, covered[index]!])),
      declaredSearches.map(({ a, b }): [string, string] => [a, b]),
      options,
    ).map((compared) => storedComparison(compared, 'coverage', new Set(threads).size)),
  };
}
