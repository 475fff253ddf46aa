import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, memo, useEffect, useRef, useState, type ComponentProps } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import type { LocatedQuestion } from '../../../../datasets/own/asked';
import {
  editQuestion,
  removeQuestion,
  useBenchmarkInput,
  type InputQuestion,
} from '../../../state/benchmarkInput';
import styles from './Benchmark.module.css';

interface QuestionTableProps {
  questions: readonly InputQuestion[];
  /** The question that was just added: its field gets the focus. */
  fresh: string | null;
  onShow: (document: string, offset: number) => void;
  /** Rows of a spreadsheet that were pasted into a cell. False when they could not be read. */
  onRows: (text: string) => boolean;
}

/** Height of a row that holds two lines, until it is measured. */
const usualHeight = 62;

/** Questions to edit in place; of a long list those in sight are there, and the one that is being edited. */
export function QuestionTable({ questions, fresh, onShow, onRows }: QuestionTableProps) {
  const documents = useBenchmarkInput((state) => state.documents);
  const located = useBenchmarkInput((state) => state.located);
  const box = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const held = edited === null ? -1 : questions.findIndex(({ id }) => id === edited);
  // eslint-disable-next-line react-hooks/incompatible-library -- it concerns the React Compiler, which is not in use
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: questions.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => questions[index]!.id,
    overscan: 8,
    initialRect: { width: 0, height: 800 },
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return held < 0 || held >= range.count || inSight.includes(held)
        ? inSight
        : [...inSight, held].sort((a, b) => a - b);
    },
  });
  const freshAt = fresh === null ? -1 : questions.findIndex(({ id }) => id === fresh);
  useEffect(() => {
    if (freshAt >= 0) virtualizer.scrollToIndex(freshAt, { align: 'end' });
    // Where it stands later is no reason to go there again.
  }, [fresh, virtualizer]); // eslint-disable-line react-hooks/exhaustive-deps
  const rows = virtualizer.getVirtualItems();
  return (
    <div ref={box} className={`scroll-x ${styles.rows}`} role="region" aria-label="Questions" tabIndex={0}>
      <table className={`table ${styles.table} ${styles.questions}`} aria-rowcount={questions.length + 1}>
        <caption className="visually-hidden">
          Questions with their gold answers; rows of a spreadsheet can be pasted into a question cell
        </caption>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Question</th>
            <th scope="col">Gold answers, one a line</th>
            <th scope="col">Document</th>
            <th scope="col">Family</th>
            <th scope="col">Gold found</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody
          onFocus={(event) =>
            setEdited(event.target.closest<HTMLElement>('[data-id]')?.dataset['id'] ?? null)
          }
          onBlur={() => setEdited(null)}
        >
          {rows.map(({ index, key, start }, place) => (
            <Fragment key={key}>
              <Gap height={start - (rows[place - 1]?.end ?? 0)} />
              <Row
                index={index}
                measure={virtualizer.measureElement}
                question={questions[index]!}
                located={located.get(questions[index]!)}
                documents={documents}
                focus={questions[index]!.id === fresh}
                onShow={onShow}
                onRows={onRows}
              />
            </Fragment>
          ))}
          <Gap height={virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      <datalist id="question-documents">
        {documents.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </div>
  );
}

/** The room of rows that are not there. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden="true" className={styles.gap}>
      <td colSpan={7} style={{ height }} />
    </tr>
  ) : null;
}

/** A field as tall as its text. */
function GrowingText(props: ComponentProps<'textarea'> & { value: string }) {
  return (
    <span className={styles.grow} data-value={props.value}>
      <textarea {...props} className={styles.cell} rows={1} dir="auto" />
    </span>
  );
}

interface RowProps {
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  question: InputQuestion;
  located: LocatedQuestion | undefined;
  documents: readonly { id: string; text: string }[];
  focus: boolean;
  onShow: (document: string, offset: number) => void;
  onRows: (text: string) => boolean;
}

const Row = memo(function Row({
  index,
  measure,
  question,
  located,
  documents,
  focus,
  onShow,
  onRows,
}: RowProps) {
  const { id, text, answers, document, family } = question;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);
  return (
    <tr ref={measure} data-index={index} data-id={id} aria-rowindex={index + 2}>
      <th scope="row" className="number">
        {id}
      </th>
      <td>
        <GrowingText
          ref={field}
          aria-label={`Question ${id}`}
          aria-invalid={text.trim() === '' || undefined}
          value={text}
          onChange={(event) => editQuestion(id, { text: event.target.value })}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (!pasted.includes('\t') || !onRows(pasted)) return;
            event.preventDefault();
            // The empty row that they were pasted into has served.
            if (text.trim() === '' && answers.length === 0) removeQuestion(id);
          }}
        />
      </td>
      <td>
        <Answers id={id} answers={answers} />
      </td>
      <td>
        <input
          className={styles.cell}
          size={sizeOf(document)}
          list="question-documents"
          dir="auto"
          aria-label={`Document of question ${id}`}
          placeholder="any"
          value={document ?? ''}
          onChange={(event) =>
            editQuestion(id, { document: event.target.value.trim() === '' ? null : event.target.value })
          }
        />
      </td>
      <td>
        <input
          className={styles.cell}
          size={sizeOf(family)}
          dir="auto"
          aria-label={`Family of question ${id}`}
          placeholder="none"
          value={family ?? ''}
          onChange={(event) =>
            editQuestion(id, { family: event.target.value.trim() === '' ? null : event.target.value })
          }
        />
      </td>
      <td>
        <GoldFound question={question} located={located} documents={documents} onShow={onShow} />
      </td>
      <td>
        <Button tone="quiet" aria-label={`Delete question ${id}`} onClick={() => removeQuestion(id)}>
          Delete
        </Button>
      </td>
    </tr>
  );
});

