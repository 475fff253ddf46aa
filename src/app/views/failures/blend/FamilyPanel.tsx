import { use } from 'react';
import {
  blendBlocks,
  blendFixturesFormat,
  type BlendSimilarities,
} from '../../../../experiments/blend/formats';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenExperiment } from '../../openExperiment';
import styles from './blend.module.css';
import { FilePart } from '../../shared/FilePart';

interface FamilyPanelProps {
  experiment: OpenExperiment;
  similarities: BlendSimilarities;
  family: string;
}

/** What a family is about: its sentence, and what it means in each record. */
export function FamilyPanel(props: FamilyPanelProps) {
  return (
    <section className="panel" aria-label={`Family ${props.family}`}>
      <FilePart of={props.family} waiting="the family’s texts">
        <FamilyTexts {...props} />
      </FilePart>
    </section>
  );
}

function FamilyTexts({ experiment, similarities, family }: FamilyPanelProps) {
  const block =
    blendBlocks.find((candidate) => similarities[candidate].families.includes(family)) ?? 'context';
  const { value: fixtures } = use(
    loadExperimentFile(experiment.source, experiment.entry, `${block}-fixtures.json`, blendFixturesFormat),
  );
  const known = fixtures.families.find(({ id }) => id === family);
  if (!known) return <p>The texts hold no family “{family}”.</p>;
  return (
    <div className={styles.family}>
      <div>
        <h3>{known.title}</h3>
        <p className="soft">
          {known.domain} · {known.split} family
        </p>
        <p>
          Focus sentence, the same in every text: <mark>{known.focus}</mark>
        </p>
      </div>
      <dl className={`stack gap-1 ${styles.meanings}`}>
        {fixtures.records
          .filter((record) => record.family === family)
          .map((record) => (
            <div key={record.id}>
              <dt>{record.id}</dt>
              <dd>{record.meaning}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
