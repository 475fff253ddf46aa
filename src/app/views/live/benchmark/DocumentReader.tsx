import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import type { Span } from '../../../../core/units';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Select } from '../../../components/Choice';
import { TextField } from '../../../components/TextField';
import { editQuestion, markGold, useBenchmarkInput, type InputDocument } from '../../../state/benchmarkInput';
import { findNext, pageOf, pageSegments, pageStarts, snapSelection } from './readerModel';
import { selectedIn } from '../selectedIn';
import styles from './Benchmark.module.css';

interface DocumentReaderProps {
  document: Pick<InputDocument, 'id' | 'text'>;
  /** Where to open it: an offset, asked for anew with each number. */
  at: { offset: number; asked: number } | null;
  /** A stretch whose boundaries are shown. */
  shown?: Span;
  onClose: () => void;
}

const newQuestion = 'new';
/** Questions that are offered by name; more are found in their own table. */
const longestName = 70;

/** A document to read, page by page, with its gold; selected text becomes the gold of a question. */
export function DocumentReader({ document: { id, text }, at, shown, onClose }: DocumentReaderProps) {
  const { documents, questions, located } = useBenchmarkInput();
  const starts = useMemo(() => pageStarts(text), [text]);
  const place = documents.findIndex((document) => document.id === id);
  const gold = useMemo(
    () =>
      questions.flatMap((question) =>
        (located.get(question)?.gold ?? [])
          .filter((span) => span.document === place)
          .map(({ start, end }) => ({ start, end, question: question.id })),
      ),
    [questions, located, place],
  );
  const [page, setPage] = useState(() => pageOf(starts, at?.offset ?? 0));
  const [asked, setAsked] = useState(at?.asked ?? 0);
  if (at && at.asked !== asked) {
    setAsked(at.asked);
    setPage(pageOf(starts, at.offset));
  }
  const [selected, setSelected] = useState<{ start: number; end: number } | null>(null);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => void heading.current?.focus(), [id]);
  useEffect(
    () => void body.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest' }),
    [page, asked],
  );

  const start = starts[page]!;
  const end = starts[page + 1] ?? text.length;
  const segments = useMemo(
    () => pageSegments(text, start, end, gold, shown),
    [text, start, end, gold, shown],
  );
  const look = () => {
    const found = body.current && selectedIn(body.current);
    if (found) setSelected(snapSelection(text, start + found.start, start + found.end));
  };
  const turn = (to: number) => {
    setPage(Math.min(Math.max(to, 0), starts.length - 1));
    setSelected(null);
  };
  const use = (target: string, question: string) => {
    if (!selected) return;
    const mark = { document: id, ...selected };
    if (target === newQuestion) {
      const made = markGold(mark, null);
      editQuestion(made.id, { text: question });
      setSaid(`Added ${made.id} with this gold.`);
    } else {
      markGold(mark, target);
      setSaid(`Added to the gold of ${target}.`);
    }
    setSelected(null);
    window.getSelection()?.removeAllRanges();
  };

  return (
    <section className="panel stack gap-3" aria-labelledby="reader">
      <div className={`row between ${styles.bar}`}>
        <h2 id="reader" ref={heading} tabIndex={-1}>
          {id}
        </h2>
        <Button onClick={onClose}>Close the document</Button>
      </div>
      <p className="soft small">
        Select the text that answers a question. Gold that is there already is marked.
      </p>
      <div className="row wide end between">
        <div className="row">
          <Button disabled={page === 0} onClick={() => turn(page - 1)}>
            Previous page
          </Button>
          <span className="number">
            Page {format.count(page + 1)} of {format.count(starts.length)}
          </span>
          <Button disabled={page + 1 >= starts.length} onClick={() => turn(page + 1)}>
            Next page
          </Button>
        </div>
        <Find
          onFind={(wanted, again) => {
            const found = findNext(text, wanted, again && selected ? selected.end : start);
            if (!found) return false;
            setPage(pageOf(starts, found.start));
            setSelected(snapSelection(text, found.start, found.end));
            return true;
          }}
        />
      </div>
      <div
        ref={body}
        className={styles.readerText}
        dir="auto"
        tabIndex={0}
        role="region"
        aria-label={`Text of ${id}, page ${page + 1}`}
        onPointerUp={() => setTimeout(look)}
        onKeyUp={look}
      >
        {segments.map((segment, key) => {
          const here =
            at !== null && segment.start <= at.offset && at.offset < segment.start + segment.text.length;
          const Part = segment.questions.length > 0 ? 'mark' : 'span';
          return (
            <Part
              key={key}
              className={segment.isShown ? styles.shown : undefined}
              title={segment.questions.length > 0 ? `Gold of ${segment.questions.join(', ')}` : undefined}
              data-here={here || undefined}
            >
              {segment.text}
            </Part>
          );
        })}
      </div>
      {selected ? (
        <UseSelection
          text={text.slice(selected.start, selected.end)}
          questions={questions}
          onUse={use}
          onDrop={() => setSelected(null)}
        />
      ) : null}
      <p role="status" className="soft small">
        {said}
      </p>
    </section>
  );
}

function Find({ onFind }: { onFind: (wanted: string, again: boolean) => boolean }) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const ok = onFind(wanted, found === wanted);
    setMissing(!ok);
    setFound(ok ? wanted : null);
  };
  return (
    <form className="row gap-2 end" onSubmit={find} role="search">
      <TextField
        label="Find in the document"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        error={missing ? 'Not in this document.' : null}
      />
      <Button type="submit" disabled={wanted === ''}>
        {found === wanted && wanted !== '' ? 'Find the next' : 'Find'}
      </Button>
    </form>
  );
}

interface UseSelectionProps {
  text: string;
  questions: readonly { id: string; text: string }[];
  onUse: (target: string, question: string) => void;
  onDrop: () => void;
}

function UseSelection({ text, questions, onUse, onDrop }: UseSelectionProps) {
  const [target, setTarget] = useState(newQuestion);
  const [question, setQuestion] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onUse(target, question.trim());
    setQuestion('');
  };
  const options = [
    { value: newQuestion, label: 'a new question' },
    ...questions.map((known) => ({
      value: known.id,
      label: `${known.id}: ${known.text.slice(0, longestName)}`,
    })),
  ];
  return (
    <form
      className={`stack gap-3 ${styles.selection}`}
      aria-label="Use the selected text as gold"
      onSubmit={submit}
    >
      <p>
        Selected, {format.count(text.length)} characters:{' '}
        <q dir="auto">{text.length > 240 ? `${text.slice(0, 240)} …` : text}</q>
      </p>
      <div className={`row gap-3 end ${styles.selectionFields}`}>
        <Select label="Use as gold of" value={target} options={options} onChange={setTarget} />
        {target === newQuestion ? (
          <TextField
            label="Question"
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
            autoComplete="off"
          />
        ) : null}
        <Button type="submit" tone="primary" disabled={target === newQuestion && question.trim() === ''}>
          Use as gold
        </Button>
        <Button onClick={onDrop}>Drop the selection</Button>
      </div>
    </form>
  );
}
