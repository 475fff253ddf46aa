import * as z from 'zod/mini';
import { benchmarkCorpus } from '../formats';
import { bounds, comparison, estimate, randomSource } from '../../../artifact/common';
import type { FileFormat } from '../../../artifact/decode';

const perCutoff = <T extends z.ZodMiniType>(value: T) =>
  z.object({ '1': value, '3': value, '5': value, '10': value });

const row = z.object({
  /** `1/0`: one chunk before each hit and none after it. */
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
  expandedTokensAt90: z.nullable(z.object({ tokens: z.number(), cutoff: z.number(), interval: bounds })),
  /** Questions with an expanded hit by k and no hit by k. */
  rescuedAt: perCutoff(z.number()),
  /** Mean chunks in the flat list. */
  chunksAt: perCutoff(z.number()),
  /** Expanded hits within the most hits whose flat list holds at most so many tokens. */
  budgetCurve: z.array(z.object({ tokens: z.number(), hitRate: estimate })),
});

/** `summary.json`: the scorecard and what it rests on. */
const summary = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('neighbor-expansion'),
  id: z.string(),
  title: z.string(),
  question: z.string(),
  headline: z.string(),
  corpus: benchmarkCorpus,
  offsetUnit: z.literal('utf16'),
  tokenizer: z.object({ name: z.string(), estimated: z.boolean() }),
  /** The one strategy that is expanded. */
  strategy: z.object({
    id: z.string(),
    label: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  bm25: z.object({ k1: z.number(), b: z.number(), idf: z.string(), tokenRule: z.string() }),
  bootstrap: z.object({ draws: z.number(), random: randomSource, cluster: z.string(), clusters: z.number() }),
  groupings: z.array(z.object({ id: z.string(), label: z.string(), families: z.array(z.string()) })),
  rows: z.array(row),
  /** Every further row against the first; one family for Holm's correction. */
  comparisons: z.array(comparison),
});

const run = z.tuple([z.number(), z.number()]);

/** `questions.json`: ids, families, gold spans, and where in the chunks an answer lies; text only of corpora that include it. */
const questions = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('neighbor-questions'),
  questions: z.array(
    z.object({
      id: z.string(),
      document: z.nullable(z.number()),
      families: z.record(z.string(), z.string()),
      gold: z.array(z.object({ document: z.number(), start: z.number(), end: z.number() })),
      /**
       * The smallest runs of adjacent chunks (first, last; numbered over the corpus) that hold an
       * answer merged. A run of one chunk is a hit's own answer; a longer one is cut by a boundary.
       */
      answerRuns: z.array(run),
      /** The same for the gold span. */
      evidenceRuns: z.array(run),
      text: z.optional(z.string()),
      answers: z.optional(z.array(z.string())),
    }),
  ),
});

/** `chunks.json`: the chunks of every document. */
const chunks = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('neighbor-chunks'),
  /** One per document: start, end, start, end …, and the tokens of each chunk. */
  documents: z.array(z.object({ spans: z.array(z.number()), tokens: z.array(z.number()) })),
});

/** `hits.json`: what the search found, before any expansion. */
const hits = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('neighbor-hits'),
  /** Hits kept per question. */
  depth: z.number(),
  /** Chunks by rank, numbered over the corpus. */
  chunks: z.array(z.array(z.number())),
  scores: z.array(z.array(z.number())),
  /** First rank in the full ranking whose chunk holds an answer by itself; 0 when none was retrieved. */
  answerRank: z.array(z.number()),
});

/** `runs/<P>-<N>.json`: one width's outcome of every question. */
const outcomes = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('neighbor-run'),
  neighborPrev: z.number(),
  neighborNext: z.number(),
  /** The fewest hits whose expansion holds an answer whole; 0 when the hits kept do not. */
  answer: z.array(z.number()),
  evidence: z.array(z.number()),
  /** Tokens of the flat list at that many hits, answer rule. */
  tokensToHit: z.array(z.nullable(z.number())),
  /** Of the flat list of the first 1, 3, 5 and 10 hits. */
  tokensAt: z.array(z.array(z.number())),
  chunksAt: z.array(z.array(z.number())),
});

export type NeighborSummary = z.infer<typeof summary>;
export type NeighborRow = z.infer<typeof row>;
export type NeighborQuestions = z.infer<typeof questions>;
export type NeighborChunks = z.infer<typeof chunks>;
export type NeighborHits = z.infer<typeof hits>;
export type NeighborRun = z.infer<typeof outcomes>;

export const neighborSummaryFormat: FileFormat<NeighborSummary> = {
  kind: 'neighbor-expansion',
  title: 'the summary of a neighbor expansion',
  version: 1,
  schema: summary,
};
export const neighborQuestionsFormat: FileFormat<NeighborQuestions> = {
  kind: 'neighbor-questions',
  title: 'questions of a neighbor expansion',
  version: 1,
  schema: questions,
};
export const neighborChunksFormat: FileFormat<NeighborChunks> = {
  kind: 'neighbor-chunks',
  title: 'chunks of a neighbor expansion',
  version: 1,
  schema: chunks,
};
export const neighborHitsFormat: FileFormat<NeighborHits> = {
  kind: 'neighbor-hits',
  title: 'hits of a neighbor expansion',
  version: 1,
  schema: hits,
};
export const neighborRunFormat: FileFormat<NeighborRun> = {
  kind: 'neighbor-run',
  title: 'one width of a neighbor expansion',
  version: 1,
  schema: outcomes,
};
