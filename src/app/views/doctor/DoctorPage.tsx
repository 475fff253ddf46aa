import { use, useEffect, type ReactNode } from 'react';
import { Table } from '../../components/table/Table';
import { count, duration } from '../../../core/stats/format';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { Button } from '../../components/Button';
import { DroppedNotice, Notice } from '../../components/Notice';
import { loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { useCorpusText } from '../../data/corpusText';
import type { DoctorCheck, Finding } from '../../data/doctor';
import {
  diagnosisKey,
  startExamination,
  useDiagnoses,
  type Diagnosis,
  type ExaminationStep,
} from '../../state/doctor';
import { isOpenedId, restoreRun, useOpenedRuns } from '../../state/openedRuns';
import { formatLocation } from '../../state/urlState';
import { useParams } from '../../state/useParams';
import type { OpenExperiment } from '../openExperiment';
import { panelsOf } from '../panels';
import { FileFault } from '../shared/FileFault';
import { LoadCorpus } from '../shared/LoadCorpus';
import { NoSuchExperiment } from '../shared/NoSuchExperiment';
import { OpenRun } from '../shared/OpenRun';
import { doctorCodecs } from './doctorCodecs';
import styles from './Doctor.module.css';

/** Whether an artifact holds: everything in it that follows from something else is computed again. */
export function DoctorPage() {
  const { values, dropped } = useParams(doctorCodecs);
  return (
    <article className="stack">
      <DroppedNotice dropped={dropped} />
      <header className={styles.head}>
        <h1>Verify figures</h1>
        <p>
          A figure is only worth the evidence behind it. The doctor reads every file of an artifact, compares
          it with the hash in the index, and computes again what follows from something else in it: scores,
          ranks, means, intervals, comparisons. What does not hold gets a red line, with what stands there and
          what should.
        </p>
      </header>
      {values.experiment === null ? <Choose /> : <Examined id={values.experiment} />}
    </article>
  );
}

const toDoctor = (id: string): string => formatLocation({ page: 'doctor' }, { experiment: id });

function Choose() {
  const { value: index } = use(loadIndex());
  const runs = useOpenedRuns(({ runs }) => runs);
  const list = (title: string, entries: readonly ExperimentEntry[]) =>
    entries.length === 0 ? null : (
      <section className="stack">
        <h2>{title}</h2>
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <a href={toDoctor(entry.id)}>{entry.title}</a>{' '}
              <span className="soft small">{count(entry.files.length)} files</span>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {list('Published experiments', index.experiments)}
      {list(
        'Runs that are open in this tab',
        runs.map(({ entry }) => entry),
      )}
      <OpenRun />
    </>
  );
}

function Examined({ id }: { id: string }) {
  const open = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === id));
  if (!isOpenedId(id)) return <ExaminedPublished id={id} />;
  const experiment = open ?? use(restoreRun(id));
  if (!experiment) {
    return (
      <>
        <Notice tone="warn">This run is not open here. Open its file, and the link works.</Notice>
        <OpenRun />
      </>
    );
  }
  return <ExaminedExperiment experiment={experiment} />;
}

function ExaminedPublished({ id }: { id: string }) {
  const { experiments } = use(loadIndex()).value;
  const entry = experiments.find((candidate) => candidate.id === id);
  if (!entry) return <NoSuchExperiment id={id} known={experiments} linkTo={toDoctor} />;
  return <ExaminedExperiment experiment={{ entry, source: publishedArtifacts }} />;
}

function ExaminedExperiment({ experiment }: { experiment: OpenExperiment }) {
  // Its source changes when a run is opened again.
  const key = diagnosisKey(experiment);
  if (panelsOf(experiment.entry)?.hasCorpus) return <WithCorpus key={key} experiment={experiment} />;
  return <Examination key={key} experiment={experiment} texts={null} />;
}

/** A text that the reader loads is examined with; one in the artifact is found there. */
function WithCorpus({ experiment }: { experiment: OpenExperiment }) {
  const { source, entry } = experiment;
  const own = entry.files.some(({ name }) => name === 'texts.json');
  if (own) return <Examination experiment={{ source, entry }} texts={null} />;
  return <WithLoadedCorpus experiment={experiment} />;
}

function WithLoadedCorpus({ experiment }: { experiment: OpenExperiment }) {
  const { documents, questions } = useCorpusText(experiment);
  const texts = documents && questions ? { documents, questions } : null;
  return (
    <Examination experiment={experiment} texts={texts}>
      <LoadCorpus experiment={experiment}>
        With the text, the doctor also cuts, searches and counts again: every chunk, every score of the first
        table, every answer, every gold span, every token.
      </LoadCorpus>
    </Examination>
  );
}

interface ExaminationProps {
  experiment: OpenExperiment;
  texts: {
    documents: readonly string[];
    questions: readonly { text: string; answers: readonly string[] }[];
  } | null;
  children?: ReactNode;
}

