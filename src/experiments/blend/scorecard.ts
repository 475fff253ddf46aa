import { metrics } from '../../core/metrics/registry';
import { percent, points, pValue } from '../../core/stats/format';
import type { Comparison } from '../../artifact/common';
import {
  blendConditions,
  blendMetrics,
  type BlendCondition,
  type BlendMetric,
  type BlendMethodRow,
  type BlendSummary,
} from './formats';
import { estimateFigure, plainFigure, type Figure } from '../../analysis/scorecard/figure';
import type { FigureAddress, ScoreBadge, ScoreColumn, ScoreRow } from '../../analysis/scorecard/scoreTypes';
import { andList } from '../../core/stats/words';
import { differenceText } from './measure/headline';

export const blockChoices = ['both', 'context', 'intent'] as const;
export type BlockChoice = (typeof blockChoices)[number];

export const conditionLabels: Record<BlendCondition, string> = {
  clean: 'Clean texts',
  stored: 'Noise in stored texts',
  query: 'Noise in queries',
  both: 'Noise in both',
};

const roleBadges: Record<BlendMethodRow['role'], ScoreBadge> = {
  prespecified: {
    label: 'prespecified',
    title: 'Named before anything was measured: the one row whose comparisons are tests.',
  },
  baseline: { label: 'baseline', title: 'What the blend is held against.' },
  exploration: {
    label: 'exploration',
    title: 'A weight swept after the fact: a hint where to look, not a test.',
  },
  'one-sided': { label: 'one-sided', title: 'Queries and stored texts are blended by different weights.' },
  added: {
    label: 'our baseline',
    title:
      'A baseline that the source does not have. Its comparison is declared apart, and it stands in no tie group.',
  },
};
export const roleLabels = Object.entries(roleBadges).map(([value, { label }]) => ({ value, label }));

export const columnId = (metric: BlendMetric, condition: BlendCondition): string => `${metric}.${condition}`;
export const blendColumnIds: readonly string[] = blendConditions.flatMap((condition) =>
  blendMetrics.map((metric) => columnId(metric, condition)),
);
/** Top 1 beside the two factors that it is the product of, query by query. */
export const topOneColumns: readonly string[] = blendConditions.flatMap((condition) =>
  (['top1', 'familyFirst', 'withinFamily'] as const).map((metric) => columnId(metric, condition)),
);

export function blendColumns(summary: BlendSummary, block: BlockChoice): ScoreColumn[] {
  const { specificEvaluationQueries, genericEvaluationQueries } = summary.counts;
  return blendConditions.flatMap((condition) =>
    blendMetrics.map((metric): ScoreColumn => {
      const { label, explanation, direction } = metrics[metric];
      const of = metric === 'coverageAt4' ? genericEvaluationQueries : specificEvaluationQueries;
      const order = summary.tieGroups?.find(
        (found) => found.block === block && found.metric === metric && found.condition === condition,
      );
      return {
        id: columnId(metric, condition),
        group: conditionLabels[condition],
        label,
        fullLabel: `${label}, ${conditionLabels[condition].toLowerCase()}`,
        about: explanation,
        better: direction,
        total: block === 'both' ? of : (summary.rows[0]?.blocks[block][metric][condition].n ?? null),
        groups: order?.groups ?? null,
        clusters: order?.clusters ?? summary.bootstrap.clusters,
      };
    }),
  );
}

/** One row per method; `block` chooses whose queries the figures count. */
export function blendRows(summary: BlendSummary, block: BlockChoice, address: FigureAddress): ScoreRow[] {
  return summary.rows.map((row) => ({
    id: row.row,
    label: row.label,
    badges: [
      roleBadges[row.role],
      ...(row.row === summary.selection.chosen
        ? [{ label: 'chosen on development', title: 'The weight that the development families choose.' }]
        : []),
    ],
    role: row.role,
    figures: new Map(
      blendConditions.flatMap((condition) =>
        blendMetrics.map((metric): [string, Figure] => [
          columnId(metric, condition),
          blendFigure(row, block, metric, condition),
        ]),
      ),
    ),
    link: (column) => queriesBehind(address, row.row, column, block),
  }));
}

function blendFigure(
  row: BlendMethodRow,
  block: BlockChoice,
  metric: BlendMetric,
  condition: BlendCondition,
): Figure {
  const figures = block === 'both' ? row : row.blocks[block];
  return estimateFigure(figures[metric][condition], metrics[metric].unit);
}

/** Address of the queries behind a figure. */
export function queriesBehind(
  address: FigureAddress,
  method: string,
  column: string,
  block: BlockChoice,
): string | null {
  const [metric, condition] = column.split('.');
  if (metric === undefined || condition === undefined) return null;
  const kind = metric === 'coverageAt4' ? 'generic' : 'specific';
  return address('failures', { method, condition, kind, ...(block === 'both' ? {} : { block }) });
}

