import { useEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { count } from '../../../core/stats/format';
import type {
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingSummary,
} from '../../../experiments/chunking/formats';
import type { QuestionText } from '../../data/corpusText';
import { LaneLetter } from './LaneLetter';
import { hitRank } from './returnedModel';
import type { Lane } from './inspectorModel';
import styles from './Inspector.module.css';

interface QuestionPickerProps {
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  texts: readonly QuestionText[] | null;
  document: number;
  chosen: number | null;
  lanes: readonly Lane[];
  colors: readonly string[];
  /** Ranking of each lane, as far as it has arrived. */
  rankings: readonly (ChunkingRankings | undefined)[];
  k: number;
  find: string;
  onFind: (find: string) => void;
  /** Address of the view with a question chosen; null takes the choice back. */
  linkTo: (question: number | null) => string;
}

/** Questions of other documents that are listed when a search finds them. */
const othersShown = 30;

/** The questions of the document, each with where every lane found it; a search goes through all documents. */
export function QuestionPicker({
  summary,
  questions,
  texts,
  document,
  chosen,
  lanes,
  colors,
  rankings,
  k,
  find,
  onFind,
  linkTo,
}: QuestionPickerProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!list.current || !item) return;
    // Only the list scrolls: a link must not move the page under the reader.
    const [frame, own] = [list.current.getBoundingClientRect(), item.getBoundingClientRect()];
    if (own.top < frame.top) list.current.scrollTop += own.top - frame.top;
    else if (own.bottom > frame.bottom) list.current.scrollTop += own.bottom - frame.bottom;
  }, [chosen, document, texts]);
  const wanted = find.trim().toLowerCase();
  const matching = questions.flatMap(({ id }, index) =>
    wanted === '' ||
    id.toLowerCase().includes(wanted) ||
    (texts?.[index]?.text.toLowerCase().includes(wanted) ?? false)
      ? [index]
      : [],
  );
  const here = matching.filter((index) => questions[index]!.document === document);
  const others = wanted === '' ? [] : matching.filter((index) => questions[index]!.document !== document);
  const item = (index: number) => (
    <li key={index}>
      <a
        href={linkTo(index === chosen ? null : index)}
        aria-current={index === chosen ? 'true' : undefined}
        className={styles.question}
      >
        <span className={texts ? undefined : 'mono'}>{texts?.[index]?.text ?? questions[index]!.id}</span>
        <span className={styles.ranks}>
          {lanes.map(({ letter, label }, lane) => {
            const ranking = rankings[lane];
            if (!ranking) return null;
            const rank = hitRank(ranking, index, k);
            return (
              <span
                key={letter}
                className={rank === null ? 'bad' : undefined}
                title={`${label}: ${rank === null ? `no relevant context by rank ${k}` : `first relevant context at rank ${rank}`}`}
              >
                <LaneLetter letter={letter} color={colors[lane]!} /> {rank === null ? 'miss' : rank}
              </span>
            );
          })}
        </span>
      </a>
    </li>
  );
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h3 id="questions">
        Questions <span className="soft small">({count(here.length)})</span>
      </h3>
      <label className={styles.find}>
        <span className="visually-hidden">Find a question by text or id</span>
        <input
          type="search"
          value={find}
          placeholder={texts ? 'Find by text or id' : 'Find by id'}
          onChange={(event) => onFind(event.target.value)}
        />
      </label>
      <div
        ref={list}
        className={styles.questionList}
        tabIndex={0}
        role="region"
        aria-label="Questions of this document"
      >
        {here.length === 0 ? (
          <p className="soft small">
            {wanted === ''
              ? 'No question of the sample is about this document.'
              : `No question of this document is found by “${find.trim()}”. `}
            {wanted === '' ? null : (
              <Button tone="quiet" onClick={() => onFind('')}>
                Clear the search
              </Button>
            )}
          </p>
        ) : (
          <ul>{here.map(item)}</ul>
        )}
        {others.length > 0 ? (
          <>
            <h4>
              In other documents <span className="soft small">({count(others.length)})</span>
            </h4>
            <ul>
              {others.slice(0, othersShown).map((index) => (
                <li key={index} className={styles.other}>
                  <span className="soft small">
                    {summary.corpus.documents[questions[index]!.document ?? -1]?.title ?? 'no document'}
                  </span>
                  <ul>{item(index)}</ul>
                </li>
              ))}
            </ul>
            {others.length > othersShown ? (
              <p className="soft small">{count(others.length - othersShown)} more; narrow the search.</p>
            ) : null}
          </>
        ) : null}
      </div>
    </section>
  );
}
