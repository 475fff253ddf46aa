import { use, useMemo } from 'react';
import { decimal } from '../../../core/stats/format';
import { blendSimilaritiesFormat } from '../../../experiments/blend/formats';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { LineChart } from '../../charts/LineChart';
import { Choice } from '../../components/Choice';
import { Loading } from '../../components/Loading';
import { loadExperimentFile } from '../../data/artifacts';
import { AxisControls } from './AxisControls';
import { blendLegend, queriesLink, type BlendChartProps } from './blendCodecs';
import {
  blendAxis,
  captionOf,
  curveMetrics,
  explorationOrder,
  exploredSeries,
  measureTitle,
  metricTitles,
  symmetricRows,
  weightMarks,
  weightSeries,
  type ExploredWeight,
} from './blendCurvesModel';
import { chartHeight } from './chartHeight';
import { useCurveTask } from './curveTask';
import { cutAxisNote } from './figures';
import { FilePart } from '../shared/FilePart';

const weightAxis = {
  kind: 'linear',
  title: 'focus weight (0 = whole text, 1 = focus alone)',
  domain: [0, 1],
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  format: (value: number) => decimal(value, 1),
} as const;
const explorationWeights = explorationOrder();
const none: readonly ExploredWeight[] = [];

/** Quality against the focus weight; what lies between the measured weights is computed only when asked for. */
export function WeightChart(props: BlendChartProps) {
  if (!props.values.explore) return <MeasuredWeights {...props} explored={none} />;
  return (
    <FilePart
      of="explore"
      waiting={
        <>
          <MeasuredWeights {...props} explored={none} />
          <Loading what="the similarities" />
        </>
      }
    >
      <ExploredWeights {...props} />
    </FilePart>
  );
}

function ExploredWeights(props: BlendChartProps) {
  const { value: similarities } = use(
    loadExperimentFile(
      props.experiment.source,
      props.experiment.entry,
      'similarities.json',
      blendSimilaritiesFormat,
    ),
  );
  const input = useMemo(() => ({ similarities, weights: explorationWeights }), [similarities]);
  const { parts, done, fault } = useCurveTask('exploreWeights', input);
  const note =
    fault ??
    `The thin lines are exploration: every query was ranked again in your browser at ${done ? '' : `${parts.length} of `}${explorationWeights.length} weights, from the stored similarities. They have no intervals, and no weight may be chosen by them.`;
  return <MeasuredWeights {...props} explored={parts} explorationNote={note} />;
}

function MeasuredWeights({
  experiment,
  summary,
  shown,
  values,
  set,
  explored,
  explorationNote,
}: BlendChartProps & { explored: readonly ExploredWeight[]; explorationNote?: string }) {
  const series = useMemo(
    () => weightSeries(summary, shown, explored.length > 0 ? 'bandOnly' : 'joined'),
    [summary, shown, explored.length],
  );
  const guides = useMemo(() => exploredSeries(explored, shown), [explored, shown]);
  const marks = useMemo(() => weightMarks(summary), [summary]);
  const y = useMemo(() => blendAxis(shown, values.zoom ? series : null), [shown, values.zoom, series]);
  const reference = useMemo(() => {
    const chance = summary.baseline[shown.metric];
    if (chance === null) return null;
    return {
      label: `random ranking: ${y.format(chance)}`,
      points: [0, 1].map((x) => ({ x, low: chance, high: chance })),
    };
  }, [summary, shown.metric, y]);
  const rows = symmetricRows(summary);
  const title = `${measureTitle(shown)} against the focus weight`;
  const yTitle = metricTitles[shown.metric];
  return (
    <ChartFrame
      title={title}
      caption={`${captionOf(summary, shown)} The prespecified weight was fixed before anything was measured; every other weight is exploration.`}
      notes={[...cutAxisNote(y), ...(explorationNote === undefined ? [] : [explorationNote])]}
      controls={
        <>
          <Choice
            label="Measure"
            value={shown.metric}
            onChange={(metric) => set({ metric })}
            options={curveMetrics.map((value) => ({ value, label: metricTitles[value] }))}
          />
          <Choice
            label="Block"
            value={shown.block}
            onChange={(block) => set({ block })}
            options={[
              { value: 'both', label: 'both' },
              { value: 'context', label: 'context', title: 'One word, different senses' },
              { value: 'intent', label: 'intent', title: 'One subject, different operations' },
            ]}
          />
          <Choice
            label="Between measured weights"
            value={values.explore ? 'computed' : 'straight'}
            onChange={(next) => set({ explore: next === 'computed' })}
            options={[
              { value: 'straight', label: 'straight lines' },
              {
                value: 'computed',
                label: 'computed here',
                title: 'Ranks every query again at every hundredth of the weight',
              },
            ]}
          />
        </>
      }
      display={<AxisControls zoom={values.zoom} intervals={values.intervals} set={set} />}
      legend={blendLegend({ shown, set })}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series,
        xTitle: 'Focus weight',
        xLabel: (x) => decimal(x, 2),
        format: y.format,
        rowPer: 'x',
      })}
      csv={() =>
        seriesCsv(
          [...series, ...guides],
          'focus weight',
          shown.coverage ? `${yTitle} (coverage@4 where named)` : yTitle,
        )
      }
      fileName={`${summary.id}-focus-weight`}
      empty={series.length === 0 ? 'No condition is chosen: press one above to draw it.' : undefined}
    >
      {(width) => (
        <LineChart
          label={title}
          width={width}
          height={chartHeight(width)}
          x={weightAxis}
          y={y}
          series={series}
          guides={guides}
          marks={marks}
          reference={reference}
          intervals={values.intervals}
          describeX={(x) => `focus weight ${decimal(x, 2)}`}
          linkOf={(id, index) => queriesLink(experiment, shown.block, rows[index]?.row, id)}
        />
      )}
    </ChartFrame>
  );
}
