import type { ClusterColumn } from '../../core/stats/aggregate';
import { columnMean } from '../../core/stats/aggregate';
import {
  bootstrapCells,
  BOOTSTRAP_DRAWS,
  drawnClusters,
  type BootstrapOptions,
} from '../../core/stats/bootstrap';
import { holm } from '../../core/stats/compare';
import { quantiles } from '../../core/stats/quantile';
import { STATISTICS_SEED } from '../../core/stats/rng';
import { tieGroups } from '../../core/stats/tieGroups';
import type { Tokens } from '../../core/units';

/** Budgets at which corpora are set side by side, in tokens. */
export const acrossBudgets = [256, 512, 1024, 2048] as const;

/** One way of chunking on one corpus. */
export interface AcrossStrategy {
  id: string;
  label: string;
  /** What else decides its chunks: the same id with other settings is another strategy. */
  settings: string;
  /** Evidence coverage within each budget of `acrossBudgets`. */
  columns: readonly ClusterColumn[];
}

/** What an experiment brings to the table: one measure, whatever else it measures. */
export interface AcrossCorpus {
  /** Of the experiment. */
  id: string;
  /** Of the corpus. */
  name: string;
  /** Two experiments with one hash are one corpus. */
  hash: string;
  /** What is drawn as a whole. */
  cluster: string;
  strategies: readonly AcrossStrategy[];
}

type Bounds = readonly [low: number, high: number];

export interface AcrossCell {
  corpus: string;
  strategy: string;
  budget: Tokens;
  /** Questions with evidence. */
  n: number;
  /** Share of questions all of whose evidence is held. */
  value: number | null;
  interval: Bounds | null;
  /** 1-based place that the corpus establishes; rows that it cannot order share one. */
  tieGroup: number | null;
  /** How far behind the best strategy of this corpus. */
  regret: number | null;
  regretInterval: Bounds | null;
}

/** How far a strategy falls behind at worst. */
export interface LargestRegret {
  strategy: string;
  budget: Tokens;
  value: number;
  /** The best of each corpus, and the corpus where it falls behind most, are found anew in every draw. */
  interval: Bounds | null;
  /** Where it falls behind most. */
  corpus: string;
  /** 1-based; strategies that the draws cannot order share one. */
  tieGroup: number;
}

export interface Across {
  corpora: (Pick<AcrossCorpus, 'id' | 'name' | 'cluster'> & { clusters: number; n: number })[];
  strategies: Pick<AcrossStrategy, 'id' | 'label'>[];
  budgets: readonly Tokens[];
  cells: AcrossCell[];
  /** Of the strategies that every corpus was cut by. */
  largest: LargestRegret[];
  /** What was left out, in words. */
  notices: string[];
}

/** Means of one corpus by strategy and budget in every draw; NaN where a draw has no question. */
type DrawnMeans = Float64Array[][];

/**
 * Strategies side by side on several corpora, at equal token budgets and by one measure.
 *
 * Every corpus has draws of its own over its own clusters. In a draw the best strategy of each corpus is
 * chosen anew, so a strategy's regret is no gap to one that was picked after looking; the largest over
 * the corpora is taken in each draw too. Give the corpora in the order of the index: it decides their draws.
 */
export function acrossCorpora(
  given: readonly AcrossCorpus[],
  { draws = BOOTSTRAP_DRAWS, seed = STATISTICS_SEED }: BootstrapOptions = {},
): Across {
  const notices: string[] = [];
  const corpora = given.filter((corpus, place) => {
    const same = given.slice(0, place).find(({ hash }) => hash === corpus.hash);
    if (same) notices.push(`${corpus.id} is measured on the same corpus as ${same.id} and was left out.`);
    return !same;
  });
  const strategies = new Map<string, AcrossStrategy>();
  for (const strategy of corpora.flatMap((corpus) => corpus.strategies))
    if (!strategies.has(strategy.id)) strategies.set(strategy.id, strategy);
  const everywhere = [...strategies.values()].filter(({ id, settings }) => {
    const own = corpora.map((corpus) => corpus.strategies.find((candidate) => candidate.id === id));
    const unlike = corpora.find((_, place) => own[place] && own[place].settings !== settings);
    if (unlike) notices.push(`${id} has other settings on ${unlike.id}: it counts in no largest regret.`);
    return !unlike && own.every((candidate) => candidate !== undefined);
  });
  const means = corpora.map((corpus, place) => drawnMeans(corpus, draws, seed + place));
  const cells = corpora.flatMap((corpus, place) =>
    cellsOf(corpus, means[place]!, { draws, seed: seed + place }),
  );
  return {
    corpora: corpora.map(({ id, name, cluster, strategies: [first] }) => ({
      id,
      name,
      cluster,
      clusters: first?.columns[0]?.counts.length ?? 0,
      n: countOf(first?.columns[0]),
    })),
    strategies: [...strategies.values()].map(({ id, label }) => ({ id, label })),
    budgets: acrossBudgets,
    cells,
    largest: acrossBudgets.flatMap((_, b) => largestAt(b, corpora, everywhere, means, cells, draws)),
    notices,
  };
}

const countOf = (column: ClusterColumn | undefined): number =>
  column ? column.counts.reduce((sum, count) => sum + count, 0) : 0;

