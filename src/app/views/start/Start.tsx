import { use, useId } from 'react';
import type { ExperimentEntry, Finding } from '../../../artifact/indexFile';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { loadIndex } from '../../data/artifacts';
import { formatLocation, type ExperimentView } from '../../state/urlState';
import { expansionOf } from '../neighbors/expansionOf';
import { viewsOf, viewWords } from '../panels';
import { FindingLine } from '../shared/FindingLine';
import { FileNotices } from '../shared/FileNotices';
import { NoParameters } from '../shared/NoParameters';
import { OpenRun } from '../shared/OpenRun';
import { TryIt } from './TryIt';
import styles from './Start.module.css';

/** What this is, what was measured, and the way to try it on one's own text. */
export function Start() {
  const { value: index, notices } = use(loadIndex());
  return (
    <div className="stack">
      <NoParameters />
      <FileNotices notices={notices} />
      <header className={`row ${styles.hero}`}>
        <h1>How should text be cut before it is searched?</h1>
        <p className="soft">Measurements that open down to a single question, and run on your own text.</p>
      </header>
      <TryIt />
      <section aria-labelledby="experiments" className="stack gap-2">
        <h2 id="experiments" className="visually-hidden">
          Experiments
        </h2>
        <ul className={`plain-list ${styles.cards}`}>
          {index.experiments.map((experiment) => (
            <li key={experiment.id}>
              <ExperimentCard experiment={experiment} />
            </li>
          ))}
          {index.across ? (
            <li className={styles.strip}>
              <AcrossCard finding={index.across} />
            </li>
          ) : null}
        </ul>
      </section>
      <OpenRun />
    </div>
  );
}

/** What the corpora of all experiments establish together. */
function AcrossCard({ finding }: { finding: Finding }) {
  const heading = useId();
  return (
    <article className="panel" aria-labelledby={heading}>
      <h3
        id={heading}
        title="Every strategy on every corpus at one token budget: one corpus proves no winner"
      >
        <a href={formatLocation({ page: 'across' })}>Across corpora</a>
      </h3>
      <FindingLine finding={finding} className={styles.headline} />
    </article>
  );
}

/** Views in the order in which a result is read: the figures, their course, what failed, and on what grounds. */
function ExperimentCard({ experiment }: { experiment: ExperimentEntry }) {
  const to = (view: ExperimentView) =>
    formatLocation({ page: 'experiment', experiment: experiment.id, view });
  const [first] = viewsOf(experiment);
  const { startedAt } = experiment.provenance;
  const expansion = expansionOf(experiment);
  const heading = useId();
  return (
    <article className={`panel stack gap-1 ${styles.card}`} aria-labelledby={heading}>
      <h3 id={heading} title={experiment.question}>
        <a href={to(first ?? 'scorecard')}>{experiment.title}</a>
      </h3>
      <FindingLine finding={experiment.finding} className={styles.headline} />
      <footer className="stack gap-1">
        <ul className={`plain-list row gap-1 badges ${styles.badges}`} aria-label="Set-up">
          {experiment.badges.map((badge) => (
            <li key={badge.label} title={badge.title}>
              {badge.label}
            </li>
          ))}
          {expansion.widths.map((width) => (
            <li key={`${width.neighborPrev}/${width.neighborNext}`} className={styles.bare}>
              <ExpansionBadge {...width} applies={expansion.applies} />
            </li>
          ))}
        </ul>
        <p
          className={`soft small ${styles.data}`}
          title={`${experiment.data}; measured on ${startedAt.slice(0, 10)}`}
        >
          {experiment.data}; <time dateTime={startedAt}>{startedAt.slice(0, 10)}</time>
        </p>
        <nav className="row tight small" aria-label={`Views of ${experiment.title}`}>
          {viewsOf(experiment).map((view) => (
            <a key={view} href={to(view)} title={viewWords[view].answers}>
              {viewWords[view].label}
            </a>
          ))}
        </nav>
      </footer>
    </article>
  );
}
