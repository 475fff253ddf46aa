import * as z from 'zod/mini';
import { bounds, estimate, randomSource } from '../../../artifact/common';
import type { FileFormat } from '../../../artifact/decode';

/** How a row tells questions that the documents answer from those that they leave open, by its top score. */
const row = z.object({
  row: z.string(),
  /** The row whose top score decides: its own, or that of the model's list inside a fused ranking. */
  scoredBy: z.string(),
  /** Highest top score that keeps the share of the fitted half's answerable questions; null where that is −∞. */
  floor: z.nullable(z.number()),
  /** On the other half: answerable questions at the floor or above. */
  answered: estimate,
  /** On the other half: open questions at the floor or above, which get an answer that is not there. */
  falsePositiveRate: estimate,
  /** On all questions; interval over clusters. */
  auroc: z.object({ value: z.nullable(z.number()), interval: bounds }),
  /** Share of wrong answers when the highest top scores alone are answered, for coverage 5 %, 10 % … 100 %. */
  riskAtCoverage: z.array(z.number()),
});

/** What the summary says of the questions that the documents leave open. */
export const abstention = z.object({
  /** Open questions; they stand in no other figure. */
  questions: z.number(),
  /** Share of answerable questions that a floor keeps. */
  keeps: z.number(),
  /** Draw of the clusters that the floors are fitted on. */
  random: randomSource,
  fittedClusters: z.number(),
  measuredClusters: z.number(),
  rows: z.array(row),
});

/** `abstention.json`: the open questions, and what each row returned first for them. */
const file = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-abstention'),
  questions: z.array(
    z.object({
      id: z.string(),
      /** Index of the document that it asks about. */
      document: z.nullable(z.number()),
      families: z.record(z.string(), z.string()),
      text: z.optional(z.string()),
    }),
  ),
  rows: z.array(
    z.object({
      row: z.string(),
      /** The context at rank 1; −1 where nothing was returned. */
      context: z.array(z.number()),
      /** Top score of the row that decides; null where nothing was returned. */
      score: z.array(z.nullable(z.number())),
    }),
  ),
});

export type Abstention = z.infer<typeof abstention>;
export type ChunkingAbstention = z.infer<typeof file>;

export const chunkingAbstentionFormat: FileFormat<ChunkingAbstention> = {
  kind: 'chunking-abstention',
  title: 'questions that the documents leave open, and what was returned for them',
  version: 1,
  schema: file,
};
