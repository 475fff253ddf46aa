import * as z from 'zod/mini';
import { RETRIEVERS as retrievers } from './measure/setups';
import { LOSSES as lossStages } from '../../core/metrics/loss';
import { comparison, embeddingModel, estimate, randomSource, tokensAt90 } from '../../artifact/common';
import type { FileFormat } from '../../artifact/decode';
import { abstention } from './abstention/formats';
import { expansion } from './neighbors/formats';

export { CUTOFFS as cutoffs } from '../../core/metrics/contextTokens';
/** Token budgets of the equal-budget curves. */
export { BUDGETS as tokenBudgets } from '../../core/metrics/budget';
export { LOSSES as lossStages, type Loss as LossStage } from '../../core/metrics/loss';
export { RETRIEVERS as retrievers, type Retriever } from './measure/setups';

const perCutoff = <T extends z.ZodMiniType>(value: T) =>
  z.object({ '1': value, '3': value, '5': value, '10': value });
const counts = z.object({
  source: z.number(),
  boundary: z.number(),
  evidence: z.number(),
  budget: z.number(),
  /** Of a row that asks an approximate index. */
  index: z.optional(z.number()),
  ranking: z.number(),
});

const metrics = z.object({
  /** Answer rule: share of questions with a relevant context by rank k (source B's Recall@k). */
  hitAt: perCutoff(estimate),
  recallAt: perCutoff(estimate),
  mrrAt10: estimate,
  ndcgAt10: estimate,
  /** Evidence rule: the returned span covers the gold span. */
  evidenceHitAt: perCutoff(estimate),
  evidenceMrrAt10: estimate,
  evidenceNdcgAt10: estimate,
  /** Of the merged returned spans by rank k against the gold spans, in UTF-16 code units. */
  spanRecallAt: perCutoff(estimate),
  spanPrecisionAt: perCutoff(estimate),
  spanIoUAt: perCutoff(estimate),
  evidenceCoverageAt: perCutoff(estimate),
  /** Over every chunk that overlaps the evidence, no retriever. */
  precisionOmega: estimate,
  contextTokensAt90: z.nullable(tokensAt90),
  uniqueContextTokensAt90: z.nullable(tokensAt90),
});

const budgetPoint = z.object({
  tokens: z.number(),
  hitRate: estimate,
  spanRecall: estimate,
  evidenceCoverage: estimate,
});

const row = z.object({
  row: z.string(),
  label: z.string(),
  strategy: z.string(),
  retriever: z.enum(retrievers),
  /** The first table answers the headline question; the second another one. */
  table: z.enum(['main', 'second']),
  n: z.number(),
  contexts: z.number(),
  /** Mean tokens of a returned context; null where there is none. */
  meanTokens: z.nullable(z.number()),
  metrics,
  budgetCurve: z.array(budgetPoint),
  /** A random ranking of the same contexts. */
  baseline: z.object({
    hitAt: perCutoff(z.nullable(z.number())),
    recallAt: perCutoff(z.nullable(z.number())),
    mrrAt10: z.nullable(z.number()),
    ndcgAt10: z.nullable(z.number()),
  }),
  /** Misses at cutoff 5 (answer rule), by the first stage that lost the evidence. */
  losses: counts,
  /** Questions on which the answer rule and the evidence rule differ at cutoff 5. */
  rulesDiffer: z.number(),
});

const strategySetup = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Contexts (returned spans, distinct) before each document; one more entry than documents: the total. */
  contextOffsets: z.array(z.number()),
});

const document = z.object({
  id: z.string(),
  title: z.string(),
  utf16Length: z.number(),
  tokens: z.number(),
  paragraphs: z.number(),
});

const grouping = z.object({ id: z.string(), label: z.string(), families: z.array(z.string()) });

/**
 * Rows that the data cannot order on one metric, best group first; rows without a figure
 * stand in none. `metric` is a key of `metrics`, with the cutoff where there are several: `hitAt.5`.
 */
const tieGroups = z.object({
  table: z.enum(['main', 'second']),
  metric: z.string(),
  groups: z.array(z.array(z.string())),
});

/** What a benchmark was measured on, its text included or not. */
export const benchmarkCorpus = z.object({
  name: z.string(),
  hash: z.string(),
  licence: z.string(),
  /** Whether the text lies in the artifact (`texts.json`) or must come from the reader. */
  text: z.enum(['included', 'not included']),
  source: z.nullable(z.string()),
  sample: z.nullable(randomSource),
  /** What was left out, made up or is good to know of it, in words. */
  notices: z.optional(z.array(z.string())),
  /** `spans`: no question has an answer text, so both rules are the evidence rule; absent where there are answers. */
  judgedBy: z.optional(z.literal('spans')),
  documents: z.array(document),
  questions: z.number(),
});

