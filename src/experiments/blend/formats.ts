import * as z from 'zod/mini';
import { blendBlocks, blendConditions, blendMetrics, blendRoles, type BlendMetric } from './measure/methods';
import { comparison, embeddingModel, estimate, randomSource } from '../../artifact/common';
import type { FileFormat } from '../../artifact/decode';

export {
  blendBlocks,
  blendConditions,
  blendMetrics,
  type BlendBlock,
  type BlendCondition,
  type BlendMetric,
} from './measure/methods';

const noiseSentence = z.object({
  sentence: z.string(),
  /** Index of the sentence among the sentences of the noisy text. */
  position: z.number(),
});

const blendRecord = z.object({
  id: z.string(),
  family: z.string(),
  /** What the focus is about here; never embedded. */
  meaning: z.string(),
  clean: z.string(),
  noisy: z.string(),
  noise: z.array(noiseSentence),
});

const blendQuery = z.object({
  id: z.string(),
  family: z.string(),
  kind: z.enum(['specific', 'generic']),
  /** Record that a specific query asks for; null for a generic one, whose targets are all records of its family. */
  target: z.nullable(z.string()),
  clean: z.string(),
  noisy: z.string(),
  noise: z.array(noiseSentence),
});

const blendFamily = z.object({
  id: z.string(),
  title: z.string(),
  domain: z.string(),
  split: z.enum(['development', 'evaluation']),
  focus: z.string(),
});

/** `context-fixtures.json`, `intent-fixtures.json`. */
const fixtures = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('blend-fixtures'),
  block: z.enum(blendBlocks),
  noiseDraw: z.object({
    seed: z.number(),
    generator: z.literal('d3.randomLcg'),
    /** How sentences and positions were drawn, in words. */
    rule: z.string(),
    sentencesPerText: z.number(),
    /** Most tokens that a text may hold, noise included, and whose tokens they are. */
    maxTokens: z.number(),
    tokenizer: z.string(),
    /** Most tokens that any text of the file does hold. */
    longestText: z.number(),
    /** Texts whose first draw was too long and that took later sentences. */
    redrawn: z.array(z.string()),
  }),
  families: z.array(blendFamily),
  records: z.array(blendRecord),
  queries: z.array(blendQuery),
});

const ranking = z.object({
  /** Row of the summary. */
  method: z.string(),
  condition: z.enum(blendConditions),
  query: z.string(),
  /** Expected success at rank 1 for a specific query (ties shared); null for a generic one. */
  top1: z.nullable(z.number()),
  /** Expected reciprocal rank of the target; null for a generic query. */
  reciprocalRank: z.nullable(z.number()),
  /** Expected share of the family's four records in the first four; null for a specific query. */
  coverageAt4: z.nullable(z.number()),
  /** All records of the block, best first: indexes into `records`. */
  order: z.array(z.number()),
  /** Raw cosines in the order of `order`, rounded to 10 decimals; where the focus ranks first, less 3 for every nearer focus. */
  scores: z.array(z.number()),
});

/** `context-results.json`, `intent-results.json`: every ranking behind the figures. */
const results = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('blend-results'),
  block: z.enum(blendBlocks),
  model: embeddingModel,
  /** Record ids that `order` points into. */
  records: z.array(z.string()),
  rankings: z.array(ranking),
});

const matrix = z.array(z.array(z.number()));

/**
 * The dot products of unit vectors from which every blended score follows, at any
 * weight. Rows are queries (or their families), columns records (or their families);
 * `clean` and `noisy` say which variant of the text was embedded.
 */
const similarityBlock = z.object({
  families: z.array(z.string()),
  records: z.array(z.object({ id: z.string(), family: z.string() })),
  queries: z.array(
    z.object({
      id: z.string(),
      family: z.string(),
      kind: z.enum(['specific', 'generic']),
      target: z.nullable(z.string()),
      split: z.enum(['development', 'evaluation']),
    }),
  ),
  /** [query family][record family] */
  pieceToPiece: matrix,
  /** [query family][record] per record variant */
  pieceToContext: z.object({ clean: matrix, noisy: matrix }),
  /** [query][record family] per query variant */
  contextToPiece: z.object({ clean: matrix, noisy: matrix }),
  /** [query][record]: first word is the query variant, second the record variant */
  contextToContext: z.object({
    cleanClean: matrix,
    cleanNoisy: matrix,
    noisyClean: matrix,
    noisyNoisy: matrix,
  }),
  /** Query piece with its own context, per query. */
  queryInner: z.object({ clean: z.array(z.number()), noisy: z.array(z.number()) }),
  /** Stored piece with its own context, per record. */
  storedInner: z.object({ clean: z.array(z.number()), noisy: z.array(z.number()) }),
});

/** `similarities.json`. */
const similarities = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('blend-similarities'),
  model: embeddingModel,
  context: similarityBlock,
  intent: similarityBlock,
});

