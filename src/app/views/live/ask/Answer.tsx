import { useEffect, useId, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import * as format from '../../../../core/stats/format';
import { isExpandedStrategy } from '../../../../experiments/chunking/neighbors/widths';
import type { Span } from '../../../../core/units';
import type { GoldSpan } from '../../../../datasets/corpus';
import { Button } from '../../../components/Button';
import type { AskedContext, AskedRow } from '../../../data/ask';
import { useBenchmarkInput } from '../../../state/benchmarkInput';
import { markAsked, questionOf, unmarkAsked, type Answered } from '../../../state/liveAsk';
import { retrieverLabels } from '../../inspector/inspectorParams';
import { drawExpansion } from '../../neighbors/expansionDrawing';
import { ExpansionTree } from '../../neighbors/ExpansionTree';
import { markGold } from '../../neighbors/neighborsModel';
import { DocumentReader } from '../benchmark/DocumentReader';
import { NeighborKnobs } from '../benchmark/NeighborKnobs';
import { snapSelection } from '../benchmark/readerModel';
import { selectedIn } from '../selectedIn';
import type { LiveParams } from '../liveParams';
import { askedExpansion, goldRank, holdingOf, inItsText, rulesAlone } from './askModel';
import styles from './Ask.module.css';

interface AnswerProps {
  answered: Answered;
  params: LiveParams;
}

/** What was returned for a question, one column a strategy; a context, or a part of one, can become its gold. */
export function Answer({ answered: { ask, rows }, params }: AnswerProps) {
  const { k } = params.values;
  const { questions, located } = useBenchmarkInput();
  const [said, setSaid] = useState('');
  const [selected, setSelected] = useState<GoldSpan | null>(null);
  const [reading, setReading] = useState<{ span: GoldSpan; asked: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus({ preventScroll: true }), []);
  const known = questionOf(ask.question, questions);
  const gold = useMemo(() => (known && located.get(known)?.gold) ?? [], [known, located]);
  const mark = ({ document, start, end }: GoldSpan) => {
    const { id } = markAsked(ask.question, { document: ask.documents[document]!.id, start, end });
    setSaid(`Marked as gold of ${id}, which is part of the benchmark.`);
    setSelected(null);
    window.getSelection()?.removeAllRanges();
  };
  const unmark = ({ document, start, end }: GoldSpan) => {
    if (!known) return;
    unmarkAsked(known.id, { document: ask.documents[document]!.id, start, end });
    setSaid(`No longer gold of ${known.id}.`);
  };
  const roving = useRoving(rows.map(({ contexts }) => Math.min(k, contexts.length)));
  const open = reading && ask.documents[reading.span.document];
  return (
    <section className="panel stack gap-3" aria-labelledby="answer">
      <h2 id="answer" ref={heading} tabIndex={-1} className={styles.heading} dir="auto">
        “{ask.question}”
      </h2>
      <p>
        The first {format.count(k)} by {retrieverLabels[ask.retriever]}, of {format.count(rows.length)}{' '}
        {rows.length === 1 ? 'strategy' : 'strategies'}.{' '}
        <span className="soft">
          {known
            ? `Question ${known.id} of the benchmark${gold.length === 0 ? ', without gold so far' : ''}.`
            : 'Not part of the benchmark yet: select the text that answers it, or mark a whole context.'}
        </span>
      </p>
      <div className={styles.columns} role="region" aria-label="Contexts by strategy" {...roving.box}>
        {rows.map((row, column) => (
          <Column
            key={row.strategy}
            row={row}
            column={column}
            active={roving.active.column === column ? roving.active.place : null}
            k={k}
            documents={ask.documents}
            gold={gold}
            onMark={mark}
            onUnmark={unmark}
            onSelect={setSelected}
            onRead={(span) => setReading((before) => ({ span, asked: (before?.asked ?? 0) + 1 }))}
          />
        ))}
      </div>
      {selected ? (
        <div className={styles.selection} role="group" aria-label="Selected text">
          <p>
            Selected: <q dir="auto">{shortened(ask.documents[selected.document]!.text, selected)}</q>
          </p>
          <div className="row">
            <Button tone="primary" onClick={() => mark(selected)}>
              Use as gold of this question
            </Button>
            <Button onClick={() => setSelected(null)}>Drop the selection</Button>
          </div>
        </div>
      ) : null}
      <p role="status" className="soft small">
        {said}
      </p>
      {reading && open ? (
        <DocumentReader
          key={open.id}
          document={open}
          at={{ offset: reading.span.start, asked: reading.asked }}
          shown={reading.span}
          onClose={() => setReading(null)}
        />
      ) : null}
      {rows
        .filter(({ strategy }) => isExpandedStrategy(strategy))
        .map((row) => (
          <Expansion
            key={row.strategy}
            row={row}
            k={k}
            documents={ask.documents}
            gold={gold}
            params={params}
          />
        ))}
    </section>
  );
}

const wordsOf = ({ text }: { text: string }, { start, end }: Span): string => text.slice(start, end);

function shortened(text: string, { start, end }: GoldSpan): string {
  const longest = 240;
  return end - start > longest ? `${text.slice(start, start + longest)} …` : text.slice(start, end);
}

interface Cell {
  column: number;
  place: number;
}

/** One stop of the Tab key for all contexts: arrows go from one to the next, and Tab into the one that has the focus. */
function useRoving(counts: readonly number[]) {
  const [wanted, setWanted] = useState<Cell>({ column: 0, place: 0 });
  const inside = ({ column, place }: Cell): Cell => ({
    column,
    place: Math.max(0, Math.min(place, counts[column]! - 1)),
  });
  const filled = counts.findIndex((count) => count > 0);
  const active = counts[wanted.column] ? inside(wanted) : { column: Math.max(0, filled), place: 0 };
  const steps: Record<string, (at: Cell) => Cell | undefined> = {
    ArrowDown: ({ column, place }) => ({ column, place: place + 1 }),
    ArrowUp: ({ column, place }) => ({ column, place: place - 1 }),
    ArrowRight: ({ column, place }) => nextColumn(column, 1, place),
    ArrowLeft: ({ column, place }) => nextColumn(column, -1, place),
  };
  const nextColumn = (from: number, step: 1 | -1, place: number): Cell | undefined => {
    let column = from + step;
    while (counts[column] === 0) column += step;
    return counts[column] === undefined ? undefined : { column, place };
  };
  return {
    active,
    box: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const at = target.closest<HTMLElement>('[data-column]');
        if (at) setWanted({ column: Number(at.dataset['column']), place: Number(at.dataset['place']) });
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const at = (event.target as HTMLElement).dataset;
        const step = steps[event.key];
        if (at['column'] === undefined || !step) return;
        event.preventDefault();
        const to = step({ column: Number(at['column']), place: Number(at['place']) });
        if (!to) return;
        const { column, place } = inside(to);
        event.currentTarget
          .querySelector<HTMLElement>(`[data-column="${column}"][data-place="${place}"]`)
          ?.focus();
      },
    },
  };
}

