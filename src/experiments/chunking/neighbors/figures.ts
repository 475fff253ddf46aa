import { BUDGETS } from '../../../core/metrics/budget';
import { CUTOFFS, type Cutoff } from '../../../core/metrics/contextTokens';
import { MISS_CUTOFF } from '../../../core/metrics/loss';
import type { BootstrapOptions } from '../../../core/stats/bootstrap';
import { comparePairs } from '../../../core/stats/compare';
import { costsAt90 } from '../../../core/stats/costAtShare';
import { estimateCells } from '../../../core/stats/intervals';
import { rounded, storedComparison, storedEstimate, type PairedComparison } from '../../../core/stats/stored';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Tokens } from '../../../core/units';
import type { Clusters } from '../../../datasets/corpus';
import { heldWithin } from '../measure/budgetSteps';
import {
  clustered,
  perCutoff,
  tokensAt90,
  type Figure,
  type PerCutoff,
  type TokensAt90,
} from '../measure/figures';
import type { ExpansionOutcome, Rule } from './outcomes';

/** One width with its per-question outcomes. */
export interface ExpansionRun extends NeighborCounts {
  /** The row that it is in the scorecard. */
  row: string;
  outcomes: readonly ExpansionOutcome[];
}

export const shareMetrics = ['hitAt', 'expandedHitAt', 'evidenceHitAt', 'expandedEvidenceHitAt'] as const;
export const rankMetrics = [
  'mrrAt10',
  'expandedMrrAt10',
  'evidenceMrrAt10',
  'expandedEvidenceMrrAt10',
] as const;
export const tokenMetrics = ['hitTokensAt', 'expandedTokensAt', 'extraTokensAt'] as const;

export type ExpansionMetrics = Record<
  (typeof shareMetrics)[number] | (typeof tokenMetrics)[number],
  PerCutoff<Figure>
> &
  Record<(typeof rankMetrics)[number], Figure>;

/** One line of the scorecard. */
export interface ExpansionFigures extends NeighborCounts {
  row: string;
  n: number;
  metrics: ExpansionMetrics;
  /** Tokens of the flat list at the first cutoff with more than 90 % expanded hits; null when there is none. */
  expandedTokensAt90: TokensAt90 | null;
  /** Questions with an expanded hit by k and no hit by k. */
  rescuedAt: PerCutoff<number>;
  /** Mean chunks in the flat list. */
  chunksAt: PerCutoff<number>;
  /** Expanded hit within the longest run of hits whose flat list holds at most so many tokens. */
  budgetCurve: { tokens: Tokens; hitRate: Figure }[];
}

const within = (rank: number, cutoff: number): boolean => rank > 0 && rank <= cutoff;
const reciprocal = (rank: number): number => (within(rank, 10) ? 1 / rank : 0);
const ranksOf: Record<
  (typeof shareMetrics)[number] | (typeof rankMetrics)[number],
  readonly ['hit' | 'expanded', Rule]
> = {
  hitAt: ['hit', 'answer'],
  expandedHitAt: ['expanded', 'answer'],
  evidenceHitAt: ['hit', 'evidence'],
  expandedEvidenceHitAt: ['expanded', 'evidence'],
  mrrAt10: ['hit', 'answer'],
  expandedMrrAt10: ['expanded', 'answer'],
  evidenceMrrAt10: ['hit', 'evidence'],
  expandedEvidenceMrrAt10: ['expanded', 'evidence'],
};

type Values = (outcome: ExpansionOutcome) => number;
const hitBy =
  (metric: (typeof shareMetrics)[number], cutoff: Cutoff): Values =>
  (outcome) =>
    Number(within(outcome[ranksOf[metric][0]][ranksOf[metric][1]], cutoff));
const reciprocalRank =
  (metric: (typeof rankMetrics)[number]): Values =>
  (outcome) =>
    reciprocal(outcome[ranksOf[metric][0]][ranksOf[metric][1]]);
const withinBudget =
  (tokens: Tokens): Values =>
  ({ tokensToHit: { answer } }) =>
    Number(heldWithin(answer, tokens));
const tokensBy = (metric: (typeof tokenMetrics)[number], cutoff: Cutoff): Values => {
  switch (metric) {
    case 'hitTokensAt':
      return ({ hitTokensAt }) => hitTokensAt[cutoff];
    case 'expandedTokensAt':
      return ({ tokensAt }) => tokensAt[cutoff];
    case 'extraTokensAt':
      return ({ tokensAt, hitTokensAt }) => tokensAt[cutoff] - hitTokensAt[cutoff];
  }
};

