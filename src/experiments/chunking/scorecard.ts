import { CUTOFFS } from '../../core/metrics/contextTokens';
import { LOSSES } from '../../core/metrics/loss';
import { metricLabel, metrics, type Metric, type MetricId } from '../../core/metrics/registry';
import {
  count,
  decimal,
  dollars,
  interval,
  isPresent,
  percent,
  score,
  signedScore,
} from '../../core/stats/format';
import type { Tokens } from '../../core/units';
import { ruleOfMeasure, type BudgetMeasure } from './budgets';
import type { ChunkingRow, ChunkingSummary } from './formats';
import type { Comparison, Estimate } from '../../artifact/common';
import { estimateFigure, plainFigure, type Figure } from '../../analysis/scorecard/figure';
import { andList, pluralOf } from '../../core/stats/words';
import type { BestRow, FigureAddress, ScoreColumn, ScoreRow } from '../../analysis/scorecard/scoreTypes';

export type ChunkingTable = ChunkingRow['table'];

interface ColumnPlan {
  id: string;
  group: string;
  label: string;
  /** The label where its group is not said; the label itself unless told. */
  fullLabel?: string;
  about: string;
  better: 'higher' | 'lower' | null;
  /** Whether the figure is a mean over questions. */
  overQuestions: boolean;
  figure: (row: ChunkingRow, buildMs: number | null) => Figure;
  /** Where its questions are: cutoff and rule of the failure explorer; null without questions. */
  behind: Record<string, string> | null;
}

const groups = {
  answer: 'Answer rule',
  cost: 'Cost',
  recall: 'Recall over all relevant contexts',
  evidence: 'Evidence rule',
  spans: 'Gold spans and returned spans',
  misses: 'Misses at 5, by stage',
  chance: 'By chance',
};

const atCutoffs = (make: (cutoff: (typeof CUTOFFS)[number]) => ColumnPlan): ColumnPlan[] => CUTOFFS.map(make);
const shareColumn =
  (figure: (row: ChunkingRow) => Estimate): ColumnPlan['figure'] =>
  (row) =>
    estimateFigure(figure(row), 'share');
const scoreColumn =
  (figure: (row: ChunkingRow) => Estimate): ColumnPlan['figure'] =>
  (row) =>
    estimateFigure(figure(row), 'score');

function named(metric: MetricId): Pick<ColumnPlan, 'label' | 'about' | 'better'> {
  const { label, explanation, direction }: Metric = metrics[metric];
  return { label, about: explanation, better: direction };
}

/** At which cutoff; and in full, how often resampled questions would have needed another one that is not there. */
export const cutoffNotes = ({
  cutoff,
  noneShare,
}: {
  cutoff: number;
  noneShare?: number | undefined;
}): Pick<Figure, 'note' | 'detail'> => ({
  note: `k = ${cutoff}`,
  ...(noneShare
    ? {
        detail: `In ${percent(noneShare)} of the draws no cutoff up to 10 passes 90 %: the interval counts those as ∞`,
      }
    : {}),
});

function tokensFigure(row: ChunkingRow, metric: 'contextTokensAt90' | 'uniqueContextTokensAt90'): Figure {
  const found = row.metrics[metric];
  if (!found)
    return { ...plainFigure(null, 'tokens', row.n === 0 ? undefined : 'never above 90 %'), n: row.n };
  return {
    value: found.tokens,
    unit: 'tokens',
    n: row.n,
    bootstrap: found.interval,
    t: null,
    exact: null,
    ...cutoffNotes(found),
  };
}

const spanMetrics = [
  { metric: 'spanRecall', at: 'spanRecallAt' },
  { metric: 'spanPrecision', at: 'spanPrecisionAt' },
  { metric: 'spanIoU', at: 'spanIoUAt' },
  { metric: 'evidenceCoverage', at: 'evidenceCoverageAt' },
] as const;

const evidenceRule = 'The evidence rule: the returned span covers the gold span.';