function Examination({ experiment, texts, children }: ExaminationProps) {
  const { source, entry } = experiment;
  const diagnosis = useDiagnoses(({ byArtifact }) => byArtifact[diagnosisKey(experiment)]);
  const start = () => void startExamination({ source, entry, texts });
  useEffect(() => {
    if (!diagnosis) void startExamination({ source, entry, texts });
    // Once on arrival; after that by the button.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const more = diagnosis?.status === 'done' && texts !== null && !diagnosis.withText;
  return (
    <section className="stack" aria-labelledby="patient">
      <h2 id="patient">
        <a href={formatLocation({ page: 'experiment', experiment: entry.id, view: 'scorecard' })}>
          {entry.title}
        </a>
      </h2>
      {children}
      {more ? (
        <Notice action={<Button onClick={start}>Examine again, with the text</Button>}>
          The text has been loaded since.
        </Notice>
      ) : null}
      <Diagnosed diagnosis={diagnosis} start={start} />
      <p className="no-print">
        <a href={formatLocation({ page: 'doctor' })}>Examine another artifact</a>
      </p>
    </section>
  );
}

function Diagnosed({ diagnosis, start }: { diagnosis: Diagnosis | undefined; start: () => void }) {
  if (!diagnosis) return <Button onClick={start}>Examine</Button>;
  if (diagnosis.status === 'failed') return <FileFault error={diagnosis.error} retry={start} />;
  const { checks } = diagnosis;
  return (
    <>
      {diagnosis.status === 'running' ? (
        <div className="row">
          <p role="status">{stepText(diagnosis.step)}</p>
          <Button onClick={diagnosis.stop}>Stop</Button>
        </div>
      ) : (
        <Verdict checks={checks} durationMs={diagnosis.durationMs} />
      )}
      <ol className={`stack gap-3 plain-list ${styles.checks}`}>
        {checks.map((check) => (
          <CheckResult key={check.id} check={check} />
        ))}
      </ol>
      {diagnosis.status === 'done' ? (
        <p className="no-print">
          <Button onClick={start}>Examine again</Button>
        </p>
      ) : null}
    </>
  );
}

function stepText({ name, done, total }: ExaminationStep): string {
  return `Examining: ${name}${total > 1 ? `, ${count(Math.min(done + 1, total))} of ${count(total)}` : ''} …`;
}

function Verdict({ checks, durationMs }: { checks: readonly DoctorCheck[]; durationMs: number }) {
  const failed = checks.filter(({ outcome }) => outcome === 'fails');
  const open = checks.filter(({ outcome }) => outcome === 'open');
  const made = checks.length - open.length;
  const rest = open.length === 0 ? '' : ` ${count(open.length)} could not be made, as said below.`;
  const values = checks.reduce((sum, check) => sum + check.values, 0);
  const effort = ` ${count(values)} values were looked at, in ${duration(durationMs)}.`;
  if (failed.length === 0) {
    return (
      <Notice tone="good">
        Everything that was checked holds: {count(made)} checks.{effort}
        {rest}
      </Notice>
    );
  }
  const findings = failed.reduce((sum, check) => sum + check.count, 0);
  return (
    <Notice tone="bad" title="This artifact does not hold.">
      {count(findings)} {findings === 1 ? 'finding' : 'findings'} in {count(failed.length)} of {count(made)}{' '}
      checks.{effort}
      {rest}
    </Notice>
  );
}

const outcomeWords: Record<DoctorCheck['outcome'], string> = {
  holds: 'holds',
  fails: 'does not hold',
  open: 'not checked',
};

function CheckResult({
  check: { title, outcome, detail, findings, count: all, values },
}: {
  check: DoctorCheck;
}) {
  return (
    <li className={styles[outcome]}>
      <h3>
        {title} <span className={styles.outcome}>{outcomeWords[outcome]}</span>
      </h3>
      <p className="soft small">
        {detail}.{values > 0 ? ` ${count(values)} ${values === 1 ? 'value' : 'values'}.` : ''}
      </p>
      {findings.length > 0 ? <FindingTable title={title} findings={findings} all={all} /> : null}
    </li>
  );
}

function FindingTable({
  title,
  findings,
  all,
}: {
  title: string;
  findings: readonly Finding[];
  all: number;
}) {
  const caption = `What does not hold: ${title}${all > findings.length ? `; the first ${findings.length} of ${count(all)}` : ''}`;
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={caption}>
      <Table className={`table ${styles.findings}`}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">File and path</th>
            <th scope="col">Found</th>
            <th scope="col">Expected</th>
            <th scope="col">Whose</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ file, path, found, expected, about }, index) => (
            <tr key={index}>
              <th scope="row">
                <span className="mono">{file}</span> <span className="mono">{path}</span>
              </th>
              <td className={styles.found}>{found}</td>
              <td>{expected}</td>
              <td>{about ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
