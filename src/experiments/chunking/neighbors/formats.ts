import * as z from 'zod/mini';
import { comparison, estimate, tokensAt90 } from '../../../artifact/common';
import type { FileFormat } from '../../../artifact/decode';

const perCutoff = <T extends z.ZodMiniType>(value: T) =>
  z.object({ '1': value, '3': value, '5': value, '10': value });

const row = z.object({
  /** `fixed_size-1-0`: one chunk before each hit and none after it; without neighbors the row of the benchmark itself. */
  row: z.string(),
  neighborPrev: z.number(),
  neighborNext: z.number(),
  n: z.number(),
  metrics: z.object({
    /** Hit-only, answer rule: a hit holds an answer by itself. The same in every row. */
    hitAt: perCutoff(estimate),
    /** An answer lies whole within one run of adjacent chunks of the expansion of the first k hits. */
    expandedHitAt: perCutoff(estimate),
    /** The same by the evidence rule: the gold span is covered. */
    evidenceHitAt: perCutoff(estimate),
    expandedEvidenceHitAt: perCutoff(estimate),
    mrrAt10: estimate,
    /** 1 / the smallest k of an expanded hit, 0 past 10. */
    expandedMrrAt10: estimate,
    evidenceMrrAt10: estimate,
    expandedEvidenceMrrAt10: estimate,
    /** Mean tokens of the first k hits. */
    hitTokensAt: perCutoff(estimate),
    /** Mean tokens of the flat list, every chunk once. */
    expandedTokensAt: perCutoff(estimate),
    /** The difference of the two. */
    extraTokensAt: perCutoff(estimate),
  }),
  /** `expandedTokensAt` at the first cutoff with more than 90 % expanded hits. */
  expandedTokensAt90: z.nullable(tokensAt90),
  /** Questions with an expanded hit by k and no hit by k. */
  rescuedAt: perCutoff(z.number()),
  /** Mean chunks in the flat list. */
  chunksAt: perCutoff(z.number()),
  /** Expanded hits within the most hits whose flat list holds at most so many tokens. */
  budgetCurve: z.array(z.object({ tokens: z.number(), hitRate: estimate })),
});

/** One row of the benchmark under every width, in `summary.json`. */
export const expansion = z.object({
  /** The row whose hits are widened: its own figures are those of ±0/0. */
  row: z.string(),
  strategy: z.string(),
  rows: z.array(row),
  /** Every further width against ±0/0; one family for Holm's correction, apart from that of the benchmark. */
  comparisons: z.array(comparison),
});

const run = z.tuple([z.number(), z.number()]);
const placed = { document: z.number(), chunkIndex: z.number(), start: z.number(), end: z.number() };

/** Both shapes of one question under one width, whole: what `expandNeighbors` returns. */
const example = z.object({
  row: z.string(),
  neighborPrev: z.number(),
  neighborNext: z.number(),
  question: z.string(),
  /** Hits that are widened. */
  cutoff: z.number(),
  retrievedChunks: z.array(
    z.object({ ...placed, role: z.enum(['hit', 'neighbor']), score: z.nullable(z.number()) }),
  ),
  expansionTree: z.array(
    z.object({
      ...placed,
      score: z.number(),
      neighborsPrev: z.array(z.object(placed)),
      neighborsNext: z.array(z.object(placed)),
    }),
  ),
});

/**
 * `neighbors/<strategy>.json`: what widening the hits of a strategy rests on besides its
 * chunks, rankings and relevant contexts. Outcomes of every width follow from these.
 */
const neighbors = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-neighbors'),
  strategy: z.string(),
  /** Tokens of each chunk, by document. */
  tokens: z.array(z.array(z.number())),
  /**
   * Per question, the smallest runs of two or more adjacent chunks (first, last; numbered over
   * the corpus) that hold an answer merged: answers that a boundary cuts. Single chunks that
   * hold one are the relevant contexts.
   */
  answerRuns: z.array(z.array(run)),
  /** The same for the gold span. */
  evidenceRuns: z.array(z.array(run)),
  /** One question under every width. */
  examples: z.array(example),
});

export type NeighborRow = z.infer<typeof row>;
export type Expansion = z.infer<typeof expansion>;
export type ExpansionExample = z.infer<typeof example>;
export type ChunkingNeighbors = z.infer<typeof neighbors>;

export const chunkingNeighborsFormat: FileFormat<ChunkingNeighbors> = {
  kind: 'chunking-neighbors',
  title: 'what neighbor expansion of one chunking strategy rests on',
  version: 1,
  schema: neighbors,
};
