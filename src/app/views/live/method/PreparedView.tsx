import * as format from '../../../../core/stats/format';
import { storedReadings } from '../../../../datasets/stored/readings';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Explain } from '../../../components/Explain';
import { Notice } from '../../../components/Notice';
import { useRowWindow } from '../../../components/useRowWindow';
import type { PreparedText } from '../../../data/liveCompute';
import type { MethodRun } from '../../../state/liveMethod';
import { bodyOf, contextCount, excerptOf, pieceAt, pieceCount } from './methodModel';
import type { Prepared } from './usePrepared';
import styles from './Method.module.css';

interface PreparedViewProps {
  prepared: Prepared & { pending: boolean };
  /** The run of exactly this text, for the windows that each piece took. */
  embedded: MethodRun | null;
}

/** How the pasted text is cut: pieces with labels and sizes, parts of the message. */
export function PreparedView({ prepared, embedded }: PreparedViewProps) {
  if (prepared.kind === 'working') return null;
  if (prepared.kind === 'failed')
    return <ErrorPanel title="The text could not be cut." message={prepared.error.message} />;
  const { answer } = prepared;
  if (answer.kind === 'refused') {
    const { path, found, expected } = answer.problem;
    const place: [string, string][] = path === undefined || path === '$' ? [] : [['Place', path]];
    return (
      <ErrorPanel
        title={`The stored text cannot be read as ${storedReadings[answer.reading].label}.`}
        message=""
        facts={[...place, ['Found', found], ['Expected', expected]]}
        advice="Mend the text, or read it as something else above."
      />
    );
  }
  const { text } = answer;
  return (
    <div className={`stack gap-3 ${prepared.pending ? styles.pending : ''}`}>
      {text.notices.length > 0 ? (
        <Notice tone="info" title="About the stored text:">
          <ul className={styles.notices}>
            {text.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className={styles.panes}>
        <Pieces text={text} windows={embedded?.facts.windows ?? null} />
        <Parts text={text} />
      </div>
    </div>
  );
}

const rowHeight = 30;
const boxHeight = 256;

function Pieces({ text, windows }: { text: PreparedText; windows: Uint16Array | null }) {
  const [pieces, contexts] = [pieceCount(text), contextCount(text)];
  const rows = useRowWindow(pieces, rowHeight, boxHeight);
  return (
    <section aria-labelledby="pieces" className="stack gap-2">
      <h3 id="pieces">
        {format.count(pieces)} {pieces === 1 ? 'piece' : 'pieces'} in {format.count(contexts)}{' '}
        {contexts === 1 ? 'context' : 'contexts'}{' '}
        <Explain about="pieces and contexts">
          <p>
            A piece is what is stored and found. What stands around it, its turn, section, block or line, is
            its context. A piece is searched by its own vector blended with that of its context.
          </p>
        </Explain>
      </h3>
      {pieces === 0 ? (
        <p className="soft">No stored text yet.</p>
      ) : (
        <div
          className={styles.rows}
          style={{ maxHeight: boxHeight }}
          onScroll={rows.onScroll}
          tabIndex={0}
          role="region"
          aria-label="Pieces of the stored text"
        >
          <ol style={{ height: rows.height }}>
            {Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, offset) => {
              const index = rows.from + offset;
              const piece = pieceAt(text, index);
              const taken = windows?.[index];
              return (
                <li
                  key={index}
                  style={{ transform: `translateY(${index * rowHeight}px)`, height: rowHeight }}
                  aria-setsize={pieces}
                  aria-posinset={index + 1}
                  title={piece.text.slice(0, 1500)}
                >
                  <span className={styles.number}>{index + 1}</span>
                  <span className={`number ${styles.size}`}>{format.bytes(piece.bytes)}</span>
                  {taken !== undefined && taken > 1 ? (
                    <span className={styles.tag}>{taken} windows</span>
                  ) : null}
                  <span className={`soft small ${styles.label}`}>{piece.label ?? piece.contextName}</span>
                  <span className={styles.excerpt} dir="auto">
                    {excerptOf(bodyOf(piece), 120)}
                  </span>
                </li>
              );
            })}
          </ol>
        </div>
      )}
    </section>
  );
}

function Parts({ text }: { text: PreparedText }) {
  const { parts, messageBytes, messageContextBytes } = text;
  return (
    <section aria-labelledby="parts" className="stack gap-2">
      <h3 id="parts">
        {format.count(parts.length)} {parts.length === 1 ? 'part' : 'parts'} of the message{' '}
        <Explain about="parts of the message">
          <p>
            The message is cut into its sentences; long ones into windows of 40 words, short ones joined to
            what stands before them, at most eight in all. Each part is searched for by itself, blended with
            the vector of the whole message.
          </p>
        </Explain>
      </h3>
      {parts.length === 0 ? (
        <p className="soft">No message yet.</p>
      ) : (
        <ol className={`stack gap-1 plain-list ${styles.parts}`}>
          {parts.map((part, index) => (
            <li key={index}>
              <span className={styles.number}>{index + 1}</span>
              <span dir="auto" className="anywhere shrink">
                {excerptOf(part.text, 400)}
              </span>
            </li>
          ))}
        </ol>
      )}
      {messageContextBytes < messageBytes ? (
        <p className="small soft">
          The message has {format.count(messageBytes)} bytes; its context is the last{' '}
          {format.count(messageContextBytes)} of them. The parts come from all of it.
        </p>
      ) : null}
    </section>
  );
}