/** Precision Ω as others published it for their settings, beside ours on the same text. */
const reported = z.object({
  source: z.string(),
  n: z.number(),
  rows: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      reported: z.number(),
      /** By the source's rule and its way to find a chunk in the text. */
      asReported: z.number(),
      /** By the source's rule: spans that touch intersect. */
      touching: z.number(),
      /** By our rule: they do not. */
      strict: z.number(),
    }),
  ),
});

/** `summary.json`: the scorecard, the curves, and what they rest on. */
const summary = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking'),
  id: z.string(),
  title: z.string(),
  question: z.string(),
  headline: z.string(),
  corpus: benchmarkCorpus,
  offsetUnit: z.literal('utf16'),
  tokenizer: z.object({ name: z.string(), estimated: z.boolean() }),
  model: z.nullable(embeddingModel),
  /** Focus weight of the blend rows. */
  focusWeight: z.nullable(z.number()),
  bm25: z.object({ k1: z.number(), b: z.number(), idf: z.string(), tokenRule: z.string() }),
  rankFusion: z.nullable(z.object({ rrfK: z.number(), depth: z.number() })),
  bootstrap: z.object({ draws: z.number(), random: randomSource, cluster: z.string(), clusters: z.number() }),
  strategies: z.array(strategySetup),
  groupings: z.array(grouping),
  rows: z.array(row),
  /** Highest nDCG@10 to three decimals, fewer context tokens breaking the tie, and the rows it cannot be separated from. */
  best: z.nullable(z.object({ row: z.string(), notSeparatedFrom: z.array(z.string()) })),
  /** Pairs on nDCG@10; those of one table are one family for Holm's correction. */
  comparisons: z.array(
    z.extend(comparison, {
      /** Written down before anything was measured, or picked after looking: the best row against the others. */
      chosen: z.optional(z.enum(['declared', 'after looking'])),
    }),
  ),
  tieGroups: z.array(tieGroups),
  /** `fixed_size` rows with their hits widened by neighbors, apart from the other rows' verdicts; none where no such row was run. */
  expansions: z.array(expansion),
  reported: z.optional(reported),
  /** What an approximate index finds of the exact answer of its own table. */
  index: z.optional(
    z.object({
      table: z.string(),
      /** HNSW or IVFFlat, as the database calls it. */
      method: z.string(),
      distance: z.string(),
      /** What is turned: `hnsw.ef_search` or `ivfflat.probes`. */
      setting: z.string(),
      /** What the row was measured at: as the server stands. */
      value: z.number(),
      rows: z.number(),
      k: z.number(),
      /** Mean share of the exact best `k` that the index returns. */
      recall: z.array(z.object({ value: z.number(), recall: z.number() })),
    }),
  ),
  /** Where the corpus comes with questions that it leaves open. */
  abstention: z.optional(abstention),
});

const span = z.object({ document: z.number(), start: z.number(), end: z.number() });

/** `questions.json`: ids, families and gold spans; text only of corpora that include it. */
const questions = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-questions'),
  questions: z.array(
    z.object({
      id: z.string(),
      /** Index of the question's own document. */
      document: z.nullable(z.number()),
      /** Family per grouping id. */
      families: z.record(z.string(), z.string()),
      /** Required spans, in the document's text; empty when none could be located. */
      gold: z.array(span),
      text: z.optional(z.string()),
      answers: z.optional(z.array(z.string())),
    }),
  ),
});

/** `chunks/<document index>.json`: boundaries of one document under every strategy. */
const chunks = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-chunks'),
  document: z.number(),
  strategies: z.record(
    z.string(),
    z.object({
      /** Indexed spans: start, end, start, end … */
      indexed: z.array(z.number()),
      /** Distinct returned spans in document order, the contexts: start, end … */
      contexts: z.array(z.number()),
      /** For each indexed span, which context of this document it returns. */
      contextOf: z.array(z.number()),
    }),
  ),
});

const found = z.object({
  /** 1-based rank of the first relevant context in the full ranking; 0 when none was retrieved. */
  rank: z.array(z.number()),
  /** That context; -1 when none. */
  context: z.array(z.number()),
  score: z.array(z.nullable(z.number())),
});

/**
 * `rankings/<row>.json`: one row's ranking of every question, in the order of
 * `questions.json`. A context number counts over the whole corpus
 * (`contextOffsets` of the strategy tells its document).
 */
const rankings = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-rankings'),
  row: z.string(),
  strategy: z.string(),
  /** Contexts kept per question. */
  depth: z.number(),
  contexts: z.array(z.array(z.number())),
  scores: z.array(z.array(z.number())),
  answer: found,
  evidence: found,
  /**
   * Smallest token budget (merged spans, tokenised once each) that holds a relevant context
   * (answer rule); null when none up to 8,192 tokens does.
   */
  tokensToHit: z.array(z.nullable(z.number())),
  /** Loss at cutoff 5, answer rule; null for a hit. */
  loss: z.array(z.nullable(z.enum(lossStages))),
});

