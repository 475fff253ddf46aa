import { expectedHitAt, expectedRecallAt, expectedReciprocalRank } from '../../../core/metrics/ties';
import { clusterColumn, columnMean, groupBy, type ClusterColumn } from '../../../core/stats/aggregate';
import { BOOTSTRAP_DRAWS, type BootstrapOptions } from '../../../core/stats/bootstrap';
import { comparePairs } from '../../../core/stats/compare';
import { estimateCells } from '../../../core/stats/intervals';
import { GENERATOR, STATISTICS_SEED } from '../../../core/stats/rng';
import {
  rounded,
  storedEstimate,
  storedFindings,
  type Bounds,
  type PairedComparison,
} from '../../../core/stats/stored';
import type { Fraction } from '../../../core/units';
import {
  apartComparisons,
  blendBlocks,
  blendConditions,
  blendMethod,
  blendMethods,
  blendMetrics,
  declaredComparisons,
  selectionCandidates,
  sourceMethods,
  type BlendBlock,
  type BlendCondition,
  type BlendMethod,
  type BlendMetric,
  type BlendWeights,
  type ComparisonSet,
} from './methods';
import { blendOrderGroups, type BlendOrderGroups, type BlendScope } from './orders';
import { blockOutcomes, type BlendOutcome } from './outcomes';
import type { SimilarityBlock } from './similarity';

export type BlendBlocks = Record<BlendBlock, SimilarityBlock>;
/** What the figures need to know of a block: its queries, and how many records they were ranked over. */
export type BlockQueries = Pick<SimilarityBlock, 'queries' | 'records'>;
/** Outcomes of one row under one condition, by block, in the order of the block's queries. */
export type RowOutcomes = Record<BlendBlock, readonly BlendOutcome[]>;

/** A mean with its uncertainty, as it stands in the summary file. */
export interface BlendEstimate {
  value: number | null;
  n: number;
  interval: Bounds | null;
  tInterval: Bounds | null;
  exactBound: Bounds | null;
}

export type PerCondition<T> = Record<BlendCondition, T>;

export type BlendFigures = Record<BlendMetric, PerCondition<BlendEstimate>>;

export interface BlendRow extends BlendMethod, BlendFigures {
  /** All figures of each block alone. */
  blocks: Record<BlendBlock, BlendFigures>;
}

export interface BlendComparison extends PairedComparison {
  metric: BlendMetric;
  condition: BlendCondition;
}

export interface SelectionCandidate {
  row: string;
  focusWeight: Fraction;
  top1: Fraction;
  coverageAt4: Fraction;
  harmonicMean: Fraction;
}

export interface BlendEvaluation {
  rows: BlendRow[];
  comparisons: BlendComparison[];
  /** Comparisons declared apart, each set with a Holm correction of its own. */
  apart: Record<keyof typeof apartComparisons, BlendComparison[]>;
  /** Rows that the data cannot order, for every metric, condition and choice of block. */
  tieGroups: BlendOrderGroups<BlendMetric>[];
  selection: { chosen: string; rule: string; candidates: SelectionCandidate[] };
  /** A random ranking of the same candidates. */
  baseline: Record<BlendMetric, number>;
  bootstrap: {
    draws: number;
    random: { seed: number; generator: typeof GENERATOR };
    cluster: string;
    clusters: number;
  };
}

export const selectionRule =
  'Among the nine symmetric weights, on development families only: the highest harmonic mean of top-1 of specific queries and coverage at 4 of generic ones, each averaged over the four conditions; ties go to the weight nearest 0.8, then to the higher one. The chosen weight is carried unchanged into the second block.';

/** Outcomes of one setup on both blocks. */
export function blendOutcomes(
  blocks: BlendBlocks,
  weights: BlendWeights,
  condition: BlendCondition,
): RowOutcomes {
  return {
    context: blockOutcomes(blocks.context, weights, condition),
    intent: blockOutcomes(blocks.intent, weights, condition),
  };
}

/**
 * One figure of one setup, family by family: what intervals, comparisons and tie groups
 * start from. Families of both blocks stand in stored order; those without such
 * queries are no clusters of it.
 */
export function blendColumn(
  queries: Record<BlendBlock, BlockQueries>,
  outcomes: RowOutcomes,
  metric: BlendMetric,
  options: { split?: 'development' | 'evaluation'; block?: BlendBlock } = {},
): ClusterColumn {
  const { split = 'evaluation', block: only } = options;
  const values = blendBlocks
    .filter((block) => only === undefined || block === only)
    .flatMap((block) =>
      queries[block].queries.flatMap(({ family, split: ownSplit }, index) => {
        const value = outcomes[block][index]![metric];
        return ownSplit !== split || value === null ? [] : [{ family: `${block} ${family}`, value }];
      }),
    );
  return clusterColumn(
    [...groupBy(values, ({ family }) => family).values()].map((group) => group.map(({ value }) => value)),
  );
}

