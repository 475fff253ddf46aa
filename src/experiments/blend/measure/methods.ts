import type { MetricId } from '../../../core/metrics/registry';
import type { Fraction } from '../../../core/units';

export const blendConditions = ['clean', 'stored', 'query', 'both'] as const;
/** Which side carries the five unrelated sentences: neither, the records, the queries, or both. */
export type BlendCondition = (typeof blendConditions)[number];

export const blendBlocks = ['context', 'intent'] as const;
/** `context`: one word, different senses. `intent`: one subject, different operations. Searched separately. */
export type BlendBlock = (typeof blendBlocks)[number];

/** Every figure of a query: of specific ones all but the last, of generic ones the last. */
export const blendMetrics = [
  'top1',
  'familyFirst',
  'withinFamily',
  'reciprocalRank',
  'coverageAt4',
] as const satisfies readonly MetricId[];
export type BlendMetric = (typeof blendMetrics)[number];

/** Focus weight of each side; 1 is the focus alone, 0 the whole text. */
export interface BlendWeights {
  queryWeight: Fraction;
  storedWeight: Fraction;
  /** The cosine of the focus pieces ranks first, and the weights only order what it leaves tied. */
  focusFirst?: true | undefined;
}

/** The weight of both sides of a blend; null where they are unlike, or where the focus decides first. */
export function symmetricWeight({ queryWeight, storedWeight, focusFirst }: BlendWeights): Fraction | null {
  return queryWeight === storedWeight && !focusFirst ? queryWeight : null;
}

export const blendRoles = ['baseline', 'prespecified', 'exploration', 'one-sided', 'added'] as const;
/** What a row is there for. Only the prespecified one was chosen before anything was measured; an added one is a baseline of ours that the source does not have. */
export type BlendRole = (typeof blendRoles)[number];

export interface BlendMethod extends BlendWeights {
  row: string;
  label: string;
  role: BlendRole;
}

const symmetric = (percent: number): BlendMethod => ({
  row: `blend${percent}`,
  label: `${percent}/${100 - percent} blend`,
  queryWeight: percent / 100,
  storedWeight: percent / 100,
  role: percent === 80 ? 'prespecified' : 'exploration',
});

/** The 15 rows of the experiment, in the order of its tables (source A). */
export const sourceMethods: readonly BlendMethod[] = [
  { row: 'sentence', label: 'Isolated sentence', queryWeight: 1, storedWeight: 1, role: 'baseline' },
  { row: 'whole', label: 'Whole passage', queryWeight: 0, storedWeight: 0, role: 'baseline' },
  ...[95, 90, 80, 70, 60, 50, 40, 30, 20].map(symmetric),
  {
    row: 'stored80-query-whole',
    label: '80/20 stored, whole query',
    queryWeight: 0,
    storedWeight: 0.8,
    role: 'one-sided',
  },
  {
    row: 'query80-stored-whole',
    label: '80/20 query, whole stored',
    queryWeight: 0.8,
    storedWeight: 0,
    role: 'one-sided',
  },
  {
    row: 'stored80-query-sentence',
    label: '80/20 stored, sentence query',
    queryWeight: 1,
    storedWeight: 0.8,
    role: 'one-sided',
  },
  {
    row: 'query80-stored-sentence',
    label: '80/20 query, sentence stored',
    queryWeight: 0.8,
    storedWeight: 1,
    role: 'one-sided',
  },
];

/** What stays of a blend when the focus may only find the family: records by the cosine of the focus alone, ties by that of the whole texts. */
const focusThenWhole: BlendMethod = {
  row: 'focus-then-whole',
  label: 'Focus, then whole',
  queryWeight: 0,
  storedWeight: 0,
  focusFirst: true,
  role: 'added',
};

/** Every row: those of the source, then the baseline that it does not have. */
export const blendMethods: readonly BlendMethod[] = [...sourceMethods, focusThenWhole];

/** The weights that development families may choose among. */
export const selectionCandidates: readonly BlendMethod[] = blendMethods.filter(({ row }) =>
  /^blend\d+$/.test(row),
);

/** The row of that name; a RangeError for any other. */
export function blendMethod(row: string): BlendMethod {
  const method = blendMethods.find((candidate) => candidate.row === row);
  if (!method)
    throw new RangeError(
      `no blend method is called "${row}"; the methods are ${blendMethods.map((known) => known.row).join(', ')}`,
    );
  return method;
}

/** Pairs of rows on some metrics, under every condition; together they are one family of Holm's correction. */
export interface ComparisonSet {
  pairs: readonly { a: string; b: string }[];
  metrics: readonly BlendMetric[];
}

/** Comparisons declared before the run: the prespecified blend against the whole passage and against the lightest blend. */
export const declaredComparisons: ComparisonSet = {
  pairs: [
    { a: 'blend80', b: 'whole' },
    { a: 'blend80', b: 'blend95' },
  ],
  metrics: ['top1'],
};

/** Declared apart from the source's: what the blend brings over the baseline that the source does not have, and in which half of the task a gain over whole passages lies. */
export const apartComparisons = {
  baseline: { pairs: [{ a: 'blend80', b: 'focus-then-whole' }], metrics: ['top1'] },
  split: { pairs: [{ a: 'blend80', b: 'whole' }], metrics: ['familyFirst', 'withinFamily'] },
} as const satisfies Record<string, ComparisonSet>;

export function storedIsNoisy(condition: BlendCondition): boolean {
  return condition === 'stored' || condition === 'both';
}

export function queryIsNoisy(condition: BlendCondition): boolean {
  return condition === 'query' || condition === 'both';
}
