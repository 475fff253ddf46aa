import { useId } from 'react';
import { count, decimal } from '../../../core/stats/format';
import type { Span } from '../../../core/units';
import type { NeighborSummary } from '../../../schema/neighborExpansion';
import { markGold, type DrawnChunk, type ExpansionDrawing, type TreeLine } from './neighborsModel';
import styles from './Neighbors.module.css';

interface ExpansionTreeProps {
  drawing: ExpansionDrawing;
  documents: NeighborSummary['corpus']['documents'];
  /** Text by document; null until it is loaded. */
  texts: readonly string[] | null;
  gold: readonly (Span & { document: number })[];
}

/** One question's hits by score, each with its neighbors, and below them the flat list that is handed over. */
export function ExpansionTree({ drawing, documents, texts, gold }: ExpansionTreeProps) {
  const [tree, flat] = [useId(), useId()];
  return (
    <>
      <section className="stack" aria-labelledby={tree}>
        <h3 id={tree}>Expansion tree</h3>
        <p className="soft small">
          Hits by score; to scale by characters, hits one below the other. A chunk may stand under several hits.
        </p>
        <Legend />
        {drawing.tree.length === 0 ? <p>The search found no chunk for this question.</p> : null}
        <ol className={styles.tree}>
          {drawing.tree.map((line) => (
            <li key={line.rank}>
              <TreeRow line={line} documents={documents} texts={texts} gold={gold.filter((span) => span.document === line.document)} />
            </li>
          ))}
        </ol>
      </section>
      <section className="stack" aria-labelledby={flat}>
        <h3 id={flat}>What is handed over</h3>
        <p>
          {count(drawing.strips.reduce((total, strip) => total + strip.chunks.length, 0))} chunks, each once, in document order; documents by their best hit. {count(drawing.tokens)} tokens, {count(drawing.tokens - drawing.hitTokens)} of them of neighbors.
        </p>
        <div className={styles.strips}>
          {drawing.strips.map(({ document, chunks, gold: marks }) => (
            <figure key={document} className={styles.stripFigure}>
              <figcaption className="small">
                {documents[document]!.title}: {chunks.map(({ chunkIndex, role }) => `${chunkIndex + 1}${role === 'hit' ? '*' : ''}`).join(', ')} <span className="soft">(* hit)</span>
              </figcaption>
              <div className={styles.strip} aria-hidden="true">
                {chunks.map((chunk) => (
                  <Block key={chunk.number} chunk={chunk} />
                ))}
                {marks.map(({ left, width }) => (
                  <span key={left} className={styles.gold} style={{ insetInlineStart: `${left}%`, width: `max(3px, ${width}%)` }} />
                ))}
              </div>
            </figure>
          ))}
        </div>
      </section>
    </>
  );
}

function Legend() {
  return (
    <p className={`${styles.legend} small`} aria-hidden="true">
      <span>
        <span className={`${styles.key} ${styles.hit}`} /> hit
      </span>
      <span>
        <span className={`${styles.key} ${styles.neighbor}`} /> neighbor
      </span>
      <span>
        <b>✓</b> holds the answer
      </span>
      <span>
        <b>½</b> holds a part of it, cut by a boundary
      </span>
    </p>
  );
}

function Block({ chunk, mark = false }: { chunk: DrawnChunk; mark?: boolean }) {
  return (
    <span className={`${styles.block} ${styles[chunk.role]} ${chunk.answer ? styles.answer : ''}`} style={{ insetInlineStart: `${chunk.left}%`, width: `${chunk.width}%` }}>
      {mark && chunk.answer ? (chunk.answer === 'whole' ? '✓' : '½') : ''}
    </span>
  );
}

const answerWords = { whole: ', holds the answer', part: ', holds a part of the answer' } as const;

function TreeRow({ line, documents, texts, gold }: { line: TreeLine; documents: ExpansionTreeProps['documents']; texts: readonly string[] | null; gold: readonly Span[] }) {
  const { rank, score, document, chunks } = line;
  const hit = chunks.find(({ role }) => role === 'hit')!;
  const text = texts?.[document];
  return (
    <div className={styles.line}>
      <p className={styles.lineHead}>
        <b>{rank}</b>
        <span>
          {documents[document]!.title}, chunk {hit.chunkIndex + 1}
        </span>
        <span className="soft small">score {decimal(score, 3)}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        {chunks.map((chunk) => (
          <Block key={chunk.number} chunk={chunk} mark />
        ))}
      </div>
      <details>
        <summary>
          {count(chunks.length)} {chunks.length === 1 ? 'chunk' : 'chunks'}
          {chunks.some(({ answer }) => answer) ? `: ${chunks.flatMap(({ chunkIndex, answer }) => (answer ? [`chunk ${chunkIndex + 1}${answerWords[answer]}`] : [])).join('; ')}` : ', no part of the answer'}
        </summary>
        <ul className={styles.chunks}>
          {chunks.map((chunk) => (
            <li key={chunk.number} className={styles[`${chunk.role}Item`]}>
              <p className="small">
                <b>{chunk.role}</b> chunk {chunk.chunkIndex + 1}, {count(chunk.start)}–{count(chunk.end)}, {count(chunk.tokens)} tokens
                {chunk.answer ? answerWords[chunk.answer] : ''}
              </p>
              {text === undefined ? null : (
                <p className={styles.text} dir="auto">
                  {markGold(text.slice(chunk.start, chunk.end), chunk, gold).map((part, i) => (part.gold ? <mark key={i}>{part.text}</mark> : part.text))}
                </p>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
