import { IndexRecall } from './IndexRecall';
import { use, useMemo } from 'react';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { Choice } from '../../components/Choice';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useParams } from '../../state/useParams';
import type { ExperimentViewProps } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { BudgetChart } from './BudgetChart';
import {
  chartsOf,
  chartLabels,
  chunkingCodecs,
  type ChartId,
  type ChunkingChartProps,
} from './chunkingCodecs';
import { CostPlane } from './CostPlane';
import { CutoffChart } from './CutoffChart';
import { NeighborChart } from './NeighborChart';
import { SensitivityPanel } from './SensitivityPanel';

/** A chunking benchmark as curves: by rank, by budget, by cost, and under every switch. */
export function ChunkingCurves({ experiment }: ExperimentViewProps) {
  const { value: summary, notices } = use(
    loadExperimentFile(experiment.source, experiment.entry, 'summary.json', chunkingSummaryFormat),
  );
  const codecs = useMemo(() => chunkingCodecs(summary), [summary]);
  const { values, set, dropped } = useParams(codecs);
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <div className="row toolbar no-print">
        <Choice
          label="Chart"
          value={values.chart}
          onChange={(chart) => set({ chart })}
          options={chartsOf(summary).map((value) => ({ value, label: chartLabels[value] }))}
        />
      </div>
      <Chosen chart={values.chart} props={{ experiment, summary, values, set }} />
      {summary.index && <IndexRecall index={summary.index} />}
    </div>
  );
}

function Chosen({ chart, props }: { chart: ChartId; props: ChunkingChartProps }) {
  switch (chart) {
    case 'cutoff':
      return <CutoffChart {...props} />;
    case 'budget':
      return <BudgetChart {...props} />;
    case 'cost':
      return <CostPlane {...props} />;
    case 'neighbors':
      return <NeighborChart {...props} />;
    case 'flip':
      return <SensitivityPanel {...props} />;
  }
}
