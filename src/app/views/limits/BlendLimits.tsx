import { use } from 'react';
import { blendSummaryFormat } from '../../../experiments/blend/formats';
import { blendLimits } from '../../../experiments/blend/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { Limits } from './Limits';

/** What the controlled experiment does not show. */
export function BlendLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat));
  return <Limits limits={blendLimits(summary)} />;
}