interface ColumnProps {
  row: AskedRow;
  column: number;
  /** The place whose controls the Tab key reaches; null for none of this column. */
  active: number | null;
  k: number;
  documents: Answered['ask']['documents'];
  gold: readonly GoldSpan[];
  onMark: (span: GoldSpan) => void;
  onUnmark: (span: GoldSpan) => void;
  onSelect: (span: GoldSpan) => void;
  onRead: (span: GoldSpan) => void;
}

function Column({ row, column, active, k, documents, gold, ...actions }: ColumnProps) {
  const heading = useId();
  const contexts = row.contexts.slice(0, k);
  const tokens = contexts.reduce((sum, context) => sum + context.tokens, 0);
  const rank = goldRank(contexts, gold);
  const alone = useMemo(() => rulesAlone(row.contexts.slice(0, k), documents), [row, k, documents]);
  return (
    <section className={styles.column} aria-labelledby={heading}>
      <h3 id={heading}>{row.label}</h3>
      <p className="soft small">
        {format.count(tokens)} tokens of {format.count(row.chunks)} {row.chunks === 1 ? 'chunk' : 'chunks'}
      </p>
      {gold.length > 0 ? (
        <p className={`small strong ${rank > 0 ? styles.found : styles.missed}`}>
          {rank > 0 ? `gold at rank ${rank}` : `gold not in the first ${format.count(k)}`}
        </p>
      ) : null}
      {alone.map(({ document, pair }) => (
        <p key={`${document} ${pair.exception.start}`} className={`small ${styles.missed}`}>
          A rule without its exception: <q dir="auto">{wordsOf(documents[document]!, pair.exception)}</q>{' '}
          <Button tone="quiet" onClick={() => actions.onRead({ document, ...pair.exception })}>
            In its document
          </Button>
        </p>
      ))}
      {contexts.length === 0 ? (
        <p>Nothing was found.</p>
      ) : (
        <ol className="stack gap-3 plain-list">
          {contexts.map((context, place) => (
            <li key={`${context.document} ${context.start}`}>
              <Context
                context={context}
                column={column}
                isActive={active === place}
                rank={place + 1}
                document={documents[context.document]!}
                strategy={row.label}
                gold={gold}
                {...actions}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface ContextProps extends Pick<
  ColumnProps,
  'column' | 'gold' | 'onMark' | 'onUnmark' | 'onSelect' | 'onRead'
> {
  isActive: boolean;
  context: AskedContext;
  rank: number;
  document: { id: string; text: string };
  strategy: string;
}

const holdingWords = { whole: 'holds gold', part: 'holds a part of the gold' } as const;

/** One context in the text around it: where it begins and ends is what the strategies differ in. */
function Context(props: ContextProps) {
  const { context, column, isActive, rank, document, strategy, gold } = props;
  const { onMark, onUnmark, onSelect, onRead } = props;
  const { id, text } = document;
  const { start, end, tokens, score, chunk } = context;
  const { before, inside, after, left, from } = inItsText(text, context);
  const holding = holdingOf(context, gold);
  const body = useRef<HTMLParagraphElement>(null);
  const span: GoldSpan = { document: context.document, start, end };
  const name = `rank ${rank} of ${strategy}`;
  const tabIndex = isActive ? 0 : -1;
  const isMarked = gold.some(
    (own) => own.document === span.document && own.start === start && own.end === end,
  );
  const look = () => {
    const found = body.current && selectedIn(body.current);
    const snapped = found && snapSelection(text, from + found.start, from + found.end);
    if (snapped) onSelect({ document: context.document, ...snapped });
  };
  return (
    <article
      className={styles.context}
      aria-label={`Context at ${name}`}
      data-column={column}
      data-place={rank - 1}
      tabIndex={tabIndex}
    >
      <p className={styles.head}>
        <b className="number">{rank}</b>
        <span className="anywhere">{id}</span>
        <span className="number soft small">{format.score(score)}</span>
      </p>
      <div className={styles.strip} aria-hidden="true">
        <span
          style={{
            insetInlineStart: `${(100 * start) / text.length}%`,
            width: `max(3px, ${(100 * (end - start)) / text.length}%)`,
          }}
        />
      </div>
      <p className="soft small">
        {format.count(tokens)} tokens, characters {format.count(start)}–{format.count(end)} of{' '}
        {format.count(text.length)}
        {chunk && (chunk.start !== start || chunk.end !== end)
          ? `; found by its ${format.count(chunk.start)}–${format.count(chunk.end)}`
          : ''}
      </p>
      {holding ? <p className={`small strong ${styles.found}`}>{holdingWords[holding]}</p> : null}
      <p
        ref={body}
        className={styles.text}
        dir="auto"
        tabIndex={tabIndex}
        role="region"
        aria-label={`Text at ${name}`}
        onPointerUp={() => setTimeout(look)}
        onKeyUp={look}
      >
        <span className={styles.outside}>{before}</span>
        <span className={styles.inside}>
          {markGold(
            inside,
            { start, end: start + inside.length },
            gold.filter((own) => own.document === context.document),
          ).map((part, place) => (part.gold ? <mark key={place}>{part.text}</mark> : part.text))}
        </span>
        <span className={styles.outside}>{after}</span>
      </p>
      {left > 0 ? (
        <p className="soft small">… and {format.count(left)} characters more, in its document.</p>
      ) : null}
      <div className={styles.actions}>
        <Button
          tone="quiet"
          tabIndex={tabIndex}
          aria-label={`${isMarked ? 'Unmark' : 'Mark'} ${name} as gold`}
          onClick={() => (isMarked ? onUnmark : onMark)(span)}
        >
          {isMarked ? 'Unmark' : 'Mark as gold'}
        </Button>
        <Button
          tone="quiet"
          tabIndex={tabIndex}
          aria-label={`Show ${name} in ${id}`}
          onClick={() => onRead(span)}
        >
          In its document
        </Button>
      </div>
    </article>
  );
}

interface ExpansionProps extends Pick<ColumnProps, 'row' | 'k' | 'documents' | 'gold'> {
  params: LiveParams;
}

/** What the neighbors of the hits add, at once: nothing is cut or searched again. */
function Expansion({ row, k, documents, gold, params }: ExpansionProps) {
  const heading = useId();
  const { prev, next } = params.values;
  const width = useMemo(() => ({ neighborPrev: prev, neighborNext: next }), [prev, next]);
  const drawing = useMemo(
    () => drawExpansion(askedExpansion(row, k, documents, gold), width),
    [row, k, documents, gold, width],
  );
  return (
    <section className={`stack ${styles.expansion}`} aria-labelledby={heading}>
      <h3 id={heading}>{row.label}: neighbors of the hits</h3>
      <NeighborKnobs params={params} />
      <ExpansionTree
        drawing={drawing}
        documents={documents.map(({ id }) => ({ title: id }))}
        texts={documents.map(({ text }) => text)}
        gold={gold}
        width={width}
        level={4}
      />
    </section>
  );
}