const plans: readonly ColumnPlan[] = [
  ...atCutoffs((k) => ({
    ...named('hitAt'),
    id: `hitAt.${k}`,
    group: groups.answer,
    label: metricLabel('hitAt', k),
    overQuestions: true,
    figure: shareColumn((row) => row.metrics.hitAt[k]),
    behind: { k: String(k), rule: 'answer' },
  })),
  {
    ...named('mrrAt10'),
    id: 'mrrAt10',
    group: groups.answer,
    overQuestions: true,
    figure: scoreColumn((row) => row.metrics.mrrAt10),
    behind: { k: '10', rule: 'answer' },
  },
  {
    ...named('ndcgAt10'),
    id: 'ndcgAt10',
    group: groups.answer,
    overQuestions: true,
    figure: scoreColumn((row) => row.metrics.ndcgAt10),
    behind: { k: '10', rule: 'answer' },
  },
  {
    ...named('contextTokensAt90'),
    id: 'contextTokensAt90',
    group: groups.cost,
    overQuestions: true,
    figure: (row) => tokensFigure(row, 'contextTokensAt90'),
    behind: { rule: 'answer' },
  },
  {
    ...named('contexts'),
    id: 'contexts',
    group: groups.cost,
    overQuestions: false,
    figure: (row) => plainFigure(row.contexts, 'count'),
    behind: null,
  },
  {
    ...named('meanTokens'),
    id: 'meanTokens',
    group: groups.cost,
    overQuestions: false,
    figure: (row) => plainFigure(row.meanTokens, 'tokens'),
    behind: null,
  },
  {
    ...named('buildMs'),
    id: 'buildMs',
    group: groups.cost,
    overQuestions: false,
    figure: (_, buildMs) => plainFigure(buildMs, 'milliseconds'),
    behind: null,
  },
  {
    ...named('uniqueContextTokensAt90'),
    id: 'uniqueContextTokensAt90',
    group: groups.cost,
    overQuestions: true,
    figure: (row) => tokensFigure(row, 'uniqueContextTokensAt90'),
    behind: { rule: 'answer' },
  },
  ...atCutoffs((k) => ({
    ...named('recallAt'),
    id: `recallAt.${k}`,
    group: groups.recall,
    label: metricLabel('recallAt', k),
    overQuestions: true,
    figure: shareColumn((row) => row.metrics.recallAt[k]),
    behind: { k: String(k), rule: 'answer' },
  })),
  ...atCutoffs((k) => ({
    ...named('hitAt'),
    about: `${metrics.hitAt.explanation} ${evidenceRule}`,
    id: `evidenceHitAt.${k}`,
    group: groups.evidence,
    label: metricLabel('hitAt', k),
    fullLabel: `${metricLabel('hitAt', k)}, evidence rule`,
    overQuestions: true,
    figure: shareColumn((row) => row.metrics.evidenceHitAt[k]),
    behind: { k: String(k), rule: 'evidence' },
  })),
  ...(['Mrr', 'Ndcg'] as const).map((name): ColumnPlan => {
    const metric = name === 'Mrr' ? 'mrrAt10' : 'ndcgAt10';
    return {
      ...named(metric),
      about: `${metrics[metric].explanation} ${evidenceRule}`,
      id: `evidence${name}At10`,
      group: groups.evidence,
      fullLabel: `${metrics[metric].label}, evidence rule`,
      overQuestions: true,
      figure: scoreColumn((row) => row.metrics[`evidence${name}At10`]),
      behind: { k: '10', rule: 'evidence' },
    };
  }),
  {
    id: 'rulesDiffer',
    group: groups.evidence,
    label: 'rules differ',
    about:
      'Questions for which the answer rule and the evidence rule disagree at cutoff 5: the words stand there, but not where the question means.',
    better: null,
    overQuestions: false,
    figure: (row) => plainFigure(row.rulesDiffer, 'count'),
    behind: { k: '5', rule: 'evidence' },
  },
  ...spanMetrics.flatMap(({ metric, at }) =>
    atCutoffs((k) => ({
      ...named(metric),
      id: `${at}.${k}`,
      group: groups.spans,
      label: `${metrics[metric].label}@${k}`,
      overQuestions: true,
      figure: shareColumn((row) => row.metrics[at][k]),
      behind: { k: String(k), rule: 'evidence' },
    })),
  ),
  {
    ...named('precisionOmega'),
    id: 'precisionOmega',
    group: groups.spans,
    overQuestions: true,
    figure: shareColumn((row) => row.metrics.precisionOmega),
    behind: { rule: 'evidence' },
  },
  ...LOSSES.map((stage): ColumnPlan => ({
    id: `losses.${stage}`,
    group: groups.misses,
    label: stage,
    fullLabel: `misses at 5, ${stage}`,
    about: stageMeaning(stage),
    better: 'lower',
    overQuestions: false,
    figure: (row) => plainFigure(row.losses[stage] ?? null, 'count'),
    behind: { k: '5', rule: 'answer', stage },
  })),
  ...atCutoffs((k) => ({
    id: `chance.hitAt.${k}`,
    group: groups.chance,
    label: metricLabel('hitAt', k),
    fullLabel: `${metricLabel('hitAt', k)}, by chance`,
    about: `${metricLabel('hitAt', k)} of a random ranking of the same contexts.`,
    better: null,
    overQuestions: false,
    figure: (row) => plainFigure(row.baseline.hitAt[k], 'share'),
    behind: null,
  })),
  ...(['mrrAt10', 'ndcgAt10'] as const).map((metric): ColumnPlan => ({
    id: `chance.${metric}`,
    group: groups.chance,
    label: metrics[metric].label,
    fullLabel: `${metrics[metric].label}, by chance`,
    about: `${metrics[metric].label} of a random ranking of the same contexts.`,
    better: null,
    overQuestions: false,
    figure: (row) => plainFigure(row.baseline[metric], 'score'),
    behind: null,
  })),
];

