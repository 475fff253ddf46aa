import { useMemo } from 'react';
import { bytes, count } from '../../../core/stats/format';
import type { ThreadsSummary, ThreadsThread } from '../../../experiments/threads/formats';
import { Select } from '../../components/Choice';
import { DroppedNotice } from '../../components/Notice';
import { useParams } from '../../state/useParams';
import type { ExperimentViewProps, OpenExperiment } from '../openExperiment';
import { FileNotices } from '../shared/FileNotices';
import { FilePart } from '../shared/FilePart';
import { threadCodecs } from './threadsParams';
import { pieceText, threadTitle, useThread, useThreadsData } from './threadsData';
import styles from './Threads.module.css';

/** A thread as its turns, each with the pieces that are stored of it. */
export function ThreadsInspector({ experiment }: ExperimentViewProps) {
  const { value, notices } = useThreadsData(experiment);
  const { summary } = value;
  const codecs = useMemo(() => threadCodecs(summary), [summary]);
  const { values, set, dropped } = useParams(codecs);
  const position = Math.max(
    0,
    summary.threads.findIndex(({ id }) => id === values.thread),
  );
  return (
    <div className="stack">
      <DroppedNotice dropped={dropped} />
      <FileNotices notices={notices} />
      <div className="row toolbar no-print">
        <Select
          label="Thread"
          value={values.thread}
          options={summary.threads.map(({ id, turns }, index) => ({
            value: id,
            label: `${threadTitle(summary, index)} (${count(turns)} turns)`,
          }))}
          onChange={(thread) => set({ thread, turn: null })}
        />
      </div>
      <FilePart of={`${experiment.entry.id} ${values.thread}`} waiting="the turns of this thread">
        <Turns
          key={position}
          experiment={experiment}
          summary={summary}
          position={position}
          looked={values.turn}
        />
      </FilePart>
    </div>
  );
}

interface TurnsProps {
  experiment: OpenExperiment;
  summary: ThreadsSummary;
  position: number;
  looked: string | null;
}

function Turns({ experiment, summary, position, looked }: TurnsProps) {
  const thread = useThread(experiment, position);
  const chosen = looked === null ? -1 : Number(looked) - 1;
  const budget = summary.settings.pieceBytes;
  return (
    <section className="stack" aria-labelledby="thread-head">
      <h2 id="thread-head">{threadTitle(summary, position)}</h2>
      <p>
        {count(thread.turns.length)} turns make {count(thread.chunks.length)} chunks of whole turns and{' '}
        {count(thread.pieces.length)} labelled pieces of at most {bytes(budget)}. A bar shows how much of the
        budget a piece uses, its label included.
      </p>
      {thread.turns.map((turn, index) => (
        <Turn
          key={turn.number}
          thread={thread}
          turn={index}
          budget={budget}
          isLooked={index === chosen}
          isOpen={chosen < 0 ? index === 0 : index === chosen}
        />
      ))}
    </section>
  );
}

interface TurnProps {
  thread: ThreadsThread;
  turn: number;
  budget: number;
  isLooked: boolean;
  isOpen: boolean;
}

function Turn({ thread, turn, budget, isLooked, isOpen }: TurnProps) {
  const { number, sources } = thread.turns[turn]!;
  const pieces = thread.pieces.filter((piece) => piece.turn === turn);
  const chunk = thread.chunks.find(({ first, last }) => turn >= first && turn <= last);
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  return (
    <details className={styles.turn} data-looked={isLooked} open={isOpen}>
      <summary>
        <strong>Turn {number}</strong> · {count(sources.length)} {sources.length === 1 ? 'source' : 'sources'}{' '}
        · {count(pieces.length)} {pieces.length === 1 ? 'piece' : 'pieces'} · {count(tokens)} tokens
        {chunk ? ` · ${chunkWords(chunk, thread)}` : ''}
      </summary>
      <ol className={`plain-list ${styles.pieces}`}>
        {pieces.map((piece, index) => (
          <li key={index} className={styles.piece}>
            <div className={styles.head}>
              <span>{piece.label || `Source ${piece.source + 1}`}</span>
              <span>
                {bytes(piece.bytes)} of {bytes(budget)} · {count(piece.tokens)} tokens
              </span>
            </div>
            <span
              className={styles.budget}
              style={{ inlineSize: `${Math.min(100, (100 * piece.bytes) / budget).toFixed(1)}%` }}
            />
            <p dir="auto">{pieceText(thread, piece) || 'The text is not part of this artifact.'}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function chunkWords(
  { first, last, tokens, hasVector }: ThreadsThread['chunks'][number],
  { turns }: ThreadsThread,
): string {
  const which =
    first === last
      ? 'a chunk of its own among whole turns'
      : `among whole turns in one chunk with turns ${turns[first]!.number} to ${turns[last]!.number}`;
  return hasVector
    ? `${which}, ${count(tokens)} tokens`
    : `${which}, without a vector (${count(tokens)} tokens)`;
}
