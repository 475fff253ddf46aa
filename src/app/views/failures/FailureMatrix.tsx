import { useMemo, useState, type ReactNode } from 'react';
import { decimal, percent } from '../../../core/stats/format';
import {
  columnRuns,
  missRate,
  type FailureMatrixModel,
  type MatrixRow,
  type MissCount,
} from './failureMatrixModel';
import { Button } from '../../components/Button';
import { useOneTabStop } from '../../components/table/useOneTabStop';
import styles from './FailureMatrix.module.css';

export type CellFigure = 'counts' | 'rates';

interface FailureMatrixProps {
  model: FailureMatrixModel;
  caption: ReactNode;
  label: string;
  /** What rows are called: family, article. */
  rowName: string;
  /** What is counted: queries, questions. */
  counted: string;
  figure: CellFigure;
  selected: { family: string | null; column: string };
  /** Address of the misses of a family (null: of all) under a column. */
  href: (family: string | null, column: string) => string;
  onOpen: () => void;
}

/** Misses of every family under every column. Each cell opens the misses that it counts. */
export function FailureMatrix({
  model,
  caption,
  label,
  rowName,
  counted,
  figure,
  selected,
  href,
  onOpen,
}: FailureMatrixProps) {
  const { columns, totals } = model;
  const [unfolded, setUnfolded] = useState(false);
  const manyGroups = model.groups.length > 1;
  const isShown = (row: MatrixRow) => unfolded || row.total.lost > 0 || row.id === selected.family;
  const groups = model.groups.map((group) => ({ ...group, rows: group.rows.filter(isShown) }));
  const folded = model.groups.flatMap(({ rows }) => rows).filter((row) => !isShown(row)).length;
  const runs = useMemo(() => columnRuns(columns), [columns]);
  const oneStop = useOneTabStop();

  const cell = (count: MissCount, family: string | null, name: string, columnIndex: number) => {
    const column = columns[columnIndex]!;
    const chosen = selected.column === column.id && selected.family === family;
    const rate = missRate(count);
    return (
      <td key={column.id} className={chosen ? styles.chosen : undefined} style={heat(rate)}>
        {count.n === 0 ? (
          <span className="soft">n/a</span>
        ) : (
          <a
            href={href(family, column.id)}
            className={styles.cell}
            aria-current={chosen ? 'true' : undefined}
            aria-label={`${name}, ${column.fullLabel}: ${decimal(count.lost)} of ${count.n} ${counted} missed, ${percent(rate)}`}
            title={`${name} · ${column.fullLabel}: ${decimal(count.lost)} of ${count.n} (${percent(rate)})`}
            onClick={onOpen}
          >
            {figure === 'counts' ? decimal(count.lost) : percent(rate)}
          </a>
        )}
      </td>
    );
  };

  const line = (
    key: string,
    heading: ReactNode,
    counts: readonly MissCount[],
    family: string | null,
    name: string,
    total: MissCount,
    n: number,
    className?: string,
  ) => (
    <tr key={key} className={className}>
      <th scope="row">{heading}</th>
      <td className={styles.n}>{n}</td>
      {counts.map((count, index) => cell(count, family, name, index))}
      <td
        className={styles.total}
        style={heat(missRate(total))}
        title={`${decimal(total.lost)} of ${decimal(total.n)} over all columns`}
      >
        {percent(missRate(total))}
      </td>
    </tr>
  );

  const sum = (counts: readonly MissCount[]): MissCount => ({
    lost: counts.reduce((all, { lost }) => all + lost, 0),
    n: counts.reduce((all, { n }) => all + n, 0),
  });
  const nOf = (counts: readonly MissCount[]) => counts[0]?.n ?? 0;

  return (
    <div className="scroll-x" role="region" aria-label={label} tabIndex={0}>
      <table className={`full small ${styles.matrix}`} {...oneStop}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {rowName}
            </th>
            <th scope="col" rowSpan={2} className={styles.n}>
              n
            </th>
            {runs.map((run, index) => (
              <th key={index} scope="colgroup" colSpan={run.span} className={styles.group}>
                {run.group}
              </th>
            ))}
            <th scope="col" rowSpan={2} className={styles.total}>
              All columns
            </th>
          </tr>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={column.id === selected.column ? styles.chosenHead : undefined}
              >
                <span title={column.fullLabel}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.all}>
          {line('all', `All ${counted}`, totals, null, `All ${counted}`, sum(totals), nOf(totals))}
        </tbody>
        {groups.map((group) => (
          <tbody key={group.id}>
            {manyGroups ? (
              <tr className={styles.groupLine}>
                <th scope="rowgroup">{group.label}</th>
                <td className={styles.n}>{nOf(group.totals)}</td>
                {group.totals.map((count, index) => (
                  <td key={columns[index]!.id}>
                    {figure === 'counts' ? decimal(count.lost) : percent(missRate(count))}
                  </td>
                ))}
                <td className={styles.total}>{percent(missRate(sum(group.totals)))}</td>
              </tr>
            ) : null}
            {group.rows.map((row) =>
              line(row.id, row.label, row.cells, row.id, row.label, row.total, nOf(row.cells)),
            )}
          </tbody>
        ))}
      </table>
      {folded > 0 ? (
        <p className="small">
          <Button tone="quiet" onClick={() => setUnfolded(true)}>
            Show {folded} {folded === 1 ? 'row' : 'rows'} without a miss
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** A stronger colour where more is missed; weak enough for the ink on it. */
function heat(rate: number | null) {
  return rate === null
    ? undefined
    : { backgroundColor: `color-mix(in srgb, var(--bad) ${(rate * 45).toFixed(1)}%, transparent)` };
}
