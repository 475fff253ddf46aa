import { use, useMemo, useState } from 'react';
import { count, points } from '../../../core/stats/format';
import { tokenBudgets } from '../../../experiments/chunking/formats';
import { expansionHeadline } from '../../../experiments/chunking/neighbors/headline';
import { ChartFrame } from '../../charts/ChartFrame';
import { seriesCsv, seriesTable } from '../../charts/chartTable';
import { strategyStyle } from '../../charts/colors';
import { LineChart } from '../../charts/LineChart';
import type { ChartSeries } from '../../charts/series';
import { loadWidths } from '../budget/loadWidths';
import { AxisControls } from './AxisControls';
import { chartHeight } from './chartHeight';
import { restsOn, type ChunkingChartProps } from './chunkingCodecs';

const axis = {
  kind: 'log',
  title: 'token budget (logarithmic)',
  ticks: tokenBudgets.filter((tokens) => tokens >= 256),
  format: (value: number) => count(value),
} as const;

/** Slots of the palette for widths: colours of strategies that do not stand in this chart. */
const looks = ['recursive', 'sentence_pack', 'semantic', 'sentence_window', 'paragraph', 'fixed_overlap'];

/** Widening hits by their neighbors against taking more hits, for the same tokens, over all budgets. */
export function NeighborChart({ experiment, summary, values, set }: ChunkingChartProps) {
  const { source, entry } = experiment;
  const expansion = summary.expansions[0]!;
  const widths = use(loadWidths({ source, entry, summary, expansion }));
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const all = useMemo(
    () =>
      (widths ?? []).map(
        ({ row, neighborPrev, neighborNext, points: stops, stairs }, place): ChartSeries => ({
          id: row,
          label: `±${neighborPrev}/${neighborNext}`,
          style: strategyStyle(looks[place % looks.length]!),
          points: stops,
          stairs,
        }),
      ),
    [widths],
  );
  const series = useMemo(() => all.filter(({ id }) => !hidden.includes(id)), [all, hidden]);
  const y = useMemo(() => {
    const ends = series.flatMap((one) => one.points.flatMap((point) => [point.low, point.high, point.y]));
    const known = ends.filter((end): end is number => end !== null);
    return {
      title: 'points gained over more hits',
      domain: [Math.min(-0.05, ...known), Math.max(0.05, ...known)] as const,
      format: points,
      tickFormat: (value: number) => points(value).replace(/ points$/, ''),
    };
  }, [series]);
  const title = `Neighbors of ${expansion.row} against more hits, for the same tokens`;
  const intervals = values.intervals === 'none' ? 'none' : 'bands';
  return (
    <ChartFrame
      title={title}
      caption={`Hit rate with every hit widened by so many chunks before and after, less the hit rate without, within the same token budget; hits side by side are merged in both. Above 0 neighbors are the better use of the tokens, below 0 more hits are. A line begins where at least half as many questions are held as without neighbors. ${restsOn(summary)}.`}
      notes={[expansionHeadline(expansion, summary)]}
      display={
        <AxisControls
          intervals={intervals}
          bands
          set={({ intervals: next }) => next && set({ intervals: next })}
        />
      }
      legend={[
        {
          label: 'Chunks before and after',
          entries: all.map(({ id, label, style }) => ({ id, label, style, on: !hidden.includes(id) })),
          onChange: (on) => setHidden(all.map(({ id }) => id).filter((id) => !on.includes(id))),
        },
      ]}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={seriesTable({
        caption: `${title}, with 95 % intervals`,
        series: series.map((one) => ({
          ...one,
          points: one.points.filter(({ x }) => (tokenBudgets as readonly number[]).includes(x)),
        })),
        xTitle: 'Tokens',
        xLabel: count,
        format: points,
        rowPer: 'series',
      })}
      csv={() => seriesCsv(series, 'token budget', 'difference')}
      fileName={`${summary.id}-neighbors`}
      empty={
        all.length === 0
          ? 'This run stores nothing about neighbors at every budget.'
          : series.length === 0
            ? 'Nothing is chosen: press a width above to draw it.'
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
          intervals={intervals}
          describeX={(x) => `${count(x)} tokens`}
        />
      )}
    </ChartFrame>
  );
}
