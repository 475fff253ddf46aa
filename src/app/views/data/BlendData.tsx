import { use } from 'react';
import * as format from '../../../core/stats/format';
import {
  blendFixturesFormat,
  blendSummaryFormat,
  type BlendFixtures,
} from '../../../experiments/blend/formats';
import { Choice } from '../../components/Choice';
import { DroppedNotice } from '../../components/Notice';
import { loadExperimentFile } from '../../data/artifacts';
import { useParams } from '../../state/useParams';
import type { ExperimentViewProps } from '../openExperiment';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { FileNotices } from '../shared/FileNotices';
import { Facts } from '../../components/Facts';
import { Section } from '../shared/Prose';
import { blendDataCodecs } from './blendDataCodecs';
import styles from './BlendData.module.css';

/** The records and queries of the controlled experiment, whole, family by family. */
export function BlendData({ experiment: { source, entry } }: ExperimentViewProps) {
  const { values, set, dropped } = useParams(blendDataCodecs);
  const { value: summary, notices } = use(
    loadExperimentFile(source, entry, 'summary.json', blendSummaryFormat),
  );
  const { value: fixtures, notices: fixtureNotices } = use(
    loadExperimentFile(source, entry, `${values.block}-fixtures.json`, blendFixturesFormat),
  );
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={[...notices, ...fixtureNotices]} />
      <Section title="What it was measured on">
        <p>
          {format.count(summary.counts.families)} families, {format.count(summary.counts.records)} records,{' '}
          {format.count(summary.counts.specificQueries)} specific and{' '}
          {format.count(summary.counts.genericQueries)} generic queries, written for this project after the
          design that the source describes; the source’s own texts are not public. Ids and labels are never
          embedded.
        </p>
        <Facts
          facts={[
            [
              'Context block',
              'one focus sentence, four contexts that give it different senses; 8 development and 8 evaluation families',
            ],
            ['Intent block', 'one subject, four different operations; 8 evaluation families'],
            ['Corpus hash, context', <code key="context">{summary.corpusHash.context}</code>],
            ['Corpus hash, intent', <code key="intent">{summary.corpusHash.intent}</code>],
            [
              'Draw of the unrelated sentences',
              `seed ${fixtures.noiseDraw.seed}, generator ${fixtures.noiseDraw.generator}`,
            ],
          ]}
        />
      </Section>
      <ArtifactFiles experiment={{ source, entry }} />
      <Section title="Records and queries">
        <div className="row">
          <Choice
            label="Block"
            value={values.block}
            options={[
              { value: 'context', label: 'Context' },
              { value: 'intent', label: 'Intent' },
            ]}
            onChange={(block) => set({ block })}
          />
          <Choice
            label="Texts"
            value={values.variant}
            options={[
              { value: 'clean', label: 'As written' },
              { value: 'noisy', label: 'With unrelated sentences' },
            ]}
            onChange={(variant) => set({ variant })}
          />
        </div>
        {fixtures.families.map((family) => (
          <Family key={family.id} family={family} fixtures={fixtures} variant={values.variant} />
        ))}
      </Section>
    </div>
  );
}

function Family({
  family,
  fixtures,
  variant,
}: {
  family: BlendFixtures['families'][number];
  fixtures: BlendFixtures;
  variant: 'clean' | 'noisy';
}) {
  const records = fixtures.records.filter((record) => record.family === family.id);
  const queries = fixtures.queries.filter((query) => query.family === family.id);
  return (
    <details className={`panel ${styles.family}`}>
      <summary>
        <strong>{family.title}</strong>{' '}
        <span className="soft">
          · {family.split} · {family.domain}
        </span>
        <br />
        <q>{family.focus}</q>
      </summary>
      {records.map((record) => (
        <div key={record.id} className={`stack gap-1 ${styles.record}`}>
          <h3>{record.meaning}</h3>
          <p className="soft small">{record.id}</p>
          <p>
            <Focused text={record[variant]} focus={family.focus} />
          </p>
          <ul>
            {queries
              .filter((query) => query.target === record.id)
              .map((query) => (
                <li key={query.id}>
                  <Focused text={query[variant]} focus={family.focus} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

function Focused({ text, focus }: { text: string; focus: string }) {
  const at = text.indexOf(focus);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{focus}</mark>
      {text.slice(at + focus.length)}
    </>
  );
}
