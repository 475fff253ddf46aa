import { useMemo } from 'react';
import { figureFaults, type FigureFaults } from '../../../analysis/doctor/figureFaults';
import { diagnosisKey, useDiagnoses } from '../../state/doctor';
import type { OpenExperiment } from '../openExperiment';

/** What the doctor has found about the figures of an experiment, once it was examined in this tab. */
export function useFigureFaults(experiment: OpenExperiment): FigureFaults {
  const diagnosis = useDiagnoses(({ byArtifact }) => byArtifact[diagnosisKey(experiment)]);
  const checks = diagnosis && diagnosis.status !== 'failed' ? diagnosis.checks : none;
  return useMemo(() => figureFaults(checks), [checks]);
}

const none = [] as const;
