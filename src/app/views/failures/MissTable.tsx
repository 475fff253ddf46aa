import { useState, type ReactNode } from 'react';
import { Button } from '../../components/Button';
import { useOneTabStop } from '../../components/table/useOneTabStop';
import { usePrinting } from '../../components/usePrinting';
import type { SortKey } from '../../state/params';
import styles from './MissTable.module.css';

export interface MissColumn<Line> {
  id: string;
  label: string;
  /** Beside the label, outside the button that sorts. */
  aside?: ReactNode;
  numeric?: boolean;
  /** First click sorts large values first. */
  largeFirst?: boolean;
  /** Nothing to sort by. */
  plain?: boolean;
  cell: (line: Line) => ReactNode;
}

interface MissTableProps<Line> {
  caption: ReactNode;
  label: string;
  columns: readonly MissColumn<Line>[];
  /** Already filtered and sorted. */
  lines: readonly Line[];
  idOf: (line: Line) => string;
  href: (line: Line) => string;
  sort: readonly SortKey[];
  onSort: (keys: SortKey[]) => void;
  /** A line that must be on the page, however far down: the one that was open. */
  reveal: string | null;
  empty: ReactNode;
}

const pageSize = 50;

/** The list of misses. The first column links to the miss; headers sort, a third click returns to stored order. */
export function MissTable<Line>({
  caption,
  label,
  columns,
  lines,
  idOf,
  href,
  sort,
  onSort,
  reveal,
  empty,
}: MissTableProps<Line>) {
  const [pages, setPages] = useState(1);
  const revealed = reveal === null ? -1 : lines.findIndex((line) => idOf(line) === reveal);
  const printing = usePrinting();
  const shown = printing ? lines.length : Math.max(pages, Math.ceil((revealed + 1) / pageSize)) * pageSize;
  const [key] = sort;
  const oneStop = useOneTabStop();
  if (lines.length === 0) return <>{empty}</>;

  const toggle = ({ id, largeFirst = false }: MissColumn<Line>) => {
    if (key?.column !== id) onSort([{ column: id, descending: largeFirst }]);
    else if (key.descending === largeFirst) onSort([{ column: id, descending: !largeFirst }]);
    else onSort([]);
  };
  return (
    <div className="stack">
      <div className="scroll-x" role="region" aria-label={label} tabIndex={0}>
        <table className={`full small table ${styles.list}`} {...oneStop}>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => {
                const sorted = key?.column === column.id;
                return (
                  <th
                    key={column.id}
                    scope="col"
                    className={column.numeric ? styles.numeric : undefined}
                    aria-sort={sorted ? (key.descending ? 'descending' : 'ascending') : undefined}
                  >
                    {column.plain ? (
                      column.label
                    ) : (
                      <button type="button" className={styles.sort} onClick={() => toggle(column)}>
                        {column.label}
                        <span aria-hidden="true">{sorted ? (key.descending ? ' ▼' : ' ▲') : ''}</span>
                      </button>
                    )}
                    {column.aside}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map((line) => (
              <tr key={idOf(line)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.id} scope="row">
                      <a href={href(line)} data-miss={idOf(line)} className={styles.open}>
                        {column.cell(line)}
                      </a>
                    </th>
                  ) : (
                    <td key={column.id} className={column.numeric ? styles.numeric : undefined}>
                      {column.cell(line)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > shown ? (
        <div className="row">
          <Button onClick={() => setPages(shown / pageSize + 1)}>
            Show {Math.min(pageSize, lines.length - shown)} more
          </Button>
          <span className="soft small">
            {shown} of {lines.length} on the page
          </span>
        </div>
      ) : null}
    </div>
  );
}