/** Characters that a field shows: all that it holds, unless that is long. */
const sizeOf = (value: string | null): number => Math.min(32, Math.max(9, (value ?? '').length + 2));

/** Keeps what is being typed, an empty last line too; the question gets the lines that hold something. */
function Answers({ id, answers }: { id: string; answers: readonly string[] }) {
  const [draft, setDraft] = useState<{ text: string; of: readonly string[] } | null>(null);
  const value = draft && draft.of === answers ? draft.text : answers.join('\n');
  return (
    <GrowingText
      aria-label={`Gold answers of question ${id}`}
      value={value}
      onChange={(event) => {
        const lines = event.target.value
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '');
        setDraft({ text: event.target.value, of: lines });
        editQuestion(id, { answers: lines });
      }}
    />
  );
}

function GoldFound({
  question,
  located,
  documents,
  onShow,
}: Pick<RowProps, 'question' | 'located' | 'documents' | 'onShow'>) {
  if (question.text.trim() === '') return <span className={`bad ${styles.bad}`}>no question: not run</span>;
  if (documents.length === 0) return <span className="soft">no document yet</span>;
  if (!located) return <span className="soft">looking …</span>;
  const { status, gold, places, missing, insideWord, unknownDocument } = located;
  const [first] = gold;
  const where = first && documents[first.document];
  const link = where ? (
    <button type="button" className={styles.link} onClick={() => onShow(where.id, first.start)}>
      {where.id}
    </button>
  ) : null;
  return (
    <div className={`stack gap-1 items-start anywhere small ${styles.status}`}>
      {status === 'marked' ? (
        <>
          <span>
            marked in {link}
            {gold.length > 1 ? ` and ${gold.length - 1} more, all required` : ''}
          </span>
          <Button
            tone="quiet"
            className={styles.small}
            aria-label={`Remove the marked gold of ${question.id}`}
            onClick={() => editQuestion(question.id, { marks: [] })}
          >
            Remove the mark
          </Button>
        </>
      ) : null}
      {status === 'located' ? (
        <span>
          ✓ in {link}
          {places > 1 ? `, ${format.count(places)} places` : ''}
        </span>
      ) : null}
      {insideWord ? <span className="warn">inside a word only</span> : null}
      {status === 'elsewhere' ? <span className="warn">not in its document, but in {link}</span> : null}
      {status === 'not located' ? <span className={`bad ${styles.bad}`}>not located</span> : null}
      {status === 'not established' ? <span className="soft">not established by the documents</span> : null}
      {status === 'no gold' ? <span className="warn">no gold</span> : null}
      {missing.length > 0 && status !== 'not located' ? (
        <span className="soft small">
          {missing.length === 1
            ? `“${missing[0]!.slice(0, 40)}” not located`
            : `${missing.length} answers not located`}
        </span>
      ) : null}
      {unknownDocument !== null ? <span className="warn">no document “{unknownDocument}”</span> : null}
    </div>
  );
}
