import { useMemo } from 'react';
import { count } from '../../../core/stats/format';
import { tokenBudgets } from '../../../experiments/chunking/formats';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { LineChart } from '../../charts/LineChart';
import { Choice } from '../../components/Choice';
import { AxisControls } from './AxisControls';
import { chartHeight } from './chartHeight';
import { chunkingLegend, missesLink, restsOn, tableNotes, type ChunkingChartProps } from './chunkingCodecs';
import { budgetMeasureIds, budgetMeasures, budgetSeries, chosenRows } from './chunkingCurvesModel';
import { cutAxisNote, shareAxis, titled } from './figures';

const axis = {
  kind: 'log',
  title: 'token budget (logarithmic)',
  ticks: tokenBudgets,
  format: (value: number) => count(value),
} as const;

/** Quality within a budget of tokens: what small and large chunks give for the same amount of text. */
export function BudgetChart({ experiment, summary, values, set }: ChunkingChartProps) {
  const rows = useMemo(
    () => chosenRows(summary, values.strategies, values.retrievers),
    [summary, values.strategies, values.retrievers],
  );
  const series = useMemo(() => budgetSeries(rows, values.within), [rows, values.within]);
  const { title: yTitle, words } = budgetMeasures[values.within];
  const y = useMemo(
    () =>
      shareAxis(
        `${yTitle} within the budget`,
        'share',
        values.zoom ? series.flatMap(({ points }) => points) : null,
      ),
    [yTitle, values.zoom, series],
  );
  const title = `${titled(yTitle)} against the token budget`;
  return (
    <ChartFrame
      title={title}
      caption={`${titled(words)} within the longest beginning of the ranking whose text, overlaps counted once, holds at most so many tokens (${summary.tokenizer.name}${summary.tokenizer.estimated ? ', an estimate' : ''}); no context is cut. ${restsOn(summary)}.`}
      notes={[...cutAxisNote(y), ...tableNotes({ summary, values })]}
      controls={
        <Choice
          label="Measure"
          value={values.within}
          onChange={(within) => set({ within })}
          options={budgetMeasureIds.map((value) => ({ value, label: budgetMeasures[value].title }))}
        />
      }
      display={<AxisControls zoom={values.zoom} intervals={values.intervals} set={set} />}
      legend={chunkingLegend({ summary, values, set })}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series,
        xTitle: 'Tokens',
        xLabel: count,
        format: y.format,
        rowPer: 'series',
      })}
      csv={() => seriesCsv(series, 'token budget', yTitle)}
      fileName={`${summary.id}-budget-${values.within}`}
      empty={
        series.length === 0
          ? 'Nothing is chosen: press a strategy and a search above to draw them.'
          : undefined
      }
    >
      {(width) => (
        <LineChart
          label={title}
          width={width}
          height={chartHeight(width)}
          x={axis}
          y={y}
          series={series}
          intervals={values.intervals}
          describeX={(x) => `${count(x)} tokens`}
          linkOf={(id) => missesLink(experiment, id)}
        />
      )}
    </ChartFrame>
  );
}