function stageMeaning(stage: (typeof LOSSES)[number]): string {
  switch (stage) {
    case 'source':
      return 'The gold text is nowhere in the corpus.';
    case 'boundary':
      return 'No context of the gold’s own document covers the gold span whole: a cut went through it.';
    case 'evidence':
      return 'A required span is missing while another was found.';
    case 'budget':
      return 'Found, but past the token budget.';
    case 'index':
      return 'An exact search of the same rows finds it, and the approximate index left it out.';
    case 'ranking':
      return 'A context holds the gold, but ranks below the cutoff or was not retrieved.';
  }
}

/** Whether the first table counts shared words, as the missing-exception lab does, instead of BM25. */
export const ranksBySharedWords = ({ rows }: Pick<ChunkingSummary, 'rows'>): boolean =>
  rows.some(({ retriever }) => retriever === 'word-overlap');

/** How the first table ranks, within a sentence. */
export const firstRanking = (summary: Pick<ChunkingSummary, 'rows'>): 'BM25' | 'shared words' =>
  ranksBySharedWords(summary) ? 'shared words' : 'BM25';

type Clustered = Pick<ChunkingSummary, 'bootstrap' | 'groupings'>;

/** What intervals draw: `articles`. */
export const clusterWord = ({ bootstrap, groupings }: Clustered): string =>
  pluralOf((groupings.find(({ id }) => id === bootstrap.cluster)?.label ?? bootstrap.cluster).toLowerCase());

/** The same with their number: `40 articles`. */
export const clustersInWords = (summary: Clustered): string =>
  `${count(summary.bootstrap.clusters)} ${clusterWord(summary)}`;

/** What rows hold within the chosen token budget: figures that no summary stores. */
export const budgetColumnId = 'within';

/** What handed-over text costs at the reader's own price. */
export const priceColumnId = 'dollars';

export const chunkingColumnIds: readonly string[] = [
  budgetColumnId,
  ...plans.map(({ id }) => id),
  priceColumnId,
];
const idsOf = (...wanted: string[]) =>
  plans.filter(({ group }) => wanted.includes(group)).map(({ id }) => id);

/** The chosen budget, and the columns that source B shows. */
export const sourceColumns: readonly string[] = [
  budgetColumnId,
  ...idsOf(groups.answer),
  'contextTokensAt90',
  'contexts',
  'meanTokens',
  'buildMs',
];

export const chunkingPresets = [
  { label: 'Standard', columns: sourceColumns },
  { label: 'Evidence rule', columns: [...idsOf(groups.evidence), 'evidenceCoverageAt.5'] },
  {
    label: 'Spans',
    columns: idsOf(groups.spans).filter((id) => id === 'precisionOmega' || id.endsWith('.5')),
  },
  { label: 'Misses', columns: ['hitAt.5', ...idsOf(groups.misses)] },
  { label: 'Cost', columns: [budgetColumnId, 'ndcgAt10', ...idsOf(groups.cost)] },
  { label: 'All', columns: chunkingColumnIds },
];

export function chunkingColumns(summary: ChunkingSummary, table: ChunkingTable): ScoreColumn[] {
  const { estimated } = summary.tokenizer;
  const spansOnly = summary.corpus.judgedBy === 'spans';
  // Where spans are all that counts, the two rules are one and its columns stand once.
  const asksIndex = summary.index !== undefined;
  const shown = plans.filter(
    ({ id, group }) => !(spansOnly && group === groups.evidence) && (asksIndex || id !== 'losses.index'),
  );
  return shown.map(({ id, group, label, fullLabel = label, about, better, overQuestions }): ScoreColumn => {
    const guess = estimated && id.toLowerCase().includes('tokens') ? ' (estimate)' : '';
    return {
      id,
      group: spansOnly && group === groups.answer ? groups.evidence : group,
      label: label + guess,
      fullLabel: fullLabel + guess,
      about: guess === '' ? about : `${about} Tokens are an estimate: four UTF-8 bytes each.`,
      better,
      total: overQuestions ? summary.corpus.questions : null,
      groups: summary.tieGroups.find((found) => found.table === table && found.metric === id)?.groups ?? null,
      clusters: summary.bootstrap.clusters,
    };
  });
}

