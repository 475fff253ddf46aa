import { use } from 'react';
import { chunkingSummaryFormat } from '../../../experiments/chunking/formats';
import { chunkingLimits } from '../../../experiments/chunking/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { Limits } from './Limits';

/** What the chunking benchmark does not show. */
export function ChunkingLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  return <Limits limits={chunkingLimits(summary)} />;
}
