import type { ExperimentEntry } from '../../artifact/indexFile';
import type { ArtifactSource } from '../data/artifactSource';

/** An experiment that is open in the page, wherever its files come from. */
export interface OpenExperiment {
  source: ArtifactSource;
  entry: ExperimentEntry;
}

export interface ExperimentViewProps {
  experiment: OpenExperiment;
}
