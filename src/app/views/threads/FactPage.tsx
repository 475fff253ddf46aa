import { Table } from '../../components/table/Table';
import { count, percent, score } from '../../../core/stats/format';
import { halfScale } from '../../../experiments/threads/limits';
import { rowLabel } from '../../../experiments/threads/measure/headline';
import { methodRow } from '../../../experiments/threads/measure/rows';
import type { ThreadsThread } from '../../../experiments/threads/formats';
import { formatLocation } from '../../state/urlState';
import failures from '../failures/failures.module.css';
import type { OpenExperiment } from '../openExperiment';
import { FactOutcome, storedRow } from './FactTable';
import { pieceText, threadTitle, useThread, type ThreadsData } from './threadsData';
import type { ThreadsListValues, ThreadsMoves } from './threadsParams';
import styles from './Threads.module.css';

interface FactPageProps {
  experiment: OpenExperiment;
  data: ThreadsData;
  fact: number;
  values: ThreadsListValues;
  href: ThreadsMoves['href'];
}

/** One fact: ranked pieces beside ranked turns, and its rank in every row. */
export function FactPage({ experiment, data, fact, values, href }: FactPageProps) {
  const { summary, facts } = data;
  const { id, text, thread: position, turns } = facts.facts[fact]!;
  const thread = useThread(experiment, position);
  const pieceRow =
    summary.rows.find(({ row }) => row === values.row)?.unit === 'pieces' ? values.row : methodRow;
  return (
    <article className="stack" aria-labelledby="fact-head">
      <header className={`stack gap-1 ${failures.missHead}`}>
        <h2 id="fact-head" tabIndex={-1} dir="auto">
          {text || id}
        </h2>
        <p className={failures.verdict}>
          <span>{rowLabel(values.row)}:</span> <FactOutcome row={storedRow(data, values.row)} fact={fact} />
        </p>
        <p>
          {threadTitle(summary, position)}; right {turns.length === 1 ? 'turn' : 'turns'}:{' '}
          {turns.map((turn) => (
            <a key={turn} href={turnHref(experiment, summary.threads[position]!.id, turn)}>
              {turn + 1}
            </a>
          ))}
        </p>
      </header>
      <div className={failures.columns}>
        <Ranked experiment={experiment} data={data} thread={thread} fact={fact} row={pieceRow} />
        <Ranked experiment={experiment} data={data} thread={thread} fact={fact} row="whole-turns" />
      </div>
      <div className="scroll-x" role="region" aria-label="This fact in every row" tabIndex={0}>
        <Table className={`small table ${failures.table}`}>
          <caption>This fact in every row</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="number to-end">
                Right turn scores
              </th>
              <th scope="col" className="number to-end">
                Top score
              </th>
            </tr>
          </thead>
          <tbody>
            {facts.rows.map((row) => (
              <tr key={row.row} className={row.row === values.row ? failures.targetLine : undefined}>
                <th scope="row">
                  <a href={href({ row: row.row as ThreadsListValues['row'] })}>{rowLabel(row.row)}</a>
                </th>
                <td>
                  <FactOutcome row={row} fact={fact} />
                </td>
                <td className="number to-end">{score(row.rightScore[fact])}</td>
                <td className="number to-end">{score(row.topScore[fact])}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </article>
  );
}

const turnHref = ({ entry }: OpenExperiment, thread: string, turn: number): string =>
  formatLocation(
    { page: 'experiment', experiment: entry.id, view: 'inspector' },
    { thread, turn: String(turn + 1) },
  );

interface RankedProps {
  experiment: OpenExperiment;
  data: ThreadsData;
  thread: ThreadsThread;
  fact: number;
  row: string;
}

/** Most letters of a result that are shown. */
const excerpt = 240;

function Ranked({ experiment, data: { summary, facts }, thread, fact, row }: RankedProps) {
  const found = thread.rows.find((own) => own.row === row)!.facts[thread.facts.indexOf(fact)]!;
  const setup = summary.rows.find((own) => own.row === row)!;
  const right = facts.facts[fact]!.turns;
  const { floor } = summary.settings;
  const threadId = summary.threads[thread.thread]!.id;
  return (
    <section className="stack gap-2" aria-label={setup.label}>
      <h3>{setup.label}</h3>
      <p className="soft small">{setup.about}</p>
      <ol className={`plain-list ${styles.pieces}`}>
        {found.order.map((index, rank) => {
          const piece = setup.unit === 'pieces' ? thread.pieces[index]! : null;
          const { first, last } = piece ? { first: piece.turn, last: piece.turn } : thread.chunks[index]!;
          const isRight = right.some((turn) => turn >= first && turn <= last);
          const own = found.scores[rank]!;
          return (
            <li key={index} className={`${styles.piece} ${isRight ? failures.targetLine : ''}`}>
              <div className={styles.head}>
                <span>
                  {count(rank + 1)}.{' '}
                  <a href={turnHref(experiment, threadId, first)}>
                    {piece
                      ? piece.label || `Turn ${first + 1}`
                      : first === last
                        ? `Turn ${first + 1}`
                        : `Turns ${first + 1} to ${last + 1}`}
                  </a>
                  {isRight ? <span className={failures.tag}>right turn</span> : null}
                </span>
                <span title={`(1 + cosine) / 2 = ${score(halfScale(own))}`}>
                  {score(own)}
                  {rank === 0 && own < floor ? ` below the floor of ${score(floor)}` : ''}
                </span>
              </div>
              <p dir="auto">
                {piece
                  ? shortened(pieceText(thread, piece))
                  : `${count(thread.chunks[index]!.tokens)} tokens; begins: ${shortened(thread.turns[first]!.sources[0]?.text ?? '')}`}
              </p>
            </li>
          );
        })}
      </ol>
      {found.order.length === 0 ? <p>Nothing is stored of this thread.</p> : null}
      {setup.withoutVector > 0 && setup.unit === 'turns' ? (
        <p className="soft small">
          {percent(setup.withoutVector / (setup.vectors + setup.withoutVector))} of all chunks are too long to
          have a vector.
        </p>
      ) : null}
    </section>
  );
}

const shortened = (text: string): string => (text.length > excerpt ? `${text.slice(0, excerpt)}…` : text);
