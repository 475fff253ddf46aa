import { useMemo, useState } from 'react';
import { count } from '../../../core/stats/format';
import type { ChunkingSummary } from '../../../experiments/chunking/formats';
import { Button } from '../../components/Button';
import { DataTable } from '../../components/table/DataTable';
import type { SortKey, TableColumn } from '../../components/table/tableModel';
import { useDataTable } from '../../components/table/useDataTable';
import { documentColumns } from './inspectorParams';
import styles from './Inspector.module.css';

interface DocumentRow {
  index: number;
  id: string;
  title: string;
  length: number;
  tokens: number;
  questions: number;
  /** null until the ranking has arrived. */
  misses: number | null;
}

interface DocumentPickerProps {
  summary: ChunkingSummary;
  counts: readonly { questions: number; misses: number | null }[];
  document: number;
  /** Whose misses are counted. */
  rowLabel: string;
  k: number;
  sort: readonly SortKey[];
  onSort: (keys: SortKey[]) => void;
  linkTo: (document: number) => string;
}

/** The document on screen, its neighbours, and a table of all. */
export function DocumentPicker({
  summary,
  counts,
  document,
  rowLabel,
  k,
  sort,
  onSort,
  linkTo,
}: DocumentPickerProps) {
  const { documents } = summary.corpus;
  const [isOpen, setOpen] = useState(false);
  const { title, utf16Length, tokens, paragraphs } = documents[document]!;
  const { questions, misses } = counts[document]!;
  return (
    <div className={`stack gap-1 ${styles.documents}`}>
      <div className="row">
        <h2 className="anywhere">{title}</h2>
        <nav aria-label="Documents" className={styles.neighbours}>
          {document > 0 ? (
            <a href={linkTo(document - 1)}>Previous</a>
          ) : (
            <span className="soft">Previous</span>
          )}
          <span className="soft small">
            {count(document + 1)} of {count(documents.length)}
          </span>
          {document + 1 < documents.length ? (
            <a href={linkTo(document + 1)}>Next</a>
          ) : (
            <span className="soft">Next</span>
          )}
          <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            All documents <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
          </Button>
        </nav>
      </div>
      <p className="soft small">
        {count(utf16Length)} UTF-16 code units, {count(tokens)} tokens
        {summary.tokenizer.estimated ? ' (estimate)' : ''}, {count(paragraphs)}{' '}
        {paragraphs === 1 ? 'paragraph' : 'paragraphs'}; {count(questions)}{' '}
        {questions === 1 ? 'question' : 'questions'} of the sample
        {misses === null ? '' : `, ${count(misses)} missed at ${k} by ${rowLabel}`}.
      </p>
      {isOpen ? (
        <Documents
          {...{ summary, counts, document, rowLabel, k, sort, onSort, linkTo }}
          onOpen={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

function Documents({
  summary,
  counts,
  document,
  rowLabel,
  k,
  sort,
  onSort,
  linkTo,
  onOpen,
}: DocumentPickerProps & { onOpen: () => void }) {
  const rows = useMemo(
    () =>
      summary.corpus.documents.map(({ id, title, utf16Length, tokens }, index): DocumentRow => ({
        index,
        id,
        title,
        length: utf16Length,
        tokens,
        ...counts[index]!,
      })),
    [summary, counts],
  );
  const columns = useMemo((): TableColumn<DocumentRow>[] => {
    const number = (
      id: (typeof documentColumns)[number],
      label: string,
      value: (row: DocumentRow) => number | null,
    ): TableColumn<DocumentRow> => ({
      id,
      label,
      fullLabel: label,
      value,
      cell: (row) => count(value(row)),
      better: null,
    });
    return [
      {
        id: 'title',
        label: 'Document',
        fullLabel: 'Document',
        text: true,
        better: null,
        value: ({ title }) => title,
        cell: ({ index, title }) => (
          <a href={linkTo(index)} aria-current={index === document ? 'true' : undefined} onClick={onOpen}>
            {title}
          </a>
        ),
      },
      number('length', 'UTF-16 units', ({ length }) => length),
      number('tokens', 'Tokens', ({ tokens }) => tokens),
      number('questions', 'Questions', ({ questions }) => questions),
      number('misses', `Misses at ${k}`, ({ misses }) => misses),
    ];
  }, [document, k, linkTo, onOpen]);
  const table = useDataTable({ columns, visible: documentColumns, rows, sort, onSort });
  return (
    <div className={styles.documentTable}>
      <DataTable
        table={table}
        caption={`Documents of the corpus; misses are those of ${rowLabel}`}
        label="Documents"
        rowKey={({ id }) => id}
        highlighted={({ index }) => index === document}
      />
    </div>
  );
}
