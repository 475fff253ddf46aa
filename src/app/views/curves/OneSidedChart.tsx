import { useMemo } from 'react';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { LineChart } from '../../charts/LineChart';
import { blendLegend, queriesLink, type BlendChartProps } from './blendCodecs';
import { blendAxis, captionOf, metricTitles, oneSidedSeries } from './blendCurvesModel';
import { chartHeight } from './chartHeight';
import { cutAxisNote } from './figures';

/** Methods that blend only one side, or the two sides differently: points, since no line of weights joins them. */
export function OneSidedChart({ experiment, summary, shown, values, set }: BlendChartProps) {
  const { rows, series } = useMemo(() => oneSidedSeries(summary, shown), [summary, shown]);
  const y = useMemo(() => blendAxis(shown, values.zoom ? series : null), [shown, values.zoom, series]);
  const x = useMemo(
    () => ({
      kind: 'category' as const,
      title: '',
      labels: rows.map(({ label }) => label.replace(/,? (?=\S+ (query|stored)$|blend$)/, '\n')),
    }),
    [rows],
  );
  const nameOf = (index: number) => rows[index]?.label ?? '';
  const title = 'Methods that treat the two sides differently';
  const yTitle = metricTitles[shown.metric];
  return (
    <ChartFrame
      title={title}
      caption={`Queries blended one way and stored texts another, beside the prespecified blend of both sides. ${captionOf(summary, shown)}`}
      notes={cutAxisNote(y)}
      legend={blendLegend({ shown, set })}
      lines={false}
      shape={values.sided}
      onShape={(sided) => set({ sided })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series,
        xTitle: 'Method',
        xLabel: nameOf,
        format: y.format,
        rowPer: 'x',
      })}
      csv={() =>
        seriesCsv(series, 'method', shown.coverage ? `${yTitle} (coverage@4 where named)` : yTitle, nameOf)
      }
      fileName={`${summary.id}-one-sided`}
      empty={series.length === 0 ? 'No condition is chosen: press one above to draw it.' : undefined}
    >
      {(width) => (
        <LineChart
          label={title}
          width={width}
          height={chartHeight(width) + (width < 560 ? 90 : 0)}
          x={x}
          y={y}
          series={series}
          intervals={values.intervals === 'none' ? 'none' : 'whiskers'}
          describeX={nameOf}
          linkOf={(id, index) => queriesLink(experiment, shown.block, rows[index]?.row, id)}
        />
      )}
    </ChartFrame>
  );
}
