import { count, score } from '../../../core/stats/format';
import { messageSearches } from '../../../experiments/threads/measure/rows';
import type { ThreadsThread } from '../../../experiments/threads/formats';
import failures from '../failures/failures.module.css';
import { OutcomeMark } from '../failures/OutcomeMark';
import type { OpenExperiment } from '../openExperiment';
import { PlainTable } from '../shared/Prose';
import { pieceText, threadTitle, useThread, type ThreadsData } from './threadsData';
import styles from './Threads.module.css';

interface MessagePageProps {
  experiment: OpenExperiment;
  data: ThreadsData;
  message: number;
}

/** One mixed message: its subjects under each search, and what each part found beside what one vector found. */
export function MessagePage({ experiment, data, message }: MessagePageProps) {
  const { summary, messages } = data;
  const { id, text, thread: position, subjects, parts } = messages.messages[message]!;
  const thread = useThread(experiment, position);
  const found = thread.found[thread.messages.indexOf(message)]!;
  return (
    <article className="stack" aria-labelledby="message-head">
      <header className={`stack gap-1 ${failures.missHead}`}>
        <h2 id="message-head" tabIndex={-1}>
          Message {id}
        </h2>
        <p dir="auto">{text || 'The text is not part of this artifact.'}</p>
        <p className="soft">{threadTitle(summary, position)}</p>
      </header>
      <PlainTable
        caption="Subjects of the message, and whether a piece of a right turn came back"
        head={['Subject', 'Right turns', ...messageSearches.map(({ label }) => label)]}
        rows={subjects.map((subject, index) => [
          subject.about || text.slice(subject.start, subject.end) || `subject ${index + 1}`,
          subject.turns.map((turn) => turn + 1).join(', '),
          ...messageSearches.map(({ search }) => {
            const isFound = messages.searches.find((own) => own.search === search)!.covered[message]![index]!;
            return (
              <OutcomeMark key={search} kind={isFound ? 'hit' : 'missed'}>
                {isFound ? 'found' : 'lost'}
              </OutcomeMark>
            );
          }),
        ])}
      />
      <div className={failures.columns}>
        <section className="stack gap-2" aria-labelledby="groups-head">
          <h3 id="groups-head">Groups: each part finds for itself</h3>
          {parts.map(({ start, end }, part) => (
            <div key={part} className="stack gap-1">
              <p dir="auto" className="strong">
                {text.slice(start, end) || `Part ${part + 1}`}
              </p>
              <Hits thread={thread} found={found.groups[part]!} subjects={subjects} />
              {found.list.parts.includes(part) || found.groups[part]!.order.length === 0 ? null : (
                <p className="small bad">No place in the one list: starved.</p>
              )}
            </div>
          ))}
        </section>
        <section className="stack gap-2" aria-labelledby="whole-head">
          <h3 id="whole-head">One vector for the whole message</h3>
          <Hits thread={thread} found={found.whole} subjects={subjects} />
        </section>
      </div>
    </article>
  );
}

interface HitsProps {
  thread: ThreadsThread;
  found: { order: readonly number[]; scores: readonly number[] };
  subjects: readonly { about: string; turns: readonly number[] }[];
}

function Hits({ thread, found, subjects }: HitsProps) {
  if (found.order.length === 0) return <p className="soft">Nothing reaches the threshold.</p>;
  return (
    <ol className={`plain-list ${styles.pieces}`}>
      {found.order.map((index, rank) => {
        const piece = thread.pieces[index]!;
        const answers = subjects.filter(({ turns }) => turns.includes(piece.turn));
        return (
          <li
            key={`${rank} ${index}`}
            className={`${styles.piece} ${answers.length > 0 ? failures.targetLine : ''}`}
          >
            <div className={styles.head}>
              <span>
                {count(rank + 1)}. {piece.label || `Turn ${piece.turn + 1}`}
                {answers.map(({ about }, own) => (
                  <span key={own} className={failures.tag}>
                    {about || 'right turn'}
                  </span>
                ))}
              </span>
              <span>{score(found.scores[rank])}</span>
            </div>
            <p dir="auto">{pieceText(thread, piece).slice(0, 240)}</p>
          </li>
        );
      })}
    </ol>
  );
}