/** Estimates of many columns over the same families, sharing their draws. */
function estimates(columns: readonly ClusterColumn[], options: BootstrapOptions): BlendEstimate[] {
  return estimateCells(columns, { ...options, share: true }).map(storedEstimate);
}

function perCondition<T>(make: (condition: BlendCondition, index: number) => T): PerCondition<T> {
  const [clean, stored, query, both] = blendConditions.map(make);
  return { clean: clean!, stored: stored!, query: query!, both: both! };
}

function perMetric<T>(make: (metric: BlendMetric) => T): Record<BlendMetric, T> {
  return Object.fromEntries(blendMetrics.map((metric) => [metric, make(metric)])) as Record<BlendMetric, T>;
}

/** The figures of row `index` among estimates that run through the conditions row by row. */
function figuresAt(byMetric: Record<BlendMetric, BlendEstimate[]>, index: number): BlendFigures {
  return perMetric((metric) =>
    perCondition((_, condition) => byMetric[metric][index * blendConditions.length + condition]!),
  );
}

/** Every figure of the experiment from its dot products. */
export function evaluateBlend(blocks: BlendBlocks, options: BootstrapOptions = {}): BlendEvaluation {
  return evaluateOutcomes(blocks, (method, condition) => blendOutcomes(blocks, method, condition), options);
}

/**
 * Every figure of the experiment from the outcomes of its rankings, wherever those come
 * from: means over evaluation families with intervals, the declared comparisons, the
 * weight that development families choose, and the random baseline.
 */
export function evaluateOutcomes(
  queries: Record<BlendBlock, BlockQueries>,
  outcomesOf: (method: BlendMethod, condition: BlendCondition) => RowOutcomes,
  options: BootstrapOptions = {},
): BlendEvaluation {
  const { draws = BOOTSTRAP_DRAWS, seed = STATISTICS_SEED } = options;
  const outcomes = new Map(
    blendMethods.map((method) => [method.row, perCondition((condition) => outcomesOf(method, condition))]),
  );
  const column = (
    row: string,
    condition: BlendCondition,
    metric: BlendMetric,
    where?: Parameters<typeof blendColumn>[3],
  ) => blendColumn(queries, outcomes.get(row)![condition], metric, where);
  const figuresOf = (where?: { block: BlendBlock }): BlendFigures[] => {
    const byMetric = perMetric((metric) =>
      estimates(
        blendMethods.flatMap(({ row }) =>
          blendConditions.map((condition) => column(row, condition, metric, where)),
        ),
        options,
      ),
    );
    return blendMethods.map((_, index) => figuresAt(byMetric, index));
  };
  const [all, context, intent] = [
    figuresOf(),
    figuresOf({ block: 'context' }),
    figuresOf({ block: 'intent' }),
  ];
  const rows = blendMethods.map((method, index): BlendRow => ({
    ...method,
    ...all[index]!,
    blocks: { context: context[index]!, intent: intent[index]! },
  }));
  const scoped = (row: string, condition: BlendCondition, metric: BlendMetric, scope: BlendScope) =>
    column(row, condition, metric, scope === 'both' ? undefined : { block: scope });
  const clusters = column('whole', 'clean', 'top1').counts.length;
  const compare = (set: ComparisonSet) => compareSet(set, column, clusters, options);
  return {
    rows,
    comparisons: compare(declaredComparisons),
    apart: { baseline: compare(apartComparisons.baseline), split: compare(apartComparisons.split) },
    tieGroups: blendOrderGroups(
      sourceMethods.map(({ row }) => row),
      blendMetrics,
      scoped,
      options,
    ),
    selection: selectWeight((row, condition, metric) =>
      columnMean(column(row, condition, metric, { split: 'development' })),
    ),
    baseline: randomBaseline(queries),
    bootstrap: { draws, random: { seed, generator: GENERATOR }, cluster: 'family', clusters },
  };
}

