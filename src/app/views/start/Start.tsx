import { use } from 'react';
import type { ExperimentEntry } from '../../../schema/indexFile';
import { DroppedNotice } from '../../components/Notice';
import { loadIndex } from '../../data/artifacts';
import { useApp } from '../../state/store';
import { formatLocation } from '../../state/urlState';
import { FileNotices } from '../shared/FileNotices';
import styles from './Start.module.css';

/** What this is, what was measured, and the way to try it on one's own text. */
export function Start() {
  const { value: index, notices } = use(loadIndex());
  const dropped = useApp((state) => state.selection.dropped);
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <header className={styles.hero}>
        <h1>How should text be cut before it is searched?</h1>
        <p>
          Chunkscope measures how text is split into chunks, blended with its context and searched, and lets you follow every figure down to the single question, ranking and score behind it. You can run the same measurements on
          your own text, in this page, with a key of yours or with none.
        </p>
      </header>
      <section aria-labelledby="experiments" className="stack">
        <h2 id="experiments">Experiments</h2>
        <ul className={styles.cards}>
          {index.experiments.map((experiment) => (
            <li key={experiment.id}>
              <ExperimentCard experiment={experiment} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="try" className={`panel ${styles.try}`}>
        <div>
          <h2 id="try">Try it on your own text</h2>
          <p>Paste text and a message; see the pieces, the groups and the scores. The built-in model runs in this page, so nothing leaves your machine.</p>
        </div>
        <a className={styles.action} href={formatLocation({ page: 'live', mode: 'method' })}>
          Open the live panel
        </a>
      </section>
    </div>
  );
}

function ExperimentCard({ experiment }: { experiment: ExperimentEntry }) {
  const to = (view: 'scorecard' | 'curves' | 'failures') => formatLocation({ page: 'experiment', experiment: experiment.id, view });
  return (
    <article className={`panel ${styles.card}`}>
      <h3>
        <a href={to('scorecard')}>{experiment.title}</a>
      </h3>
      <p className="soft">{experiment.question}</p>
      <p className={styles.headline}>{experiment.headline}</p>
      <ul className={styles.badges} aria-label="Set-up">
        {experiment.badges.map((badge) => (
          <li key={badge.label} title={badge.title}>
            {badge.label}
          </li>
        ))}
      </ul>
      <p className="soft small">
        {experiment.data} · built {experiment.provenance.startedAt.slice(0, 10)}
      </p>
      <p className="row">
        <a href={to('scorecard')}>Scorecard</a>
        <a href={to('curves')}>Curves</a>
        <a href={to('failures')}>Misses</a>
      </p>
    </article>
  );
}
