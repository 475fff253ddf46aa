import type { SetupFact } from '../../analysis/compare/compare';
import { count, decimal } from '../../core/stats/format';
import type {
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingRow,
  ChunkingSummary,
} from './formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { usesModel } from './measure/setups';
import { outcomesOf } from './hitRule';
import { type HitRule } from '../../analysis/compare/hitRule';
import { describeModel, type MeasuredRun } from '../../analysis/compare/measuredRun';
import { formatRunId } from '../../analysis/compare/runId';

/** Retrievers of a row in words. */
export const retrieverLabels: Record<ChunkingSummary['rows'][number]['retriever'], string> = {
  bm25: 'BM25',
  embedding: 'embedding',
  'embedding-blend': 'blended embedding',
  hybrid: 'hybrid of BM25 and embedding',
  'hybrid-blend': 'hybrid of BM25 and blended embedding',
  'word-overlap': 'shared words',
  index: 'embedding through its index',
};

export const chunkingRunLabel = ({ retriever, label }: ChunkingRow): string =>
  retriever === 'bm25' ? `${label}, BM25` : label;

/** The files that a row is compared by. */
export interface ChunkingRunFiles {
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  /** Of the row. */
  ranking: ChunkingRankings;
  /** Of the row's strategy; null where the stored stages are enough. */
  relevant: ChunkingRelevant | null;
}

/** One row of a chunking benchmark as a run to compare. */
export function chunkingRun(
  { id }: Pick<ExperimentEntry, 'id'>,
  { summary, questions, ranking, relevant }: ChunkingRunFiles,
  row: ChunkingRow,
  rule: HitRule,
): MeasuredRun {
  const outcomes = outcomesOf(
    {
      summary,
      questions,
      rankings: new Map([[row.row, ranking]]),
      relevant: relevant && new Map([[row.strategy, relevant]]),
    },
    row.row,
    rule,
  );
  return {
    ...runOfBenchmark(id, summary, row.row),
    label: chunkingRunLabel(row),
    facts: chunkingFacts(summary, row, rule),
    costs: costsOf(row),
    questions: outcomes.map(({ question, rank, stage }) => ({
      ...clusterOf(summary, questions[question]!),
      outcome: stage === null ? 1 : 0,
      reciprocalRank: rank > 0 && rank <= 10 ? 1 / rank : 0,
      rank: rank || null,
      loss: stage,
    })),
  };
}

/** What every run of a benchmark shares. */
export function runOfBenchmark(experiment: string, { corpus, groupings }: ChunkingSummary, row: string) {
  const name = { experiment, row };
  return {
    id: formatRunId(name),
    name,
    experiment,
    corpus,
    groupings,
    familyLabels: new Map(corpus.documents.map(({ id, title }) => [id, title])),
    hasHitRule: true,
  };
}

/** A question with its families and the cluster that it is resampled with. */
export function clusterOf(
  { groupings: [clusters] }: ChunkingSummary,
  { id, families, document }: ChunkingQuestions['questions'][number],
) {
  const family = clusters && Object.hasOwn(families, clusters.id) ? families[clusters.id] : undefined;
  return { id, families, cluster: family ?? `document ${document ?? 'none'}` };
}

function costsOf({ meanTokens, contexts, metrics }: ChunkingRow): MeasuredRun['costs'] {
  const reached = metrics.contextTokensAt90;
  return [
    { label: 'Contexts in the index', value: count(contexts), amount: contexts },
    { label: 'Mean tokens of a context', value: decimal(meanTokens), amount: meanTokens },
    {
      label: 'Tokens to more than 90 %',
      value: reached ? `${decimal(reached.tokens)} at k = ${reached.cutoff}` : 'never above 90 %',
      amount: reached?.tokens ?? null,
    },
  ];
}

export function chunkingFacts(summary: ChunkingSummary, row: ChunkingRow, { k, rule }: HitRule): SetupFact[] {
  const strategy = summary.strategies.find(({ id }) => id === row.strategy);
  const parameters = Object.entries(strategy?.parameters ?? {}).filter(([name]) => name !== 'tokenizer');
  const embeds = usesModel(row.retriever);
  const blends = row.retriever.endsWith('-blend');
  const fuses = row.retriever.startsWith('hybrid');
  const { k1, b, idf, tokenRule } = summary.bm25;
  return [
    { id: 'strategy', label: 'Chunking', value: strategy?.label ?? row.strategy, warns: false },
    {
      id: 'parameters',
      label: 'Parameters',
      value:
        parameters.length === 0 ? 'none' : parameters.map(([name, value]) => `${name} ${value}`).join(', '),
      warns: false,
    },
    { id: 'retriever', label: 'Search', value: retrieverLabels[row.retriever], warns: false },
    {
      id: 'model',
      label: 'Embedding model',
      value: embeds && summary.model ? describeModel(summary.model) : 'none',
      warns: true,
    },
    {
      id: 'focusWeight',
      label: 'Focus weight',
      value: blends && summary.focusWeight !== null ? String(summary.focusWeight) : null,
      warns: false,
    },
    {
      id: 'bm25',
      label: 'BM25',
      value: row.retriever === 'bm25' || fuses ? `k1 ${k1}, b ${b}, ${idf} idf, ${tokenRule} words` : null,
      warns: false,
    },
    {
      id: 'fusion',
      label: 'Rank fusion',
      value:
        fuses && summary.rankFusion
          ? `rrfK ${summary.rankFusion.rrfK}, ${summary.rankFusion.depth} deep`
          : null,
      warns: false,
    },
    { id: 'expansion', label: 'Neighbor expansion', value: 'none', warns: true },
    {
      id: 'tokenizer',
      label: 'Tokenizer',
      value: summary.tokenizer.estimated ? `${summary.tokenizer.name} (estimate)` : summary.tokenizer.name,
      warns: true,
    },
    { id: 'contexts', label: 'Contexts', value: count(row.contexts), warns: false },
    { id: 'cutoff', label: 'Count hits up to rank', value: String(k), warns: true },
    { id: 'rule', label: 'Relevance', value: `${rule} rule`, warns: true },
  ];
}
