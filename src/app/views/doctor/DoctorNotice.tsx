import { count } from '../../../core/stats/format';
import { Notice } from '../../components/Notice';
import { diagnosisKey, useDiagnoses } from '../../state/doctor';
import { formatLocation } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';

/** Says over every view of an artifact that it does not hold, once the doctor has found that. */
export function DoctorNotice({ experiment }: { experiment: OpenExperiment }) {
  const diagnosis = useDiagnoses(({ byArtifact }) => byArtifact[diagnosisKey(experiment)]);
  if (!diagnosis || diagnosis.status === 'failed') return null;
  const failed = diagnosis.checks.filter(({ outcome }) => outcome === 'fails');
  if (failed.length === 0) return null;
  const findings = failed.reduce((sum, check) => sum + check.count, 0);
  return (
    <Notice tone="bad" title="Not everything here holds.">
      The check of figures has {count(findings)} {findings === 1 ? 'finding' : 'findings'}:{' '}
      {failed.map(({ title }) => `“${title}” does not hold`).join('; ')}.{' '}
      <a href={formatLocation({ page: 'doctor' }, { experiment: experiment.entry.id })}>See the findings</a>
    </Notice>
  );
}
