import { use } from 'react';
import {
  type BlendCondition,
  queryIsNoisy,
  storedIsNoisy,
} from '../../../../experiments/blend/measure/methods';
import { sentenceSpans } from '../../../../core/text/sentences';
import { blendFixturesFormat, type BlendFixtures } from '../../../../experiments/blend/formats';
import { Notice } from '../../../components/Notice';
import { loadExperimentFile } from '../../../data/artifacts';
import type { OpenExperiment } from '../../openExperiment';
import type { BlendItem, ItemOutcome } from './blendTable';
import { markedText } from './markedText';
import styles from './blend.module.css';

interface PairTextsProps {
  experiment: OpenExperiment;
  item: BlendItem;
  condition: BlendCondition;
  names: { target: string; other: string };
  outcome: ItemOutcome;
  /** Whether the other record is the best one that is no target. */
  won: boolean;
}

/** The query beside the record that it asked for and the one that it is compared with, as they were embedded. */
export function PairTexts({ experiment, item, condition, names, outcome, won }: PairTextsProps) {
  const { value: fixtures } = use(
    loadExperimentFile(
      experiment.source,
      experiment.entry,
      `${item.block}-fixtures.json`,
      blendFixturesFormat,
    ),
  );
  const query = fixtures.queries.find(({ id }) => id === item.id);
  const [target, other] = [names.target, names.other].map((name) =>
    fixtures.records.find(({ id }) => id === name),
  );
  if (!query || !target || !other)
    return (
      <Notice tone="warn">
        The fixtures file holds no text for{' '}
        {[!query && item.id, !target && names.target, !other && names.other].filter(Boolean).join(', ')}.
      </Notice>
    );
  const [asked, stored] = [queryIsNoisy(condition), storedIsNoisy(condition)];
  const lowest = item.kind === 'generic';
  return (
    <div className="stack">
      <div className={styles.texts}>
        <MarkedCard heading="The query" name={query.id} fixtures={fixtures} text={query} noisy={asked} />
        <MarkedCard
          heading={lowest ? 'Its lowest target' : 'The record it asks for'}
          name={target.id}
          meaning={target.meaning}
          fixtures={fixtures}
          text={target}
          noisy={stored}
          tone="target"
        />
        <MarkedCard
          heading={
            !won
              ? 'The record you chose'
              : lowest
                ? 'The best of another family'
                : outcome.kind === 'hit'
                  ? 'The runner-up'
                  : outcome.kind === 'tied'
                    ? 'The best other record'
                    : 'What came first'
          }
          name={other.id}
          meaning={other.meaning}
          fixtures={fixtures}
          text={other}
          noisy={stored}
          tone="other"
        />
      </div>
      <p className="soft small">
        <mark>Marked</mark> is the focus sentence, whose vector is the piece; the whole text is its context.{' '}
        {asked || stored ? (
          <>
            <span className={styles.noise}>Underlined with dots</span> are the unrelated sentences that were
            mixed in.
          </>
        ) : (
          'Under this condition no unrelated sentences were mixed in.'
        )}
      </p>
    </div>
  );
}

interface MarkedCardProps {
  heading: string;
  name: string;
  meaning?: string;
  fixtures: BlendFixtures;
  text: BlendFixtures['records'][number] | BlendFixtures['queries'][number];
  noisy: boolean;
  tone?: 'target' | 'other';
}

function MarkedCard({ heading, name, meaning, fixtures, text, noisy, tone }: MarkedCardProps) {
  const shown = noisy ? text.noisy : text.clean;
  const focus = fixtures.families.find(({ id }) => id === text.family)?.focus ?? '';
  const noise = noisy ? text.noise : [];
  return (
    <figure className={`panel stack gap-3 ${styles.text} ${tone ? styles[tone] : ''}`}>
      <figcaption>
        <strong>{heading}</strong>
        <span className="soft small">
          {name}
          {meaning === undefined ? '' : ` · ${meaning}`}
        </span>
      </figcaption>
      <p>
        {markedText(shown, focus, noise).map((part, index) =>
          part.kind === 'focus' ? (
            <mark key={index}>{part.text}</mark>
          ) : part.kind === 'noise' ? (
            <span key={index} className={styles.noise} title="unrelated sentence">
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
      </p>
      <p className="soft small">
        {sentenceSpans(shown).length} sentences{noise.length > 0 ? `, ${noise.length} of them unrelated` : ''}
      </p>
    </figure>
  );
}
