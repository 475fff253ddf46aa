import { useId } from 'react';
import { count, decimal } from '../../../core/stats/format';
import type { NeighborCounts } from '../../../core/retrieval/neighbors';
import type { Span } from '../../../core/units';
import type { DrawnChunk, ExpansionDrawing, TreeLine } from './expansionDrawing';
import { markGold } from './neighborsModel';
import styles from './Neighbors.module.css';

interface LinesProps {
  drawing: ExpansionDrawing;
  documents: readonly { title: string }[];
  /** Text by document; null until it is loaded. */
  texts: readonly string[] | null;
  gold: readonly (Span & { document: number })[];
}

interface ExpansionTreeProps extends LinesProps {
  /** How far hits are widened: at 0/0 the tree says that it shows hits alone. */
  width?: NeighborCounts;
  /** Level of the two headings. */
  level?: 3 | 4 | 5;
}

/** The sentence of a tree without neighbors. */
const hitsAlone = 'At ±0/0 nothing is added: these are the hits alone.';

/** One question's hits by score, each with its neighbors, and below them the flat list that is returned. */
export function ExpansionTree({ drawing, documents, texts, gold, width, level = 3 }: ExpansionTreeProps) {
  const [tree, flat] = [useId(), useId()];
  const Heading = `h${level}` as const;
  return (
    <>
      <section className="stack" aria-labelledby={tree}>
        <Heading id={tree}>Expansion tree</Heading>
        <p className="soft small">
          {width && width.neighborPrev + width.neighborNext === 0 ? `${hitsAlone} ` : ''}Hits by score; to
          scale by characters, hits one below the other. A chunk may stand under several hits.
        </p>
        <ExpansionLegend />
        <ExpansionLines drawing={drawing} documents={documents} texts={texts} gold={gold} />
      </section>
      <section className="stack" aria-labelledby={flat}>
        <Heading id={flat}>What is returned</Heading>
        <p>{handedOverText(drawing)}</p>
        <div className="stack gap-3">
          {drawing.strips.map(({ document, chunks, gold: marks }) => (
            <figure key={document} className={`stack gap-1 ${styles.stripFigure}`}>
              <figcaption className="small">
                {titleOf(documents, document)}:{' '}
                {chunks
                  .map(({ chunkIndex, role }) => `${chunkIndex + 1}${role === 'hit' ? '*' : ''}`)
                  .join(', ')}{' '}
                <span className="soft">(* hit)</span>
              </figcaption>
              <div className={styles.strip} aria-hidden="true">
                {chunks.map((chunk) => (
                  <Block key={chunk.number} chunk={chunk} />
                ))}
                {marks.map(({ left, width: share }) => (
                  <span
                    key={left}
                    className={styles.gold}
                    style={{ insetInlineStart: `${left}%`, width: `max(3px, ${share}%)` }}
                  />
                ))}
              </div>
            </figure>
          ))}
        </div>
      </section>
    </>
  );
}

const titleOf = (documents: LinesProps['documents'], document: number): string =>
  documents[document]?.title ?? `document ${document}`;

/** How much the flat list is, in tokens where they are known. */
export function handedOverText({
  strips,
  tokens,
  hitTokens,
  characters,
  hitCharacters,
}: ExpansionDrawing): string {
  const chunks = strips.reduce((total, strip) => total + strip.chunks.length, 0);
  const [size, ofHits, unit] =
    tokens === null || hitTokens === null
      ? [characters, hitCharacters, 'characters']
      : [tokens, hitTokens, 'tokens'];
  return `${count(chunks)} ${chunks === 1 ? 'chunk' : 'chunks'}, each once, in document order; documents by their best hit. ${count(size)} ${unit}, ${count(size - ofHits)} of them of neighbors.`;
}

/** The tree alone: one line per hit, drawn to scale, and in words when it is opened. */
export function ExpansionLines({ drawing, documents, texts, gold }: LinesProps) {
  if (drawing.tree.length === 0) return <p>The search found no chunk for this question.</p>;
  return (
    <ol className={`stack gap-3 plain-list ${styles.tree}`}>
      {drawing.tree.map((line) => (
        <li key={line.rank}>
          <TreeRow
            line={line}
            documents={documents}
            texts={texts}
            gold={gold.filter((span) => span.document === line.document)}
          />
        </li>
      ))}
    </ol>
  );
}

/** What the blocks of a tree mean. */
export function ExpansionLegend() {
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
    <span
      className={`${styles.block} ${styles[chunk.role]} ${chunk.answer ? styles.answer : ''}`}
      style={{ insetInlineStart: `${chunk.left}%`, width: `${chunk.width}%` }}
    >
      {mark && chunk.answer ? <b className={styles.mark}>{chunk.answer === 'whole' ? '✓' : '½'}</b> : null}
    </span>
  );
}

const answerWords = { whole: ', holds the answer', part: ', holds a part of the answer' } as const;

function TreeRow({
  line,
  documents,
  texts,
  gold,
}: {
  line: TreeLine;
  documents: LinesProps['documents'];
  texts: readonly string[] | null;
  gold: readonly Span[];
}) {
  const { rank, score, document, chunks } = line;
  const hit = chunks.find(({ role }) => role === 'hit')!;
  const text = texts?.[document];
  return (
    <div className={styles.line}>
      <p className={styles.lineHead}>
        <b>{rank}</b>
        <span>
          {titleOf(documents, document)}, chunk {hit.chunkIndex + 1}
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
          {chunks.some(({ answer }) => answer)
            ? `: ${chunks.flatMap(({ chunkIndex, answer }) => (answer ? [`chunk ${chunkIndex + 1}${answerWords[answer]}`] : [])).join('; ')}`
            : ', no part of the answer'}
        </summary>
        <ul className={`stack gap-3 plain-list ${styles.chunks}`}>
          {chunks.map((chunk) => (
            <li key={chunk.number} className={styles[`${chunk.role}Item`]}>
              <p className="small">
                <b>{chunk.role}</b> chunk {chunk.chunkIndex + 1}, {count(chunk.start)}–{count(chunk.end)},{' '}
                {chunk.tokens === null
                  ? `${count(chunk.end - chunk.start)} characters`
                  : `${count(chunk.tokens)} tokens`}
                {chunk.answer ? answerWords[chunk.answer] : ''}
              </p>
              {text === undefined ? null : (
                <p className={styles.text} dir="auto">
                  {markGold(text.slice(chunk.start, chunk.end), chunk, gold).map((part, i) =>
                    part.gold ? <mark key={i}>{part.text}</mark> : part.text,
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
