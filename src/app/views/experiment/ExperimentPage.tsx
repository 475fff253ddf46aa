import { Suspense, use } from 'react';
import { ArtifactError } from '../../../schema/errors';
import { ErrorBoundary } from '../../components/ErrorBoundary';
import { Loading } from '../../components/Loading';
import { Notice } from '../../components/Notice';
import { loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { experimentViews, formatLocation, type ExperimentView } from '../../state/urlState';
import { viewRegistry } from '../registry';
import { FileFault } from '../shared/FileFault';
import { FileNotices } from '../shared/FileNotices';
import styles from './ExperimentPage.module.css';

interface ExperimentPageProps {
  id: string;
  view: ExperimentView;
}

/** An experiment's heading, the tabs of its views, and the chosen view. */
export function ExperimentPage({ id, view }: ExperimentPageProps) {
  const { value: index, notices } = use(loadIndex());
  const entry = index.experiments.find((experiment) => experiment.id === id);
  if (!entry) {
    const known = index.experiments.map((experiment) => experiment.id).join(', ');
    throw new ArtifactError({ kind: 'missing', file: 'index.json', found: `no experiment “${id}”`, expected: `one of ${known}` });
  }
  const View = viewRegistry[view].renderers[entry.kind];
  return (
    <article className="stack">
      <FileNotices notices={notices} />
      <header className={styles.header}>
        <h1>{entry.title}</h1>
        <p className={styles.question}>{entry.question}</p>
      </header>
      <nav aria-label="Views of this experiment" className={`${styles.tabs} no-print`}>
        {experimentViews
          .filter((candidate) => viewRegistry[candidate].renderers[entry.kind])
          .map((candidate) => (
            <a key={candidate} href={formatLocation({ page: 'experiment', experiment: id, view: candidate })} aria-current={candidate === view ? 'page' : undefined} title={viewRegistry[candidate].answers}>
              {viewRegistry[candidate].label}
            </a>
          ))}
      </nav>
      <ErrorBoundary resetKey={`${id} ${view}`} fallback={(error, retry) => <FileFault error={error} retry={retry} />}>
        <Suspense fallback={<Loading what={viewRegistry[view].label.toLowerCase()} />}>
          {View ? <View experiment={{ source: publishedArtifacts, entry }} /> : <Notice tone="warn">There is no {viewRegistry[view].label.toLowerCase()} for this kind of experiment.</Notice>}
        </Suspense>
      </ErrorBoundary>
    </article>
  );
}