/** What `atBudget` of the page finds. */
interface WithinBudget {
  budget: Tokens;
  measure: BudgetMeasure;
  estimates: ReadonlyMap<string, Estimate>;
  groups: readonly (readonly string[])[];
}

/** The column of a token budget. */
export function budgetColumn(
  summary: ChunkingSummary,
  { budget, measure, groups: tied }: WithinBudget,
): ScoreColumn {
  const within = `within ${count(budget)} ${budget === 1 ? 'token' : 'tokens'}`;
  const what = measure === 'answer' ? 'found' : 'covered';
  return {
    id: budgetColumnId,
    group: measure === 'answer' ? 'Found' : 'Covered',
    label: within,
    fullLabel: `${what} ${within}`,
    about: `Share of questions ${measure === 'answer' ? 'with a context that holds an answer' : 'whose required spans all lie'} in the longest beginning of the ranking whose text, overlaps counted once, holds at most ${count(budget)} tokens. Every strategy may hand over the same amount of text.`,
    better: 'higher',
    total: summary.corpus.questions,
    groups: tied,
    clusters: summary.bootstrap.clusters,
  };
}

/** Rows with their figure at a token budget, which leads to the questions missed at that budget. */
export const rowsAtBudget = (
  rows: readonly ScoreRow[],
  { budget, measure, estimates }: WithinBudget,
  address: FigureAddress,
): ScoreRow[] =>
  rows.map((row) => {
    const estimate = estimates.get(row.id);
    return {
      ...row,
      figures: estimate
        ? new Map([...row.figures, [budgetColumnId, estimateFigure(estimate, 'share')]])
        : row.figures,
      link: (column) =>
        column === budgetColumnId
          ? address('failures', { row: row.id, rule: ruleOfMeasure(measure), budget: String(budget) })
          : row.link(column),
    };
  });

/** The column of a price, in US dollars per million tokens. */
export const priceColumn = (summary: ChunkingSummary, price: number): ScoreColumn => ({
  id: priceColumnId,
  group: groups.cost,
  label: '$ per 1,000 questions',
  fullLabel: 'dollars per 1,000 questions',
  about: `What the context tokens to more than 90 % cost for 1,000 questions, at your price of ${dollars(price)} per million tokens.`,
  better: 'lower',
  total: summary.corpus.questions,
  groups: null,
  clusters: summary.bootstrap.clusters,
});

/** Rows with what their context tokens cost at such a price. */
export const rowsAtPrice = (rows: readonly ScoreRow[], price: number): ScoreRow[] =>
  rows.map((row) => {
    const tokens = row.figures.get('contextTokensAt90');
    const cost = (value: number) => (value * 1_000 * price) / 1e6;
    return {
      ...row,
      figures: new Map([
        ...row.figures,
        [
          priceColumnId,
          {
            ...plainFigure(isPresent(tokens?.value) ? cost(tokens.value) : null, 'dollars'),
            n: tokens?.n ?? null,
            bootstrap: tokens?.bootstrap
              ? [cost(tokens.bootstrap[0]), tokens.bootstrap[1] === null ? null : cost(tokens.bootstrap[1])]
              : null,
          },
        ],
      ]),
      link: (column) => row.link(column === priceColumnId ? 'contextTokensAt90' : column),
    };
  });

/** One row per strategy and retriever of one table. `buildTimes` is by strategy, in milliseconds. */
export function chunkingRows(
  summary: ChunkingSummary,
  table: ChunkingTable,
  address: FigureAddress,
  buildTimes: ReadonlyMap<string, number>,
): ScoreRow[] {
  return summary.rows
    .filter((row) => row.table === table)
    .map((row) => ({
      id: row.row,
      label: row.label,
      badges: [],
      note: parametersOf(summary, row.strategy),
      role: row.retriever,
      figures: new Map(
        plans.map((plan): [string, Figure] => [
          plan.id,
          plan.figure(row, buildTimes.get(row.strategy) ?? null),
        ]),
      ),
      link: (column) => behind(address, row, column, summary.corpus.judgedBy === 'spans'),
    }));
}

