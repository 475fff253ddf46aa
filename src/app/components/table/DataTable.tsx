import type { ReactNode } from 'react';
import { Explain } from '../Explain';
import { headerRuns, type RankMark, type TableColumn } from './tableModel';
import type { DataTableModel } from './useDataTable';
import { useOneTabStop } from './useOneTabStop';
import styles from './DataTable.module.css';

interface DataTableProps<Row> {
  table: DataTableModel<Row>;
  caption: ReactNode;
  /** Name of the scrolling region for readers of screens. */
  label: string;
  rowKey: (row: Row) => string;
  /** Place of a row in the sorted column; null where it has none. Without this there is no column of ranks. */
  rank?: ((row: Row) => RankMark | null) | undefined;
  aboutRank?: ReactNode;
  highlighted?: (row: Row) => boolean;
  /** Rows that stand apart below and are never sorted among the others. */
  apart?: { label: ReactNode; rows: readonly Row[] } | undefined;
  /** The figure under the pointer or the focus. */
  onPoint?: (point: { row: Row; column: string } | null) => void;
  /** In place of rows, when none are shown. */
  empty?: ReactNode;
}

/**
 * A sortable table of figures. Click a header to sort by it, with Shift (or Shift + Enter)
 * to add it to the sort; a missing value stays last in both directions, equal values keep
 * the order given. It is one tab stop; arrow keys move in it.
 */
export function DataTable<Row>({
  table,
  caption,
  label,
  rowKey,
  rank,
  aboutRank,
  highlighted,
  apart,
  onPoint,
  empty,
}: DataTableProps<Row>) {
  const { head, columns, rows, sort, toggle } = table;
  const oneStop = useOneTabStop();
  const runs = headerRuns(columns);
  const grouped = runs.some(({ group }) => group !== null);
  const width = columns.length + (rank ? 1 : 0);

  const headerCell = (column: TableColumn<Row>, rowSpan: number) => {
    const position = sort.findIndex((key) => key.column === column.id);
    const key = sort[position];
    return (
      <th
        key={column.id}
        scope="col"
        rowSpan={rowSpan}
        className={column === head ? styles.nameHead : styles.figureHead}
        aria-sort={key ? (key.descending ? 'descending' : 'ascending') : undefined}
      >
        <button
          type="button"
          className={styles.sort}
          title={`Sort by ${column.fullLabel}. With Shift: add it to the sort.`}
          onClick={(event) => toggle(column.id, event.shiftKey)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return;
            event.preventDefault();
            toggle(column.id, true);
          }}
        >
          {column.label}
          {key ? (
            <span className={styles.arrow}>
              <span aria-hidden="true">{key.descending ? '▼' : '▲'}</span>
              {sort.length > 1 ? <span className={styles.position}>{position + 1}</span> : null}
            </span>
          ) : null}
        </button>
        {column.note || column.about ? (
          <span className={styles.note}>
            {column.note}
            {column.about ? <Explain about={column.fullLabel}>{column.about}</Explain> : null}
          </span>
        ) : null}
      </th>
    );
  };

  const bodyRow = (row: Row, mark: RankMark | null, edge: string | undefined) => (
    <tr key={rowKey(row)} className={highlighted?.(row) ? styles.highlighted : undefined}>
      {rank ? (
        <td className={edge ? `${styles.rank} ${edge}` : styles.rank} title={mark?.title}>
          {mark ? (
            <>
              {/* Said once beside a bracket, and to readers of screens in every row. */}
              <span className={edge && !edge.includes(styles.first!) ? 'visually-hidden' : undefined}>
                {mark.text}
              </span>
              {mark.size > 1 ? <span className="visually-hidden">, tied</span> : null}
            </>
          ) : null}
        </td>
      ) : null}
      {columns.map((column) => {
        if (column === head) {
          return (
            <th key={column.id} scope="row" className={styles.name}>
              {column.cell(row)}
            </th>
          );
        }
        const shade = column.shade?.(row) ?? null;
        return (
          <td
            key={column.id}
            className={`nowrap ${styles.figure}`}
            style={
              shade === null
                ? undefined
                : {
                    backgroundColor: `color-mix(in srgb, var(--accent) ${(shade * 30).toFixed(1)}%, transparent)`,
                  }
            }
            onPointerEnter={onPoint && (() => onPoint({ row, column: column.id }))}
            onFocus={onPoint && (() => onPoint({ row, column: column.id }))}
          >
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );

  const marks = rows.map((row) => rank?.(row) ?? null);
  return (
    <div className={`scroll-x ${styles.frame}`} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} onPointerLeave={onPoint && (() => onPoint(null))} {...oneStop}>
        <caption className={styles.caption}>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            {rank ? (
              <th scope="col" rowSpan={grouped ? 2 : 1} className={styles.rankHead}>
                Rank
                {aboutRank ? (
                  <span className={styles.note}>
                    <Explain about="ranks">{aboutRank}</Explain>
                  </span>
                ) : null}
              </th>
            ) : null}
            {runs.map((run) =>
              run.group === null ? (
                run.columns.map((column) => headerCell(column, grouped ? 2 : 1))
              ) : (
                <th
                  key={run.columns[0]!.id}
                  scope="colgroup"
                  colSpan={run.columns.length}
                  className={styles.groupHead}
                >
                  {run.group}
                </th>
              ),
            )}
          </tr>
          {grouped ? (
            <tr>
              {runs.flatMap((run) =>
                run.group === null ? [] : run.columns.map((column) => headerCell(column, 1)),
              )}
            </tr>
          ) : null}
        </thead>
        <tbody>
          {rows.map((row, index) => bodyRow(row, marks[index]!, bracket(marks, index)))}
          {rows.length === 0 ? (
            <tr>
              <td colSpan={width} className={styles.empty}>
                {empty ?? 'No rows.'}
              </td>
            </tr>
          ) : null}
        </tbody>
        {apart && apart.rows.length > 0 ? (
          <tbody className={styles.apart}>
            <tr>
              <th colSpan={width} scope="rowgroup">
                {apart.label}
              </th>
            </tr>
            {apart.rows.map((row) => bodyRow(row, null, undefined))}
          </tbody>
        ) : null}
      </table>
    </div>
  );
}

/** The part of the bracket beside a row: rows of one group that stand together are bracketed. */
function bracket(marks: readonly (RankMark | null)[], index: number): string | undefined {
  const mark = marks[index];
  if (!mark || mark.size < 2) return undefined;
  const before = marks[index - 1]?.text === mark.text;
  const after = marks[index + 1]?.text === mark.text;
  return [styles.bracket, before ? undefined : styles.first, after ? undefined : styles.last]
    .filter(Boolean)
    .join(' ');
}
