import { BUDGETS, prefixTokens } from '../../../core/metrics/budget';
import { CUTOFFS } from '../../../core/metrics/contextTokens';
import { evidenceCovered, evidenceFound } from '../../../core/metrics/evidence';
import { lossOf, MISS_CUTOFF, type Loss } from '../../../core/metrics/loss';
import { ndcgAt } from '../../../core/metrics/ndcg';
import { hitAt, mrrAt, recallAt } from '../../../core/metrics/ranks';
import {
  goldLength,
  precisionOmega,
  spanIoU,
  spanPrecision,
  spanRecall,
} from '../../../core/metrics/spanMetrics';
import { mergeSpans, spansOverlap } from '../../../core/text/spans';
import type { ContextHit, ReturnedContext } from '../../../core/retrieval/contexts';
import type { Rank, Tokens } from '../../../core/units';
import type { BenchmarkQuestion, GoldSpan } from '../../../datasets/corpus';
import type { DocumentTokens } from './documentTokens';
import { budgetSteps, heldWithin, leastFrom, recalledWithin, type BudgetSteps } from './budgetSteps';
import { keyAt, shareKeys, tokenKeys } from './metricKeys';
import type { RankingReader } from './rankingReader';
import type { RelevantContexts } from './relevance';
import type { StrategyIndex } from './strategyIndex';

const metricCutoff = 10;
/** How far token budgets are followed: twice the largest, so that a join that saves tokens is still seen. */
export const budgetReach = 2 * Math.max(...BUDGETS);
/** Joining runs saves a token or two at each seam; past this, no longer prefix is smaller again. */
const joinSlack = 64;

/** Rank, context and score of the first relevant context in a full ranking. */
export interface Found {
  /** 0 when no relevant context was retrieved. */
  rank: Rank;
  /** −1 when none. */
  context: number;
  score: number | null;
}

/** What one setup did with one question. */
export interface Outcome {
  answer: Found;
  evidence: Found;
  /** What is held within how many tokens, up to twice the largest budget. */
  budget: BudgetSteps;
  /** Answer rule at cutoff 5; null for a hit. */
  loss: Loss | null;
}

export interface RowOutcomes {
  outcomes: Outcome[];
  /** Contexts by rank, `depth` at most. */
  rankings: ContextHit[][];
  /** Per metric key, the value of each question; NaN where the question is left out. */
  columns: Map<string, Float64Array>;
  /** Questions on which answer rule and evidence rule differ at cutoff 5. */
  rulesDiffer: number;
}

/** What an evaluation knows before it sees a ranking. */
export interface Judged {
  index: StrategyIndex;
  questions: readonly BenchmarkQuestion[];
  inCorpus: readonly boolean[];
  relevant: RelevantContexts;
  tokens: readonly DocumentTokens[];
  /** Facts of each question that hold for every ranking of this strategy. */
  fixed: { coveredWhole: boolean; precisionOmega: number | null }[];
}

/** Judges a strategy's contexts against the questions, once for all its rankings. */
export function judge(
  index: StrategyIndex,
  questions: readonly BenchmarkQuestion[],
  inCorpus: readonly boolean[],
  relevant: RelevantContexts,
  tokens: readonly DocumentTokens[],
): Judged {
  const fixed = questions.map(({ gold }, q) => {
    const nearby = [...new Set(gold.map(({ document }) => document))].flatMap((document) =>
      index.contexts.slice(index.contextOffsets[document]!, index.contextOffsets[document + 1]!),
    );
    const coversWhole = (span: GoldSpan): boolean =>
      nearby.some(
        (context) =>
          context.document === span.document && context.start <= span.start && span.end <= context.end,
      );
    return {
      // Without gold spans the contexts that hold an answer are all that is known.
      coveredWhole: gold.length > 0 ? gold.every(coversWhole) : relevant.answer[q]!.length > 0,
      precisionOmega: precisionOmega(nearby, gold),
    };
  });
  return { index, questions, inCorpus, relevant, tokens, fixed };
}

