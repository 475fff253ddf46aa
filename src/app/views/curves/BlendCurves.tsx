import { use, useMemo } from 'react';
import { metrics } from '../../../core/metrics/registry';
import { blendMetrics, blendSummaryFormat } from '../../../experiments/blend/formats';
import { Explain } from '../../components/Explain';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useParams } from '../../state/useParams';
import type { ExperimentViewProps } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { blendCodecs } from './blendCodecs';
import { OneSidedChart } from './OneSidedChart';
import { WeightChart } from './WeightChart';

/** The controlled experiment as curves: quality and generic coverage against the focus weight, and the one-sided methods beside them. */
export function BlendCurves({ experiment }: ExperimentViewProps) {
  const { value: summary, notices } = use(
    loadExperimentFile(experiment.source, experiment.entry, 'summary.json', blendSummaryFormat),
  );
  const { values, set, dropped } = useParams(blendCodecs);
  const { metric, conditions, coverage, block } = values;
  const shown = useMemo(
    () => ({ metric, coverage, conditions, block }),
    [metric, coverage, conditions, block],
  );
  const chart = { experiment, summary, shown, values, set };
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <div>
        A blended vector is <i>w</i> times the focus sentence plus 1 − <i>w</i> times its whole text; <i>w</i>{' '}
        is the focus weight. At 0 only the whole text counts, at 1 only the sentence, which is the same in all
        four contexts of its family.{' '}
        <Explain about="the measures">
          <div className="stack">
            {blendMetrics.map((id) => (
              <p key={id}>
                <strong>{metrics[id].label}.</strong> {metrics[id].explanation}
              </p>
            ))}
          </div>
        </Explain>
      </div>
      <WeightChart {...chart} />
      <OneSidedChart {...chart} />
    </div>
  );
}
