import { lossOf, MISS_CUTOFF } from '../../core/metrics/loss';
import type { HitRule } from '../../analysis/compare/hitRule';
import type { Tokens } from '../../core/units';
import { exactRowOf } from './measure/setups';
import { fewestTokens, type BudgetRow } from './budgets';
import type {
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingSummary,
  LossStage,
} from './formats';

/** Rows of a benchmark, and what is relevant where a stage cannot be read from them. */
export interface ChunkingMisses {
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  /** By row; those that are looked at. */
  rankings: ReadonlyMap<string, ChunkingRankings>;
  /** By strategy; null where the stored stages are enough. */
  relevant: ReadonlyMap<string, ChunkingRelevant> | null;
  /** By row: what every token budget holds; needed where a hit is told by a budget. */
  budgets?: ReadonlyMap<string, BudgetRow> | null;
}

/** What a hit is: by rank, or within a token budget (then the rank does not count). */
export interface ChunkingHitRule extends HitRule {
  budget?: Tokens | null;
}

/** What one row found for one question under a rule and a cutoff. */
export interface QuestionOutcome {
  /** Index of the question. */
  question: number;
  /** Rank of the first relevant context, however deep; 0 when none was retrieved. */
  rank: number;
  /** That context; −1 when none. */
  context: number;
  /** Score of that context; null when none. */
  score: number | null;
  /** Score of the first context less that of the first relevant one; null without either. */
  margin: number | null;
  /** The stage that lost it; null for a hit. */
  stage: LossStage | null;
  /** Whether that context holds the answer's words by chance: it does not cover the gold, the place that was asked about. */
  elsewhere: boolean;
}

/** The rule that figures count by where nobody chooses: that of the answers, where there are any. */
export const headlineRule = ({ corpus }: Pick<ChunkingSummary, 'corpus'>): HitRule['rule'] =>
  corpus.judgedBy === 'spans' ? 'evidence' : 'answer';

/**
 * Whether a stage has to be worked out anew, since files hold those of the answer rule at cutoff 5:
 * where spans are all that counts, both rules'.
 */
export function needsRelevant({ k, rule, budget = null }: ChunkingHitRule, judgedBy?: 'spans'): boolean {
  return budget !== null || k !== MISS_CUTOFF || (rule !== 'answer' && judgedBy !== 'spans');
}

export function outcomeOf(
  { questions, rankings, relevant, budgets, summary }: ChunkingMisses,
  row: string,
  { k, rule, budget = null }: ChunkingHitRule,
  question: number,
): QuestionOutcome {
  const ranking = rankings.get(row);
  if (!ranking)
    throw new RangeError(`no ranking of row "${row}"; there are ${[...rankings.keys()].join(', ')}`);
  const rank = ranking[rule].rank[question]!;
  const score = ranking[rule].score[question] ?? null;
  const first = ranking.scores[question]?.[0];
  const stored = ranking.loss[question] ?? null;
  const { gold } = questions[question]!;
  const required = gold.length;
  const own = summary.rows.find((candidate) => candidate.row === row);
  const strategy = own?.strategy ?? row;
  const within = budget === null ? null : budgets?.get(row);
  if (within === undefined)
    throw new RangeError(`no budgets of row "${row}"; there are ${[...(budgets?.keys() ?? [])].join(', ')}`);
  const held = within && fewestTokens(within, rule, question, gold);
  const hit = held ? held.all !== null && held.all <= budget! : rank > 0 && rank <= k;
  const exactRank = (): number | null => {
    if (own?.retriever !== 'index') return null;
    return rankings.get(exactRowOf(summary.rows, strategy) ?? '')?.[rule].rank[question] || null;
  };
  const stage = (): LossStage | null => {
    if (!needsRelevant({ k, rule, budget }, summary.corpus.judgedBy)) return stored;
    const covering = relevant?.get(strategy)?.[required > 0 ? 'evidence' : 'answer'][question]?.length ?? 0;
    const common = {
      exactRank: exactRank(),
      inCorpus: stored !== 'source',
      // A stage past `boundary` was only reached because the gold is covered.
      coveredWhole: stored === null ? covering > 0 : stored !== 'boundary' && stored !== 'source',
      required,
    };
    return held
      ? lossOf({
          ...common,
          found: required > 1 && held.any !== null && held.any <= budget! ? 1 : 0,
          relevantRank: held.all === null ? null : 1,
          withinBudget: 0,
        })
      : lossOf({
          ...common,
          found: stored === 'evidence' && required > 1 ? 1 : 0,
          relevantRank: rank || null,
          cutoff: k,
        });
  };
  const context = ranking[rule].context[question]!;
  // A context that covers the gold holds its answer: were the first one such, both rules would rank it alike.
  const elsewhere =
    rule === 'answer' &&
    required > 0 &&
    rank > 0 &&
    ranking.evidence.rank[question] !== rank &&
    !relevant?.get(strategy)?.partly?.[question]?.includes(context);
  return {
    question,
    elsewhere,
    rank,
    context,
    score,
    margin: first === undefined || score === null ? null : first - score,
    stage: hit ? null : stage(),
  };
}

const known = new WeakMap<ChunkingMisses, Map<string, QuestionOutcome[]>>();

/** All outcomes of a row, in the order of the questions; worked out once per rule, cutoff and budget. */
export function outcomesOf(
  data: ChunkingMisses,
  row: string,
  { k, rule, budget = null }: ChunkingHitRule,
): readonly QuestionOutcome[] {
  const tables = known.get(data) ?? new Map<string, QuestionOutcome[]>();
  known.set(data, tables);
  const key = JSON.stringify([row, k, rule, budget]);
  let outcomes = tables.get(key);
  if (!outcomes)
    tables.set(
      key,
      (outcomes = data.questions.map((_, question) => outcomeOf(data, row, { k, rule, budget }, question))),
    );
  return outcomes;
}
