import { use } from 'react';
import { format } from '../../../core';
import { blendSummaryFormat } from '../../../schema/contextualBlend';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps } from '../registry';
import { Section } from '../shared/Prose';

/** What the controlled experiment does not show. */
export function BlendLimits({ experiment: { source, entry } }: ExperimentViewProps) {
  const { value: summary } = use(loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat));
  return (
    <Section title="What may not be concluded">
      <ul>
        <li>
          <strong>One small model.</strong> All figures come from {summary.model.name} with {summary.model.dimensions} dimensions. A stronger model separates whole passages better, so the gain of a blend may be smaller, or gone. The source
          measured another model on other texts; its figures stand in a table of their own and are not comparable row by row.
        </li>
        <li>
          <strong>Texts made for the question.</strong> Every record and query repeats the same focus sentence word for word. Real messages rarely do. The experiment isolates what blending does when the focus cannot decide; it does not say
          how often that happens.
        </li>
        <li>
          <strong>The cut is given.</strong> The focus is known in advance here. Finding it by automatic cutting is not measured in this experiment.
        </li>
        <li>
          <strong>Few families.</strong> {summary.bootstrap.clusters} evaluation families are the units that intervals rest on. Effects below some ten points mostly cannot be established, and a family’s domain may matter more than a method.
        </li>
        <li>
          <strong>Noise of one kind.</strong> Five unrelated short sentences. Long, related or contradictory surroundings are another matter.
        </li>
        <li>
          <strong>Swept weights are exploration.</strong> Only the 80/20 blend was fixed before measuring. The weight chosen on development families is {summary.selection.chosen}; the best weight in the table may be best by chance.
        </li>
        <li>
          <strong>Small candidate sets.</strong> 64 and 32 records. In an archive of thousands more records compete, and absolute figures fall; a random ranking already finds the target first {format.percent(summary.baseline.top1)} of the time
          here.
        </li>
        <li>
          <strong>English only.</strong> Both the texts and the model.
        </li>
      </ul>
    </Section>
  );
}
