import { use, useId } from 'react';
import type { ExperimentEntry } from '../../../artifact/indexFile';
import { ExpansionBadge } from '../../components/ExpansionBadge';
import { loadIndex } from '../../data/artifacts';
import { formatLocation, type ExperimentView } from '../../state/urlState';
import { expansionOf } from '../neighbors/expansionOf';
import { panelsOf, viewsOf, viewWords } from '../panels';
import { FileNotices } from '../shared/FileNotices';
import { NoParameters } from '../shared/NoParameters';
import { OpenRun } from '../shared/OpenRun';
import styles from './Start.module.css';

/** What this is, what was measured, and the way to try it on one's own text. */
export function Start() {
  const { value: index, notices } = use(loadIndex());
  return (
    <div className="stack">
      <NoParameters />
      <FileNotices notices={notices} />
      <header className={`stack gap-3 ${styles.hero}`}>
        <h1>How should text be cut before it is searched?</h1>
        <p>
          Chunkscope measures how text is split into chunks, blended with its context and searched, and lets
          you follow every figure down to the single question, ranking and score behind it. You can run the
          same measurements on your own text, in this page, with a key of yours or with none.
        </p>
      </header>
      <section aria-labelledby="experiments" className="stack">
        <h2 id="experiments">Experiments</h2>
        <p className="soft">
          Means stand with their intervals, and every number opens the questions behind it.
        </p>
        <ul className={`plain-list ${styles.cards}`}>
          {index.experiments.map((experiment) => (
            <li key={experiment.id}>
              <ExperimentCard experiment={experiment} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="try" className="panel row gap-4 between">
        <div>
          <h2 id="try">Try it on your own text</h2>
          <p>
            Paste a text and what you would ask of it, and see which pieces are found, with every score. Or{' '}
            <a href={formatLocation({ page: 'live', mode: 'benchmark' })}>benchmark ways of cutting</a> on
            your own documents and questions. The built-in model runs in this page, so nothing leaves your
            machine.
          </p>
        </div>
        <a className="action" href={formatLocation({ page: 'live', mode: 'method' })}>
          Open the live panel
        </a>
      </section>
      <OpenRun />
    </div>
  );
}

/** Views in the order in which a result is read: the figures, their course, what failed, and on what grounds. */
function ExperimentCard({ experiment }: { experiment: ExperimentEntry }) {
  const to = (view: ExperimentView) =>
    formatLocation({ page: 'experiment', experiment: experiment.id, view });
  const [first, ...others] = viewsOf(experiment);
  const { startedAt } = experiment.provenance;
  const expansion = expansionOf(experiment);
  const heading = useId();
  return (
    <article className={`panel ${styles.card}`} aria-labelledby={heading}>
      <header>
        <p className="small soft">{panelsOf(experiment)?.label ?? experiment.kind}</p>
        <h3 id={heading}>
          <a href={to(first ?? 'scorecard')}>{experiment.title}</a>
        </h3>
        <p className="soft">{experiment.question}</p>
      </header>
      <p className={styles.headline}>{experiment.headline.replaceAll(' %', '\u00a0%')}</p>
      <footer className="stack gap-3">
        <ul className={`plain-list row gap-2 badges ${styles.badges}`} aria-label="Set-up">
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
        <p className="soft small">
          {experiment.data}; measured on <time dateTime={startedAt}>{startedAt.slice(0, 10)}</time>
        </p>
        <nav className={`row ${styles.links}`} aria-label={`Views of ${experiment.title}`}>
          {first ? (
            <a className="action" href={to(first)}>
              {viewWords[first].label}
            </a>
          ) : null}
          {others.map((view) => (
            <a key={view} href={to(view)} title={viewWords[view].answers}>
              {viewWords[view].label}
            </a>
          ))}
        </nav>
      </footer>
    </article>
  );
}