/** An empty table of outcomes for one row. */
export function startRow(questions: number): RowOutcomes {
  return {
    outcomes: [],
    rankings: [],
    columns: new Map([...shareKeys, ...tokenKeys].map((key) => [key, new Float64Array(questions).fill(NaN)])),
    rulesDiffer: 0,
  };
}

/** Adds one question's ranking to a row. Questions must come in order. */
export function addOutcome(
  row: RowOutcomes,
  judged: Judged,
  question: number,
  ranking: RankingReader,
  depth: number,
  /** Of an approximate index: where an exact search of the same rows has the first context that holds the answer. */
  exactRank?: Rank,
): void {
  const { index, tokens, fixed } = judged;
  const { gold } = judged.questions[question]!;
  const set = (key: string, value: number | null): void => {
    row.columns.get(key)![question] = value ?? NaN;
  };
  const top = ranked(ranking, 1, Math.max(depth, metricCutoff));
  const spans = top.map(({ index: context }) => index.contexts[context]!);
  const [answerTotal, evidenceTotal] = [
    judged.relevant.answer[question]!,
    judged.relevant.evidence[question]!,
  ];
  const isAnswer = new Set(answerTotal);
  const isEvidence = new Set(evidenceTotal);
  const first10 = top.slice(0, metricCutoff);
  const answers = first10.map(({ index: context }) => isAnswer.has(context));
  const evidence = first10.map(({ index: context }) => isEvidence.has(context));

  for (const cutoff of CUTOFFS) {
    const returned = spans.slice(0, cutoff);
    set(keyAt('hitAt', cutoff), hitAt(cutoff, answers));
    set(keyAt('recallAt', cutoff), recallAt(cutoff, answers, answerTotal.length));
    set(keyAt('evidenceHitAt', cutoff), hitAt(cutoff, evidence));
    set(keyAt('spanRecallAt', cutoff), spanRecall(returned, gold));
    set(keyAt('spanPrecisionAt', cutoff), spanPrecision(returned, gold));
    set(keyAt('spanIoUAt', cutoff), spanIoU(returned, gold));
    const covered = evidenceCovered(gold, returned);
    set(keyAt('evidenceCoverageAt', cutoff), covered === null ? null : Number(covered));
    set(
      keyAt('contextTokens', cutoff),
      first10.slice(0, cutoff).reduce((sum, { index: context }) => sum + index.contextTokens[context]!, 0),
    );
    set(keyAt('uniqueContextTokens', cutoff), mergedTokens(returned, tokens));
  }
  set('mrrAt10', mrrAt(metricCutoff, answers));
  set('ndcgAt10', ndcgAt(metricCutoff, answers, answerTotal.length));
  set('evidenceMrrAt10', mrrAt(metricCutoff, evidence));
  set('evidenceNdcgAt10', ndcgAt(metricCutoff, evidence, evidenceTotal.length));
  set('precisionOmega', fixed[question]!.precisionOmega);

  const answer = firstOf(ranking, isAnswer);
  const toEvidence = firstOf(ranking, isEvidence);
  const budget = stepsOf(index, tokens, ranking, { answer: answer.rank, evidence: toEvidence.rank }, gold);
  setBudgets(row, question, budget, gold);
  const found = evidenceFound(gold, spans.slice(0, MISS_CUTOFF)).filter(Boolean).length;
  row.outcomes[question] = {
    answer,
    evidence: toEvidence,
    budget,
    loss: lossOf({
      inCorpus: judged.inCorpus[question]!,
      coveredWhole: fixed[question]!.coveredWhole,
      required: gold.length,
      found,
      relevantRank: answer.rank || null,
      exactRank: exactRank || null,
    }),
  };
  row.rankings[question] = top.slice(0, depth);
  if (hitAt(MISS_CUTOFF, answers) !== hitAt(MISS_CUTOFF, evidence)) row.rulesDiffer++;
}

function ranked(ranking: RankingReader, from: Rank, to: Rank): ContextHit[] {
  const hits: ContextHit[] = [];
  for (let rank = from; rank <= to; rank++) {
    const hit = ranking.at(rank);
    if (hit === undefined) break;
    hits.push(hit);
  }
  return hits;
}

