import * as z from 'zod/mini';
import { comparison, estimate, randomSource } from '../../artifact/common';
import type { FileFormat } from '../../artifact/decode';

const perCutoff = <T extends z.ZodMiniType>(value: T) =>
  z.object({ '1': value, '3': value, '5': value, '10': value });

/** A file that somebody else wrote. */
const givenFile = z.object({ file: z.string(), bytes: z.number(), sha256: z.string(), lines: z.number() });

const judgmentSet = z.object({
  ...givenFile.shape,
  questions: z.number(),
  /** Judgments above 0. */
  relevant: z.number(),
  /** Questions without a relevant document: they score 0 and stay in the mean. */
  withoutRelevant: z.number(),
  highestGrade: z.number(),
});

const row = z.object({
  row: z.string(),
  /** Sixth column of the run. */
  tag: z.string(),
  run: givenFile,
  /** Which of the judgment sets it is read against, by place. */
  judgments: z.number(),
  /** Judged questions: the denominator of every mean. */
  n: z.number(),
  /** Judged questions that the run does not hold: nothing was returned, so they are misses. */
  unanswered: z.number(),
  /** Questions of the run that nobody judged: in no figure. */
  unjudged: z.number(),
  /** Questions in which equal scores leave a figure open. */
  tied: z.number(),
  metrics: z.object({
    hitAt: perCutoff(estimate),
    recallAt: perCutoff(estimate),
    mrrAt10: estimate,
    /** Binary: everything relevant counts 1. */
    ndcgAt10: estimate,
    /** The grades are the gains; null where no grade is above 1. */
    gradedNdcgAt10: z.nullable(estimate),
  }),
});

/** `summary.json`: the scorecard and what it rests on. */
const summary = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('imported'),
  id: z.string(),
  title: z.string(),
  question: z.string(),
  headline: z.string(),
  /** What the judgments were made on; only they are known. The hash is of all judgments. */
  corpus: z.object({ name: z.string(), hash: z.string() }),
  /** Of all judgment sets together. */
  questions: z.number(),
  /** Ranks that are kept of each question; more only where they tie with the last of them. */
  keptRanks: z.number(),
  judgments: z.array(judgmentSet),
  /** File that says which family a question belongs to; null where every question is a cluster of its own. */
  families: z.nullable(givenFile),
  bootstrap: z.object({
    draws: z.number(),
    patterns: z.number(),
    random: randomSource,
    cluster: z.enum(['question', 'family']),
    clusters: z.number(),
  }),
  rows: z.array(row),
  /** null where rows were judged on different questions, or none is highest. */
  best: z.nullable(z.object({ row: z.string(), notSeparatedFrom: z.array(z.string()) })),
  comparisons: z.array(comparison),
  tieGroups: z.array(z.object({ metric: z.string(), groups: z.array(z.array(z.string())) })),
  /** What was odd about the files, in sentences. */
  notices: z.array(z.string()),
});

/** `questions.json`: ids in the order of the judgments. */
const questions = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('imported-questions'),
  questions: z.array(z.object({ id: z.string(), family: z.nullable(z.string()) })),
});

/** `judgments/<place>.json`: one list per question; null for a question that the set does not hold. */
const judgments = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('imported-judgments'),
  place: z.number(),
  relevant: z.array(z.nullable(z.array(z.string()))),
  /** Grades of the relevant documents, all above 0. */
  grades: z.array(z.nullable(z.array(z.number()))),
  /** Documents judged at 0 or below. */
  notRelevant: z.array(z.nullable(z.array(z.string()))),
});

/** `rankings/<place>.json`: what one row returned, one list per question; null for a question that its judgments do not hold. */
const rankings = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('imported-rankings'),
  place: z.number(),
  row: z.string(),
  /** By score, equal scores by id, the last first. */
  ids: z.array(z.nullable(z.array(z.string()))),
  scores: z.array(z.nullable(z.array(z.number()))),
  /** Results in the run, kept here or not. */
  returned: z.array(z.nullable(z.number())),
  /** In the whole run; 0 when nothing relevant was returned. */
  firstRelevantRank: z.array(z.nullable(z.number())),
  /** Expected hit at 1, 3, 5 and 10; a fraction where equal scores leave it open. */
  hits: z.array(z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()]))),
  /** Expected, 0 past rank 10. */
  reciprocalRank: z.array(z.nullable(z.number())),
  /** Whether equal scores leave a figure open. */
  tied: z.array(z.nullable(z.boolean())),
  /** Ids of the questions of the run that nobody judged. */
  unjudged: z.array(z.string()),
});

export type ImportedSummary = z.infer<typeof summary>;
export type ImportedRowFigures = z.infer<typeof row>;
export type ImportedQuestions = z.infer<typeof questions>;
export type ImportedJudgments = z.infer<typeof judgments>;
export type ImportedRankings = z.infer<typeof rankings>;

export const importedSummaryFormat: FileFormat<ImportedSummary> = {
  kind: 'imported',
  title: 'the summary of an imported run',
  version: 1,
  schema: summary,
};
export const importedQuestionsFormat: FileFormat<ImportedQuestions> = {
  kind: 'imported-questions',
  title: 'questions of an imported run',
  version: 1,
  schema: questions,
};
export const importedJudgmentsFormat: FileFormat<ImportedJudgments> = {
  kind: 'imported-judgments',
  title: 'judgments of an imported run',
  version: 1,
  schema: judgments,
};
export const importedRankingsFormat: FileFormat<ImportedRankings> = {
  kind: 'imported-rankings',
  title: 'rankings of an imported run',
  version: 1,
  schema: rankings,
};
