import { count, interval, points, pValue } from '../../../core/stats/format';
import { Table } from '../../components/table/Table';
import type { PairAtBudget } from './atBudget';
import styles from './WinMatrix.module.css';

interface WinMatrixProps {
  /** In the order in which they stand. */
  rows: readonly { id: string; label: string }[];
  pairs: readonly PairAtBudget[];
  /** `within 512 tokens`. */
  within: string;
  /** Where two rows stand side by side. */
  href: (a: string, b: string) => string;
}

/** Every row against every other: by how many points the row at the side leads the one above, and whether that is established. */
export function WinMatrix({ rows, pairs, within, href }: WinMatrixProps) {
  if (rows.length < 2) return null;
  const established = pairs.filter(({ verdict }) => verdict !== 'not established').length;
  return (
    <details>
      <summary>
        Every pair {within}: {count(established)} of {count(pairs.length)} differences established
      </summary>
      <div className="scroll-x" role="region" aria-label={`Every pair ${within}`} tabIndex={0}>
        <Table className={`table figures ${styles.matrix}`}>
          <caption className="soft small">
            Points by which the row at the side leads the row above. Bold and shaded: established, by a paired
            sign-flip test that Holm’s correction covers over all {count(pairs.length)} pairs and an interval
            without zero.
          </caption>
          <thead>
            <tr>
              <th scope="col">Leads</th>
              {rows.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.label}</th>
                {rows.map((other) => (
                  <MatrixCell key={other.id} row={row.id} other={other.id} pairs={pairs} href={href} />
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}

function MatrixCell({
  row,
  other,
  pairs,
  href,
}: Pick<WinMatrixProps, 'pairs' | 'href'> & { row: string; other: string }) {
  const pair = pairs.find(({ a, b }) => (a === row && b === other) || (a === other && b === row));
  if (!pair || pair.difference === null) return <td className="number">{row === other ? '' : 'n/a'}</td>;
  const sign = pair.a === row ? 1 : -1;
  const [low, high] = pair.interval ?? [null, null];
  const ends = low === null || high === null ? null : sign === 1 ? [low, high] : [-high, -low];
  const clear = pair.verdict !== 'not established';
  const leads = clear && sign * pair.difference > 0;
  return (
    <td className={`number ${leads ? styles.leads : clear ? styles.behind : ''}`}>
      <a
        href={href(row, other)}
        title={`${interval(ends?.[0], ends?.[1], points)} points, p ${pValue(pair.p)}: ${clear ? 'established' : 'not established'}`}
      >
        {points(sign * pair.difference).replace(/ points$/, '')}
      </a>
    </td>
  );
}
