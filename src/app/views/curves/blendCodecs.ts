import type { BlendCondition, BlendSummary } from '../../../experiments/blend/formats';
import { blendConditions } from '../../../experiments/blend/formats';
import type { ChartShape } from '../../charts/ChartFrame';
import { conditionStyle } from '../../charts/colors';
import type { LegendGroup } from '../../charts/Legend';
import type { IntervalStyle } from '../../charts/series';
import { choice, choices, flag, type ParamValues } from '../../state/params';
import { formatLocation } from '../../state/urlState';
import type { ViewParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';
import {
  blockChoices,
  conditionLabels,
  curveMetrics,
  readSeriesId,
  type BlockChoice,
  type CurveMetric,
  type ShownCurves,
} from './blendCurvesModel';

const shapes = ['chart', 'table'] as const satisfies readonly ChartShape[];
const intervalStyles = ['bands', 'whiskers', 'none'] as const satisfies readonly IntervalStyle[];

/** What of the blend curves stands in the URL. */
export const blendCodecs = {
  metric: choice<CurveMetric>(curveMetrics, 'top1'),
  block: choice<BlockChoice>(blockChoices, 'both'),
  conditions: choices<BlendCondition>(blendConditions, blendConditions),
  coverage: flag(true),
  intervals: choice<IntervalStyle>(intervalStyles, 'bands'),
  zoom: flag(true),
  explore: flag(),
  as: choice<ChartShape>(shapes, 'chart'),
  sided: choice<ChartShape>(shapes, 'chart'),
};

/** What both charts of the view are given. */
export interface BlendChartProps {
  experiment: OpenExperiment;
  summary: BlendSummary;
  shown: ShownCurves;
  values: ParamValues<typeof blendCodecs>;
  set: ViewParams<typeof blendCodecs>['set'];
}

export function blendLegend({ shown, set }: Pick<BlendChartProps, 'shown' | 'set'>): LegendGroup[] {
  return [
    {
      label: 'Conditions',
      entries: blendConditions.map((condition) => ({
        id: condition,
        label: conditionLabels[condition],
        style: conditionStyle(condition),
        on: shown.conditions.includes(condition),
      })),
      onChange: (next) => set({ conditions: next as BlendCondition[] }),
    },
    {
      label: 'Beside it',
      entries: [
        {
          id: 'coverage',
          label: 'Generic coverage@4 (hollow, dotted)',
          style: { color: 'currentColor', marker: 'circle', dash: '2 3' },
          hollow: true,
          on: shown.coverage,
        },
      ],
      onChange: (next) => set({ coverage: next.length > 0 }),
    },
  ];
}

/** Where a drawn figure leads: the queries behind it. */
export function queriesLink(
  experiment: OpenExperiment,
  block: BlockChoice,
  row: string | undefined,
  seriesId: string,
): { href: string; label: string } | null {
  if (row === undefined) return null;
  const { metric, condition } = readSeriesId(seriesId);
  const params = {
    method: row,
    condition,
    kind: metric === 'coverageAt4' ? 'generic' : 'specific',
    ...(block === 'both' ? {} : { block }),
  };
  return {
    href: formatLocation({ page: 'experiment', experiment: experiment.entry.id, view: 'failures' }, params),
    label: 'Open the queries behind it',
  };
}
