import type { Fraction } from '../../../core/units';

export const blendConditions = ['clean', 'stored', 'query', 'both'] as const;
/** Which side carries the five unrelated sentences: neither, the records, the queries, or both. */
export type BlendCondition = (typeof blendConditions)[number];

export const blendBlocks = ['context', 'intent'] as const;
/** `context`: one word, different senses. `intent`: one subject, different operations. Searched separately. */
export type BlendBlock = (typeof blendBlocks)[number];

/** Focus weight of each side; 1 is the focus alone, 0 the whole text. */
export interface BlendWeights {
  queryWeight: Fraction;
  storedWeight: Fraction;
}

/** What a row is there for. Only the prespecified one was chosen before anything was measured. */
export type BlendRole = 'baseline' | 'prespecified' | 'exploration' | 'one-sided';

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
export const blendMethods: readonly BlendMethod[] = [
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

/** Comparisons declared before the run: the prespecified blend against the whole passage and against the lightest blend. */
export const declaredComparisons: readonly { a: string; b: string }[] = [
  { a: 'blend80', b: 'whole' },
  { a: 'blend80', b: 'blend95' },
];

export function storedIsNoisy(condition: BlendCondition): boolean {
  return condition === 'stored' || condition === 'both';
}

export function queryIsNoisy(condition: BlendCondition): boolean {
  return condition === 'query' || condition === 'both';
}
