import { expectedHitAt, expectedRecallAt, expectedReciprocalRank } from '../../../core/metrics/ties';
import { clusterColumn, columnMean, groupBy, type ClusterColumn } from '../../../core/stats/aggregate';
import { BOOTSTRAP_DRAWS, type BootstrapOptions } from '../../../core/stats/bootstrap';
import { comparePairs } from '../../../core/stats/compare';
import { estimateCells } from '../../../core/stats/intervals';
import { GENERATOR, STATISTICS_SEED } from '../../../core/stats/rng';
import {
  bounds,
  rounded,
  storedFindings,
  type Bounds,
  type PairedComparison,
} from '../../../core/stats/stored';
import type { Fraction } from '../../../core/units';
import {
  blendBlocks,
  blendConditions,
  blendMethod,
  blendMethods,
  declaredComparisons,
  selectionCandidates,
  type BlendBlock,
  type BlendCondition,
  type BlendMethod,
  type BlendWeights,
} from './methods';
import { blendOrderGroups, type BlendOrderGroups, type BlendScope } from './orders';
import { blockOutcomes, type BlendOutcome } from './outcomes';
import type { SimilarityBlock } from './similarity';

export type BlendBlocks = Record<BlendBlock, SimilarityBlock>;
/** What the figures need to know of a block: its queries, and how many records they were ranked over. */
export type BlockQueries = Pick<SimilarityBlock, 'queries' | 'records'>;
export type BlendMetric = keyof BlendOutcome;
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

export interface BlendRow extends BlendMethod {
  top1: PerCondition<BlendEstimate>;
  reciprocalRank: PerCondition<BlendEstimate>;
  coverageAt4: PerCondition<BlendEstimate>;
  /** Top-1 of each block alone. */
  byBlock: Record<BlendBlock, PerCondition<number | null>>;
  /** All figures of each block alone. */
  blocks: Record<BlendBlock, BlendFigures>;
}

export type BlendFigures = Record<BlendMetric, PerCondition<BlendEstimate>>;

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
  /** Rows that the data cannot order, for every metric, condition and choice of block. */
  tieGroups: BlendOrderGroups<BlendMetric>[];
  selection: { chosen: string; rule: string; candidates: SelectionCandidate[] };
  /** A random ranking of the same candidates. */
  baseline: { top1: number; reciprocalRank: number; coverageAt4: number };
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
  return estimateCells(columns, { ...options, share: true }).map(
    ({ mean: value, n, low, high, t, method }) => ({
      value: rounded(value),
      n,
      interval: method === 'bootstrap' ? bounds(low, high) : null,
      tInterval: t && bounds(t.low, t.high),
      exactBound: method === 'binomial' ? bounds(low, high) : null,
    }),
  );
}

function perCondition<T>(make: (condition: BlendCondition, index: number) => T): PerCondition<T> {
  const [clean, stored, query, both] = blendConditions.map(make);
  return { clean: clean!, stored: stored!, query: query!, both: both! };
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
    const cells = (metric: BlendMetric) =>
      estimates(
        blendMethods.flatMap(({ row }) =>
          blendConditions.map((condition) => column(row, condition, metric, where)),
        ),
        options,
      );
    const [top1, reciprocalRank, coverageAt4] = [
      cells('top1'),
      cells('reciprocalRank'),
      cells('coverageAt4'),
    ];
    return blendMethods.map((_, index) => {
      const of = (estimates: BlendEstimate[]) =>
        perCondition((_, condition) => estimates[index * blendConditions.length + condition]!);
      return { top1: of(top1), reciprocalRank: of(reciprocalRank), coverageAt4: of(coverageAt4) };
    });
  };
  const [all, context, intent] = [
    figuresOf(),
    figuresOf({ block: 'context' }),
    figuresOf({ block: 'intent' }),
  ];
  const rows = blendMethods.map((method, index): BlendRow => {
    const ofBlock = (figures: BlendFigures[]) =>
      perCondition((condition) => figures[index]!.top1[condition].value);
    return {
      ...method,
      ...all[index]!,
      byBlock: { context: ofBlock(context), intent: ofBlock(intent) },
      blocks: { context: context[index]!, intent: intent[index]! },
    };
  });
  const scoped = (row: string, condition: BlendCondition, metric: BlendMetric, scope: BlendScope) =>
    column(row, condition, metric, scope === 'both' ? undefined : { block: scope });
  const clusters = column('whole', 'clean', 'top1').counts.length;
  return {
    rows,
    comparisons: compareDeclared((row, condition) => column(row, condition, 'top1'), clusters, options),
    tieGroups: blendOrderGroups(
      blendMethods.map(({ row }) => row),
      ['top1', 'reciprocalRank', 'coverageAt4'],
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

/** Declared pairs under every condition, on top-1; together they are the family of Holm's correction. */
function compareDeclared(
  columnOf: (row: string, condition: BlendCondition) => ClusterColumn,
  clusters: number,
  options: BootstrapOptions,
): BlendComparison[] {
  const declared = declaredComparisons.flatMap(({ a, b }) =>
    blendConditions.map((condition) => ({ a, b, condition })),
  );
  const key = (row: string, condition: BlendCondition) => `${row} ${condition}`;
  const columns = new Map(
    declared.flatMap(({ a, b, condition }) =>
      [a, b].map((row) => [key(row, condition), columnOf(row, condition)] as const),
    ),
  );
  const found = comparePairs(
    columns,
    declared.map(({ a, b, condition }) => [key(a, condition), key(b, condition)] as const),
    options,
  );
  return declared.map(({ a, b, condition }, index) => ({
    a,
    b,
    metric: 'top1',
    condition,
    ...storedFindings(found[index]!, clusters),
  }));
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
  const meanOver = (kind: 'specific' | 'generic', figure: (tied: number, relevantTied: number) => number) => {
    const values = evaluated
      .filter((query) => query.kind === kind)
      .map(({ family, records }) =>
        figure(
          records.length,
          kind === 'specific' ? 1 : records.filter((record) => record.family === family).length,
        ),
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
    top1: meanOver('specific', (tied, relevant) => expectedHitAt(1, allTied(tied, relevant))),
    reciprocalRank: meanOver('specific', (tied, relevant) =>
      expectedReciprocalRank(tied, allTied(tied, relevant)),
    ),
    coverageAt4: meanOver('generic', (tied, relevant) => expectedRecallAt(4, allTied(tied, relevant))),
  };
}

/** One point of the curve over focus weights: means over evaluation families, with intervals where draws are asked for. */
export interface BlendCurvePoint extends BlendWeights {
  top1: PerCondition<BlendEstimate>;
  reciprocalRank: PerCondition<BlendEstimate>;
  coverageAt4: PerCondition<BlendEstimate>;
}

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
  const cells = (metric: BlendMetric) =>
    estimates(
      outcomes.flatMap((row) =>
        blendConditions.map((condition) => blendColumn(blocks, row[condition], metric)),
      ),
      options,
    );
  const [top1, reciprocalRank, coverageAt4] = [cells('top1'), cells('reciprocalRank'), cells('coverageAt4')];
  return sides.map(({ queryWeight, storedWeight }, index) => {
    const of = (estimates: BlendEstimate[]) =>
      perCondition((_, condition) => estimates[index * blendConditions.length + condition]!);
    return {
      queryWeight,
      storedWeight,
      top1: of(top1),
      reciprocalRank: of(reciprocalRank),
      coverageAt4: of(coverageAt4),
    };
  });
}