/** A ranking by chance over the same candidates; it has no queries to open. */
export function baselineRow(summary: BlendSummary): ScoreRow {
  const figures = blendConditions.flatMap((condition) =>
    blendMetrics.map((metric): [string, Figure] => [
      columnId(metric, condition),
      plainFigure(summary.baseline[metric], metrics[metric].unit),
    ]),
  );
  return {
    id: 'random',
    label: 'Random ranking',
    badges: [],
    role: 'random',
    figures: new Map(figures),
    link: () => null,
  };
}

/** Why the source's figures and ours are not the same, in one sentence: what each condition costs whole passages there and here. */
export function whyReportedDiffers({ rows, references }: BlendSummary): string {
  const here = rows.find(({ row }) => row === 'whole')?.top1;
  const there = references.find(({ besides }) => besides === 'whole')?.top1;
  const reason = 'The source used other texts, other unrelated sentences and another embedding model';
  if (!here || !there) return `${reason}.`;
  const costs = (['stored', 'query'] as const).map((condition) => {
    const lost = (clean: number | null, noisy: number | null) =>
      points(clean === null || noisy === null ? null : clean - noisy).replace(/^\+/, '');
    const where = condition === 'stored' ? 'noise in records costs whole passages' : 'noise in queries';
    return `${where} ${lost(there.clean, there[condition])} there and ${lost(here.clean.value, here[condition].value)} here`;
  });
  return `${reason}; ${costs.join(', ')}.`;
}

/** The two factors of top 1 of both rows under a condition, in a sentence. */
function factorsText({ rows }: BlendSummary, condition: BlendCondition): string {
  const share = (row: string, metric: BlendMetric) =>
    percent(rows.find((candidate) => candidate.row === row)?.[metric][condition].value ?? null);
  return `Right family first: ${share('blend80', 'familyFirst')} against ${share('whole', 'familyFirst')}; right record within the family: ${share('blend80', 'withinFamily')} against ${share('whole', 'withinFamily')}.`;
}

export interface BlendFinding {
  condition: BlendCondition;
  label: string;
  comparison: Comparison;
  /** The finding in a sentence. */
  sentence: string;
}

/** What the prespecified blend does to the share found first, condition by condition, in words. */
export function blendFindings(summary: BlendSummary): BlendFinding[] {
  const share = (row: string, condition: BlendCondition) =>
    summary.rows.find((candidate) => candidate.row === row)?.top1[condition].value;
  return blendConditions.flatMap((condition) => {
    const comparison = summary.comparisons.find(
      (candidate) =>
        candidate.a === 'blend80' &&
        candidate.b === 'whole' &&
        candidate.metric === 'top1' &&
        candidate.condition === condition,
    );
    if (!comparison) return [];
    const { difference, interval: bounds, adjustedP, verdict } = comparison;
    const verdictWords =
      verdict === 'a beats b'
        ? 'the blend beats the whole passage'
        : verdict === 'b beats a'
          ? 'the whole passage beats the blend'
          : 'a difference is not established';
    return [
      {
        condition,
        label: conditionLabels[condition],
        comparison,
        sentence: `80/20 finds the right record first for ${percent(share('blend80', condition))} of the queries, the whole passage for ${percent(share('whole', condition))}: ${differenceText(difference, bounds)}, p ${pValue(adjustedP)}; ${verdictWords}. ${factorsText(summary, condition)}`,
      },
    ];
  });
}

/** The answer in one sentence: where the blend helps, where it harms, where nothing is established. */
export function blendAnswer(findings: readonly BlendFinding[]): string {
  const named = (verdict: Comparison['verdict']) =>
    findings
      .filter(({ comparison }) => comparison.verdict === verdict)
      .map(({ label }) => `“${label.toLowerCase()}”`);
  const parts = [
    { words: 'helps under', conditions: named('a beats b') },
    { words: 'harms under', conditions: named('b beats a') },
    { words: 'makes no established difference under', conditions: named('not established') },
  ].filter(({ conditions }) => conditions.length > 0);
  if (parts.length === 0)
    return 'This file declares no comparison of the 80/20 blend with the whole passage.';
  return `Against the whole passage, the 80/20 blend ${parts.map(({ words, conditions }) => `${words} ${andList(conditions)}`).join('; it ')}.`;
}

/** What a comparison is of: the metric and the condition, in words. */
export const comparedMeasure = ({ metric, condition }: Pick<Comparison, 'metric' | 'condition'>): string =>
  [
    metrics[metric as BlendMetric]?.label ?? metric,
    ...(condition === undefined ? [] : [conditionLabels[condition as BlendCondition].toLowerCase()]),
  ].join(', ');
