import * as z from 'zod/mini';

/**
 * The two ends of an interval. One end that is missing (a bare NaN or infinity in the file)
 * leaves nothing to draw or compare, so the interval as a whole is missing.
 */
export const bounds = z.pipe(
  z.nullable(z.tuple([z.nullable(z.number()), z.nullable(z.number())])),
  z.transform((pair): [number, number] | null => {
    const [low, high] = pair ?? [null, null];
    return low === null || high === null ? null : [low, high];
  }),
);

/**
 * A mean with its uncertainty. `value` and the bounds are null where they are not
 * defined (no questions; one cluster), never NaN.
 */
export const estimate = z.object({
  value: z.nullable(z.number()),
  /** Questions in the fixed denominator. */
  n: z.number(),
  /** 95 % percentile bootstrap over clusters; null for a cell at 0 or 1, which has `exactBound`. */
  interval: bounds,
  /** 95 % t interval over clusters. */
  tInterval: bounds,
  /** Exact binomial bound over clusters, only for a cell at 0 or 1. */
  exactBound: bounds,
});
export type Estimate = z.infer<typeof estimate>;

/** What it costs to have the answer to more than 90 % of the questions: mean tokens at the first cutoff that does. */
export const tokensAt90 = z.object({
  tokens: z.number(),
  /** First cutoff of 1, 3, 5, 10 at which more than 90 % of the questions hit. */
  cutoff: z.number(),
  /**
   * 95 % percentile bootstrap over clusters; every draw looks for its own cutoff, and one in which
   * none passes counts as larger than any. The high end is null where that reaches it.
   */
  interval: z.nullable(z.tuple([z.number(), z.nullable(z.number())])),
  /** Share of the draws in which no cutoff passes. */
  noneShare: z.optional(z.number()),
});

/** A paired comparison of two rows on one metric, adjusted by Holm among the declared pairs. */
export const comparison = z.object({
  a: z.string(),
  b: z.string(),
  metric: z.string(),
  /** Condition of the controlled experiment; absent elsewhere. */
  condition: z.optional(z.string()),
  difference: z.nullable(z.number()),
  interval: bounds,
  p: z.nullable(z.number()),
  adjustedP: z.nullable(z.number()),
  clusters: z.number(),
  /** `a` or `b` beats the other only when the adjusted p is below 0.05 and the interval excludes zero. */
  verdict: z.enum(['a beats b', 'b beats a', 'not established']),
});
export type Comparison = z.infer<typeof comparison>;

/** The embedding model behind a run. */
export const embeddingModel = z.object({
  provider: z.string(),
  name: z.string(),
  revision: z.string(),
  dimensions: z.number(),
  windowing: z.string(),
  /** What went before the texts that were searched for and those that were searched; absent where nothing did. */
  prefixes: z.optional(z.object({ query: z.string(), document: z.string() })),
});
export type EmbeddingModel = z.infer<typeof embeddingModel>;

/** Where random draws come from: seed and generator are stored together. */
export const randomSource = z.object({ seed: z.number(), generator: z.literal('d3.randomLcg') });