/** The first context of a set in a ranking, however deep. */
export function firstOf(ranking: RankingReader, wanted: ReadonlySet<number>): Found {
  if (wanted.size > 0) {
    for (let rank = 1, hit = ranking.at(1); hit !== undefined; hit = ranking.at(++rank)) {
      if (wanted.has(hit.index)) return { rank, context: hit.index, score: hit.score };
    }
  }
  return { rank: 0, context: -1, score: null };
}

/** Bit r − 1 is set when rank r (1 … 10) holds a context of the set. */
export function maskOf(ranking: RankingReader, wanted: ReadonlySet<number>): number {
  return ranked(ranking, 1, metricCutoff).reduce(
    (mask, { index }, i) => (wanted.has(index) ? mask | (1 << i) : mask),
    0,
  );
}

function mergedTokens(returned: readonly ReturnedContext[], tokens: readonly DocumentTokens[]): Tokens {
  let sum = 0;
  for (const document of new Set(returned.map((context) => context.document))) {
    for (const { start, end } of mergeSpans(returned.filter((context) => context.document === document)))
      sum += tokens[document]!.count(start, end);
  }
  return sum;
}

function* contextsByRank({ contexts }: StrategyIndex, ranking: RankingReader): Generator<ReturnedContext> {
  for (let rank = 1, hit = ranking.at(1); hit !== undefined; hit = ranking.at(++rank))
    yield contexts[hit.index]!;
}

const runTokens =
  (tokens: readonly DocumentTokens[]) =>
  (run: { document?: number; start: number; end: number }): Tokens =>
    tokens[run.document!]!.count(run.start, run.end);

/** The smallest budget that reaches a rank, without reading further than that takes; null beyond twice the largest budget. */
export function tokensToReach(
  index: StrategyIndex,
  tokens: readonly DocumentTokens[],
  ranking: RankingReader,
  rank: Rank,
): Tokens | null {
  if (rank === 0) return null;
  const totals: Tokens[] = [];
  for (const total of prefixTokens(contextsByRank(index, ranking), runTokens(tokens))) {
    totals.push(total);
    if (total > (totals.length < rank ? budgetReach : totals[rank - 1]! + joinSlack)) break;
  }
  const least = leastFrom(totals)[rank - 1];
  return least === undefined || least > budgetReach ? null : least;
}

/** What a ranking holds within every budget. */
function stepsOf(
  index: StrategyIndex,
  tokens: readonly DocumentTokens[],
  ranking: RankingReader,
  first: { answer: Rank; evidence: Rank },
  gold: readonly GoldSpan[],
): BudgetSteps {
  const totals: Tokens[] = [];
  for (const total of prefixTokens(contextsByRank(index, ranking), runTokens(tokens))) {
    totals.push(total);
    if (total > budgetReach) break;
  }
  // Only contexts that touch the gold can recall it.
  const touching = totals.flatMap((_, i) => {
    const context = index.contexts[ranking.at(i + 1)!.index]!;
    return gold.some((span) => span.document === context.document && spansOverlap(span, context))
      ? [{ rank: i + 1, context }]
      : [];
  });
  return budgetSteps(totals, budgetReach, first, touching, gold);
}

/** Sets the columns of a question at each published budget from what it holds at every budget. */
export function setBudgets(
  { columns }: RowOutcomes,
  question: number,
  { answer, spanRecall }: Pick<BudgetSteps, 'answer' | 'spanRecall'>,
  gold: readonly GoldSpan[],
): void {
  const units = goldLength(gold);
  for (const size of BUDGETS) {
    const recalled = recalledWithin(spanRecall, size);
    columns.get(keyAt('hitRate', size))![question] = Number(heldWithin(answer, size));
    columns.get(keyAt('spanRecall', size))![question] = units === 0 ? NaN : recalled / units;
    columns.get(keyAt('evidenceCoverage', size))![question] = units === 0 ? NaN : Number(recalled === units);
  }
}
