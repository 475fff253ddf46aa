import { use, type ComponentType } from 'react';
import type { FileFormat } from '../../../artifact/decode';
import type { ReadNotice } from '../../../artifact/jsonText';
import type { Limit } from '../../../analysis/report/limits';
import { loadExperimentFile } from '../../data/artifacts';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from './FileNotices';
import { NoParameters } from './NoParameters';
import { Section } from './Prose';

interface Read<D> {
  value: D;
  notices: readonly ReadNotice[];
}

/** What a kind writes on a page that is read. */
export interface ReadingProps<D> extends ExperimentViewProps {
  data: D;
}

/** The summary of an experiment; suspends until it is there. */
export const summaryOf =
  <S,>(format: FileFormat<S>) =>
  ({ source, entry }: OpenExperiment): Read<S> =>
    use(loadExperimentFile(source, entry, 'summary.json', format));

/** A page that is read and has no settings: says what is odd about the files and the link, then what the kind writes. */
export function readingPage<D>(
  useData: (experiment: OpenExperiment) => Read<D>,
  Text: ComponentType<ReadingProps<D>>,
): ComponentType<ExperimentViewProps> {
  return function ReadingPage({ experiment }) {
    const { value, notices } = useData(experiment);
    return (
      <div className="stack">
        <NoParameters />
        <FileNotices notices={notices} />
        <Text experiment={experiment} data={value} />
      </div>
    );
  };
}

/** The page that says what an experiment does not show. */
export const limitsPage = <S,>(
  format: FileFormat<S>,
  limitsOf: (summary: S) => readonly Limit[],
): ComponentType<ExperimentViewProps> =>
  readingPage(summaryOf(format), ({ data }) => (
    <Section title="What may not be concluded">
      <ul>
        {limitsOf(data).map(({ lead, text }) => (
          <li key={lead}>
            <strong>{lead}</strong> {text}
          </li>
        ))}
      </ul>
    </Section>
  ));
