import { headlineRule } from '../../../experiments/chunking/hitRule';
import { useMemo } from 'react';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { LineChart } from '../../charts/LineChart';
import type { ChartSeries } from '../../charts/series';
import { Select } from '../../components/Choice';
import { Loading } from '../../components/Loading';
import { AxisControls } from './AxisControls';
import { chartHeight } from './chartHeight';
import { chunkingLegend, missesLink, restsOn, tableNotes, type ChunkingChartProps } from './chunkingCodecs';
import {
  chosenRows,
  cutoffMeasureIds,
  cutoffMeasures,
  cutoffReference,
  cutoffSeries,
  isStored,
} from './chunkingCurvesModel';
import { ComputedCutoffs } from './ComputedCutoffs';
import { cutAxisNote, shareAxis, titled } from './figures';

const axis = {
  kind: 'log',
  title: 'k: ranks looked at (logarithmic)',
  ticks: [1, 3, 5, 10],
  format: String,
} as const;

/** Quality against the cutoff k; nDCG and MRR at every k are computed from the stored rankings when asked for. */
export function CutoffChart(props: ChunkingChartProps) {
  const { summary, values } = props;
  const rows = useMemo(
    () => chosenRows(summary, values.strategies, values.retrievers),
    [summary, values.strategies, values.retrievers],
  );
  const { metric } = values;
  const stored = useMemo(() => (isStored(metric) ? cutoffSeries(rows, metric) : null), [rows, metric]);
  if (stored) return <CutoffFigure {...props} series={stored} />;
  return (
    <ComputedCutoffs
      experiment={props.experiment}
      summary={summary}
      rows={rows}
      measure={metric === 'mrrAt' ? 'mrr' : 'ndcg'}
      waiting={<CutoffFigure {...props} series={null} />}
    >
      {(series, note) => <CutoffFigure {...props} series={series} note={note} />}
    </ComputedCutoffs>
  );
}

function CutoffFigure({
  experiment,
  summary,
  values,
  set,
  series,
  note,
}: ChunkingChartProps & { series: readonly ChartSeries[] | null; note?: string }) {
  const rows = useMemo(
    () => chosenRows(summary, values.strategies, values.retrievers),
    [summary, values.strategies, values.retrievers],
  );
  const { title: yTitle, words, unit } = cutoffMeasures[values.metric];
  // Where spans are all that counts, the two rules are one.
  const spansOnly = summary.corpus.judgedBy === 'spans';
  const measures = cutoffMeasureIds.filter(
    (id) => !spansOnly || id !== 'evidenceHitAt' || id === values.metric,
  );
  const drawn = useMemo(() => series ?? [], [series]);
  const y = useMemo(
    () => shareAxis(yTitle, unit, values.zoom ? drawn.flatMap(({ points }) => points) : null),
    [yTitle, unit, values.zoom, drawn],
  );
  const reference = useMemo(() => cutoffReference(rows, values.metric), [rows, values.metric]);
  const title = `${titled(yTitle)} against k`;
  return (
    <ChartFrame
      title={title}
      caption={`${titled(words)}${values.metric === 'hitAt' ? ` (${headlineRule(summary)} rule)` : ''}. ${restsOn(summary)}. At the same k large chunks return more text: the token budget is the fair comparison.`}
      notes={[...cutAxisNote(y), ...tableNotes({ summary, values }), ...(note === undefined ? [] : [note])]}
      controls={
        <Select
          label="Measure"
          value={values.metric}
          onChange={(metric) => set({ metric })}
          options={measures.map((value) => ({ value, label: cutoffMeasures[value].title }))}
        />
      }
      display={<AxisControls zoom={values.zoom} intervals={values.intervals} set={set} />}
      legend={chunkingLegend({ summary, values, set })}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series: drawn,
        xTitle: 'k =',
        xLabel: String,
        format: y.format,
        rowPer: 'series',
      })}
      csv={() => seriesCsv(drawn, 'k', yTitle)}
      fileName={`${summary.id}-${values.metric}`}
      empty={
        rows.length === 0 ? 'Nothing is chosen: press a strategy and a search above to draw them.' : undefined
      }
    >
      {(width) =>
        series ? (
          <LineChart
            label={title}
            width={width}
            height={chartHeight(width)}
            x={axis}
            y={y}
            series={drawn}
            reference={reference}
            intervals={values.intervals}
            describeX={(x) => `k = ${x}`}
            linkOf={(id, index) =>
              missesLink(experiment, id, {
                cutoff: drawn.find((one) => one.id === id)?.points[index]?.x,
                rule: values.metric.startsWith('evidence') ? 'evidence' : headlineRule(summary),
              })
            }
          />
        ) : (
          <Loading what="the rankings" />
        )
      }
    </ChartFrame>
  );
}