/** Figures of all widths; the intervals of all cells share the bootstrap's draws. */
export function expansionFigures(
  runs: readonly ExpansionRun[],
  clusters: Clusters,
  options: BootstrapOptions = {},
): ExpansionFigures[] {
  const cells: { values: Values; share: boolean }[] = [
    ...shareMetrics.flatMap((metric) =>
      CUTOFFS.map((cutoff) => ({ values: hitBy(metric, cutoff), share: true })),
    ),
    ...rankMetrics.map((metric) => ({ values: reciprocalRank(metric), share: true })),
    ...BUDGETS.map((tokens) => ({ values: withinBudget(tokens), share: true })),
    ...tokenMetrics.flatMap((metric) =>
      CUTOFFS.map((cutoff) => ({ values: tokensBy(metric, cutoff), share: false })),
    ),
  ];
  const columns = (share: boolean) =>
    runs.flatMap(({ outcomes }) =>
      cells
        .filter((cell) => cell.share === share)
        .map(({ values }) => clustered(outcomes.map(values), clusters)),
    );
  const [shares, costs] = [
    estimateCells(columns(true), { ...options, share: true }),
    estimateCells(columns(false), options),
  ];
  const at90 = costsAt90(
    runs.map(({ outcomes }) => {
      const sums = (values: Values) => clustered(outcomes.map(values), clusters).sums;
      return {
        hits: CUTOFFS.map((cutoff) => sums(hitBy('expandedHitAt', cutoff))),
        costs: CUTOFFS.map((cutoff) => sums(tokensBy('expandedTokensAt', cutoff))),
        counts: clustered(new Float64Array(outcomes.length), clusters).counts,
      };
    }),
    options,
  );
  const [shareCount, costCount] = [shares.length / runs.length, costs.length / runs.length];
  return runs.map(({ row, neighborPrev, neighborNext, outcomes }, place) => {
    // Read in the order in which the cells were listed.
    const nextOf = (estimates: typeof shares, count: number) => {
      let at = place * count;
      return (): Figure => storedEstimate(estimates[at++]!);
    };
    const [share, cost] = [nextOf(shares, shareCount), nextOf(costs, costCount)];
    const perCut = (next: () => Figure): PerCutoff<Figure> => perCutoff(() => next());
    const shareFigures = Object.fromEntries([
      ...shareMetrics.map((metric) => [metric, perCut(share)]),
      ...rankMetrics.map((metric) => [metric, share()]),
    ]);
    const budgetCurve = BUDGETS.map((tokens) => ({ tokens, hitRate: share() }));
    const metrics = {
      ...shareFigures,
      ...Object.fromEntries(tokenMetrics.map((metric) => [metric, perCut(cost)])),
    } as ExpansionMetrics;
    const count = (holds: (outcome: ExpansionOutcome) => boolean): number => outcomes.filter(holds).length;
    return {
      row,
      neighborPrev,
      neighborNext,
      n: outcomes.length,
      metrics,
      expandedTokensAt90: tokensAt90(at90[place]!),
      rescuedAt: perCutoff((k) =>
        count(({ hit, expanded }) => within(expanded.answer, k) && !within(hit.answer, k)),
      ),
      chunksAt: perCutoff((k) =>
        rounded(
          outcomes.length === 0
            ? 0
            : outcomes.reduce((total, { chunksAt }) => total + chunksAt[k], 0) / outcomes.length,
        ),
      ),
      budgetCurve,
    };
  });
}

/** The budget at which widths are compared for the same tokens. */
export const comparedBudget = 2048;

/** What the widths are compared on, in all its keys: quality at the same number of hits, and at the same number of tokens. */
export const comparedMetrics: Readonly<Record<string, Values>> = {
  [`expandedHitAt.${MISS_CUTOFF}`]: hitBy('expandedHitAt', MISS_CUTOFF),
  expandedMrrAt10: reciprocalRank('expandedMrrAt10'),
  [`hitRate.${comparedBudget}`]: withinBudget(comparedBudget),
};

/** Every further width against the first, on each compared metric; all of them are one family for Holm's correction. */
export function expansionComparisons(
  runs: readonly ExpansionRun[],
  clusters: Clusters,
  options: BootstrapOptions = {},
): PairedComparison[] {
  const key = (run: ExpansionRun, metric: string): string => `${run.row} ${metric}`;
  const [base, ...others] = runs;
  if (!base) return [];
  const metrics = Object.keys(comparedMetrics);
  const columns = new Map(
    runs.flatMap((run) =>
      metrics.map(
        (metric) =>
          [key(run, metric), clustered(run.outcomes.map(comparedMetrics[metric]!), clusters)] as const,
      ),
    ),
  );
  const pairs = metrics.flatMap((metric) =>
    others.map((run) => ({
      metric,
      a: run.row,
      pair: [key(run, metric), key(base, metric)] as const,
    })),
  );
  return comparePairs(
    columns,
    pairs.map(({ pair }) => pair),
    options,
  ).map((found, i) => ({
    ...storedComparison(found, pairs[i]!.metric, clusters.names.length),
    a: pairs[i]!.a,
    b: base.row,
  }));
}