/** `chunkSize 256, overlap 64 (tokens)`; the tokenizer is the same for all rows and stands in the caption. */
function parametersOf(summary: ChunkingSummary, strategy: string): string {
  const {
    unit,
    tokenizer: _,
    ...parameters
  } = summary.strategies.find(({ id }) => id === strategy)?.parameters ?? {};
  const values = Object.entries(parameters).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? decimal(value, 3) : String(value)}`,
  );
  if (unit === undefined) return values.join(', ');
  return values.length === 0 ? String(unit) : `${values.join(', ')} (${String(unit)})`;
}

/** Address of what a figure is made of: its questions, or the chunks themselves. */
function behind(address: FigureAddress, row: ChunkingRow, column: string, spansOnly: boolean): string | null {
  const plan = plans.find(({ id }) => id === column);
  if (column === 'contexts' || column === 'meanTokens')
    return address('inspector', { strategies: row.strategy });
  if (!plan?.behind) return null;
  const tokens =
    column === 'contextTokensAt90' || column === 'uniqueContextTokensAt90' ? row.metrics[column] : null;
  return address('failures', {
    row: row.row,
    ...plan.behind,
    ...(spansOnly && 'rule' in plan.behind ? { rule: 'evidence' } : {}),
    ...(tokens ? { k: String(tokens.cutoff) } : {}),
  });
}

export function questionsBehind(address: FigureAddress, row: string): string {
  return address('failures', { row, k: '10', rule: 'answer' });
}

/** The highlighted row of the first table and the reason for it. */
export function bestOf(summary: ChunkingSummary): BestRow | null {
  return (
    summary.best && {
      ...summary.best,
      at: metrics.ndcgAt10.label,
      rule: 'highest nDCG@10 to three decimals, fewer context tokens breaking a tie',
    }
  );
}

/** Comparisons whose rows stand in one table. */
export function comparisonsOf(summary: ChunkingSummary, table: ChunkingTable): Comparison[] {
  const inTable = new Set(summary.rows.filter((row) => row.table === table).map(({ row }) => row));
  return summary.comparisons.filter(({ a }) => inTable.has(a));
}

/** The first table in sentences: who leads, whom it beats, what it costs. */
export function chunkingFindings(summary: ChunkingSummary): string[] {
  const rows = summary.rows.filter(({ table }) => table === 'main');
  const labelOf = (id: string) => rows.find(({ row }) => row === id)?.label ?? id;
  const best = rows.find(({ row }) => row === summary.best?.row);
  if (summary.corpus.questions === 0) return ['This run has no questions (n = 0), so no row has a figure.'];
  if (!best || !summary.best) return ['No row has an nDCG@10, so none is highlighted.'];
  const { ndcgAt10, hitAt, contextTokensAt90 } = best.metrics;
  const beaten = comparisonsOf(summary, 'main').filter(
    ({ a, verdict }) => a === best.row && verdict === 'a beats b',
  );
  const lines = [
    `${best.label} has the highest nDCG@10: ${score(ndcgAt10.value)}${ndcgAt10.interval ? ` ${interval(ndcgAt10.interval[0], ndcgAt10.interval[1], score)}` : ''}.`,
    beaten.length === 0
      ? 'It beats no other row.'
      : `It beats ${andList(beaten.map(({ b, difference }) => `${labelOf(b)} (${signedScore(difference)})`))}.`,
    summary.best.notSeparatedFrom.length === 0
      ? 'The data separate it from every other row.'
      : `The data cannot separate it from ${andList(summary.best.notSeparatedFrom.map(labelOf))}.`,
  ];
  const costs = rows
    .flatMap((row) => (row.metrics.contextTokensAt90 ? [{ row, ...row.metrics.contextTokensAt90 }] : []))
    .sort((x, y) => x.tokens - y.tokens);
  const [cheapest] = costs;
  if (cheapest) {
    lines.push(
      cheapest.row === best
        ? `It also needs the fewest context tokens to answer more than 90 % of the questions: ${decimal(cheapest.tokens)} at k = ${cheapest.cutoff}.`
        : `The fewest context tokens to answer more than 90 % of the questions: ${cheapest.row.label}, ${decimal(cheapest.tokens)} at k = ${cheapest.cutoff}${contextTokensAt90 ? `; ${best.label} needs ${decimal(contextTokensAt90.tokens)} at k = ${contextTokensAt90.cutoff}` : `; ${best.label} never passes 90 %`}.`,
    );
  } else {
    lines.push('No row answers more than 90 % of the questions at k = 10 or before.');
  }
  return [
    ...lines,
    `n = ${count(hitAt[10].n)} ${hitAt[10].n === 1 ? 'question' : 'questions'} throughout${summary.bootstrap.clusters < 2 ? `, of one ${summary.bootstrap.cluster}: intervals are not defined` : ''}.`,
  ];
}
