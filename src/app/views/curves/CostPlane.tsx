import { useMemo } from 'react';
import { toCsv } from '../../../core/stats/csv';
import { ChartFrame } from '../../charts/ChartFrame';
import { figureText } from '../../charts/chartTable';
import { ScatterChart } from '../../charts/ScatterChart';
import { paretoFront } from '../../charts/scatterModel';
import { Select } from '../../components/Choice';
import { AxisControls } from './AxisControls';
import { chartHeight } from './chartHeight';
import { chunkingLegend, missesLink, tableNotes, type ChunkingChartProps } from './chunkingCodecs';
import {
  chosenRows,
  costIds,
  costs,
  costText,
  planeItems,
  qualities,
  qualityIds,
} from './chunkingCurvesModel';
import { cutAxisNote, shareAxis } from './figures';

/** Rows on a plane of cost and quality, with those that no other row beats in both. */
export function CostPlane({ experiment, summary, values, set }: ChunkingChartProps) {
  const rows = useMemo(
    () => chosenRows(summary, values.strategies, values.retrievers),
    [summary, values.strategies, values.retrievers],
  );
  const items = useMemo(
    () => planeItems(rows, values.cost, values.quality),
    [rows, values.cost, values.quality],
  );
  const front = useMemo(() => paretoFront(items), [items]);
  const { title: yTitle, unit } = qualities[values.quality];
  const xTitle = costs[values.cost].title;
  const y = useMemo(
    () => shareAxis(yTitle, unit, values.zoom ? items.map((item) => ({ ...item, x: item.x ?? 0 })) : null),
    [yTitle, unit, values.zoom, items],
  );
  const x = useMemo(() => ({ title: `${xTitle} (logarithmic)`, format: costText }), [xTitle]);
  const missing = items.filter((item) => item.x === null);
  const title = `${yTitle} against ${xTitle}`;
  const sorted = useMemo(() => [...items].sort((a, b) => (a.x ?? Infinity) - (b.x ?? Infinity)), [items]);
  return (
    <ChartFrame
      title={title}
      caption={`Up and to the left is better. Filled rows on the stairs form the Pareto front: no drawn row is as cheap and as good, and better in one of the two. The front is that of the figures themselves; where intervals overlap, the data may not order its neighbours.`}
      notes={[
        ...cutAxisNote(y),
        ...(missing.length === 0
          ? []
          : [
              `Not drawn, because no cutoff up to 10 brings them past 90 %: ${missing.map(({ label }) => label).join('; ')}.`,
            ]),
        ...tableNotes({ summary, values }),
      ]}
      controls={
        <>
          <Select
            label="Cost"
            value={values.cost}
            onChange={(cost) => set({ cost })}
            options={costIds.map((value) => ({ value, label: costs[value].title }))}
          />
          <Select
            label="Quality"
            value={values.quality}
            onChange={(quality) => set({ quality })}
            options={qualityIds.map((value) => ({ value, label: qualities[value].title }))}
          />
        </>
      }
      display={<AxisControls zoom={values.zoom} set={set} />}
      legend={chunkingLegend({ summary, values, set })}
      lines={false}
      shape={values.as}
      onShape={(as) => set({ as })}
      table={{
        caption: `${title}, with 95 % intervals, cheapest first`,
        columns: ['Row', xTitle, yTitle, 'On the Pareto front'],
        rows: sorted.map((item) => ({
          header: item.label,
          cells: [
            figureText(
              {
                y: item.x,
                low: item.xInterval?.[0] ?? null,
                high: item.xInterval && item.xInterval[1] === null ? Infinity : (item.xInterval?.[1] ?? null),
              },
              costText,
            ),
            figureText(item, y.format),
            front.includes(item) ? 'yes' : 'no',
          ],
        })),
      }}
      csv={() =>
        toCsv(sorted, [
          { header: 'row', value: ({ label }) => label },
          { header: xTitle, value: (item) => item.x },
          { header: `${xTitle}, low`, value: ({ xInterval }) => xInterval?.[0] },
          { header: `${xTitle}, high`, value: ({ xInterval }) => xInterval?.[1] },
          { header: yTitle, value: (item) => item.y },
          { header: 'low', value: ({ low }) => low },
          { header: 'high', value: ({ high }) => high },
          { header: 'n', value: ({ n }) => n },
          { header: 'on the Pareto front', value: (item) => front.includes(item) },
        ])
      }
      fileName={`${summary.id}-cost-quality`}
      empty={
        items.length === 0
          ? 'Nothing is chosen: press a strategy and a search above to draw them.'
          : undefined
      }
    >
      {(width) => (
        <ScatterChart
          label={title}
          width={width}
          height={chartHeight(width)}
          x={x}
          y={y}
          items={items}
          linkOf={(id) => missesLink(experiment, id)}
        />
      )}
    </ChartFrame>
  );
}
