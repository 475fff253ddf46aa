import { metrics } from '../../../core/metrics/registry';
import { decimal, percent } from '../../../core/stats/format';
import {
  blendConditions,
  type BlendCondition,
  type BlendMethodRow,
  type BlendSummary,
} from '../../../experiments/blend/formats';
import { symmetricWeight } from '../../../experiments/blend/measure/methods';
import { conditionStyle } from '../../charts/colors';
import type { VerticalAxis } from '../../charts/lineChartModel';
import type { ChartMark, ChartSeries } from '../../charts/series';
import { estimatePoint, shareAxis, titled } from './figures';

export const curveMetrics = ['top1', 'familyFirst', 'withinFamily', 'reciprocalRank'] as const;
export type CurveMetric = (typeof curveMetrics)[number];
export const blockChoices = ['both', 'context', 'intent'] as const;
export type BlockChoice = (typeof blockChoices)[number];
/** Generic coverage stands on the same axis, as a second measure of the same conditions. */
export type DrawnMetric = CurveMetric | 'coverageAt4';

export const conditionLabels: Record<BlendCondition, string> = {
  clean: 'Clean texts',
  stored: 'Noise in stored texts',
  query: 'Noise in queries',
  both: 'Noise in both',
};

/** Id of a drawn series; `readSeriesId` is its inverse. */
const seriesId = (metric: DrawnMetric, condition: BlendCondition) => `${metric}.${condition}`;

export function readSeriesId(id: string): { metric: DrawnMetric; condition: BlendCondition } {
  const [metric, condition] = id.split('.') as [DrawnMetric, BlendCondition];
  return { metric, condition };
}

/** Which figures are drawn. */
export interface ShownCurves {
  metric: CurveMetric;
  coverage: boolean;
  conditions: readonly BlendCondition[];
  block: BlockChoice;
}

function figureOf(row: BlendMethodRow, metric: DrawnMetric, condition: BlendCondition, block: BlockChoice) {
  return (block === 'both' ? row : row.blocks[block])[metric][condition];
}

/** The rows that blend both sides by the same weight, from the whole text (0) to the focus alone (1). */
export function symmetricRows({ rows }: BlendSummary): BlendMethodRow[] {
  return rows.filter((row) => symmetricWeight(row) !== null).sort((a, b) => a.queryWeight - b.queryWeight);
}

function oneSidedRows({ rows }: BlendSummary): BlendMethodRow[] {
  return rows.filter(({ role }) => role === 'one-sided' || role === 'added');
}

function seriesOf(
  rows: readonly BlendMethodRow[],
  xOf: (row: BlendMethodRow, index: number) => number,
  shown: ShownCurves,
  line: NonNullable<ChartSeries['line']>,
): ChartSeries[] {
  const drawn: DrawnMetric[] = shown.coverage ? [shown.metric, 'coverageAt4'] : [shown.metric];
  return drawn.flatMap((metric) =>
    blendConditions
      .filter((condition) => shown.conditions.includes(condition))
      .map((condition): ChartSeries => {
        const coverage = metric === 'coverageAt4';
        const style = conditionStyle(condition);
        return {
          id: seriesId(metric, condition),
          label: coverage ? `${conditionLabels[condition]}, coverage@4` : conditionLabels[condition],
          style: coverage ? { ...style, dash: '2 3' } : style,
          hollow: coverage,
          line,
          ...(coverage ? { format: percent } : {}),
          points: rows.map((row, index) =>
            estimatePoint(xOf(row, index), figureOf(row, metric, condition, shown.block)),
          ),
        };
      }),
  );
}

/** Quality against the focus weight of both sides. */
export function weightSeries(
  summary: BlendSummary,
  shown: ShownCurves,
  line: 'joined' | 'bandOnly' = 'joined',
): ChartSeries[] {
  return seriesOf(symmetricRows(summary), ({ queryWeight }) => queryWeight, shown, line);
}

/** Methods without one weight for both sides have no place on an axis of weights: they stand side by side, after the prespecified blend. */
export function oneSidedSeries(
  summary: BlendSummary,
  shown: ShownCurves,
): { rows: BlendMethodRow[]; series: ChartSeries[] } {
  const rows = [...summary.rows.filter(({ role }) => role === 'prespecified'), ...oneSidedRows(summary)];
  return { rows, series: seriesOf(rows, (_, index) => index, shown, 'none') };
}