function perCondition<T extends z.ZodMiniType>(value: T) {
  return z.object({ clean: value, stored: value, query: value, both: value });
}

const figureFields = {
  top1: perCondition(estimate),
  /** Share of first places that go to the query's family, and success within that family: per query, top 1 is their product. */
  familyFirst: perCondition(estimate),
  withinFamily: perCondition(estimate),
  reciprocalRank: perCondition(estimate),
  coverageAt4: perCondition(estimate),
} satisfies Record<BlendMetric, unknown>;
const figures = z.object(figureFields);

const methodRow = z.object({
  row: z.string(),
  label: z.string(),
  /** Focus weight of the query side and the stored side; 1 is the focus alone, 0 the whole text. */
  queryWeight: z.number(),
  storedWeight: z.number(),
  /** The cosine of the focus ranks first; the weights order what it leaves tied. */
  focusFirst: z.optional(z.literal(true)),
  role: z.enum(blendRoles),
  ...figureFields,
  /** All figures of each block alone. */
  blocks: z.object({ context: figures, intent: figures }),
});

/** A row that the source published; never mixed with rows measured here. */
const referenceRow = z.object({
  row: z.string(),
  /** The measured row that it stands beside. */
  besides: z.string(),
  label: z.string(),
  source: z.string(),
  top1: z.object({
    clean: z.nullable(z.number()),
    stored: z.nullable(z.number()),
    query: z.nullable(z.number()),
    both: z.nullable(z.number()),
  }),
  coverageAt4: z.nullable(z.number()),
  n: z.number(),
  note: z.string(),
});

const selectionRow = z.object({
  row: z.string(),
  focusWeight: z.number(),
  /** Development means over the four conditions. */
  top1: z.nullable(z.number()),
  coverageAt4: z.nullable(z.number()),
  harmonicMean: z.nullable(z.number()),
});

/** `summary.json`: all that the scorecard and the curve need. */
const summary = z.object({
  formatVersion: z.literal(2),
  kind: z.literal('contextual-blend'),
  id: z.string(),
  title: z.string(),
  question: z.string(),
  headline: z.string(),
  model: embeddingModel,
  corpusHash: z.object({ context: z.string(), intent: z.string() }),
  bootstrap: z.object({ draws: z.number(), random: randomSource, cluster: z.string(), clusters: z.number() }),
  counts: z.object({
    families: z.number(),
    records: z.number(),
    specificQueries: z.number(),
    genericQueries: z.number(),
    specificEvaluationQueries: z.number(),
    genericEvaluationQueries: z.number(),
  }),
  tieTolerance: z.number(),
  rows: z.array(methodRow),
  references: z.array(referenceRow),
  selection: z.object({ chosen: z.string(), rule: z.string(), candidates: z.array(selectionRow) }),
  comparisons: z.array(comparison),
  /** Declared apart, each with a Holm correction of its own: against the added baseline, and in which half of top 1 a gain over whole passages lies. */
  apart: z.object({ baseline: z.array(comparison), split: z.array(comparison) }),
  /** Rows that the data cannot order, best group first, for every metric, condition and choice of block. */
  tieGroups: z.optional(
    z.array(
      z.object({
        block: z.enum(['both', ...blendBlocks]),
        metric: z.enum(blendMetrics),
        condition: z.enum(blendConditions),
        /** Families that the comparisons rest on. */
        clusters: z.number(),
        groups: z.array(z.array(z.string())),
      }),
    ),
  ),
  /** Random ranking on the same candidates. */
  baseline: z.object({
    top1: z.nullable(z.number()),
    familyFirst: z.nullable(z.number()),
    withinFamily: z.nullable(z.number()),
    reciprocalRank: z.nullable(z.number()),
    coverageAt4: z.nullable(z.number()),
  }),
});

export type BlendFixtures = z.infer<typeof fixtures>;
export type BlendResults = z.infer<typeof results>;
export type BlendSimilarities = z.infer<typeof similarities>;
export type SimilarityBlock = z.infer<typeof similarityBlock>;
export type BlendSummary = z.infer<typeof summary>;
export type BlendMethodRow = z.infer<typeof methodRow>;

export const blendFixturesFormat: FileFormat<BlendFixtures> = {
  kind: 'blend-fixtures',
  title: 'records and queries of the controlled blend experiment',
  version: 1,
  schema: fixtures,
};
export const blendResultsFormat: FileFormat<BlendResults> = {
  kind: 'blend-results',
  title: 'rankings of the controlled blend experiment',
  version: 1,
  schema: results,
};
export const blendSimilaritiesFormat: FileFormat<BlendSimilarities> = {
  kind: 'blend-similarities',
  title: 'dot products of the controlled blend experiment',
  version: 1,
  schema: similarities,
};
export const blendSummaryFormat: FileFormat<BlendSummary> = {
  kind: 'contextual-blend',
  title: 'the summary of a controlled blend experiment',
  version: 2,
  schema: summary,
};
