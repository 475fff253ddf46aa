import { Table } from '../../components/table/Table';
import { pairCells, type PairCell } from '../../../analysis/compare/compare';
import { cellLabel } from '../../../analysis/compare/words';
import { count, percent } from '../../../core/stats/format';
import styles from './Compare.module.css';

interface PairMatrixProps {
  counts: Record<PairCell, number>;
  n: number;
  letters: readonly [string, string];
  cell: PairCell | null;
  href: (cell: PairCell | null) => string;
  hasTies: boolean;
}

/** The 2 × 2 of the pair; each cell lists its questions. */
export function PairMatrix({ counts, n, letters: [a, b], cell, href, hasTies }: PairMatrixProps) {
  const most = Math.max(1, ...pairCells.map((each) => counts[each]));
  const field = (each: PairCell) => (
    <td
      style={{
        backgroundColor: `color-mix(in srgb, var(--accent) ${((counts[each] / most) * 22).toFixed(1)}%, transparent)`,
      }}
    >
      <a
        href={href(cell === each ? null : each)}
        aria-current={cell === each ? 'true' : undefined}
        className={styles.cell}
        aria-label={`${cellLabel(each, a, b)}: ${count(counts[each])} of ${count(n)} questions${cell === each ? '; show all again' : ''}`}
      >
        <strong>{count(counts[each])}</strong>
        <span>
          {cellLabel(each, a, b)} · {percent(counts[each] / n, n)}
        </span>
      </a>
    </td>
  );
  return (
    <div className="stack">
      <h3>Which run found it</h3>
      <Table className={styles.matrix}>
        <caption className="soft small">
          {count(n)} questions. Choose a cell to list its questions
          {cell === null ? '' : ', or the chosen one again to list all'}.
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{b} hits</th>
            <th scope="col">{b} misses</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{a} hits</th>
            {field('both')}
            {field('onlyA')}
          </tr>
          <tr>
            <th scope="row">{a} misses</th>
            {field('onlyB')}
            {field('neither')}
          </tr>
        </tbody>
      </Table>
      {hasTies ? (
        <p className="small soft">
          A target that is tied with others counts as a miss in this table; the means count its share.
        </p>
      ) : null}
    </div>
  );
}
