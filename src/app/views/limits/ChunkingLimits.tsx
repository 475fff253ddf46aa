import { use } from 'react';
import { chunkingSummaryFormat } from '../../../schema/chunking';
import { chunkingLimits } from '../../../schema/report/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { NoParameters } from '../shared/NoParameters';
import { Section } from '../shared/Prose';

/** What the chunking benchmark does not show. */
export function ChunkingLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', chunkingSummaryFormat));
  return (
    <>
      <NoParameters />
      <Section title="What may not be concluded">
        <ul>
          {chunkingLimits(summary).map(({ lead, text }) => (
            <li key={lead}>
              <strong>{lead}</strong> {text}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