/** The pairs of a set under every condition; together they are the family of Holm's correction. */
function compareSet(
  { pairs, metrics }: ComparisonSet,
  columnOf: (row: string, condition: BlendCondition, metric: BlendMetric) => ClusterColumn,
  clusters: number,
  options: BootstrapOptions,
): BlendComparison[] {
  const declared = metrics.flatMap((metric) =>
    pairs.flatMap(({ a, b }) => blendConditions.map((condition) => ({ a, b, metric, condition }))),
  );
  const key = (row: string, condition: BlendCondition, metric: BlendMetric) =>
    `${row} ${condition} ${metric}`;
  const columns = new Map(
    declared.flatMap(({ a, b, condition, metric }) =>
      [a, b].map((row) => [key(row, condition, metric), columnOf(row, condition, metric)] as const),
    ),
  );
  const found = comparePairs(
    columns,
    declared.map(
      ({ a, b, condition, metric }) => [key(a, condition, metric), key(b, condition, metric)] as const,
    ),
    options,
  );
  return declared.map((pair, index) => ({ ...pair, ...storedFindings(found[index]!, clusters) }));
}

function selectWeight(
  developmentMean: (row: string, condition: BlendCondition, metric: BlendMetric) => number | null,
): BlendEvaluation['selection'] {
  const overConditions = (row: string, metric: BlendMetric) =>
    blendConditions.reduce((sum, condition) => sum + (developmentMean(row, condition, metric) ?? 0), 0) /
    blendConditions.length;
  const candidates = selectionCandidates.map(({ row, queryWeight }): SelectionCandidate => {
    const top1 = overConditions(row, 'top1');
    const coverageAt4 = overConditions(row, 'coverageAt4');
    const harmonicMean = top1 + coverageAt4 === 0 ? 0 : (2 * top1 * coverageAt4) / (top1 + coverageAt4);
    return {
      row,
      focusWeight: queryWeight,
      top1: rounded(top1),
      coverageAt4: rounded(coverageAt4),
      harmonicMean: rounded(harmonicMean),
    };
  });
  const prespecified = blendMethod('blend80').queryWeight;
  // Distances are compared after rounding: 0.9 − 0.8 and 0.8 − 0.7 differ in float64.
  const distance = ({ focusWeight }: SelectionCandidate) => rounded(Math.abs(focusWeight - prespecified));
  const [chosen] = [...candidates].sort(
    (a, b) => b.harmonicMean - a.harmonicMean || distance(a) - distance(b) || b.focusWeight - a.focusWeight,
  );
  return { chosen: chosen!.row, rule: selectionRule, candidates };
}

/** What a ranking by chance would score: every record tied with every other. */
function randomBaseline(queries: Record<BlendBlock, BlockQueries>): BlendEvaluation['baseline'] {
  const evaluated = blendBlocks.flatMap((block) =>
    queries[block].queries
      .filter(({ split }) => split === 'evaluation')
      .map(({ kind, family }) => ({ kind, family, records: queries[block].records })),
  );
  const meanOver = (kind: 'specific' | 'generic', figure: (records: number, inFamily: number) => number) => {
    const values = evaluated
      .filter((query) => query.kind === kind)
      .map(({ family, records }) =>
        figure(records.length, records.filter((record) => record.family === family).length),
      );
    return rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
  };
  const allTied = (tied: number, relevantTied: number) => ({
    above: 0,
    relevantAbove: 0,
    tied,
    relevantTied,
    totalRelevant: relevantTied,
  });
  return {
    top1: meanOver('specific', (records) => expectedHitAt(1, allTied(records, 1))),
    familyFirst: meanOver('specific', (records, inFamily) => expectedHitAt(1, allTied(records, inFamily))),
    withinFamily: meanOver('specific', (_, inFamily) => expectedHitAt(1, allTied(inFamily, 1))),
    reciprocalRank: meanOver('specific', (records) => expectedReciprocalRank(records, allTied(records, 1))),
    coverageAt4: meanOver('generic', (records, inFamily) => expectedRecallAt(4, allTied(records, inFamily))),
  };
}

/** One point of the curve over focus weights: means over evaluation families, with intervals where draws are asked for. */
export interface BlendCurvePoint extends BlendWeights, BlendFigures {}

/** The experiment's figures at any weights, in the order given; a number stands for both sides. */
export function blendCurve(
  blocks: BlendBlocks,
  weights: readonly (Fraction | BlendWeights)[],
  options: BootstrapOptions = {},
): BlendCurvePoint[] {
  const sides = weights.map((weight): BlendWeights =>
    typeof weight === 'number' ? { queryWeight: weight, storedWeight: weight } : weight,
  );
  const outcomes = sides.map((side) => perCondition((condition) => blendOutcomes(blocks, side, condition)));
  const byMetric = perMetric((metric) =>
    estimates(
      outcomes.flatMap((row) =>
        blendConditions.map((condition) => blendColumn(blocks, row[condition], metric)),
      ),
      options,
    ),
  );
  return sides.map((side, index) => ({ ...side, ...figuresAt(byMetric, index) }));
}