const tokensOrNull = z.array(z.nullable(z.number()));

/**
 * `budgets/<retriever>.json`: what every question holds at every token budget, row by row, in
 * the order of `questions.json`. Budgets are the fewest tokens of any prefix of the ranking (merged
 * spans, tokenised once each) that holds it; null where none up to `reach` does.
 */
const budgets = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-budgets'),
  retriever: z.enum(retrievers),
  reach: z.number(),
  rows: z.array(
    z.object({
      row: z.string(),
      /** Until a context that holds an answer. */
      answer: tokensOrNull,
      /** Until a context that covers a gold span. */
      evidence: tokensOrNull,
      /** Steps of span recall: tokens, gold code units from there on, tokens, units …; coverage is the step that holds all. */
      spanRecall: z.array(z.array(z.number())),
    }),
  ),
  /**
   * The same for hits that are widened by neighbors, ±0/0 first: tokens of the flat list at the
   * first hit whose expansion holds the answer, or covers the gold span. Hits kept, no further.
   */
  widths: z.array(z.object({ row: z.string(), answer: tokensOrNull, evidence: tokensOrNull })),
});

/** `relevant/<strategy>.json`: all relevant contexts of every question, by rule. */
const relevant = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-relevant'),
  strategy: z.string(),
  answer: z.array(z.array(z.number())),
  evidence: z.array(z.array(z.number())),
  /**
   * Of the contexts that hold an answer without covering a gold span, those whose answer stands
   * at the gold place all the same (a shorter answer inside a span that a cut went through).
   * The others hold the answer's words by chance, elsewhere.
   */
  partly: z.optional(z.array(z.array(z.number()))),
});

/**
 * `switches.json`: BM25 under every switch, so that "does the winner flip" needs no
 * text. For each setting and strategy, per question: a mask whose bit r−1 says that
 * rank r (1 … 10) is relevant, and the smallest budget that holds a relevant context.
 */
const switches = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-switches'),
  settings: z.array(
    z.object({
      idf: z.enum(['lucene', 'robertson']),
      k1: z.number(),
      b: z.number(),
      tokenRule: z.enum(['unicode', 'ascii']),
      strategies: z.record(
        z.string(),
        z.object({
          answerMask: z.array(z.number()),
          evidenceMask: z.array(z.number()),
          tokensToHit: z.array(z.nullable(z.number())),
        }),
      ),
    }),
  ),
});

/** `texts.json`: documents of corpora whose text may be stored. */
const texts = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('chunking-texts'),
  documents: z.array(z.object({ id: z.string(), text: z.string() })),
});

export type ChunkingSummary = z.infer<typeof summary>;
export type ChunkingRow = z.infer<typeof row>;
export type ChunkingMetrics = z.infer<typeof metrics>;
export type ChunkingQuestions = z.infer<typeof questions>;
export type ChunkingChunks = z.infer<typeof chunks>;
export type ChunkingRankings = z.infer<typeof rankings>;
export type ChunkingBudgets = z.infer<typeof budgets>;
export type ChunkingRelevant = z.infer<typeof relevant>;
export type ChunkingSwitches = z.infer<typeof switches>;
export type ChunkingTexts = z.infer<typeof texts>;

export const chunkingSummaryFormat: FileFormat<ChunkingSummary> = {
  kind: 'chunking',
  title: 'the summary of a chunking benchmark',
  version: 1,
  schema: summary,
};
export const chunkingQuestionsFormat: FileFormat<ChunkingQuestions> = {
  kind: 'chunking-questions',
  title: 'questions of a chunking benchmark',
  version: 1,
  schema: questions,
};
export const chunkingChunksFormat: FileFormat<ChunkingChunks> = {
  kind: 'chunking-chunks',
  title: 'chunk boundaries of one document',
  version: 1,
  schema: chunks,
};
export const chunkingRankingsFormat: FileFormat<ChunkingRankings> = {
  kind: 'chunking-rankings',
  title: 'rankings of one row of a chunking benchmark',
  version: 1,
  schema: rankings,
};
export const chunkingBudgetsFormat: FileFormat<ChunkingBudgets> = {
  kind: 'chunking-budgets',
  title: 'what every token budget holds in a chunking benchmark',
  version: 1,
  schema: budgets,
};
export const chunkingRelevantFormat: FileFormat<ChunkingRelevant> = {
  kind: 'chunking-relevant',
  title: 'relevant contexts of one chunking strategy',
  version: 1,
  schema: relevant,
};
export const chunkingSwitchesFormat: FileFormat<ChunkingSwitches> = {
  kind: 'chunking-switches',
  title: 'ranks under the switches of a chunking benchmark',
  version: 1,
  schema: switches,
};
export const chunkingTextsFormat: FileFormat<ChunkingTexts> = {
  kind: 'chunking-texts',
  title: 'documents of a chunking benchmark',
  version: 1,
  schema: texts,
};
