import { useId, type ReactNode } from 'react';
import { Table } from '../../components/table/Table';
import styles from './Prose.module.css';

/** A part of a page that is read rather than scanned. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`stack gap-3 ${styles.section}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A small table of text with a caption; scrolls inside its own box when it is wide. */
export function PlainTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={caption}>
      <Table className={`table ${styles.table}`}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={column}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** A formula on its own line. */
export function Formula({ children }: { children: ReactNode }) {
  return (
    <p className={styles.formula}>
      <code>{children}</code>
    </p>
  );
}
