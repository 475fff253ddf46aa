import { use } from 'react';
import { blendSummaryFormat } from '../../../schema/contextualBlend';
import { blendLimits } from '../../../schema/report/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../openExperiment';
import { NoParameters } from '../shared/NoParameters';
import { Section } from '../shared/Prose';

/** What the controlled experiment does not show. */
export function BlendLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat));
  return (
    <>
      <NoParameters />
      <Section title="What may not be concluded">
        <ul>
          {blendLimits(summary).map(({ lead, text }) => (
            <li key={lead}>
              <strong>{lead}</strong> {text}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
