import { usesModel } from '../../../experiments/chunking/measure/setups';
import { count } from '../../../core/stats/format';
import { firstBudget, largestBudget } from '../../../experiments/chunking/budgets';
import { headlineRule } from '../../../experiments/chunking/hitRule';
import {
  retrievers as allRetrievers,
  type ChunkingSummary,
  type Retriever,
} from '../../../experiments/chunking/formats';
import type { ChartShape } from '../../charts/ChartFrame';
import { retrieverStyle, strategyStyle } from '../../charts/colors';
import type { LegendGroup } from '../../charts/Legend';
import type { IntervalStyle } from '../../charts/series';
import { choice, choices, flag, wholeIn, type ParamValues } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import type { ViewParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';
import {
  budgetMeasureIds,
  costIds,
  cutoffMeasureIds,
  qualityIds,
  retrieverLabels,
  type BudgetMeasure,
  type Cost,
  type CutoffMeasure,
  type Quality,
} from './chunkingCurvesModel';
import {
  matchRules,
  measureId,
  measures,
  settingId,
  type MatchRule,
  type SettingKey,
} from './sensitivityModel';

export const chartIds = ['budget', 'cutoff', 'cost', 'neighbors', 'flip'] as const;
export type ChartId = (typeof chartIds)[number];

export const chartLabels: Record<ChartId, string> = {
  budget: 'By token budget',
  cutoff: 'By rank k',
  cost: 'Cost and quality',
  neighbors: 'Neighbors or more hits',
  flip: 'Does the winner flip?',
};

/** The charts that a run has: neighbors only where rows were widened. */
export const chartsOf = ({ expansions }: Pick<ChunkingSummary, 'expansions'>): ChartId[] =>
  chartIds.filter((id) => id !== 'neighbors' || expansions.length > 0);

const measureIds = measures.map(measureId);

/** What of the chunking curves stands in the URL; the known strategies and retrievers are those of the file. */
export function chunkingCodecs(summary: ChunkingSummary) {
  const strategies = summary.strategies.map(({ id }) => id);
  const retrievers = allRetrievers.filter((retriever) =>
    summary.rows.some((row) => row.retriever === retriever),
  );
  return {
    chart: choice<ChartId>(chartsOf(summary), 'budget'),
    strategies: choices<string>(strategies, strategies),
    retrievers: choices<Retriever>(
      retrievers,
      retrievers.includes('bm25') ? ['bm25'] : retrievers.slice(0, 1),
    ),
    metric: choice<CutoffMeasure>(cutoffMeasureIds, 'hitAt'),
    within: choice<BudgetMeasure>(
      budgetMeasureIds,
      headlineRule(summary) === 'answer' ? 'hitRate' : 'evidenceCoverage',
    ),
    budget: wholeIn(1, largestBudget, firstBudget),
    cost: choice<Cost>(costIds, 'contextTokensAt90'),
    quality: choice<Quality>(qualityIds, 'ndcgAt10'),
    intervals: choice<IntervalStyle>(['bands', 'whiskers', 'none'], 'whiskers'),
    zoom: flag(true),
    as: choice<ChartShape>(['chart', 'table'], 'chart'),
    rule: choice<MatchRule>(matchRules, 'answer'),
    measure: choice<string>(measureIds, 'ndcgAt10'),
    setting: choice<string>(settingIds, publishedSettingId(summary)),
  };
}

/** The settings that a benchmark's switches may hold: all that the format knows of. */
const settingIds = (['lucene', 'robertson'] as const).flatMap((idf) =>
  (
    [
      [1.2, 0.75],
      [0.9, 0.4],
    ] as const
  ).flatMap(([k1, b]) =>
    (['unicode', 'ascii'] as const).map((tokenRule) => settingId({ idf, k1, b, tokenRule })),
  ),
);

/** The setting that the published rows were measured under. */
export function publishedSettingId({ bm25 }: ChunkingSummary): string {
  return settingId(bm25 as SettingKey);
}

type Codecs = ReturnType<typeof chunkingCodecs>;

/** What every chart of the view is given. */
export interface ChunkingChartProps {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  values: ParamValues<Codecs>;
  set: ViewParams<Codecs>['set'];
}

export function chunkingLegend({
  summary,
  values,
  set,
}: Pick<ChunkingChartProps, 'summary' | 'values' | 'set'>): LegendGroup[] {
  const present = allRetrievers.filter((retriever) =>
    summary.rows.some((row) => row.retriever === retriever),
  );
  const second = present.filter(usesModel);
  const entry = (retriever: Retriever) => ({
    id: retriever,
    label: retrieverLabels[retriever],
    style: retrieverStyle(retriever),
    on: values.retrievers.includes(retriever),
  });
  const choose = (group: readonly Retriever[]) => (next: string[]) =>
    set({
      retrievers: present.filter((retriever) =>
        group.includes(retriever) ? next.includes(retriever) : values.retrievers.includes(retriever),
      ),
    });
  return [
    {
      label: 'Strategies',
      entries: summary.strategies.map(({ id, label }) => ({
        id,
        label,
        style: strategyStyle(id),
        on: values.strategies.includes(id),
      })),
      onChange: (next) => set({ strategies: next }),
    },
    ...(second.length === 0
      ? []
      : [
          {
            label: 'Search',
            entries: present.filter((retriever) => !usesModel(retriever)).map(entry),
            onChange: choose(['bm25']),
          },
          { label: 'Second table', entries: second.map(entry), onChange: choose(second) },
        ]),
  ];
}

/** What every point rests on, and what its interval is drawn over. */
export function restsOn({
  corpus: { questions },
  bootstrap: { clusters, cluster },
}: ChunkingSummary): string {
  if (questions === 0) return 'No questions (n = 0), so there is nothing to draw';
  const n = `${count(questions)} ${questions === 1 ? 'question' : 'questions'}`;
  return clusters < 2
    ? `${n} of one ${cluster}, so intervals are not defined`
    : `${n}; intervals: 95 % bootstrap over ${clusters} ${cluster}s`;
}

/** What has to be said when rows of both tables are drawn together. */
export function tableNotes({ summary, values }: Pick<ChunkingChartProps, 'summary' | 'values'>): string[] {
  const second = values.retrievers.some(usesModel);
  if (!second) return [];
  return [
    `Broken lines (rings on the plane) are rows of the second table${summary.model ? ` (${summary.model.name})` : ''}: they answer another question, how a chunking does with an embedding model, and are not part of the published comparison.`,
  ];
}

/** Where a drawn figure leads: the questions that the row misses, at the cutoff and by the rule of the figure where there are such. */
export function missesLink(
  experiment: OpenExperiment,
  row: string,
  at: { cutoff?: number; rule?: MatchRule; budget?: number } = {},
): { href: string; label: string } {
  const params = {
    row,
    ...(at.cutoff === undefined ? {} : { k: String(at.cutoff) }),
    ...(at.rule === undefined ? {} : { rule: at.rule }),
    ...(at.budget === undefined ? {} : { budget: String(at.budget) }),
  };
  return {
    href: formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'failures' }, params),
    label: 'Open the questions that it misses',
  };
}