function drawnMeans({ strategies }: AcrossCorpus, draws: number, seed: number): DrawnMeans {
  const clusters = strategies[0]?.columns[0]?.counts.length ?? 0;
  const drawn = drawnClusters(clusters, { draws, seed });
  return strategies.map(({ columns }) =>
    columns.map(({ sums, counts }) => {
      const found = new Float64Array(draws);
      for (let draw = 0; draw < draws; draw++) {
        let [sum, count] = [0, 0];
        for (let g = draw * clusters; g < (draw + 1) * clusters; g++) {
          sum += sums[drawn[g]!]!;
          count += counts[drawn[g]!]!;
        }
        found[draw] = count > 0 ? sum / count : NaN;
      }
      return found;
    }),
  );
}

/** The 95 % interval of what was found in every draw; null where clusters are too few for one. */
function boundsOf(found: Float64Array, clusters: number): Bounds | null {
  const defined = found.filter((value) => !Number.isNaN(value));
  if (clusters < 2 || defined.length === 0) return null;
  const [low, high] = quantiles(defined, [0.025, 0.975]);
  return [low!, high!];
}

/** Clusters with a question. */
const filled = ({ counts }: ClusterColumn): number => counts.filter((count) => count > 0).length;

function cellsOf(
  { id, strategies }: AcrossCorpus,
  means: DrawnMeans,
  options: Required<BootstrapOptions>,
): AcrossCell[] {
  return acrossBudgets.flatMap((budget, b) => {
    const columns = strategies.map((strategy) => strategy.columns[b]!);
    const intervals = bootstrapCells(columns, options);
    const grouped = tieGroups(
      strategies.map((strategy, s) => ({ id: strategy.id, column: columns[s]! })),
      options,
    );
    const values = columns.map(columnMean);
    const known = values.filter((value) => value !== null);
    const best = known.length === 0 ? null : Math.max(...known);
    const regrets = regretsAt(b, means);
    return strategies.map((strategy, s): AcrossCell => {
      const { low, high } = intervals[s]!;
      const value = values[s]!;
      return {
        corpus: id,
        strategy: strategy.id,
        budget,
        n: countOf(columns[s]),
        value,
        interval: low === null || high === null ? null : [low, high],
        tieGroup: grouped.find((row) => row.id === strategy.id)!.group,
        regret: value === null || best === null ? null : best - value,
        regretInterval: boundsOf(regrets[s]!, filled(columns[s]!)),
      };
    });
  });
}

/** How far each strategy is behind the best of its corpus, draw by draw. */
function regretsAt(b: number, means: DrawnMeans): Float64Array[] {
  const best = new Float64Array(means[0]?.[b]!.length ?? 0).fill(-Infinity);
  for (const own of means)
    for (let draw = 0; draw < best.length; draw++)
      if (own[b]![draw]! > best[draw]!) best[draw] = own[b]![draw]!;
  return means.map((own) => own[b]!.map((mean, draw) => best[draw]! - mean));
}

function largestAt(
  b: number,
  corpora: readonly AcrossCorpus[],
  everywhere: readonly AcrossStrategy[],
  means: readonly DrawnMeans[],
  cells: readonly AcrossCell[],
  draws: number,
): LargestRegret[] {
  const budget = acrossBudgets[b]!;
  const least = Math.min(
    ...corpora.map(({ strategies: [first] }) => (first ? filled(first.columns[b]!) : 0)),
  );
  const regrets = means.map((own) => regretsAt(b, own));
  const rows = everywhere.flatMap(({ id }) => {
    const own = cells.filter(
      (cell) => cell.strategy === id && cell.budget === budget && cell.regret !== null,
    );
    if (own.length < corpora.length || own.length === 0) return [];
    const worst = own.reduce((a, cell) => (cell.regret! > a.regret! ? cell : a));
    const drawn = corpora.map(
      (corpus, place) => regrets[place]![corpus.strategies.findIndex((strategy) => strategy.id === id)]!,
    );
    const largest = new Float64Array(draws);
    for (const regret of drawn)
      for (let draw = 0; draw < draws; draw++) largest[draw] = Math.max(largest[draw]!, regret[draw]!);
    return [{ id, worst, largest }];
  });
  rows.sort((x, y) => x.worst.regret! - y.worst.regret!);
  const groups = regretGroups(
    rows.map(({ largest }) => largest),
    least >= 2,
  );
  return rows.map(({ id, worst, largest }, place) => ({
    strategy: id,
    budget,
    value: worst.regret!,
    interval: boundsOf(largest, least),
    corpus: worst.corpus,
    tieGroup: groups[place]!,
  }));
}

/**
 * Groups of strategies, from the smallest largest regret up, that the draws cannot order: a row stays with
 * its leader unless the leader is ahead in so many draws that Holm's correction over all rows below leaves
 * less than 0.05.
 */
function regretGroups(rows: readonly Float64Array[], separable: boolean): number[] {
  const groups: number[] = [];
  let group = 0;
  for (let first = 0; first < rows.length;) {
    group += 1;
    const leader = rows[first]!;
    const adjusted = holm(rows.slice(first + 1).map((row) => chance(row, leader)));
    const beaten = separable ? adjusted.findIndex((p) => p !== null && p < 0.05) : -1;
    const next = beaten < 0 ? rows.length : first + 1 + beaten;
    for (let place = first; place < next; place++) groups[place] = group;
    first = next;
  }
  return groups;
}

/** Two-sided share of draws in which the order of two rows is not that of their figures. */
function chance(row: Float64Array, leader: Float64Array): number {
  let [above, below, defined] = [0, 0, 0];
  row.forEach((value, draw) => {
    const difference = value - leader[draw]!;
    if (Number.isNaN(difference)) return;
    defined += 1;
    if (difference >= 0) above += 1;
    if (difference <= 0) below += 1;
  });
  return Math.min(1, (2 * (Math.min(above, below) + 1)) / (defined + 1));
}