/** The prespecified weight and the one that the development families chose; one mark where they agree. */
export function weightMarks(summary: BlendSummary): ChartMark[] {
  const prespecified = summary.rows.find(({ role }) => role === 'prespecified');
  const chosen = summary.rows.find(({ row }) => row === summary.selection.chosen);
  const share = (row: BlendMethodRow) =>
    `${decimal(row.queryWeight * 100)}/${decimal(100 - row.queryWeight * 100)}`;
  if (prespecified && chosen && prespecified.row === chosen.row)
    return [
      {
        x: prespecified.queryWeight,
        label: `prespecified ${share(prespecified)}, also the development choice`,
      },
    ];
  return [
    ...(prespecified ? [{ x: prespecified.queryWeight, label: `prespecified ${share(prespecified)}` }] : []),
    ...(chosen ? [{ x: chosen.queryWeight, label: `development choice ${share(chosen)}` }] : []),
  ];
}

/** Quality at one weight under every condition, computed in the page; no interval. */
export interface ExploredWeight {
  weight: number;
  figures: Record<BlockChoice, Record<DrawnMetric, Record<BlendCondition, number | null>>>;
}

/** The continuous curve as far as it is computed, in the looks of the series that it runs through. */
export function exploredSeries(explored: readonly ExploredWeight[], shown: ShownCurves): ChartSeries[] {
  const byWeight = [...explored].sort((a, b) => a.weight - b.weight);
  const drawn: DrawnMetric[] = shown.coverage ? [shown.metric, 'coverageAt4'] : [shown.metric];
  return drawn.flatMap((metric) =>
    blendConditions
      .filter((condition) => shown.conditions.includes(condition))
      .map((condition): ChartSeries => ({
        id: `${seriesId(metric, condition)}.explored`,
        label: `${conditionLabels[condition]}${metric === 'coverageAt4' ? ', coverage@4' : ''} (exploration)`,
        style: { ...conditionStyle(condition), dash: metric === 'coverageAt4' ? '2 3' : '', marker: 'none' },
        points: byWeight.map(({ weight, figures }) => ({
          x: weight,
          y: figures[shown.block][metric][condition],
          low: null,
          high: null,
          n: null,
        })),
      })),
  );
}

/** Weights of the continuous curve, a hundredth apart, in an order in which the picture is soon complete and then gets finer. */
export function explorationOrder(): number[] {
  const weights: number[] = [];
  for (const step of [10, 5, 2, 1])
    for (let percent = 0; percent <= 100; percent += step)
      if (!weights.includes(percent / 100)) weights.push(percent / 100);
  return weights;
}

export const metricTitles = Object.fromEntries(
  curveMetrics.map((metric) => [metric, metrics[metric].label]),
) as Record<CurveMetric, string>;

/** The axis of the blend's charts; coverage stands on it as well, since both are shares of what could be had. */
export function blendAxis(
  { metric, coverage }: ShownCurves,
  zoomTo: readonly ChartSeries[] | null,
): VerticalAxis {
  return shareAxis(
    coverage ? `${metricTitles[metric]}, coverage@4` : metricTitles[metric],
    metrics[metric].unit === 'share' ? 'share' : 'score',
    zoomTo && zoomTo.flatMap(({ points }) => points),
  );
}

/** The measures drawn, as the beginning of a title. */
export function measureTitle({ metric, coverage }: ShownCurves): string {
  return `${titled(metricTitles[metric])}${coverage ? ' and generic coverage' : ''}`;
}

/** What the figures rest on, and how their intervals were made. */
export function captionOf(summary: BlendSummary, { metric, coverage, block }: ShownCurves): string {
  const row = summary.rows[0];
  const specific = row && figureOf(row, metric, 'clean', block)?.n;
  const generic = row && figureOf(row, 'coverageAt4', 'clean', block)?.n;
  const questions = `${specific ?? 0} specific evaluation queries${coverage ? ` and ${generic ?? 0} generic ones` : ''}${block === 'both' ? '' : ` of the ${block} block`}`;
  return `${questions}. Intervals: 95 % bootstrap over families; all or none carries the exact bound over families instead.${coverage ? ' Where intervals are bands, that of coverage shows while its line is active.' : ''}`;
}
