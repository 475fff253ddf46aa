import { use, type ReactNode } from 'react';
import type { ReadNotice } from '../../../artifact/jsonText';
import { LinkTabs } from '../../components/LinkTabs';
import { Notice } from '../../components/Notice';
import { loadIndex } from '../../data/artifacts';
import { publishedArtifacts } from '../../data/artifactSource';
import { isOpenedId, restoreRun, useOpenedRuns } from '../../state/openedRuns';
import { formatLocation, type ExperimentView } from '../../state/urlState';
import type { OpenExperiment } from '../openExperiment';
import { panelsOf, viewsOf, viewWords, type KindPanels } from '../panels';
import { DoctorNotice } from '../doctor/DoctorNotice';
import { ReportButton } from '../report/ReportButton';
import { FileNotices } from '../shared/FileNotices';
import { KeepExperiment } from '../shared/KeepExperiment';
import { NoSuchExperiment } from '../shared/NoSuchExperiment';
import { OpenedRunBar } from '../shared/OpenedRunBar';
import { OpenRun } from '../shared/OpenRun';
import styles from './ExperimentPage.module.css';
import { FilePart } from '../shared/FilePart';

interface ExperimentPageProps {
  id: string;
  view: ExperimentView;
}

/** An experiment of this page, published or opened, under its heading. */
export function ExperimentPage({ id, view }: ExperimentPageProps) {
  const open = useOpenedRuns(({ runs }) => runs.find(({ entry }) => entry.id === id));
  if (!isOpenedId(id)) return <PublishedExperiment id={id} view={view} />;
  const run = open ?? use(restoreRun(id));
  return run ? (
    <ExperimentViews id={id} view={view} experiment={run} about={<OpenedRunBar run={run} />} />
  ) : (
    <RunNotHere id={id} />
  );
}

function PublishedExperiment({ id, view }: ExperimentPageProps) {
  const { value: index, notices } = use(loadIndex());
  const entry = index.experiments.find((experiment) => experiment.id === id);
  if (!entry) {
    return (
      <article className="stack">
        <h1>No such experiment</h1>
        <NoSuchExperiment
          id={id}
          known={index.experiments}
          linkTo={(known) => formatLocation({ page: 'experiment', experiment: known, view })}
        />
      </article>
    );
  }
  return (
    <ExperimentViews
      id={id}
      view={view}
      experiment={{ source: publishedArtifacts, entry }}
      notices={notices}
    />
  );
}

interface ExperimentViewsProps extends ExperimentPageProps {
  experiment: OpenExperiment;
  notices?: readonly ReadNotice[];
  /** What the reader should know of where it comes from. */
  about?: ReactNode;
}

/** An experiment's heading, the tabs of its views, and the chosen view. */
function ExperimentViews({
  id,
  view,
  experiment: { source, entry },
  notices = [],
  about,
}: ExperimentViewsProps) {
  const panel = panelsOf(entry)?.views[view];
  return (
    <article className="stack">
      <FileNotices notices={notices} />
      <header className="stack gap-1">
        <div className="row tight">
          <h1>{entry.title}</h1>
          <ul className="plain-list row gap-2 badges" aria-label="Set-up">
            {entry.badges.map((badge) => (
              <li key={badge.label} title={badge.title}>
                {badge.label}
              </li>
            ))}
          </ul>
          <div className={`row tight no-print ${styles.actions}`}>
            <ReportButton experiment={{ source, entry }} />
            <a href={formatLocation({ page: 'doctor' }, { experiment: id })}>Verify figures</a>
            {isOpenedId(id) ? null : <KeepExperiment entry={entry} />}
          </div>
        </div>
        <p className={`soft small ${styles.question}`}>{entry.question}</p>
        {about}
        <LinkTabs
          label="Views of this experiment"
          current={view}
          tabs={viewsOf(entry).map((candidate) => ({
            id: candidate,
            label: viewWords[candidate].label,
            href: formatLocation({ page: 'experiment', experiment: id, view: candidate }),
            title: viewWords[candidate].answers,
          }))}
        />
      </header>
      <DoctorNotice experiment={{ source, entry }} />
      <FilePart of={`${source.id} ${id} ${view}`} waiting={viewWords[view].label.toLowerCase()}>
        <Shown key={source.id} panel={panel} view={view} experiment={{ source, entry }} />
      </FilePart>
    </article>
  );
}

interface ShownProps {
  panel: KindPanels['views'][ExperimentView] | undefined;
  view: ExperimentView;
  experiment: OpenExperiment;
}

/** The chosen view, or why there is none. */
function Shown({ panel: Panel, view, experiment }: ShownProps) {
  if (Panel && !('absent' in Panel)) return <Panel experiment={experiment} />;
  return (
    <Notice tone="warn">
      The view “{viewWords[view].label}” does not exist for this kind of experiment. The views above do.{' '}
      {Panel?.absent}
    </Notice>
  );
}

/** A link to a run that lives elsewhere: in another tab, on another machine, or nowhere any more. */
function RunNotHere({ id }: { id: string }) {
  return (
    <article className="stack">
      <header className="stack gap-2">
        <h1>This run is not open here</h1>
        <p className="soft">
          A run of your own stays in the tab that made it, unless you keep it on the device or download it. If
          you have the file of “{id}”, open it here: this link then works.
        </p>
      </header>
      <OpenRun />
      <p>
        <a href={formatLocation({ page: 'live', mode: 'benchmark' })}>Make a new run</a> or{' '}
        <a href={formatLocation({ page: 'start' })}>see the published experiments</a>.
      </p>
    </article>
  );
}
